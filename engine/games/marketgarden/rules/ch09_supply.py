"""Chapter 9: contact with XXX Corps, airborne supply and turns without supply."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.memo import memoized
from engine.games.marketgarden import tracks
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.resolution import Resolution
from engine.games.marketgarden.rules.ch05_engagement import is_surrounded
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import ALLIED

REINFORCES = {"Pol": "1 AB"}
"""11.0a: the Polish brigade is supplied with the British 1st Airborne Division."""

OUT_OF_SUPPLY = "out_of_supply"
"""The status of a unit without air supply."""

WEAK_ATTACK, NO_ATTACK = 2, 3
"""9.0e, 9.0g: turns without supply from which attacks are weaker, or barred."""


def group(unit: Unit) -> str:
    """9.0b: Return the division with which an airborne unit is supplied; empty for others."""
    division = unit.type.division
    return REINFORCES.get(division, division) if unit.type.paratroops else ""


# -- contact --------------------------------------------------------------------------------------


def touches(position: Position, unit: Unit, others: Iterable[Unit]) -> bool:
    """9.0h: Return whether a unit is in contact with others (reading ``contact``)."""
    near = {unit.place}
    if position.reading("contact") == "adjacent":
        near |= set(position.ground.ring[unit.place])
    return any(other.place in near for other in others)


def corps(position: Position) -> list[Unit]:
    """Return the units of XXX Corps on the map."""
    return [u for u in position.own(ALLIED) if u.type.xxx_corps]


@memoized
def linked(position: Position) -> frozenset[str]:
    """6.2g, 9.0h: Return the airborne divisions that have contacted XXX Corps."""
    met, army = position.tracks_with(tracks.CONTACT), corps(position)
    return frozenset(met).union(
        group(u)
        for u in position.own(ALLIED)
        if group(u) and group(u) not in met and touches(position, u, army)
    )


def is_isolated(position: Position, unit: Unit) -> bool:
    """6.2g, 7.0e: Return whether an airborne unit's division has not contacted XXX Corps."""
    return bool(group(unit)) and group(unit) not in linked(position)


def note_contacts(work: Resolution) -> None:
    """9.0h: Record new contacts of divisions with XXX Corps."""
    position = work.position
    for division in sorted(linked(position)):
        if tracks.CONTACT + division not in position.state.tracks:
            work.track(tracks.CONTACT + division, position.turn)
    relieve(work)


# -- supply ---------------------------------------------------------------------------------------


def depends_on_air(position: Position, unit: Unit) -> bool:
    """9.0a, 9.0h, 9.0j: Return whether a unit depends on air supply.

    Airborne units do until their division contacts XXX Corps, and later while surrounded.
    """
    if not group(unit):
        return False
    return is_isolated(position, unit) or is_surrounded(position, unit.place, unit.side)


def relieve(work: Resolution) -> None:
    """9.0h, 9.0j, 7.0e: Supply units at once that no longer depend on air supply."""
    position = work.position
    for unit in position.own(ALLIED):
        if OUT_OF_SUPPLY in unit.status and not depends_on_air(position, unit):
            count_turns(work, unit, 0)


def share_supply(work: Resolution, name: str) -> None:
    """9.0b, 9.0d: Give a unit that lands the turns without supply of its isolated division.

    Our ruling: the Poles, an independent brigade, land with none, and count from the next roll.
    """
    position = work.position
    unit = position.units[name]
    if is_isolated(position, unit):
        division = [u for u in position.own(ALLIED) if u.type.division == unit.type.division]
        turns = max(unsupplied_turns(position, u) for u in division)
        if turns:
            count_turns(work, unit, turns)


def unsupplied_turns(position: Position, unit: Unit) -> int:
    """9.0d, 9.0e, 9.0g: Return a unit's consecutive turns without supply; 0 if supplied."""
    if OUT_OF_SUPPLY not in unit.status:
        return 0
    return max(1, position.track(tracks.UNSUPPLIED + unit.id))


def may_recover(position: Position, unit: Unit) -> bool:
    """7.0e, 9.0d, 9.0e, 9.0g: Return whether a unit may recover losses: it is in supply."""
    return unsupplied_turns(position, unit) == 0


def attack_shift(position: Position, attackers: Iterable[Unit]) -> int:
    """9.0e, 9.0f: Return the shift for attackers from their second turn without supply: -1 or 0."""
    return -1 if any(unsupplied_turns(position, u) >= WEAK_ATTACK for u in attackers) else 0


def defense_shift(position: Position, defenders: Iterable[Unit]) -> int:
    """9.0f, 9.0g: Return the shift for defenders from their third turn without supply: 1 or 0."""
    return 1 if any(unsupplied_turns(position, u) >= NO_ATTACK for u in defenders) else 0


def may_attack(position: Position, unit: Unit) -> bool:
    """9.0g: Return whether a unit may attack: not from its third turn without supply.

    By the reading ``surrounded_and_unsupplied`` the duty to attack (4.1.2g) takes precedence.
    """
    if unsupplied_turns(position, unit) < NO_ATTACK:
        return True
    duty = position.reading("surrounded_and_unsupplied") == "duty"
    return duty and position.engaged(unit)


def supplied_on(position: Position) -> tuple[int, ...] | None:
    """9.0b, 9.0c: Return the rolls that bring supply today; None before day 19."""
    return position.charts.days.on(position.turn).supplied_on


def supply_phase(work: Resolution) -> None:
    """9.0b, 9.0c, 9.0d, 9.0i, 9.0j: Roll for the supply of each division that depends on air.

    Counts the turns of unsupplied units. Does not roll on days without any supply.
    """
    position = work.position
    wanted = supplied_on(position)
    airborne = [u for u in position.own(ALLIED) if group(u)]
    depending = [u for u in airborne if depends_on_air(position, u)]
    dropped: set[str] = set()
    if wanted is not None:
        for division in sorted({group(u) for u in depending}):
            if not wanted or work.throw(f"supply:{division}") not in wanted:
                dropped.add(division)
    lacking = {u.id for u in depending if group(u) in dropped}
    for unit in airborne:
        lacks = unit.id in lacking
        count_turns(work, unit, unsupplied_turns(position, unit) + 1 if lacks else 0)


def count_turns(work: Resolution, unit: Unit, turns: int) -> None:
    """9.0d, 9.0i: Record a unit's consecutive turns without supply."""
    work.track(tracks.UNSUPPLIED + unit.id, turns or None)
    if turns:
        work.status(unit.id, add=[OUT_OF_SUPPLY])
    else:
        work.status(unit.id, remove=[OUT_OF_SUPPLY])
