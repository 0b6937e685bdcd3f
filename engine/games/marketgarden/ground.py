"""Terrain data of Market-Garden, computed once from the board.

Hexes are the board's indices; pairs are in both orders; costs are half movement points.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import networkx as nx

from engine.board.board import BEYOND
from engine.board.graph import ROAD, graph_of, rising
from engine.core.memo import memoized
from engine.core.recent_cache import RecentCache
from engine.games.marketgarden.vocabulary import EDGES, Terrain

Pair = tuple[int, int]

BLOWN = "blown"
INTACT = "intact"

COSTS = 32
"""The number of cached cost tables; a changed bridge or ferry needs a new one."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """A bridge or ferry over a river hexside.

    ``lasting`` bridges are not on the red road and cannot be blown (10.1a).
    """

    hexside: str
    ends: Pair
    name: str
    ferry: bool
    lasting: bool = False


@dataclass(frozen=True)
class Land:
    """The data of a board that the rules use.

    ``around`` lists the six neighbours of each hex (``BEYOND`` if there is none), ``rivers`` the
    names of river hexsides, ``roads`` pairs of hexes joined by a road in both orders, ``edges``
    the hexes of each map edge.
    """

    numbers: tuple[str, ...]
    around: Sequence[Sequence[int]]
    terrain: tuple[Terrain, ...]
    rivers: Mapping[Pair, str]
    crossings: tuple[Crossing, ...] = ()
    roads: frozenset[Pair] = frozenset()
    red: frozenset[int] = frozenset()
    places: Mapping[str, int] = field(default_factory=dict)
    cities: Mapping[int, int] = field(default_factory=dict)
    """Victory points by city hex (11.2b)."""
    edges: Mapping[str, frozenset[int]] = field(default_factory=dict)
    entries: Mapping[str, frozenset[int]] = field(default_factory=dict)
    """Entry hexes of reinforcements, by edge (4.2.1d, 4.2.1e)."""
    start_zone: frozenset[int] = frozenset()
    """The hexes south of the XXX Corps bivouac line (11.1.1a)."""
    north_of_waal: frozenset[int] = frozenset()


class Ground:
    """Terrain data of a board: graph, rivers, roads, bridges and ferries."""

    def __init__(self, land: Land) -> None:
        self.land = land
        self.numbers = land.numbers
        self.index = {number: i for i, number in enumerate(land.numbers)}
        self.ring: tuple[tuple[int, ...], ...] = tuple(
            tuple(j for j in six if j != BEYOND) for six in land.around
        )
        self.terrain = land.terrain
        self.rivers = _both(land.rivers)
        self.crossings = {c.hexside: c for c in land.crossings}
        self.bridges = {c.hexside: c for c in land.crossings if not c.ferry}
        self.ferries = {c.hexside: c for c in land.crossings if c.ferry}
        self._bridge_of = _by_pair(self.bridges.values())
        self._ferry_of = _by_pair(self.ferries.values())
        self.memo: dict[Hashable, Any] = {}
        """Cached results that hold for any position on this board."""
        self.costs: RecentCache[Hashable, dict[Pair, int | None]] = RecentCache(COSTS)
        """Movement costs by pair of hexes (4.0a), cached by everything they depend on."""
        # Every bridge has a road, even if none is drawn.
        self.roads = land.roads.union(self._bridge_of)

    @cached_property
    def graph(self) -> nx.DiGraph[int]:
        """The graph of the board, with ``BEYOND`` connected to the edge hexes."""
        land = self.land
        rim = {i for i, six in enumerate(land.around) if BEYOND in six}
        return graph_of(
            rising(self.ring),
            {"number": self.numbers, "terrain": self.terrain},
            {
                ROAD: dict.fromkeys(self.roads, ROAD),
                "river": self.rivers,
                "bridge": self._bridge_of,
                "ferry": self._ferry_of,
            },
            sorted(rim),
        )

    def bridge(self, i: int, j: int) -> Crossing | None:
        """Return the bridge between two hexes, even a blown one."""
        return self._bridge_of.get((i, j))

    def ferry(self, i: int, j: int) -> Crossing | None:
        """Return the ferry between two hexes, even a destroyed one."""
        return self._ferry_of.get((i, j))

    @memoized
    def within(self, hex_: int, distance: int) -> Mapping[int, int]:
        """Return the distances of all hexes within a range of a hex."""
        return nx.single_source_shortest_path_length(self.graph, hex_, cutoff=distance)

    def edges_of(self, hex_: int) -> tuple[str, ...]:
        """Return the map edges that a hex is on."""
        return tuple(edge for edge in EDGES if hex_ in self.land.edges.get(edge, ()))


def _both(rivers: Mapping[Pair, str]) -> dict[Pair, str]:
    return {pair: name for (i, j), name in rivers.items() for pair in ((i, j), (j, i))}


def _by_pair(crossings: Iterable[Crossing]) -> dict[Pair, Crossing]:
    return {pair: c for c in crossings for pair in (c.ends, c.ends[::-1])}
