"""Invariants of every position that the rules reach."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.state import State
from engine.games.marketgarden import tracks
from engine.games.marketgarden.decisions import DECISIONS
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.rules.ch03_sequence import is_over
from engine.games.marketgarden.rules.ch04_movement import armour_barred_by_marsh
from engine.games.marketgarden.rules.ch04_stacking import overstacked
from engine.games.marketgarden.rules.ch06_air import points_left, points_of_day
from engine.games.marketgarden.rules.ch11_victory import points
from engine.games.marketgarden.vocabulary import GERMAN, SIDES, exit_box
from engine.rules.base.invariants import common_faults, shared_hexes


def faults(position: Position, before: State) -> Iterator[str]:
    """Yield the faults of a position; ``before`` is the preceding state."""
    state = position.state
    yield from common_faults(position, before, DECISIONS, tracks.FIGHT)
    yield from shared_hexes(position)
    yield from _left_the_map(position)
    if before.pieces and not any(d.kind in ("retreat", "displace") for d in state.pending):
        for side, hex_ in overstacked(position):
            yield f"{position.number(hex_)} holds more than three {side} units"
    for side in SIDES:
        if not 0 <= points_left(position, side) <= points_of_day(position, side):
            yield f"the air points of the {side} side are none of the day"
    yield from _terrain(position)
    if is_over(position):
        for side, total in points(position).items():
            if state.tracks.get(tracks.POINTS + side) != total:
                yield f"the points of the {side} side are not what a recount gives"


def _left_the_map(position: Position) -> Iterator[str]:
    for name, piece in position.state.pieces.items():
        if position.number(piece.place).startswith(exit_box("")) and piece.side != GERMAN:
            yield f"{name} has left the map"


def _terrain(position: Position) -> Iterator[str]:
    for unit in position.units.values():
        if armour_barred_by_marsh(position, unit, unit.place):
            yield f"{unit.id} stands in a marsh"
