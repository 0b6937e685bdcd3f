"""The networkx graph of a board, which all searches walk. It knows no rules.

Nodes are hexes as ints with what lies in them (number, terrain, settlement, marks); edges lead from
each hex to its neighbours and say what lies between (road, railway, water, river, bridges, marks).
One node more, ``BEYOND``, stands for all that lies off the map: edges lead from it into the hexes
at the map's edge and none leads back, so that no search leaves the map by chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from engine.board.board import BEYOND, Board, Pair

if TYPE_CHECKING:
    import networkx as nx

ROAD = "road"
"""The attribute of edges along a road: its class."""


def graph_of(
    ring: Sequence[Sequence[int]],
    hexes: Mapping[str, Sequence[object]] | None = None,
    sides: Mapping[str, Mapping[Pair, object]] | None = None,
    edge: Iterable[int] = (),
) -> nx.DiGraph[int]:
    """The graph of hexes by what lies around each; it is frozen.

    ``hexes`` and ``sides`` give the attributes by name, those of sides in both orders of the pair;
    ``edge`` the hexes that one comes to from beyond the map.
    """
    import networkx as nx

    hexes, sides = hexes or {}, sides or {}
    found: nx.DiGraph[int] = nx.DiGraph()
    found.add_nodes_from(
        (i, {name: values[i] for name, values in hexes.items()}) for i in range(len(ring))
    )
    found.add_edges_from(
        (i, j, {name: values[i, j] for name, values in sides.items() if (i, j) in values})
        for i, around in enumerate(ring)
        for j in around
    )
    found.add_edges_from((BEYOND, i) for i in edge)
    nx.freeze(found)
    return found


def rising(ring: Sequence[Sequence[int]]) -> list[list[int]]:
    """The same hexes around each, those before it on the board first.

    Of several equal ways a search finds the first: games recorded with this order keep it.
    """
    return [
        [*sorted(j for j in around if j < i), *(j for j in around if j > i)]
        for i, around in enumerate(ring)
    ]


def board_graph(board: Board, ring: Sequence[Sequence[int]] | None = None) -> nx.DiGraph[int]:
    """The graph of a board with all that lies in its hexes and on its hexsides.

    ``ring``: the hexes around each in the order in which searches meet them; clockwise without.
    """
    ring = ring or [[j for j in six if j != BEYOND] for six in board.neighbours]
    touched = {i for area in board.areas.values() for i in area.hexes}
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
        (i for i, six in enumerate(board.neighbours) if BEYOND in six or i in touched),
    )


def roads_of(graph: nx.DiGraph[int]) -> nx.DiGraph[int]:
    """The roads of a graph: all its hexes, and the edges along roads with their attributes."""
    import networkx as nx

    found: nx.DiGraph[int] = nx.DiGraph()
    found.add_nodes_from(graph.nodes(data=True))
    found.add_edges_from((i, j, data) for i, j, data in graph.edges(data=True) if ROAD in data)
    nx.freeze(found)
    return found


def with_boxes(graph: nx.DiGraph[int], ways: Iterable[Pair]) -> nx.DiGraph[int]:
    """The same graph with boxes beyond the map, and the ways between hexes and boxes."""
    import networkx as nx

    found: nx.DiGraph[int] = nx.DiGraph(graph)
    found.add_edges_from(ways)
    nx.freeze(found)
    return found
