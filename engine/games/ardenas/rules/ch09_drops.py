"""Chapter 9: units board transports, drop in any air sub-turn, scatter and land."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from engine.core.verdicts import Verdict
from engine.games.ardenas import tracks
from engine.games.ardenas.position import Position
from engine.games.ardenas.resolution import Resolution
from engine.games.ardenas.rules.ch06_entry import arrival_turn
from engine.games.ardenas.rules.ch07_stacking import room_for, stacking_verdicts
from engine.games.ardenas.rules.ch08_affected import hit
from engine.games.ardenas.rules.ch08_bases import BOMBS, bases, begin_step
from engine.games.ardenas.rules.ch08_combat import due_verdicts
from engine.games.ardenas.rules.ch14_weather import flight_verdicts
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import (
    AIR_PHASES,
    DROPPED,
    FIRST_TURN,
    GROUND,
    TRANSPORTED,
    aboard_box,
    eliminated,
    enemy_of,
    verdict,
)

Landing = Literal["lands", "affected", "destroyed"]

TRANSPORT = "transport"
CARRIED = frozenset({"parachute", "airborne", "supply", "parachute_engineer"})
"""8.4l: kinds that transports carry."""

CAPACITY = 2
"""8.4l: units aboard a transport; a brigade fills it alone."""

SCATTERS = "scatters"
DIRECTIONS = ("northeast", "southeast", "south", "southwest", "northwest", "north")
"""Directions of the hexes around a hex with flat tops, in the order of the grid."""


def passengers(position: Position, transport: str) -> list[Unit]:
    """9.0b: Return the units aboard a transport."""
    names = (n for n, carrier in position.aboard.items() if carrier == transport)
    return [u for n in sorted(names) if (u := position.any_unit(n)) is not None]


def transport_of(position: Position, unit: Unit) -> Unit | None:
    """9.0b: Return the transport that carries a unit; None for a unit that is not aboard."""
    return position.units.get(position.aboard.get(unit.id, ""))


def boarding_turn(position: Position, unit: Unit) -> int | None:
    """9.0a, 9.0b: Return the turn from which a unit off the map may board; None for never."""
    box = position.number(unit.place)
    if box == eliminated(unit.side):
        return None
    if unit.type.how == TRANSPORTED:
        return FIRST_TURN
    return arrival_turn(position, unit)


def is_overloaded(units: Sequence[Unit]) -> bool:
    """8.4l: Return whether units are more than two, or a brigade and another unit."""
    brigade = any(u.type.size == "brigade" for u in units)
    return len(units) > (1 if brigade else CAPACITY)


def embark_verdicts(
    position: Position, transport: Unit, units: Sequence[Unit]
) -> Iterator[Verdict]:
    """8.4l, 9.0a, 9.0b, 14.0c: Object to units that board a transport now.

    It is in an own base and has not moved in the sub-turn; they are off the map or in its hex.
    """
    name = [transport.id]
    if position.phase not in AIR_PHASES:
        yield verdict("9.0b", "phase", units=name)
    yield from flight_verdicts(position, name)
    if any(u.side != position.active for u in (transport, *units)):
        yield verdict("4.0a", "not_yours", units=name)
    if transport.type.kind != TRANSPORT:
        yield verdict("8.4l", "no_transport", units=name)
    if transport.id not in position.units or transport.place not in bases(position, transport.side):
        yield verdict("9.0b", "base", units=name)
    if tracks.MOVED + transport.id in position.state.tracks:
        yield verdict("9.0b", "moved", units=name)
    for unit in units:
        yield from _boards(position, transport, unit)
    if is_overloaded([*passengers(position, transport.id), *units]):
        yield verdict("8.4l", "full", units=name, most=CAPACITY)


def _boards(position: Position, transport: Unit, unit: Unit) -> Iterator[Verdict]:
    names = [unit.id]
    if unit.type.kind not in CARRIED:
        yield verdict("8.4l", "kind", units=names)
    if unit.id in position.aboard:
        yield verdict("9.0b", "aboard", units=names)
    elif unit.id in position.units:
        if unit.place != transport.place:
            yield verdict("9.0b", "apart", units=names)
        if unit.id in position.grouping_of:
            yield verdict("9.0b", "grouped", units=names)
    else:
        due = boarding_turn(position, unit)
        if due is None:
            yield verdict("9.0b", "gone", units=names)
        elif due > position.turn:
            yield verdict("6.0q", "too_early", units=names, turn=due)


def embark(work: Resolution, transport: str, units: Sequence[str]) -> None:
    """9.0b: Put units aboard a transport: they go where it goes until they drop."""
    for name in units:
        box = aboard_box(work.state.pieces[name].side)
        if work.places.name(work.state.pieces[name].place) != box:
            work.put(name, box)
        work.track(tracks.ABOARD + name, transport)


# -- the drop -------------------------------------------------------------------------------------


def drop_verdicts(position: Position, unit: Unit, hex_: int | None = None) -> Iterator[Verdict]:
    """8.4l, 9.0a, 9.0b, 9.0c, 14.0c: Object to a unit that drops now.

    The drop point is the hex of its transport. With ``hex_`` (the landing hex), a unit with an
    unknown transport counts as aboard one.
    """
    names = [unit.id]
    if position.phase not in AIR_PHASES:
        yield verdict("9.0b", "phase", units=names)
    if unit.side != position.active:
        yield verdict("4.0a", "not_yours", units=names)
    yield from flight_verdicts(position, names)
    yield from due_verdicts(position)
    if unit.type.kind not in CARRIED:
        yield verdict("8.4l", "kind", units=names)
    transport, known = transport_of(position, unit), unit.id in position.aboard
    is_gone = boarding_turn(position, unit) is None
    if unit.id in position.units or is_gone or (hex_ is None and transport is None):
        yield verdict("9.0b", "not_aboard", units=names)
    elif known and transport is not None and hex_ not in (None, transport.place):
        near = position.ground.ring[transport.place]
        if hex_ not in near:
            there = position.number(transport.place)
            yield verdict("9.0c", "apart", units=names, hexes=[there], hex=there)
    if transport is not None:
        yield from stacking_verdicts(position, [unit], transport.place)


def landing(position: Position, unit: Unit, hex_: int | None) -> Landing:
    """9.0e, 9.0f: Return the effect of a landing in a hex on a unit; None means off the map.

    An enemy zone or enemy units destroy it, a town or a river affects it. It is also lost where six
    friendly counters already are (our ruling).
    """
    if hex_ is None or hex_ in position.enemy_zone(unit.side):
        return "destroyed"
    if hex_ in position.layers[enemy_of(unit.side), GROUND]:
        return "destroyed"
    if not room_for(position, [unit], hex_):
        return "destroyed"
    if hex_ in position.ground.cities or hex_ in position.ground.rivers:
        return "destroyed" if unit.affected else "affected"
    return "lands"


def scattered(position: Position, hex_: int, direction: str) -> int | None:
    """9.0e: Return the hex beside a hex in a direction of the diagram; None off the map."""
    around = position.ground.board.grid.around(position.number(hex_))
    number = around[DIRECTIONS.index(direction)]
    return None if number is None else position.ground.index.get(number)


def drop(work: Resolution, unit: Unit) -> None:
    """9.0c, 9.0e, 9.0f, 9.0g: Drop a unit from its transport; the drop counts as a combat."""
    position = work.position
    transport = transport_of(position, unit)
    assert transport is not None
    hex_: int | None = transport.place
    charts = position.charts.faces
    if charts["paradrop"].faces[work.throw_special("paradrop")] == SCATTERS:
        direction = charts["scatter"].faces[work.throw_special("scatter")]
        hex_ = scattered(position, transport.place, direction)
    outcome = landing(position, unit, hex_)
    work.track(tracks.ABOARD + unit.id, None)
    begin_step(work, BOMBS)
    if hex_ is None or outcome == "destroyed":
        work.eliminate(unit.id)
        return
    work.put(unit.id, position.number(hex_))
    work.status(unit.id, add={DROPPED})
    if outcome == "affected":
        hit(work, unit.id)
