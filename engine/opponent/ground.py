"""Terrain for planning: movement costs across the whole map, independent of the position."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property, lru_cache
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from engine.board.board import BEYOND, Board
from engine.core.recent_cache import RecentCache
from engine.opponent.weights import March

if TYPE_CHECKING:
    from numpy.typing import NDArray


MOST_KEPT = 512
"""Maximum number of cached distances; the oldest are dropped."""
SHARES = 4
"""Number of cached powers of all distances."""


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
        self._blown: frozenset[str] = frozenset()
        """The hexsides that are blown in the costs of steps."""
        self._far: dict[tuple[frozenset[str], frozenset[int]], NDArray[np.float64]] = {}
        self._shares: RecentCache[tuple[object, ...], NDArray[np.float64]] = RecentCache(SHARES)
        self._rings: dict[tuple[int, int], tuple[tuple[int, ...], ...]] = {}
        self._ring_indices: dict[tuple[int, int], tuple[NDArray[np.intp], ...]] = {}

    def distances(
        self, goals: Sequence[Collection[int]], blown: frozenset[str]
    ) -> NDArray[np.float64]:
        """Return the cost from every hex to the nearest hex of each goal; infinite without a path.

        The shape is (goals, hexes).
        """
        keys = [(blown, frozenset(goal)) for goal in goals]
        if missing := [key for key in dict.fromkeys(keys) if key not in self._far]:
            rows = self._relaxed([goal for _, goal in missing], blown)
            self._far.update(zip(missing, rows, strict=True))
        result = np.array([self._far[key] for key in keys])
        while len(self._far) > MOST_KEPT:
            del self._far[next(iter(self._far))]
        return result.reshape(len(keys), self.hexes)

    def shares(
        self, base: float, goals: Sequence[Collection[int]], blown: frozenset[str]
    ) -> NDArray[np.float64]:
        """Return a number to the power of the cost to each goal; shape (goals, hexes).

        Successive positions have the same goals and bridges: the last few results are kept.
        """

        def powers() -> NDArray[np.float64]:
            result: NDArray[np.float64] = base ** self.distances(goals, blown)
            result.flags.writeable = False
            return result

        return self._shares.get((base, blown, *map(frozenset, goals)), powers)

    def _relaxed(
        self, goals: Sequence[frozenset[int]], blown: frozenset[str]
    ) -> NDArray[np.float64]:
        """Return the costs of a march to each goal; shape (goals, hexes).

        All hexes take the cheapest way through a neighbour, until no way is cheaper (Bellman and
        Ford).
        """
        costs = self._costs(blown)[:, :, np.newaxis]
        far = np.full((self.hexes + 1, len(goals)), np.inf)
        for row, goal in enumerate(goals):
            far[list(goal), row] = 0
        on_map = far[:-1]
        before = far
        while not np.array_equal(before, on_map):
            before = on_map.copy()
            for to, cost in zip(self._around, costs, strict=True):
                np.minimum(on_map, far[to] + cost, out=on_map)
        return on_map.T.copy()

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

    def ring_indices(self, hex_: int, count: int) -> tuple[NDArray[np.intp], ...]:
        """Return the same hexes as indices of an array over all hexes."""
        key = hex_, count
        if key not in self._ring_indices:
            rings = self.rings(hex_, count)
            self._ring_indices[key] = tuple(np.array(ring, dtype=np.intp) for ring in rings)
        return self._ring_indices[key]

    def beside(self, hex_: int) -> tuple[int, ...]:
        """Return the neighbours of a hex."""
        return self.rings(hex_, 1)[1]

    @cached_property
    def _around(self) -> NDArray[np.intp]:
        """The neighbours of each hex, and one hex too many for those beyond the map; shape (6,
        hexes).
        """
        around = np.array(self.board.neighbours, dtype=np.intp).T
        return np.where(around == BEYOND, self.hexes, around)

    def _costs(self, blown: frozenset[str]) -> NDArray[np.float64]:
        """Return the cost of the step from each hex to each of its neighbours; shape (6, hexes).

        Only the costs over hexsides whose bridge changed are set again.
        """
        for name in self._blown ^ blown:
            for i, j in self._sides.get(name, ()):
                self._steps[self.board.neighbours[i].index(j), i] = self._step(i, j, blown)
        self._blown = blown
        return self._steps

    @cached_property
    def _steps(self) -> NDArray[np.float64]:
        """The costs with the bridges that were blown when they were last asked for."""
        return np.array(
            [
                [np.inf if j == BEYOND else self._step(i, j, self._blown) for j in around]
                for i, around in enumerate(self.board.neighbours)
            ]
        ).T.copy()

    @cached_property
    def _sides(self) -> dict[str, list[tuple[int, int]]]:
        """The pairs of hexes beside each hexside, by its name."""
        result: dict[str, list[tuple[int, int]]] = {}
        for pair, side in self.board.hexsides.items():
            result.setdefault(side.name, []).append(pair)
        return result

    def steps(self, blown: frozenset[str]) -> Iterator[tuple[int, int, float]]:
        """Yield the steps that units can take: a hex, its neighbour, and the cost."""
        costs = self._costs(blown).T.tolist()
        for i, around in enumerate(self.board.neighbours):
            for j, cost in zip(around, costs[i], strict=True):
                if cost < inf:
                    yield i, j, cost

    def ends(self, name: str) -> frozenset[int]:
        """Return the two hexes beside a hexside of that name; none for an unknown name."""
        return frozenset(i for pair in self._sides.get(name, ()) for i in pair)

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
            kinds = [march.bridge.get(b.kind, march.crossing) for b in side.bridges]
            return cost + min(kinds, default=march.crossing)
        water = march.water.get(str(side.water), march.open)
        return cost + (min(water, march.mend) if name in blown else water)
