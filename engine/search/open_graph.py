"""The part of a graph that a position leaves open, computed node by node as a search reaches it.

networkx asks a weight about every edge, closed ones too. Here it is given the open edges only.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import networkx as nx

from engine.board.board import BEYOND

if TYPE_CHECKING:
    _Graph = nx.DiGraph[int]
else:
    _Graph = nx.DiGraph  # not generic at run time

START = BEYOND - 1
"""The node before all sources of a search; no node of a board."""


class OpenGraph(_Graph):
    """The open edges of a graph; the data of an edge is its length.

    ``nodes`` are the nodes of the whole graph. ``onward`` returns the open edges out of a node: the
    next nodes, in the order in which a search takes them, with their lengths. ``first`` are the
    edges out of :data:`START`, if it is one of the nodes.
    """

    def __init__(
        self,
        nodes: Mapping[int, object],
        onward: Callable[[int], Mapping[int, int]],
        first: Any = None,
    ) -> None:
        own: Any = self  # the stubs of networkx want writable dictionaries
        own.node_dict_factory = lambda: nodes
        own.adjlist_outer_dict_factory = lambda: (
            _Edges(nodes, onward) if first is None else _EdgesFromStart(nodes, onward, first)
        )
        super().__init__()


def _length(_from: int, _to: int, edge: Any) -> int:
    """Return the length of an edge of an :class:`OpenGraph`, as a networkx weight."""
    price: int = edge
    return price


def steps_from(
    graph: nx.DiGraph[int],
    sources: Iterable[int],
    onward: Callable[[int], Collection[int]],
    most: int | None = None,
) -> dict[int, int]:
    """Return the nodes within ``most`` steps of the nearest source, nearest first, with the steps.

    ``onward`` returns the next nodes of a node. Of nodes equally near, those of the first source
    come first.
    """
    open_: Any = onward  # a search that counts steps asks for no lengths
    opened = OpenGraph(_with_start(graph), open_, list(dict.fromkeys(sources)))
    steps = nx.single_source_shortest_path_length(
        opened, START, cutoff=None if most is None else most + 1
    )
    del steps[START]
    return {node: count - 1 for node, count in steps.items()}


@lru_cache(maxsize=16)
def _with_start(graph: nx.DiGraph[int]) -> dict[int, None]:
    """Return the nodes of a board's graph, and the node before all sources."""
    return {**dict.fromkeys(graph), START: None}


def paths_from(
    graph: nx.DiGraph[int],
    source: int,
    onward: Callable[[int], Collection[int]],
    most: int | None = None,
) -> dict[int, list[int]]:
    """Return the shortest paths from a node, of ``most`` steps at most, by their end."""
    open_: Any = onward  # a search that counts steps asks for no lengths
    opened = OpenGraph(graph.nodes, open_)
    return dict(nx.single_source_shortest_path(opened, source, cutoff=most))


class Paths(dict[int, list[int]]):
    """The cheapest paths of a search by their end; of equal ones the first that it found.

    A path is computed when it is asked for.
    """

    def __init__(self, source: int, before: Mapping[int, list[int]]) -> None:
        super().__init__({source: [source]})
        self._before = before

    def __missing__(self, node: int) -> list[int]:
        path = self[node] = [*self[self._before[node][0]], node]
        return path


def searched(
    nodes: Mapping[int, object],
    source: int,
    onward: Callable[[int], Mapping[int, int]],
    limit: int | None,
) -> tuple[dict[int, list[int]], dict[int, int]]:
    """Return the nodes within a limit: the predecessors of each on its cheapest paths, and its
    cost, cheapest first.

    ``onward`` returns the open edges out of a node with their lengths.
    """
    before: dict[int, list[int]]
    costs: dict[int, int]
    before, costs = nx.dijkstra_predecessor_and_distance(  # type: ignore[assignment]
        OpenGraph(nodes, onward), source, cutoff=limit, weight=_length
    )
    return before, costs


def cheapest(
    nodes: Mapping[int, object],
    source: int,
    onward: Callable[[int], Mapping[int, int]],
    limit: int,
) -> tuple[dict[int, int], Paths]:
    """Return the nodes within a limit with their costs, cheapest first, and the paths to them."""
    before, costs = searched(nodes, source, onward, limit)
    return costs, Paths(source, before)


@lru_cache(maxsize=32)
def around_each(graph: nx.DiGraph[int]) -> dict[int, tuple[int, ...]]:
    """Return the next nodes of each node of a board's graph, for quick access in searches."""
    return {node: tuple(around) for node, around in graph.adjacency()}


class _Edges(Mapping[int, Mapping[int, int]]):
    """The open edges out of each node."""

    def __init__(
        self, nodes: Mapping[int, object], onward: Callable[[int], Mapping[int, int]]
    ) -> None:
        self._nodes = nodes
        self._onward = onward

    def __getitem__(self, node: int) -> Mapping[int, int]:
        return self._onward(node)

    def __iter__(self) -> Iterator[int]:
        return iter(self._nodes)

    def __len__(self) -> int:
        return len(self._nodes)


class _EdgesFromStart(_Edges):
    """The same with edges out of the node before all sources."""

    def __init__(
        self,
        nodes: Mapping[int, object],
        onward: Callable[[int], Mapping[int, int]],
        first: Mapping[int, int],
    ) -> None:
        super().__init__(nodes, onward)
        self._first = first

    def __getitem__(self, node: int) -> Mapping[int, int]:
        return self._first if node == START else self._onward(node)
