"""Terrain data: the board in the terms of these rules, computed once per board."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import networkx as nx

from engine.board.board import BEYOND, Board
from engine.board.graph import board_graph, rising
from engine.core.memo import memoized

Pair = tuple[int, int]
ZoneKind = Literal["zone", "unit_zone", "helmet", "air_base"]

PREFIXES: Mapping[str, ZoneKind] = {
    "zone": "zone",
    "spot": "unit_zone",
    "helmet": "helmet",
    "air": "air_base",
}
"""The kinds of the board's areas, by the first word of their ids."""

RIVER, BRIDGE = "river", "bridge"
"""Marks of hexes: a river crosses the hex; the hex has a bridge at the start."""


@dataclass(frozen=True)
class Zone:
    """A place of set-up and arrival (6.0d, 6.0j, 6.0k, 8.4b): kind, side, hexes.

    ``army`` names the German army of a zone, ``formations`` the formations of a unit zone.
    """

    id: str
    kind: ZoneKind
    side: str
    hexes: frozenset[int]
    army: str = ""
    formations: frozenset[str] = frozenset()


class Ground:
    """A board as the rules see it: rivers and bridges in hexes, roads, towns, zones."""

    def __init__(self, board: Board, zones: Iterable[Zone]) -> None:
        self.board = board
        self.numbers = board.numbers
        self.index = board.index
        self.ring = tuple(
            tuple(j for j in around if j != BEYOND)
            for around in rising([[j for j in six if j != BEYOND] for six in board.neighbours])
        )
        self.zones = tuple(zones)
        self.roads = frozenset(pair for i, j in board.road_links for pair in ((i, j), (j, i)))
        self.rivers = frozenset(i for i, marks in enumerate(board.marks) if RIVER in marks)
        self.towns = board.victory_hexes
        self.cities = frozenset(i for i, rank in enumerate(board.settlement) if rank == "city")
        self.memo: dict[Hashable, Any] = {}
        """Facts of this ground that hold for any position on it, computed once."""

    @cached_property
    def sites(self) -> frozenset[int]:
        """8.2b, 8.2c: Return the river hexes where a road crosses the river, bridge or none.

        On the map a road without a bridge runs beside the river, on a diagram one that stays on its
        bank.
        """
        board = self.board
        printed = {i for i, marks in enumerate(board.marks) if BRIDGE in marks}
        if not self._is_diagram:
            return frozenset(printed)
        roads = self._road_graph
        chains = nx.connected_components(roads.subgraph(self.rivers))
        crossing = (chain for chain in chains if self._changes_bank(chain))
        fords = {i for chain in crossing for i in chain if not self.rivers.issuperset(roads[i])}
        return frozenset(printed | fords)

    @cached_property
    def _is_diagram(self) -> bool:
        return not any(area.id.startswith("zone-") for area in self.board.areas.values())

    @cached_property
    def _road_graph(self) -> nx.Graph[int]:
        return nx.Graph(self.roads)

    def _banks(self, chain: Collection[int]) -> tuple[list[frozenset[int]], set[int]]:
        """8.2b: Return the banks of a chain of river hexes, and its road's ends on land."""
        land = {j for i in chain for j in self.ring[i] if j not in self.rivers}
        banks = nx.weakly_connected_components(self.graph.subgraph(land))
        return list(map(frozenset, banks)), {j for i in chain for j in self._road_graph[i]} & land

    def _changes_bank(self, chain: Collection[int]) -> bool:
        """8.2b: Return whether a road through a chain of river hexes of a diagram crosses it.

        In a single hex without both banks, or where it ends, it crosses.
        """
        banks, ends = self._banks(chain)
        if sum(1 for bank in banks if not ends.isdisjoint(bank)) > 1:
            return True
        return len(chain) == 1 and (len(banks) == 1 or len(ends) == 1)

    @cached_property
    def across(self) -> frozenset[Pair]:
        """8.2b, 8.2d: Return the steps from a road beside a river of a diagram to the other bank.

        On the map the bank of a road is not known.
        """
        if not self._is_diagram:
            return frozenset()
        beside = self._road_graph.subgraph(self.rivers - self.sites)
        result: set[Pair] = set()
        for chain in nx.connected_components(beside):
            banks, ends = self._banks(chain)
            other = [bank for bank in banks if ends.isdisjoint(bank)]
            if len(banks) == 2 and len(other) == 1:
                result |= {(i, j) for i in chain for j in other[0].intersection(self.ring[i])}
        return frozenset(result)

    @cached_property
    def wet(self) -> frozenset[int]:
        """The hexes where a step may cross a river."""
        return self.rivers | {i for pair in self.across for i in pair}

    @cached_property
    def graph(self) -> nx.DiGraph[int]:
        """The board's graph, which all searches walk."""
        return board_graph(self.board, self.ring)

    @memoized
    def within(self, hex_: int, distance: int) -> Mapping[int, int]:
        """Return the hexes up to a distance from a hex, with their distance. O(hexes found)."""
        return nx.single_source_shortest_path_length(self.graph, hex_, cutoff=distance)

    def beside_river(self, i: int, j: int) -> bool:
        """8.2b: Return whether a step follows a road that does not cross the river of a hex."""
        return (i, j) in self.roads and j not in self.sites

    def of_kind(self, kind: ZoneKind, side: str) -> Iterator[Zone]:
        """Yield the zones of a kind that a side uses."""
        return (zone for zone in self.zones if zone.kind == kind and zone.side == side)


def zones_of(board: Board, formations: Mapping[str, frozenset[str]]) -> Iterator[Zone]:
    """6.0d, 6.0j, 6.0k, 8.4b: Yield the zones of a board's areas.

    ``formations`` are the formations that enter by each area.
    """
    for area in board.areas.values():
        kind = PREFIXES.get(area.id.partition("-")[0])
        if kind is not None:
            army = area.title if kind == "zone" else ""
            own = formations.get(area.id, frozenset()) if kind == "unit_zone" else frozenset()
            yield Zone(area.id, kind, area.side, frozenset(area.hexes), army, own)
