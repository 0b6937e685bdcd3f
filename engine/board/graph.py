"""The networkx graph of a board, which all searches walk. It is independent of rules.

Nodes are hexes as ints with their contents (number, terrain, settlement, marks). Edges connect each
hex to its neighbours and contain the features between (road, railway, water, river, bridges,
marks). One more node, ``BEYOND``, represents everything off the map: edges lead from it into the
hexes at the map edge and none leads back, so that no search leaves the map by chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from engine.board.board import BEYOND, Board, Pair

if TYPE_CHECKING:
    import networkx as nx

ROAD = "road"
"""Name of the edge attribute with the class of a road."""


def graph_of(
    ring: Sequence[Sequence[int]],
    hexes: Mapping[str, Sequence[object]] | None = None,
    sides: Mapping[str, Mapping[Pair, object]] | None = None,
    edge: Iterable[int] = (),
) -> nx.DiGraph[int]:
    """Return the frozen graph of hexes, given the neighbours of each.

    ``hexes`` and ``sides`` contain the attributes by name, those of sides in both orders of the
    pair. ``edge`` lists the hexes that can be entered from beyond the map.
    """
    import networkx as nx

    hexes, sides = hexes or {}, sides or {}
    result: nx.DiGraph[int] = nx.DiGraph()
    result.add_nodes_from(
        (i, {name: values[i] for name, values in hexes.items()}) for i in range(len(ring))
    )
    result.add_edges_from(
        (i, j, {name: values[i, j] for name, values in sides.items() if (i, j) in values})
        for i, around in enumerate(ring)
        for j in around
    )
    result.add_edges_from((BEYOND, i) for i in edge)
    nx.freeze(result)
    return result


def rising(ring: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the same neighbours of each hex, those earlier on the board first.

    Among equal paths a search finds the first: games recorded with this order need it.
    """
    return [
        [*sorted(j for j in around if j < i), *(j for j in around if j > i)]
        for i, around in enumerate(ring)
    ]


def board_graph(board: Board, ring: Sequence[Sequence[int]] | None = None) -> nx.DiGraph[int]:
    """Return the graph of a board with all features of its hexes and hexsides.

    ``ring``: the neighbours of each hex in search order; clockwise by default.
    """
    ring = ring or [[j for j in six if j != BEYOND] for six in board.neighbours]
    area_hexes = {i for area in board.areas.values() for i in area.hexes}
    return graph_of(
        ring,
        {
            "number": board.numbers,
            "terrain": board.terrain,
            "settlement": board.settlement,
            "marks": board.marks,
        },
        {
            ROAD: board.road_links,
            "railway": dict.fromkeys(board.railway_links, True),
            "water": {pair: side.water for pair, side in board.hexsides.items() if side.water},
            "river": {pair: side.river for pair, side in board.hexsides.items() if side.river},
            "bridges": {pair: side.bridges for pair, side in board.hexsides.items()},
            "marks": board.marked,
        },
        (i for i, six in enumerate(board.neighbours) if BEYOND in six or i in area_hexes),
    )


def roads_of(graph: nx.DiGraph[int]) -> nx.DiGraph[int]:
    """Return the roads of a graph: all its hexes, and the edges along roads with their
    attributes.
    """
    import networkx as nx

    result: nx.DiGraph[int] = nx.DiGraph()
    result.add_nodes_from(graph.nodes(data=True))
    result.add_edges_from((i, j, data) for i, j, data in graph.edges(data=True) if ROAD in data)
    nx.freeze(result)
    return result


def with_boxes(graph: nx.DiGraph[int], edges: Iterable[Pair]) -> nx.DiGraph[int]:
    """Return the graph with boxes beyond the map, and the edges between hexes and boxes."""
    import networkx as nx

    result: nx.DiGraph[int] = nx.DiGraph(graph)
    result.add_edges_from(edges)
    nx.freeze(result)
    return result
