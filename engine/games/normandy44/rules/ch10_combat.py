"""Chapter 10: attackers, the main assault force, strengths and the column of a combat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.core.verdicts import Verdict
from engine.games.normandy44 import tracks
from engine.games.normandy44.position import Position
from engine.games.normandy44.rules.ch10_attack import Attack, formation
from engine.games.normandy44.rules.ch11_modifiers import (
    Shift,
    bonus,
    halved,
    shifts_of,
)
from engine.games.normandy44.rules.ch22_special_rules import co_operation, has_strayed, too_far_over
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import (
    DISRUPTED,
    REPLACED,
    RESERVE,
    RESERVE_COMBAT,
    SCATTERED,
    verdict,
)
from engine.rules.odds import column_name, column_of

FACTORS = 18
"""10.4: the limit of factors of a side."""
GROUP = 6
"""10.3.4: the limit of factors of a battlegroup."""
FIRST_COLUMN = -2
LAST_COLUMN = 6
"""10.6: the first and last column, 1-3 and 7-1, as :mod:`engine.rules.odds` counts them."""
NAVAL = "naval"
CAEN = "caen"


def leads(attack: Attack) -> list[tuple[str, str]]:
    """10.3.1, 10.3.3, 10.3.4: return every possible main assault force: lead and attached unit."""
    forces: list[tuple[str, str]] = []
    units = attack.attackers
    for lead in sorted({formation(u) for u in units}):
        places = {u.place for u in units if formation(u) == lead}
        forces.append((lead, ""))
        forces += [(lead, u.id) for u in units if u.place in places and formation(u) != lead]
    for place in sorted({u.place for u in units}):
        stack = [u for u in units if u.place == place]
        if len(stack) > 1 and sum(u.factor for u in stack) <= GROUP:
            forces.append((f"group:{attack.position.number(place)}", ""))
    return forces


def best_lead(attack: Attack, attached: str | None = "") -> Attack:
    """10.3.1: return the attack with the force that gives the best column, then most strength.

    The force has the attack's ``lead``, if named, and ``attached``: a unit, None for no unit, empty
    for the best one. If no force fits, the named one is used.
    """
    tried = [
        replace(attack, lead=lead, attached=added)
        for lead, added in leads(attack)
        if attack.lead in ("", lead) and (attached == "" or added == (attached or ""))
    ]
    if not tried:
        return replace(attack, attached=attached or "")
    if len(tried) == 1:
        return tried[0]

    def rank(tried: Attack) -> tuple[int, int, bool]:
        odds = reckon(tried)
        return odds.shifted, odds.attack, not tried.attached

    return max(tried, key=rank)


@dataclass(frozen=True, slots=True)
class CombatOdds:
    """The computation of a column: strengths by unit, bonus, ratio, shifts.

    Columns are counted as in :mod:`engine.rules.odds`: 1-1 is 0.
    """

    attack: int
    defense: int
    shares: tuple[tuple[str, int, tuple[str, ...]], ...]
    bonus: int
    start: int
    shifts: tuple[Shift, ...]

    @property
    def shifted(self) -> int:
        """Return the column after all shifts, also beyond the chart."""
        return self.start + sum(s.by for s in self.shifts)

    @property
    def column(self) -> int:
        """10.6c: return the column after shifts, then limits of the chart."""
        return min(max(self.shifted, FIRST_COLUMN), LAST_COLUMN)

    @property
    def ratio(self) -> str:
        """Return the ratio before shifts."""
        return column_name(self.start)

    @property
    def name(self) -> str:
        """Return the column as printed."""
        return column_name(self.column)


def strengths(attack: Attack) -> list[tuple[str, int, tuple[str, ...]]]:
    """10.3.1, 11.1a, 11.1b: return each attacker's strength, and the rules that halve it."""
    shares = []
    force = {u.id for u in attack.force}
    for unit in attack.attackers:
        why = halved(attack.position, unit, attack.target, in_force=unit.id in force)
        shares.append((unit.id, -(-unit.factor // 2) if why else unit.factor, why))
    return shares


def reckon(attack: Attack, *, shifted: bool = True) -> CombatOdds:
    """10.4, 10.5a, 10.6c: return the odds: up to 18 on either side, ratio rounded down, shifts.

    Without ``shifted`` there are no shifts, for questions about the ratio only.
    """
    shares = strengths(attack)
    total = min(sum(used for _, used, _ in shares), FACTORS)
    extra = bonus(attack.position, attack.target, attack.fresh)
    against = min(sum(u.factor for u in attack.fresh) + extra, FACTORS)
    if not attack.fresh:
        start = LAST_COLUMN
    else:
        start = column_of(max(1, total), max(1, against))
    shifts = shifts_of(attack) if shifted else ()
    return CombatOdds(total, against, tuple(shares), extra, start, shifts)


def is_automatic(position: Position, odds: CombatOdds) -> bool:
    """10.6b: return whether the result is A1 without a die: below 1-3, or at it by one reading."""
    return odds.shifted < FIRST_COLUMN or (
        odds.shifted == FIRST_COLUMN and position.reading("final_1_3") == "automatic"
    )


# -- may they attack? -----------------------------------------------------------------------------


def could_attack(position: Position, unit: Unit, target: int) -> bool:
    """10.1a, 10.1b, 9.6: return whether a unit may take part in an attack on a hex."""
    return not any(True for _ in unit_verdicts(position, unit, target))


def unit_verdicts(position: Position, unit: Unit, target: int) -> Iterator[Verdict]:
    """6.2.5b, 9.6, 10.1a, 10.1b, 10.2b, 10.7a, 13.6c, 15.3, 16.1.3d, 17.8b, 17.9.2, 20.2.3a,
    22.1.2a, 26.1b, 26.3.2a, 26.3.3: yield verdicts against a unit's part in an attack."""
    there = position.number(target)
    if target not in position.ground.ring[unit.place]:
        yield verdict("10.1a", "not_adjacent", units=[unit.id], hexes=[there], hex=there)
    elif (unit.place, target) in position.ground.blocked:
        yield verdict("9.6", "no_attack", units=[unit.id], hexes=[there])
    if tracks.FOUGHT + unit.id in position.state.tracks:
        yield verdict("10.1b", "fought", units=[unit.id])
    if not unit.can_attack:
        yield verdict("10.7a", "defends_only", units=[unit.id])
    if DISRUPTED in unit.status:
        yield verdict("13.6c", "disrupted", units=[unit.id])
    if SCATTERED in unit.status:
        yield verdict("20.2.3a", "no_attack", units=[unit.id])
    stack = position.stacks[unit.side].get(unit.place, ())
    if any(REPLACED in u.status for u in stack):
        yield verdict("6.2.5b", "replacement", units=[unit.id])
    if unit.place in position.building:
        yield verdict("16.1.3d", "building", units=[unit.id])
    if position.phase == RESERVE_COMBAT and RESERVE not in unit.status:
        yield verdict("15.3", "not_in_reserve", units=[unit.id])
    if strayed := has_strayed(position, unit):
        yield verdict(strayed, "strayed", units=[unit.id])
    if closed := too_far_over(position, unit, target, moving=False):
        yield verdict(closed, "boundary", units=[unit.id], hexes=[there], hex=there)


def attack_verdicts(attack: Attack) -> Iterator[Verdict]:
    """10.1a, 10.1b, 10.3.1, 10.6a, 22.1.1: yield the verdicts against an attack."""
    position, there = attack.position, attack.position.number(attack.target)
    if not attack.defenders:
        yield verdict("10.1a", "nobody", hexes=[there], hex=there)
        return
    if tracks.STRUCK + there in position.state.tracks:
        yield verdict("10.1b", "again", hexes=[there], hex=there)
    if not attack.attackers:
        yield verdict("10.1a", "no_attacker", hexes=[there], hex=there)
        return
    if any(u.side != attack.side for u in attack.attackers):
        yield verdict("10.1a", "other_side", units=[u.id for u in attack.attackers])
    for unit in attack.attackers:
        yield from unit_verdicts(position, unit, attack.target)
    yield from co_operation(attack.attackers)
    if (attack.lead, attack.attached) not in leads(attack):
        yield verdict("10.3.1", "no_force", hexes=[there], lead=attack.lead or "–")
    if attack.fresh and (odds := reckon(attack, shifted=False)).start < FIRST_COLUMN:
        yield verdict("10.6a", "too_weak", hexes=[there], ratio=odds.ratio)


def attackers_of(position: Position, target: int, side: str) -> list[Unit]:
    """Return the units of a side that could attack a hex from their hexes."""
    units = []
    for place in position.ground.ring[target]:
        units += [
            u for u in position.stacks[side].get(place, ()) if could_attack(position, u, target)
        ]
    return units


def army_of(attack: Attack) -> str:
    """Return the attacking army: us, cw or german."""
    return attack.attackers[0].type.army if attack.attackers else attack.side
