"""The ground of Market-Garden: what the board means to these rules, worked out once per board.

Hexes are the board's ints. Pairs of hexes stand in both orders wherever they are looked up. Costs
are half movement points.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import networkx as nx

from engine.board.board import BEYOND
from engine.board.graph import ROAD, graph_of, rising
from engine.core.kept import Kept
from engine.games.marketgarden.vocabulary import EDGES, Terrain

Pair = tuple[int, int]

BLOWN = "blown"
INTACT = "intact"

COSTS = 32
"""Lists of costs that are kept: new ones come to be when a bridge or a ferry changes."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """A bridge or ferry over a river hexside; ``lasting`` ones are none of the red road's (10.1a),
    and nobody blows them.
    """

    hexside: str
    ends: Pair
    name: str
    ferry: bool
    lasting: bool = False


@dataclass(frozen=True)
class Land:
    """The facts of a board that the rules ask for.

    ``around`` lists the six neighbours of each hex (``BEYOND`` where there is none), ``rivers`` the
    river hexsides with their names, ``roads`` pairs of hexes joined by a road, ``edges`` the hexes
    of each edge of the map, ``zones`` sets of hexes by name (drop, xxx_corps, north_of_waal).
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
    """Victory points of a hex that counts as a city (11.2b)."""
    edges: Mapping[str, frozenset[int]] = field(default_factory=dict)
    entries: Mapping[str, frozenset[int]] = field(default_factory=dict)
    """Edge hexes by which reinforcements come in (4.2.1d, 4.2.1e)."""
    start_zone: frozenset[int] = frozenset()
    """South of the XXX Corps bivouac line (11.1.1a)."""
    north_of_waal: frozenset[int] = frozenset()


class Ground:
    """A board as the rules see it, with its graph and what follows from its shape."""

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
        """What the rules have worked out about this ground, for any position on it."""
        self.costs: Kept[Hashable, dict[Pair, int | None]] = Kept(COSTS)
        """Costs of steps as they are met, by what they depend on (4.0a)."""
        # A bridge carries its road, drawn or not.
        roads = set(land.roads) | set(self._bridge_of)
        self.roads = frozenset(roads | {(j, i) for i, j in roads})

    @cached_property
    def graph(self) -> nx.DiGraph[int]:
        """The board's graph; from ``BEYOND`` one comes to the hexes of its edges."""
        land = self.land
        rim = {i for i, six in enumerate(land.around) if BEYOND in six}
        rim = rim.union(*land.edges.values(), *land.entries.values())
        return graph_of(
            rising(self.ring),
            {"number": self.numbers, "terrain": self.terrain},
            {
                ROAD: dict.fromkeys(self.roads, True),
                "river": self.rivers,
                "bridge": self._bridge_of,
                "ferry": self._ferry_of,
            },
            sorted(rim),
        )

    def bridge(self, i: int, j: int) -> Crossing | None:
        """The bridge between two hexes, whole or not."""
        return self._bridge_of.get((i, j))

    def ferry(self, i: int, j: int) -> Crossing | None:
        """The ferry between two hexes, in use or not."""
        return self._ferry_of.get((i, j))

    def within(self, hex_: int, distance: int) -> Mapping[int, int]:
        """The hexes so far from a hex or nearer, with their distance. O(hexes found)."""
        key = ("within", hex_, distance)
        if key not in self.memo:
            self.memo[key] = nx.single_source_shortest_path_length(
                self.graph, hex_, cutoff=distance
            )
        found: Mapping[int, int] = self.memo[key]
        return found

    def edges_of(self, hex_: int) -> tuple[str, ...]:
        """The edges of the map that a hex lies on."""
        return tuple(edge for edge in EDGES if hex_ in self.land.edges.get(edge, ()))


def _both(rivers: Mapping[Pair, str]) -> dict[Pair, str]:
    return {pair: name for (i, j), name in rivers.items() for pair in ((i, j), (j, i))}


def _by_pair(crossings: Iterable[Crossing]) -> dict[Pair, Crossing]:
    return {pair: c for c in crossings for pair in (c.ends, c.ends[::-1])}
