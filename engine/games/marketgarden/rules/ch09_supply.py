"""Chapter 9: contact with XXX Corps, airborne supply and the ladder of days without it."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.marketgarden import tracks
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.resolution import Resolution
from engine.games.marketgarden.rules.ch05_engagement import is_surrounded
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import ALLIED

REINFORCES = {"Pol": "1 AB"}
"""11.0a: the Polish brigade reinforces the British 1st Airborne and is supplied with it."""

OUT_OF_SUPPLY = "out_of_supply"
"""The status of a unit without air supply."""

WEAK_ATTACK, NO_ATTACK = 2, 3
"""9.0e, 9.0g: consecutive turns without supply from which attacks are weaker, then barred."""


def group(unit: Unit) -> str:
    """9.0b: the division with which an airborne unit is supplied; empty for other units."""
    division = unit.type.division
    return REINFORCES.get(division, division) if unit.type.paratroops else ""


# -- contact --------------------------------------------------------------------------------------


def touches(position: Position, unit: Unit, others: Iterable[Unit]) -> bool:
    """9.0h: is a unit in contact with others: next to or with them (reading ``contact``)?"""
    near = {unit.place}
    if position.reading("contact") == "adjacent":
        near |= set(position.ground.ring[unit.place])
    return any(other.place in near for other in others)


def corps(position: Position) -> list[Unit]:
    """The units of XXX Corps on the map."""
    return [u for u in position.own(ALLIED) if u.type.xxx_corps]


def linked(position: Position) -> frozenset[str]:
    """6.2g, 9.0h: the airborne divisions that have contacted XXX Corps, now or before."""
    if "linked" not in position.memo:
        met = {
            name.removeprefix(tracks.CONTACT)
            for name in position.state.tracks
            if name.startswith(tracks.CONTACT)
        }
        army = corps(position)
        met |= {
            group(u)
            for u in position.own(ALLIED)
            if group(u) and group(u) not in met and touches(position, u, army)
        }
        position.memo["linked"] = frozenset(met)
    found: frozenset[str] = position.memo["linked"]
    return found


def is_isolated(position: Position, unit: Unit) -> bool:
    """6.2g, 7.0e: is it an Allied airborne unit whose division has not met XXX Corps?"""
    return bool(group(unit)) and group(unit) not in linked(position)


def note_contacts(work: Resolution) -> None:
    """9.0h: divisions that are in contact now have been in contact for good."""
    position = work.position
    for division in sorted(linked(position)):
        if tracks.CONTACT + division not in position.state.tracks:
            work.track(tracks.CONTACT + division, position.turn)


# -- supply ---------------------------------------------------------------------------------------


def depends_on_air(position: Position, unit: Unit) -> bool:
    """9.0a, 9.0h, 9.0j: does a unit depend on air supply?

    XXX Corps and Germans never; airborne units until their division meets XXX Corps, and after
    that as long as they are surrounded themselves.
    """
    if not group(unit):
        return False
    return is_isolated(position, unit) or is_surrounded(position, unit.place, unit.side)


def unsupplied_turns(position: Position, unit: Unit) -> int:
    """9.0d, 9.0e, 9.0g: the consecutive turns that a unit is without supply; 0 for supplied."""
    if OUT_OF_SUPPLY not in unit.status:
        return 0
    return max(1, position.track(tracks.UNSUPPLIED + unit.id))


def may_recover(position: Position, unit: Unit) -> bool:
    """7.0e, 9.0d, 9.0e, 9.0g: without supply no unit recovers losses."""
    return unsupplied_turns(position, unit) == 0


def attack_shift(position: Position, attackers: Iterable[Unit]) -> int:
    """9.0e, 9.0f: a column to the left for attackers in their second turn without supply."""
    worst = max((unsupplied_turns(position, u) for u in attackers), default=0)
    return -1 if worst >= WEAK_ATTACK else 0


def defense_shift(position: Position, defenders: Iterable[Unit]) -> int:
    """9.0f, 9.0g: a column to the right against defenders from their third turn without supply."""
    worst = max((unsupplied_turns(position, u) for u in defenders), default=0)
    return 1 if worst >= NO_ATTACK else 0


def may_attack(position: Position, unit: Unit) -> bool:
    """9.0g: from the third turn without supply a unit may not attack.

    By the reading ``surrounded_and_unsupplied`` the duty to attack (4.1.2g) may go before.
    """
    if unsupplied_turns(position, unit) < NO_ATTACK:
        return True
    duty = position.reading("surrounded_and_unsupplied") == "duty"
    return duty and position.engaged(unit)


def supplied_on(position: Position) -> tuple[int, ...] | None:
    """9.0b, 9.0c: the dice that bring supply today; None before day 19."""
    return position.charts.days.on(position.turn).supplied_on


def supply_phase(work: Resolution) -> None:
    """9.0b, 9.0c, 9.0d, 9.0i, 9.0j: one die for each division that depends on air supply.

    A unit that is supplied is in its usual state at once; one that is not counts the turns. No die
    is thrown where none can bring supply.
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
        track = tracks.UNSUPPLIED + unit.id
        if unit.id in lacking:
            work.track(track, unsupplied_turns(position, unit) + 1)
            work.status(unit.id, add=[OUT_OF_SUPPLY])
        else:
            work.track(track, None)
            work.status(unit.id, remove=[OUT_OF_SUPPLY])
