"""10.3 to 10.7, 17.6: the column shifts of a combat: armour, troop quality, air, artillery."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.games.holland44.constants import AIR_RANGE
from engine.games.holland44.rules.ch10_strengths import Combat
from engine.games.holland44.units import Unit

AGRA = "BR-5AGRA"


def shifts(fight: Combat, lead: str, attached: str | None) -> Iterator[tuple[str, int]]:
    """2.3.6, 10.5.2, 10.6: yield the shifts that apply: the id of the modifier and its columns."""
    leading = [u for u in fight.attackers if fight.leads(u, lead)]
    yield from _armor_shift(fight, leading)
    defenders = [u for u in fight.defenders if not u.profile.head] or list(fight.defenders)
    tanks = any(u.profile.tank for u in defenders)
    # 10.5.2: stacking with the unit is enough, also in excess (6.4.2, 13.5); but see 14.3.2.
    infantry = any(u.profile.infantry and not u.profile.full_retreat for u in fight.present)
    if tanks and not infantry and any(u.profile.infantry for u in leading):
        yield "unsupported_tanks", 1
    group = leading + [u for u in fight.attackers if u.id == attached]
    elite = sum(u.profile.steps for u in group if u.profile.quality == "elite")
    if 2 * elite > sum(u.profile.steps for u in group):
        yield "elite", 1
    if defenders and all(u.profile.quality == "low" for u in defenders):
        yield "low_quality", 1
    if fight.air and not fight.breakthrough:
        yield "air", 1
    if not fight.breakthrough:
        yield from _artillery_shifts(fight, lead)


def _armor_shift(fight: Combat, leading: Sequence[Unit]) -> Iterator[tuple[str, int]]:
    """2.3.15, 8.6.3, 10.3.1, 10.3.2, 10.3.3, 10.3.4, 10.8.2: yield the armour shift, if any."""
    row = fight.position.ground.rows[fight.terrain]
    if row.armor_shift is False:
        return
    tanks = [u for u in leading if u.profile.tank]
    # Units stopped by the hexside gain no shift, but deny the defender his (10.3.4).
    if any(fight.can_cross(u) for u in tanks) and fight.enemy_armor < max(
        fight.armor(u) for u in fight.attackers if fight.can_cross(u)
    ):
        yield "armor_attacker", 1
    elif not tanks and any(u.profile.tank for u in fight.defenders):
        yield "armor_defender", -1


def _artillery_shifts(fight: Combat, lead: str) -> Iterator[tuple[str, int]]:
    """17.6.2: yield one shift, or two with 5 AGRA and an artillery unit of the lead formation.

    23.1.3: on turn 1 5 AGRA and the Guards' artillery give two columns each.
    """
    for n, unit in enumerate(counting_artillery(fight, lead)):
        if fight.position.turn == 1 and unit.profile.counter.id in (AGRA, GUARDS_ARTILLERY):
            yield "artillery_turn_1", 2
        else:
            yield ("artillery" if n == 0 else "artillery_second"), 1


def counting_artillery(fight: Combat, lead: str) -> list[Unit]:
    """17.6.1, 17.6.2: return the artillery that counts: one, or 5 AGRA and one of the lead."""
    agra = [u for u in fight.artillery if u.profile.counter.id == AGRA]
    divisional = [u for u in fight.artillery if u not in agra and fight.leads(u, lead)]
    if agra and divisional:
        return [agra[0], divisional[0]]
    return list((agra or list(fight.artillery))[:1])


def near_british(fight: Combat) -> bool:
    """Return whether the target is in air range of a British non-airborne unit (10.7)."""
    ring = fight.position.ground.ring
    visited = {fight.target}
    layer = [fight.target]
    stacks = fight.position.stacks["allied"]
    for step in range(AIR_RANGE + 1):
        for i in layer:
            for u in stacks.get(i, ()):
                if u.profile.counter.nationality.lower() == "british" and not u.profile.airborne:
                    return True
        if step < AIR_RANGE:
            layer = list(dict.fromkeys(j for i in layer for j in ring[i] if j not in visited))
            visited.update(layer)
    return False


GUARDS_ARTILLERY = "BR-Gds-Arty"
"""17.6.2, 23.1.3: the artillery with special shifts."""
