"""Terrain of Normandy '44, computed once per board.

Hexes are the board's ints. Look-ups contain pairs of hexes in both orders.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import cached_property
from typing import Any

import networkx as nx

from engine.board.board import BEYOND, Board
from engine.board.graph import board_graph, rising, roads_of
from engine.core.memo import memoized
from engine.search import zoc
from engine.search.region import region

Pair = tuple[int, int]

MAJOR, MINOR = "major_river", "minor_river"


def _within(hexes: frozenset[int]) -> Callable[[int, int], bool]:
    return lambda _, j: j in hexes


class Ground:
    """A board with its graph and the facts that follow from its shape."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.numbers = tuple(board.numbers)
        self.index = dict(board.index)
        self.ring = tuple(tuple(j for j in six if j != BEYOND) for six in board.neighbours)
        self.terrain = board.terrain
        self.settlement = board.settlement
        self.marks = tuple(frozenset(m) for m in board.marks)
        self.roads = board.road_links
        self.memo: dict[Hashable, Any] = {}
        self.costs: dict[Hashable, dict[tuple[int, int, bool], int | None]] = {}
        """Known movement costs of steps (TEC), by everything else that they depend on."""
        self.far_costs: dict[Hashable, dict[int, dict[int, int]]] = {}
        """The same for steps away from enemies that are not the first."""
        rivers = {p: s.water for p, s in board.hexsides.items()}
        # 9.4.2b: a river along a flooded side does not count.
        flooded = self._marked("flooded") | self._marked("causeway")
        self.flooded = flooded
        self.causeways = self._marked("causeway")
        self.major = frozenset(p for p, w in rivers.items() if w == MAJOR and p not in flooded)
        self.minor = frozenset(p for p, w in rivers.items() if w == MINOR and p not in flooded)
        self.blocked = self._marked("impassable") | self._marked("all_sea")
        self.airfield_sides = self._marked("airfield")
        self.zoc_table = zoc.tables(board)
        self.barriers = zoc.Barriers(self.blocked, (), (), self.ring)
        self.all_hexes = frozenset(range(len(self.numbers)))

    def _marked(self, word: str) -> frozenset[Pair]:
        return frozenset(p for p, marks in self.board.marked.items() if word in marks)

    def hexes(self, numbers: Iterable[str]) -> tuple[int, ...]:
        """Return the hexes with these numbers that the board has."""
        return tuple(self.index[n] for n in numbers if n in self.index)

    @memoized
    def with_mark(self, word: str) -> frozenset[int]:
        """Return the hexes with a mark."""
        return frozenset(i for i, marks in enumerate(self.marks) if word in marks)

    def named(self, name: str) -> frozenset[int]:
        """Return the hexes with a name."""
        return frozenset(i for i, names in enumerate(self.board.names) if name in names)

    @cached_property
    def cities(self) -> frozenset[int]:
        """Return the city hexes."""
        return frozenset(i for i, rank in enumerate(self.settlement) if rank == "city")

    @cached_property
    def flooded_hexes(self) -> frozenset[int]:
        """Return the flooded hexes."""
        return frozenset(i for i, terrain in enumerate(self.terrain) if terrain == "flooded")

    @cached_property
    def towns(self) -> frozenset[int]:
        """Return the town hexes ("villages")."""
        return frozenset(i for i, rank in enumerate(self.settlement) if rank == "town")

    @cached_property
    def cherbourg(self) -> frozenset[int]:
        """Return the city hexes of Cherbourg."""
        area = self.board.areas.get("cherbourg")
        named = self.named("Cherbourg") & self.cities
        return named or frozenset(area.hexes if area is not None else ())

    @cached_property
    def caen(self) -> frozenset[int]:
        """Return the city hexes of Caen."""
        return self.named("Caen") & self.cities

    @cached_property
    def entries(self) -> dict[str, tuple[int, ...]]:
        """Return the German entry hexes by colour (6.6a)."""
        return {
            name: area.hexes
            for name, area in self.board.areas.items()
            if area.side == "german" and name != "cherbourg"
        }

    @cached_property
    def south(self) -> frozenset[int]:
        """Return the hexes of the southern edge: those of the lowest row."""
        first = min(number[:2] for number in self.numbers)
        return frozenset(i for i, number in enumerate(self.numbers) if number[:2] == first)

    @cached_property
    def graph(self) -> nx.DiGraph[int]:
        """Return the board's graph."""
        return board_graph(self.board, rising(self.ring))

    @cached_property
    def road_graph(self) -> nx.DiGraph[int]:
        """Return the edges along roads."""
        return roads_of(self.graph)

    @cached_property
    def boundary_anchors(self) -> dict[int, tuple[Pair, ...]]:
        """8.5.5: return, by hex, the hexsides that a bond to a blue hexside would close.

        They are at the vertex opposite a hex, where its neighbours x and y meet a third hex z. A
        blue side between z and either of them makes the vertex a boundary.
        """
        anchors: dict[int, list[Pair]] = {}
        around = self.board.neighbours
        for i, six in enumerate(around):
            for d in range(6):
                x, y = six[d], six[(d + 1) % 6]
                if BEYOND in (x, y):
                    continue
                z = around[x][(d + 1) % 6]
                if z != BEYOND and ((x, z) in self.blocked or (y, z) in self.blocked):
                    anchors.setdefault(i, []).append((x, y))
        return {i: tuple(pairs) for i, pairs in anchors.items()}

    @cached_property
    def perimeter(self) -> frozenset[int]:
        """16.3: return the hexes inside the Cherbourg perimeter."""
        return self.with_mark("perimeter")

    @cached_property
    def foreign(self) -> dict[str, dict[int, int]]:
        """22.1.2a: return each army's hexes in the other's sector, with their depth in it."""
        depths = {}
        for army, sector in (("us", "cw_sector"), ("cw", "us_sector")):
            deep = self.with_mark(sector) - self.with_mark(f"{army}_sector")
            rim = [i for i in deep if any(j not in deep for j in self.ring[i])]
            steps = region(self.graph, rim, _within(deep))
            depths[army] = {i: steps_in + 1 for i, steps_in in steps.items()}
        return depths

    def road(self, i: int, j: int) -> str | None:
        """Return the class of the road between two hexes; a road crosses water by a bridge
        (9.3b).
        """
        return self.roads.get((i, j))

    def wet(self, i: int, j: int) -> bool:
        """9.4.1, 9.5.1b: return whether a side without a road is a major river or flooded."""
        return (i, j) in self.major or (i, j) in self.flooded - self.causeways

    def distance(self, i: int, j: int) -> int:
        """Return the distance between hexes."""
        return self.board.distance(i, j)
