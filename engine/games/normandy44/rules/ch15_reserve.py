"""Chapter 15: units placed in reserve."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.memo import memoized
from engine.core.verdicts import Verdict
from engine.games.normandy44 import tracks
from engine.games.normandy44.position import Position
from engine.games.normandy44.rules.ch16_fortifications import builds
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import (
    DISRUPTED,
    ISOLATED,
    MOVEMENT,
    OUT_OF_SUPPLY,
    REGROUP,
    REPLACED,
    RESERVE,
    SCATTERED,
    SIXTHS,
    verdict,
)

STACKS = 6
"""15.1b: reserve markers of a side."""

BARRED = (REPLACED, OUT_OF_SUPPLY, ISOLATED, DISRUPTED, REGROUP, SCATTERED)


def may_be_placed(unit: Unit) -> bool:
    """15.1d, 6.2.4, 6.5.2d: return whether a unit's state allows reserve."""
    return not unit.bears(*BARRED)


@memoized
def reserve_hexes(position: Position, side: str) -> set[int]:
    """15.1b: return the hexes where a side has units in reserve."""
    return {u.place for u in position.own(side) if RESERVE in u.status}


def reserve_room(position: Position, unit: Unit) -> bool:
    """15.1b: return whether a marker is left for the stack of a unit."""
    marked = reserve_hexes(position, unit.side)
    return unit.place in marked or len(marked) < STACKS


def surplus_verdicts(position: Position) -> Iterator[Verdict]:
    """15.1b: a phase does not end while the active side has more stacks in reserve than markers.

    Stacks in reserve may split up in reserve movement; the player chooses which leave reserve.
    """
    hexes = reserve_hexes(position, position.active)
    if len(hexes) > STACKS:
        numbers = sorted(map(position.number, hexes))
        yield verdict("15.1b", "surplus", hexes=numbers, count=len(hexes), most=STACKS)


def reserve_verdicts(position: Position, unit: Unit, on: bool) -> Iterator[Verdict]:
    """15.1a, 15.1b, 15.1d, 15.4, 16.1.3b, 9.10b: yield verdicts on entering or leaving reserve."""
    if not on:
        return
    if position.phase != MOVEMENT:
        yield verdict("15.1a", "phase", units=[unit.id])
    if not may_be_placed(unit):
        yield verdict("15.1d", "state", units=[unit.id])
    if not reserve_room(position, unit):
        yield verdict("15.1b", "markers", units=[unit.id], most=STACKS)
    spent = position.state.tracks.get(tracks.MOVED + unit.id)
    zone = position.enemy_zone(unit.side)
    if builds(position, unit):
        yield verdict("16.1.3b", "building", units=[unit.id])
    elif moved_far(position, unit):
        yield verdict("15.1a", "moved", units=[unit.id])
    elif isinstance(spent, int) and unit.place in zone:
        yield verdict("15.1a", "into_zone", units=[unit.id])


def moved_far(position: Position, unit: Unit) -> bool:
    """15.1a, 9.10b: return whether a unit has spent more than one point, or moved by hexes."""
    spent = position.state.tracks.get(tracks.MOVED + unit.id)
    return isinstance(spent, int) and (spent > SIXTHS or spent < 0)


def reserved(units: Sequence[Unit]) -> bool:
    """15.2: return whether all units are in reserve."""
    return all(RESERVE in u.status for u in units)
