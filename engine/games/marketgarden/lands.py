"""The land of a board: what is read off its grid, its names and its waters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import networkx as nx

from engine.board.board import Board
from engine.board.grid import Grid
from engine.games.marketgarden.ground import BEYOND, Crossing, Land, Pair
from engine.games.marketgarden.vocabulary import TERRAINS, Terrain

WAAL = frozenset({"Waal", "Rijn - Waal"})
"""11.1.4b: the river south of which the unit of turn 21 may not be created."""

NORTH_BANK = "Arnhem"
"""A place that lies north of the Waal."""

LIMITS = {"east": "Helmond", "west": "Reusel"}
"""4.2.1d, 4.2.1e: reinforcements enter by an edge north of these places."""


def edges_of(grid: Grid, around: Sequence[Sequence[int]]) -> dict[str, frozenset[int]]:
    """The hexes of each edge of the map: those without neighbours on that side."""
    return {
        edge: frozenset(
            i for i, six in enumerate(around) if all(six[d] == BEYOND for d in directions)
        )
        for edge, directions in grid.edges
    }


def entries_of(
    grid: Grid, edges: Mapping[str, frozenset[int]], places: Mapping[str, int]
) -> dict[str, frozenset[int]]:
    """4.2.1d, 4.2.1e: the hexes by which reinforcements enter, north of Helmond and Reusel."""
    numbers = tuple(grid)
    found = {}
    for edge, place in LIMITS.items():
        hexes = edges.get(edge, frozenset())
        if place in places:
            limit = grid.center(numbers[places[place]])[1]
            hexes = frozenset(i for i in hexes if grid.center(numbers[i])[1] > limit)
        found[edge] = hexes
    return found


def north_of_waal(
    around: Sequence[Sequence[int]], rivers: Mapping[Pair, str], places: Mapping[str, int]
) -> frozenset[int]:
    """11.1.4b: the hexes on the north bank of the Waal; all of a board without that river."""
    every = frozenset(range(len(around)))
    waal = {pair for pair, name in rivers.items() if name in WAAL}
    if not waal or NORTH_BANK not in places:
        return every
    shores: nx.Graph[int] = nx.Graph()
    shores.add_nodes_from(every)
    shores.add_edges_from(
        (i, j)
        for i, six in enumerate(around)
        for j in six
        if j > i and (i, j) not in waal and (j, i) not in waal
    )
    return frozenset(nx.node_connected_component(shores, places[NORTH_BANK]))


def land_of(board: Board) -> Land:
    """The land of a board. Canals count as rivers: their bridges are the key of the game.

    Of several hexes with one name the one that counts for victory is meant, else the first.
    """
    places: dict[str, int] = {}
    for i, names in enumerate(board.names):
        for name in names[:1]:
            if name not in places or board.victory[i]:
                places[name] = i
    rivers = {s.ends: s.river for s in board.sides.values() if s.water and BEYOND not in s.ends}
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
        cities={i: points for i, points in enumerate(board.victory) if points},
        edges=edges,
        entries=entries_of(board.grid, edges, places),
        start_zone=frozenset(board.areas[START_ZONE].hexes if START_ZONE in board.areas else ()),
        north_of_waal=north_of_waal(board.neighbours, rivers, places),
    )


LASTING = "never_blown"
RED = "red"
START_ZONE = "xxx-corps"
"""Words of the module: a bridge that is none of the red road's, the road, the XXX Corps zone."""


def _terrain(word: str) -> Terrain:
    return next(terrain for terrain in TERRAINS if terrain == word)
