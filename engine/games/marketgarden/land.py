"""The land of a board, from its grid, place names, waters and roads."""

from __future__ import annotations

from collections.abc import Sequence

from engine.board.board import BEYOND, Board
from engine.board.grid import Grid
from engine.games.marketgarden.ground import Crossing, Land
from engine.games.marketgarden.rules.ch04_edges import entries_of, north_of_waal
from engine.games.marketgarden.vocabulary import TERRAINS, Terrain


def edges_of(grid: Grid, around: Sequence[Sequence[int]]) -> dict[str, frozenset[int]]:
    """Return the hexes of each map edge: those without neighbours on that side."""
    return {
        edge: frozenset(
            i for i, six in enumerate(around) if all(six[d] == BEYOND for d in directions)
        )
        for edge, directions in grid.edges
    }


def land_of(board: Board) -> Land:
    """Return the land of a board; canals count as rivers.

    A place name of several hexes means the one with victory points, otherwise the first.
    """
    places: dict[str, int] = {}
    for i, names in enumerate(board.names):
        for name in names[:1]:
            if name not in places or board.victory[i]:
                places[name] = i
    rivers = {s.ends: s.river for s in board.sides.values() if s.water}
    edges = edges_of(board.grid, board.neighbours)
    return Land(
        numbers=tuple(board.numbers),
        around=board.neighbours,
        terrain=tuple(_terrain(word) for word in board.terrain),
        rivers=rivers,
        crossings=tuple(
            Crossing(b.hexside, b.ends, b.name, b.kind == "ferry", b.rule == LASTING)
            for b in board.bridges.values()
        ),
        roads=frozenset(board.road_links),
        red=frozenset(i for r in board.roads if r.road_class == RED for i in r.hexes),
        places=places,
        cities=board.victory_hexes,
        edges=edges,
        entries=entries_of(board.grid, edges, places),
        start_zone=frozenset(board.areas[START_ZONE].hexes if START_ZONE in board.areas else ()),
        north_of_waal=north_of_waal(board.neighbours, rivers, places),
    )


LASTING = "never_blown"
RED = "red"
START_ZONE = "xxx-corps"
"""Ids in the module: bridges not on the red road, the red road, the XXX Corps zone."""


def _terrain(word: str) -> Terrain:
    return next(terrain for terrain in TERRAINS if terrain == word)
