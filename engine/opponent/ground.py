"""Terrain for planning: movement costs across the whole map, independent of the position."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from engine.board.board import BEYOND, Board
from engine.opponent.weights import March

if TYPE_CHECKING:
    import networkx as nx
    from numpy.typing import NDArray


MOST_KEPT = 512
"""Maximum number of cached distances; the oldest are dropped."""


@lru_cache(maxsize=8)
def _shared(board: Board, march: str) -> Ground:
    return Ground(board, March.model_validate_json(march))


def ground_of(board: Board, march: March) -> Ground:
    """Return the ground of a board with these costs; players of the same board share it."""
    return _shared(board, march.model_dump_json())


class Ground:
    """Movement costs on a board.

    Distances are cached for each goal and set of usable bridges.
    """

    def __init__(self, board: Board, march: March) -> None:
        self.board = board
        self.hexes = len(board.neighbours)
        self._march = march
        self._made: nx.DiGraph[int] | None = None
        self._blown: frozenset[str] = frozenset()
        """The hexsides that are blown in the graph."""
        self._far: dict[tuple[frozenset[str], frozenset[int]], NDArray[np.float64]] = {}
        self._rings: dict[tuple[int, int], tuple[tuple[int, ...], ...]] = {}

    def distances(self, goal: Iterable[int], blown: frozenset[str]) -> NDArray[np.float64]:
        """Return the cost from every hex to the nearest hex of a goal; infinite without a path."""
        import networkx as nx

        key = blown, frozenset(goal)
        if key not in self._far:
            costs = nx.multi_source_dijkstra_path_length(self._graph(blown), set(key[1]))
            result = np.full(self.hexes, np.inf)
            for hex_, cost in costs.items():
                result[hex_] = cost
            while len(self._far) >= MOST_KEPT:
                del self._far[next(iter(self._far))]
            self._far[key] = result
        return self._far[key]

    def rings(self, hex_: int, count: int) -> tuple[tuple[int, ...], ...]:
        """Return the hexes at distances 0, 1, … ``count`` from a hex."""
        key = hex_, count
        if key not in self._rings:
            visited = {hex_}
            layers: list[tuple[int, ...]] = [(hex_,)]
            for _ in range(count):
                around = {
                    j for i in layers[-1] for j in self.board.neighbours[i] if j != BEYOND
                } - visited
                visited |= around
                layers.append(tuple(sorted(around)))
            self._rings[key] = tuple(layers)
        return self._rings[key]

    def beside(self, hex_: int) -> tuple[int, ...]:
        """Return the neighbours of a hex."""
        return self.rings(hex_, 1)[1]

    def _graph(self, blown: frozenset[str]) -> nx.DiGraph[int]:
        """Return the graph of movement costs with reversed edges, for searches from the goals.

        There is one graph: only the costs over hexsides whose bridge changed are set again.
        """
        import networkx as nx

        if self._made is None:
            self._made = nx.DiGraph()
            self._made.add_nodes_from(range(self.hexes))
            for i, around in enumerate(self.board.neighbours):
                for j in around:
                    if j != BEYOND and (cost := self._step(i, j, self._blown)) < np.inf:
                        self._made.add_edge(j, i, weight=cost)
        for name in self._blown ^ blown:
            for i, j in self._sides.get(name, ()):
                if self._made.has_edge(j, i):
                    self._made[j][i]["weight"] = self._step(i, j, blown)
        self._blown = blown
        return self._made

    @cached_property
    def _sides(self) -> dict[str, list[tuple[int, int]]]:
        """The pairs of hexes beside each hexside, by its name."""
        result: dict[str, list[tuple[int, int]]] = {}
        for pair, side in self.board.hexsides.items():
            result.setdefault(side.name, []).append(pair)
        return result

    def crosses(self, i: int, j: int, blown: frozenset[str]) -> bool:
        """Return whether two neighbours are separated by water without a bridge."""
        side = self.board.hexsides.get((i, j))
        if side is None or not side.water:
            return False
        return not self._bridged(i, j, blown)

    def _bridged(self, i: int, j: int, blown: frozenset[str]) -> bool:
        """Return whether a road, bridge or ferry carries units across the water."""
        side = self.board.hexsides[i, j]
        marks = self.board.marked.get((i, j), ())
        road = self.board.road_class(i, j) is not None
        carries = road or bool(side.bridges) or not self._march.bridges.isdisjoint(marks)
        return carries and side.name not in blown

    def _step(self, i: int, j: int, blown: frozenset[str]) -> float:
        """Return the cost of moving from a hex to a neighbour."""
        march, board = self._march, self.board
        marks = board.marked.get((i, j), ())
        if not march.closed.isdisjoint(marks):
            return np.inf
        side = board.hexsides.get((i, j))
        name = "" if side is None else side.name
        road = board.road_class(i, j) is not None and name not in blown
        cost = march.road if road else march.terrain.get(str(board.terrain[j]), march.open)
        if side is None or not side.water:
            return cost
        if self._bridged(i, j, blown):
            return cost + march.crossing
        return cost + march.water.get(str(side.water), march.open)
