"""Chapter 4.2: entering the map across its edges or by air, and leaving it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.board.board import BEYOND
from engine.core.verdicts import Verdict
from engine.games.marketgarden import tracks
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.resolution import Resolution
from engine.games.marketgarden.rules.ch04_stacking import stacking
from engine.games.marketgarden.rules.ch05_engagement import has_free_hex
from engine.games.marketgarden.rules.ch09_supply import corps, relieve, touches
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import (
    ALLIED,
    EDGES,
    GERMAN,
    HALF,
    eliminated,
    enemy_of,
    exit_box,
    verdict,
)

RETURN_AFTER = 2
"""4.2.2c: the number of turns after which a German unit may return."""

FLOWN_AFTER = 2
"""4.2.3g: turns from the contact in Arnhem until the 52nd Division may be flown in."""

DROP_TERRAIN = frozenset({"open", "city", "hill"})
"""4.2.3f: the terrain where airborne units may drop after day 18."""

EXIT_COST = 1 * HALF
"""4.2.2c: the cost of leaving the map in half points: as open terrain (our reading)."""

ARNHEM = "Arnhem"


# -- German units across the edges ----------------------------------------------------------------


def entry_hexes(position: Position, unit: Unit) -> frozenset[int]:
    """4.2.1a, 4.2.1d, 4.2.1e, 4.2.2c: Return the edge hexes where a German unit may enter now.

    Reinforcements enter on their edge, north of Helmond or Reusel; units that left the map in any
    hex of the edge that they crossed.
    """
    box = position.number(unit.place)
    for edge in EDGES:
        if box == exit_box(edge):
            return position.ground.land.edges.get(edge, frozenset())
    if unit.type.how == "edge":
        return position.ground.land.entries.get(unit.type.where, frozenset())
    return frozenset()


def is_due(position: Position, unit: Unit) -> bool:
    """4.2.2c, 4.2.2d, 11.1.3a, 11.1.4a: Return whether a unit in a box may arrive this turn.

    Units that left across the south edge never return.
    """
    box = position.number(unit.place)
    if box == exit_box("south") or box == eliminated(unit.side):
        return False
    if box in {exit_box(edge) for edge in EDGES}:
        return position.turn >= position.track(tracks.RETURNS + unit.id)
    if unit.type.how == "flown":
        return flown_in(position)
    return bool(unit.type.how) and position.turn >= unit.type.arrives


def exits(position: Position, unit: Unit, hex_: int) -> tuple[str, ...]:
    """4.2.2a, 4.2.2b, 4.2.2c, 4.2.2d: Return the edges across which a unit may leave the map.

    Only German units may, from a hex of the edge.
    """
    return position.ground.edges_of(hex_) if unit.side == GERMAN else ()


def leave(work: Resolution, name: str, edge: str) -> None:
    """4.2.2c, 4.2.2d, 9.0j: Move a German unit off the map; record when it may return."""
    work.put(name, exit_box(edge))
    relieve(work)
    if edge != "south":
        work.track(tracks.RETURNS + name, work.state.clock.turn + RETURN_AFTER)


# -- Allied units by air --------------------------------------------------------------------------


def note_arnhem(work: Resolution) -> None:
    """4.2.3g: Record the turn when XXX Corps first contacts an airborne unit in Arnhem."""
    if tracks.ARNHEM not in work.state.tracks and contact_at_arnhem(work.position):
        work.track(tracks.ARNHEM, work.state.clock.turn)


def contact_at_arnhem(position: Position) -> bool:
    """4.2.3g: Return whether an Allied airborne unit in Arnhem is in contact with XXX Corps."""
    arnhem, army = position.ground.land.places.get(ARNHEM, BEYOND), corps(position)
    inside = (u for u in position.stacks[ALLIED].get(arnhem, ()) if u.type.paratroops)
    return any(touches(position, unit, army) for unit in inside)


def flown_in(position: Position) -> bool:
    """4.2.3g, 11.1.3b: Return whether the 52nd Division may be flown into Arnhem this turn.

    From two turns after the contact there, or while the Allies control Arnhem (reading
    ``trigger_52_division``).
    """
    arnhem = position.ground.land.places.get(ARNHEM)
    if position.reading("trigger_52_division") == "conquest":
        return arnhem is not None and position.control(arnhem) == ALLIED
    since = position.state.tracks.get(tracks.ARNHEM)
    return isinstance(since, int) and position.turn >= since + FLOWN_AFTER


def landing_hexes(position: Position, unit: Unit) -> Iterator[int]:
    """4.2.3f, 4.2.3g, 4.2.3h, 11.1.4b: Yield the hexes where a unit may land or be created now."""
    for hex_ in _candidates(position, unit):
        if not any(landing_verdicts(position, unit, hex_)):
            yield hex_


def _candidates(position: Position, unit: Unit) -> Iterable[int]:
    land = position.ground.land
    match unit.type.how:
        case "flown":
            return [land.places[ARNHEM]] if ARNHEM in land.places else []
        case "created":
            return sorted(land.north_of_waal)
        case "drop" | "fixed":
            return range(len(position.ground.numbers))
    return []


def landing_verdicts(position: Position, unit: Unit, hex_: int) -> Iterator[Verdict]:
    """4.2.3f, 4.2.3g, 4.2.3h, 11.1.4b, 4.1.2h, 4.1.1a: Judge an arrival by air."""
    number, land = position.number(hex_), position.ground.land
    if hex_ in position.stacks[enemy_of(unit.side)]:
        yield verdict("4.1.2h", "enemy", hexes=[number], hex=number)
    match unit.type.how:
        case "drop":
            terrain = position.ground.terrain[hex_]
            if terrain not in DROP_TERRAIN:
                yield verdict("4.2.3f", "terrain", hexes=[number], units=[unit.id], hex=number)
        case "fixed":
            if number != unit.type.where:
                yield verdict("4.2.3b", "fixed", hexes=[unit.type.where], hex=unit.type.where)
        case "flown":
            if hex_ != land.places.get(ARNHEM):
                yield verdict("4.2.3g", "elsewhere", hexes=[number], units=[unit.id])
        case "created":
            yield from _creation(position, hex_)
        case _:
            yield verdict("4.2.1a", "by_edge", units=[unit.id], hexes=[number])
    yield from stacking(position, [unit], hex_)


def _creation(position: Position, hex_: int) -> Iterator[Verdict]:
    """11.1.4b: Yield the verdicts against creating a unit: south, Allied or surrounded hexes."""
    number = position.number(hex_)
    if hex_ not in position.ground.land.north_of_waal:
        yield verdict("11.1.4b", "south", hexes=[number], hex=number)
    if position.control(hex_) != GERMAN:
        yield verdict("11.1.4b", "allied", hexes=[number], hex=number)
    elif hex_ in position.enemy_zone(GERMAN) and not has_free_hex(position, hex_, GERMAN):
        yield verdict("11.1.4b", "surrounded", hexes=[number], hex=number)


BY_AIR = ("drop", "fixed", "flown", "created")
"""Kinds of arrival without a path."""


def comes_by_air(position: Position, unit: Unit) -> bool:
    """4.2.1c, 4.2.3a, 4.2.3h, 11.1.4b: Return whether a unit arrives without a path."""
    box = position.number(unit.place)
    return unit.type.how in BY_AIR and not box.startswith(("exit-", "eliminated-"))


# -- reinforcements -------------------------------------------------------------------------------


def arrivals(position: Position, side: str) -> list[Unit]:
    """11.1.3a, 11.1.4a: Return a side's units that may arrive this turn, sorted by id."""
    units = (position.waiting(name) for name in sorted(position.state.pieces))
    return [u for u in units if u is not None and u.side == side and is_due(position, u)]


def not_due_verdicts(position: Position, units: Sequence[Unit]) -> Iterator[Verdict]:
    """4.2.2c, 4.2.2d, 4.2.3g, 11.1.3a, 11.1.4a: Yield the verdicts against arriving now."""
    for unit in units:
        if is_due(position, unit):
            continue
        box = position.number(unit.place)
        if box == eliminated(unit.side):
            yield verdict("7.0a", "eliminated", units=[unit.id])
        elif box == exit_box("south"):
            yield verdict("4.2.2d", "never", units=[unit.id])
        elif unit.type.how == "flown":
            conquest = position.reading("trigger_52_division") == "conquest"
            yield verdict("4.2.3g", "not_held" if conquest else "not_yet", units=[unit.id])
        elif tracks.RETURNS + unit.id in position.state.tracks:
            turn = position.track(tracks.RETURNS + unit.id)
            yield verdict("4.2.2c", "too_soon", units=[unit.id], turn=turn)
        else:
            yield verdict("11.1a", "too_soon", units=[unit.id], turn=unit.type.arrives)
