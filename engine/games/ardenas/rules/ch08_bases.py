"""Chapters 8.4b to 8.4e and 15.1a: aircraft take off from their bases and come home to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.ardenas.position import Position
from engine.games.ardenas.resolution import Resolution
from engine.games.ardenas.rules.ch07_stacking import stacking_verdicts
from engine.games.ardenas.rules.ch14_weather import has_fog, has_storm
from engine.games.ardenas.tracks import ABOARD, AIR_STEP, LATE
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import (
    AIR,
    AIR_PHASES,
    SIDES,
    air_box,
    eliminated,
    enemy_of,
    verdict,
)

AIR_COMBATS, BOMBS = 1, 2
"""15.1: the steps of a half of an air sub-turn after the moves: combats, then bombs and drops."""


def step_verdicts(position: Position, step: int) -> Iterator[Verdict]:
    """7.0d, 15.1: Object to an order of a step that is past: moves, combats, bombs and drops."""
    if position.phase in AIR_PHASES and position.track(AIR_STEP) > step:
        yield verdict("15.1", "order")


def begin_step(work: Resolution, step: int) -> None:
    """15.1: Begin a step of a half of an air sub-turn; those before it are over."""
    work.track(AIR_STEP, max(step, work.position.track(AIR_STEP)))


def bases(position: Position, side: str) -> frozenset[int]:
    """8.4b: Return the air entry hexes of a side."""
    return frozenset().union(*(z.hexes for z in position.ground.of_kind("air_base", side)))


def may_fly(position: Position, unit: Unit) -> bool:
    """8.4e: Return whether an aircraft is off the map and not shot down."""
    place = position.number(unit.place)
    return not position.places.is_hex(unit.place) and place != eliminated(unit.side)


def is_safe(position: Position, unit: Unit) -> bool:
    """8.4o: Return whether an aircraft is at a base that it reached before the sixth sub-turn."""
    at_base = unit.place in bases(position, unit.side)
    return at_base and LATE + unit.id not in position.state.tracks


def take_off_hexes(position: Position, unit: Unit) -> frozenset[int]:
    """8.4b, 14.0c: Return the bases where an aircraft may begin the turn; none in fog."""
    if has_fog(position):
        return frozenset()
    return bases(position, unit.side) - position.layers[enemy_of(unit.side), AIR].keys()


def take_off_verdicts(position: Position, units: Sequence[Unit], hex_: int) -> Iterator[Verdict]:
    """8.4b, 8.4e, 14.0c: Object to aircraft that are placed on the map.

    Each side chooses its aircraft of the turn in its half of the first sub-turn.
    """
    names, there = [u.id for u in units], position.number(hex_)
    if position.phase != AIR_PHASES[0]:
        yield verdict("8.4b", "phase", units=names)
    if has_fog(position):
        yield verdict("14.0c", "no_take_off", units=names)
    for unit in units:
        if not may_fly(position, unit):
            yield verdict("8.4b", "gone", units=[unit.id])
        if hex_ not in bases(position, unit.side):
            yield verdict("8.4b", "base", units=[unit.id], hexes=[there], hex=there)
        if hex_ in position.layers[enemy_of(unit.side), AIR]:
            yield verdict("7.0g", "enemy", hexes=[there], hex=there)
    yield from stacking_verdicts(position, units, hex_)


def flight_home(position: Position, unit: Unit, hex_: int) -> int | None:
    """8.4d: Return the hexes from a hex to the nearest own base; None without any base."""
    grid, there = position.ground.board.grid, position.number(hex_)
    ways = [grid.distance(there, position.number(b)) for b in bases(position, unit.side)]
    return min(ways, default=None)


def is_in_reach(position: Position, unit: Unit) -> bool:
    """8.4d, 14.0b, 15.1a: Return whether an aircraft comes home after the sixth sub-turn.

    By default all do. By the other reading the nearest base must be within the displacement, which
    a storm takes away.
    """
    hexes = flight_home(position, unit, unit.place)
    if position.reading("air_return") == "all_return" or hexes is None:
        return True
    return hexes <= (0 if has_storm(position) else 2 * unit.type.movement)


def come_home(work: Resolution) -> None:
    """8.4d, 9.0b, 15.1a: Take the aircraft off the map, with the units that were not dropped.

    False groupings in the air come off the map too.
    """
    position = work.position
    for side in SIDES:
        for unit in [u for u in position.own(side) if u.layer == AIR]:
            if is_in_reach(position, unit):
                work.leave_grouping(unit.id)
                work.put(unit.id, air_box(side))
            else:
                work.eliminate(unit.id)
    for grouping in work.position.groupings:
        if grouping.kind == AIR:
            work.ungroup(grouping.track)
    work.clear_tracks(ABOARD)
