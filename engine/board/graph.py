"""One networkx graph per board: what joins two neighbouring hexes. It knows no rules.

Nodes are hex ints. Every pair of neighbours is an edge with these attributes:

- ``side``: the name of the hexside, "4816/4817"
- ``water``: kind of water on it, or None
- ``bridges``: ids of its bridges and ferries, in board order
- ``kinds``: the kinds of these bridges, in the same order
- ``ferry``: is there a ferry among them?
- ``road``: class of the best road over it, or None
- ``railway``: does a railway cross it?
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.board.board import BEYOND, Board
from engine.board.grid import hexside

if TYPE_CHECKING:
    import networkx as nx


def bare_graph(ring: Sequence[Sequence[int]]) -> nx.Graph[int]:
    """Neighbouring hexes and nothing else, by what lies around each; it cannot be changed."""
    import networkx as nx

    found: nx.Graph[int] = nx.Graph()
    found.add_nodes_from(range(len(ring)))
    found.add_edges_from((i, j) for i, around in enumerate(ring) for j in around if i < j)
    nx.freeze(found)
    return found


@lru_cache(maxsize=8)
def graph(board: Board) -> nx.Graph[int]:
    """The graph of a board, built once; callers must not change it."""
    import networkx as nx

    found: nx.Graph[int] = nx.Graph()
    found.add_nodes_from(range(len(board.numbers)))
    for i, around in enumerate(board.neighbours):
        for j in around:
            if j == BEYOND or j < i:
                continue
            side = board.hexside(i, j)
            bridges = side.bridges if side else ()
            found.add_edge(
                i,
                j,
                side=hexside(board.numbers[i], board.numbers[j]),
                water=side.water if side else None,
                bridges=tuple(b.id for b in bridges),
                kinds=tuple(b.kind for b in bridges),
                ferry=any(b.kind == "ferry" for b in bridges),
                road=board.road_class(i, j),
                railway=board.has_railway(i, j),
            )
    nx.freeze(found)
    return found


@lru_cache(maxsize=8)
def road_net(board: Board) -> nx.Graph[int]:
    """The part of the graph that roads of any class make, ferries on them included."""
    import networkx as nx

    whole = graph(board)
    found: nx.Graph[int] = nx.Graph()
    found.add_edges_from((i, j, edge) for i, j, edge in whole.edges(data=True) if edge["road"])
    nx.freeze(found)
    return found


def road_path(board: Board, i: int, j: int) -> list[int] | None:
    """The shortest way along roads, in hexes with both ends; None where no road joins them."""
    import networkx as nx

    net = road_net(board)
    if i not in net or j not in net or not nx.has_path(net, i, j):
        return None
    return nx.shortest_path(net, i, j)
