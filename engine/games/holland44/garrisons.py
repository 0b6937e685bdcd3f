"""The garrisons of Tiel and 's-Hertogenbosch, which wait for the Allies to come near (23.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.holland44.meta import GARRISON_RANGE
from engine.games.holland44.position import Position
from engine.games.holland44.units import Unit

RELEASED = "released/"
"""Track of a garrison that has seen the Allies near, and moves normally ever after."""


def waiting(position: Position) -> Iterator[Unit]:
    """The garrisons on the map that have not been released."""
    tracks = position.state.tracks
    for stack in position.stacks["german"].values():
        yield from (u for u in stack if u.p.counter.frozen and RELEASED + u.id not in tracks)


def released_by(position: Position, places: Iterable[int]) -> list[Unit]:
    """The garrisons that are released by Allied units in some hexes."""
    board = position.board
    hexes = [i for i in places if position.places.is_hex(i)]
    return [
        unit
        for unit in waiting(position)
        if any(board.distance(unit.place, i) <= GARRISON_RANGE for i in hexes)
    ]
