"""Terrain data of Air Bridge to Victory, computed once from the board.

Hexes are the board's indices; pairs are in both orders; costs are half movement points.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Mapping
from functools import cached_property

import networkx as nx

from engine.board.board import BEYOND, Board, Bridge
from engine.board.graph import board_graph, rising
from engine.board.grid import hexside
from engine.core.recent_cache import RecentCache

Pair = tuple[int, int]
Lands = Mapping[str, frozenset[int]]
"""Hexes of a diagram by kind: edge, west_of_canal, polder, entry, highway_south."""

BLOWN = "blown"
REPAIRED = "repaired"
HIGHWAY = "highway"
SOUTH_END = "A0107"
"""7.1d: the hex where the highway enters from the south-west."""
SETUP_MORE = ("A0405", "A0406", "A0407")
"""INTRO.d, CAMP.c: hexes of the British set-up area across the canal."""
NORTH_OF_RHINE = "B5014"
BETWEEN = "B2921"
"""A hex between Maas and Waal: the drop zone of the 82nd."""
POLDER = "B4014"
"""A hex between Waal and Neder Rijn: on the highway."""
MUD_ROWS = range(11, 18)
"""4.1b: the rows that are mud after the first bad weather."""
GREAT = {("B2212", "B2312"), ("B3117", "B3216"), ("B4215", "B4315")}
"""7.2f: the road bridges of Grave, Nijmegen, Arnhem."""
MUDDY_ROAD = ("B4215", "B3216")
"""7.1e: the ends of the stretch of highway that becomes a road."""


RED = "wired"
"""The module's state for a bridge with a red circle (7.2b)."""
GREAT_MARK = " great"
"""The end of the id of a diagram's bridge that is one of the three (7.2f)."""

PRICES = 8
"""The number of cached cost tables: each takes 1 MiB; a changed bridge needs a new one."""


class Ground:
    """Terrain data of a board: graph, water, roads, bridges and areas.

    ``lands`` are the areas of a diagram; the printed map's follow from hex numbers and waters.
    ``slopes`` are the steps up its slopes; no slope of the printed map is known.
    """

    def __init__(
        self, board: Board, lands: Lands | None = None, slopes: frozenset[Pair] = frozenset()
    ) -> None:
        self.board = board
        self.lands = lands
        self.slopes = slopes
        self.numbers = board.numbers
        self.index = {number: i for i, number in enumerate(board.numbers)}
        self.ring = tuple(tuple(j for j in six if j != BEYOND) for six in board.neighbours)
        self.terrain = board.terrain
        self.water: dict[Pair, str] = {}
        self.rivers: set[Pair] = set()
        for side in board.sides.values():
            if side.water:
                for pair in (side.ends, side.ends[::-1]):
                    self.water[pair] = str(side.water)
                    if side.water == "river":
                        self.rivers.add(pair)
        self.bridges: dict[Pair, Bridge] = {
            pair: b for b in board.bridges.values() for pair in (b.ends, b.ends[::-1])
        }
        self.by_side = {b.hexside: b for b in board.bridges.values()}
        self.prices: RecentCache[Hashable, dict[Pair, int | None]] = RecentCache(PRICES)
        """Movement costs by pair of hexes (7.0a), cached by everything they depend on."""
        self.landings: dict[tuple[int, int] | None, tuple[int, ...]] = {}
        """The hexes for landings, by DZ and range; None: anywhere between the rivers."""
        highway = [road for road in board.roads if road.road_class == HIGHWAY]
        self.highway = highway[0].hexes if highway else ()
        self.on_highway = frozenset(self.highway)
        self.highway_links = _links([self.highway])
        self.roads = _links([r.hexes for r in board.roads]) | frozenset(
            pair for pair in self.bridges
        )
        self.edge = frozenset(i for i, six in enumerate(board.neighbours) if BEYOND in six)
        if lands is not None:
            self.edge = lands.get("edge", frozenset())

    @cached_property
    def bridges_at(self) -> Mapping[int, tuple[Bridge, ...]]:
        """The bridges by the hexes at their ends, in the order of :attr:`by_side`."""
        bridges: dict[int, tuple[Bridge, ...]] = {}
        for bridge in self.by_side.values():
            for end in bridge.ends:
                bridges[end] = (*bridges.get(end, ()), bridge)
        return bridges

    @cached_property
    def graph(self) -> nx.DiGraph[int]:
        """The graph of the board."""
        return board_graph(self.board, rising(self.ring))

    @cached_property
    def south_of_canal(self) -> frozenset[int]:
        """The land south and west of the Meuse-Escaut canal."""
        if self.lands is not None:
            return self.lands.get("west_of_canal", frozenset())
        return self._land(SOUTH_END, set(self.water))

    @cached_property
    def setup(self) -> frozenset[int]:
        """INTRO.d, CAMP.c: the British set-up area."""
        if self.lands is not None:
            return self.lands.get("entry", frozenset())
        return self.south_of_canal | {self.index[n] for n in SETUP_MORE if n in self.index}

    @cached_property
    def between(self) -> frozenset[int]:
        """CAMP.e: the land between Maas and Waal."""
        return self._land(BETWEEN, self.rivers)

    @cached_property
    def north(self) -> frozenset[int]:
        """The land north-east of the Neder Rijn."""
        return self._land(NORTH_OF_RHINE, self.rivers)

    @cached_property
    def south_of_maas(self) -> frozenset[int]:
        """The land south of the Maas, on both sides of its canals."""
        return self._land(SOUTH_END, self.rivers)

    @cached_property
    def polder(self) -> frozenset[int]:
        """4.1b: hexes of rows 11 to 17 between Waal and Neder Rijn."""
        if self.lands is not None:
            return self.lands.get("polder", frozenset())
        land = self._land(POLDER, self.rivers)
        return frozenset(i for i in land if int(self.numbers[i][3:]) in MUD_ROWS)

    @cached_property
    def muddy_links(self) -> frozenset[Pair]:
        """7.1e: the links of the highway that become a road after bad weather."""
        if self.lands is not None:
            inside = [h for h in self.highway if h in self.polder]
            return _links([tuple(inside)]) & self.highway_links
        ends = [self.highway.index(self.index[n]) for n in MUDDY_ROAD if n in self.index]
        return _links([self.highway[min(ends) : max(ends) + 1]]) if len(ends) > 1 else frozenset()

    def great(self, bridge: Bridge) -> bool:
        """7.2f: Return whether a bridge is one of the three great road bridges."""
        return tuple(bridge.hexside.split("/")) in GREAT or bridge.id.endswith(GREAT_MARK)

    def bank(self, hex_: int) -> frozenset[int]:
        """7.3h: Return the land connected to a hex without crossing a river."""
        return self._land(self.numbers[hex_], self.rivers)

    def _land(self, number: str, walls: set[Pair] | frozenset[Pair]) -> frozenset[int]:
        if number not in self.index:
            return frozenset()
        dry = nx.subgraph_view(self.graph, filter_edge=lambda i, j: (i, j) not in walls)
        start = self.index[number]
        return frozenset(nx.descendants(dry, start) | {start})

    def side_name(self, i: int, j: int) -> str:
        """Return the name of the hexside between two hexes."""
        return hexside(self.numbers[i], self.numbers[j])

    def distance(self, i: int, j: int) -> int:
        """Return the distance between two hexes."""
        return self.board.distance(i, j)


def _links(chains: list[tuple[int, ...]]) -> frozenset[Pair]:
    links = set()
    for chain in chains:
        for i, j in itertools.pairwise(chain):
            links |= {(i, j), (j, i)}
    return frozenset(links)
