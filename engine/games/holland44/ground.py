"""Terrain of Holland '44: the terrain chart applied to every hex and hexside.

:class:`Ground` never changes on a board. :class:`Crossings` adds the bridges of one state; those of
the last few states are cached.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from engine.board.board import BEYOND, Board, Hexside, Pair
from engine.board.grid import hexside
from engine.core.recent_cache import RecentCache
from engine.games.holland44.constants import (
    AREA_GAPS,
    CORPS_OF_AREA,
    LOWER_RHINE,
    NORTH_OF_RHINE,
    SIXTH,
    WAAL,
)
from engine.modules.tables import Terrain, TerrainChart
from engine.rules.base.counter_setting import BoardGround
from engine.search.movement import Edge, Plain, Ways, layered
from engine.search.region import region
from engine.search.zoc import Barriers, ZocTables, tables

if TYPE_CHECKING:
    import networkx as nx

FOOT: Final = 0
MECHANIZED: Final = 1
VEHICLE: Final = 2
GUN: Final = 3
"""Movement classes; guns are vehicles that may not use the road rate (17.3)."""

CLASSES: Final = (FOOT, MECHANIZED, VEHICLE, GUN)

BROAD_WATER: Final = ("major_river", "lake")
"""Water that stops zones, bonds and movement without a bridge."""

OPEN: Final = ("wired", "intact")
"""States of a bridge that may be crossed."""

Exits = tuple[int | str | None, ...]
"""A hex, and the bridges over its sides if it has any."""
STATES: Final = 8
"""Bridge states whose crossings are cached; some use half a MiB."""


class Ground(BoardGround):
    """A board with the costs and effects of the terrain chart; hexes are the board's ints."""

    def __init__(self, board: Board, chart: TerrainChart) -> None:
        super().__init__(board)
        self.rows: dict[str, Terrain] = {row.id: row for row in chart.rows}
        self.leave = chart.leave_ezoc * SIXTH
        self._prices: dict[tuple[str, bool], int] = {}
        count = len(board.numbers)
        # A city hex is only city: its costs and effects replace those of the terrain.
        self.terrain: tuple[str, ...] = tuple(
            "city" if board.settlement[i] == "city" else board.terrain[i] for i in range(count)
        )
        self.lakes = frozenset(i for i in range(count) if self.terrain[i] == "lake")
        self.cities = frozenset(i for i in range(count) if self.terrain[i] == "city")
        self.water: dict[Pair, str] = {pair: side.water for pair, side in board.hexsides.items()}
        self.zoc: ZocTables = tables(board)
        self.ring = self.zoc.ring
        self.road_only = frozenset(
            i
            for i in range(count)
            if i not in self.lakes and self.rows[self.terrain[i]].vehicles == "road"
        )
        self.broad = frozenset(p for p, water in self.water.items() if water in BROAD_WATER)
        self.narrow = frozenset(p for p, water in self.water.items() if water == "canal")
        self.memo: dict[Any, Any] = {}
        """Values that other modules compute from the ground alone."""
        self._same_edges: dict[frozenset[int], dict[Exits, dict[int, Edge]]] = {}
        self._plain: dict[frozenset[int], Plain] = {}
        self._crossings: RecentCache[frozenset[tuple[str, str]], Crossings] = RecentCache(STATES)

    @cached_property
    def layers(self) -> nx.DiGraph[int]:
        """Return the graph in layers: the cost of woods grows from the third hex on (8.6.1)."""
        return layered(self.graph, frozenset(i for i, t in enumerate(self.terrain) if t == "woods"))

    @cached_property
    def roads_over_water(self) -> frozenset[Pair]:
        """Return the road links over a canal, a major river or a lake."""
        links, water = self.board.road_links, self.water
        return frozenset(p for p in links if water.get(p) not in (None, "minor_river"))

    @cached_property
    def bridged(self) -> frozenset[int]:
        """Return the hexes at whose sides the state of a bridge can change."""
        return frozenset(i for bridge in self.board.bridges.values() for i in bridge.ends)

    def same_edges(self, classes: frozenset[int]) -> dict[Exits, dict[int, Edge]]:
        """Return the cached edges of movement classes out of hexes, by the bridges around them."""
        return self._same_edges.setdefault(classes, {})

    def plain(self, classes: frozenset[int]) -> Plain:
        """Return the known steps without obstacles for a stack's classes."""
        return self._plain.setdefault(classes, {})

    def crossings(self, bridges: Mapping[str, str]) -> Crossings:
        """Return the ground with its bridges in a state, shared by equal states."""
        return self._crossings.get(frozenset(bridges.items()), lambda: Crossings(self, bridges))

    def price(self, row: str, mechanized: bool) -> int:
        """Return the cost of a terrain chart row in sixths of a point; 0 if it has none."""
        price = self._prices.get((row, mechanized))
        if price is None:
            cost = self.rows[row].cost(mechanized)
            price = self._prices[row, mechanized] = 0 if cost is None else sixths(cost)
        return price

    def enter(self, j: int, cls: int) -> Edge:
        """Return the edge into a hex off the roads, over a side without water."""
        terrain = self.terrain[j]
        return j, self.price(terrain, cls != FOOT), terrain == "woods"

    def edge(self, i: int, j: int, cls: int, bridge: str | None) -> Edge | None:
        """Return the edge to a neighbour with its cost by road or off it; None if there is none.

        ``bridge`` is "road" or "rail" where a bridge over the side may be crossed. Canals and
        rivers that only tactical movement crosses (8.5.3, 8.5.4) have no edge.
        """
        if j in self.lakes:
            return None
        water = self.water.get((i, j))
        road = self.board.road_links.get((i, j))
        if road and water not in (None, "minor_river") and bridge != "road":
            road = None
        mechanized = cls != FOOT
        if road and cls != GUN:
            return j, self.price(road, mechanized), False
        if cls >= VEHICLE and not road and (i in self.road_only or j in self.road_only):
            return None
        _, cost, woods = self.enter(j, cls)
        if water is None or road:
            return j, cost, woods
        if bridge:
            return j, cost + self.price(f"{bridge}_bridge", mechanized), woods
        if water == "minor_river" and cls < VEHICLE:
            return j, cost + self.price(water, mechanized), woods
        return None

    @cached_property
    def area_hexes(self) -> dict[int, tuple[str, ...]]:
        """Return the entry areas that each edge hex touches."""
        areas: dict[int, tuple[str, ...]] = {}
        for name, area in self.board.areas.items():
            for i in area.hexes:
                areas[i] = (*areas.get(i, ()), name)
        return areas

    @cached_property
    def area_neighbours(self) -> dict[str, tuple[str, ...]]:
        """Return the entry areas that touch each other along the map edge (19.6)."""
        areas = self.board.areas
        neighbours: dict[str, tuple[str, ...]] = {}
        for a in areas:
            near = {j for i in areas[a].hexes for j in (i, *self.ring[i])}
            neighbours[a] = tuple(
                b
                for b in areas
                if b != a and frozenset((a, b)) not in AREA_GAPS and near & set(areas[b].hexes)
            )
        return neighbours

    @cached_property
    def outer_sides(self) -> dict[int, tuple[str, ...]]:
        """Return the names of the sides over which each edge hex leaves the board."""
        sides: dict[int, tuple[str, ...]] = {}
        for i, six in enumerate(self.board.neighbours):
            if BEYOND in six:
                number = self.board.numbers[i]
                around = self.board.grid.around(number)
                sides[i] = tuple(
                    hexside(number, other or "")
                    for other, j in zip(around, six, strict=True)
                    if j == BEYOND
                )
        return sides

    @cached_property
    def corps_zones(self) -> dict[str, frozenset[int]]:
        """Return the zone of each corps between the boundaries, and "north" of them all (23.4).

        Empty on a board without boundaries.
        """
        walls = self.board.corps_boundary
        if not walls:
            return {}
        numbers = self.board.numbers

        def within(i: int, j: int) -> bool:
            return hexside(numbers[i], numbers[j]) not in walls

        zones = {
            corps: frozenset(region(self.graph, self.board.areas[area].hexes[:1], within))
            for area, corps in CORPS_OF_AREA.items()
            if area in self.board.areas
        }
        south = frozenset().union(*zones.values())
        zones["north"] = frozenset(range(len(numbers))) - south
        return zones

    @cached_property
    def north_of_rhine(self) -> frozenset[int]:
        """Return the hexes north of the Lower Rhine (26.5); none on boards without it."""
        if not any(side.river == LOWER_RHINE for side in self.board.sides.values()):
            return frozenset()
        return self._beyond(lambda side: side.water == "major_river")

    @cached_property
    def north_of_waal(self) -> frozenset[int]:
        """Return the hexes north of the Waal (S1.3); none on boards without it."""
        if not any(side.river == WAAL for side in self.board.sides.values()):
            return frozenset()
        return self._beyond(lambda side: side.river == WAAL)

    def _beyond(self, bars: Callable[[Hexside], bool]) -> frozenset[int]:
        """Return the hexes joined to the north of the Lower Rhine without crossing barred sides."""

        def is_open(i: int, j: int) -> bool:
            side = self.board.hexsides.get((i, j))
            return not (side and bars(side))

        start = self.board.index[NORTH_OF_RHINE]
        return frozenset(region(self.graph, [start], is_open))


class Crossings:
    """The ground with its bridges in one state; ``state`` is by hexside name."""

    def __init__(self, ground: Ground, state: Mapping[str, str]) -> None:
        self.ground = ground
        self.state = state
        self.bridge: dict[Pair, str] = {}
        self.ferries: dict[Pair, str] = {}
        self.edge_bridges: set[str] = set()
        self.edge_ferries: set[str] = set()
        self._only_ferry: set[str] = set()
        self._guarded: dict[Pair, tuple[str, bool]] = {}
        self._outward: dict[int, str | None] = {}
        for bridge in ground.board.bridges.values():
            pair = bridge.ends
            inner = BEYOND not in pair
            if bridge.kind == "ferry":
                if inner:
                    self.ferries[pair] = self.ferries[pair[::-1]] = bridge.hexside
                else:
                    self.edge_ferries.add(bridge.hexside)
                    if bridge.rule is not None:
                        self._only_ferry.add(bridge.hexside)
                continue
            kind = "road" if bridge.kind in ("road", "both") else "rail"
            now = state.get(bridge.hexside, bridge.start)
            if bridge.kind == "pontoon" or now not in OPEN:
                continue
            if not inner:
                self.edge_bridges.add(bridge.hexside)
            elif self.bridge.get(pair) != "road":
                self.bridge[pair] = self.bridge[pair[::-1]] = kind
            if inner and kind == "road":
                never = bridge.rule == "never_blown"
                self._guarded[pair] = self._guarded[pair[::-1]] = (now, never)
        self.blocked: frozenset[Pair] = ground.broad - self.bridge.keys()
        """Pairs across major rivers and lakes without a bridge (7.1)."""
        self.canals: frozenset[Pair] = ground.narrow - self.bridge.keys()
        """Pairs across canals without a bridge (8.5.3)."""
        self._edges: dict[frozenset[int], _Edges] = {}

    def edges(self, classes: frozenset[int]) -> Ways:
        """Return the edges out of every hex for a stack's classes, at the highest cost (8.1)."""
        edges = self._edges.get(classes)
        if edges is None:
            edges = self._edges[classes] = _Edges(self, classes)
        return edges

    def edge(self, i: int, j: int, cls: int) -> Edge | None:
        """Return the edge to a neighbour for a movement class, or None."""
        return self.ground.edge(i, j, cls, self.bridge.get((i, j)))

    @cached_property
    def vehicle_links(self) -> Sequence[frozenset[int]]:
        """Return the hexes that a vehicle may enter from each hex."""
        return _Links(self)

    @cached_property
    def barriers(self) -> Barriers:
        """Return the barriers to zones and bonds."""
        water = frozenset(
            name
            for name, side in self.ground.board.sides.items()
            if BEYOND in side.ends and side.water in BROAD_WATER and name not in self.edge_bridges
        )
        return Barriers(
            self.blocked, self.ground.lakes, self.ground.cities, self.vehicle_links, water
        )

    def cut_roads(self, side: str) -> frozenset[Pair]:
        """Return the road links that bridge markers close to a side's supply (18.3.2).

        The Allies need a bridge with an intact marker, the Germans one without. Bridges that can
        never be blown (5.7) have no marker and serve both.
        """
        return self._cut_roads[side]

    @cached_property
    def _cut_roads(self) -> dict[str, frozenset[Pair]]:
        links = self.ground.roads_over_water
        return {
            side: frozenset(pair for pair in links if self.cuts_road(*pair, side))
            for side in ("allied", "german")
        }

    def cuts_road(self, i: int, j: int, side: str) -> bool:
        """18.3.2: return whether a road carries no supply of a side over a hexside."""
        if (i, j) not in self.ground.roads_over_water:
            return False
        bridge = self._guarded.get((i, j))
        if bridge is None:
            return True
        now, never = bridge
        return not never and (now == "intact") != (side == "allied")

    def outward(self, i: int) -> str | None:
        """Return the exit of an edge hex: "land", "ferry", or None at a major river (19.3.2).

        A ferry that the rules name (Pannerden, area H) is the only exit there. On diagrams an area
        may touch an inner hex.
        """
        if i not in self._outward:
            self._outward[i] = self._exit(i)
        return self._outward[i]

    def _exit(self, i: int) -> str | None:
        sides = self.ground.outer_sides.get(i)
        if sides is None:
            return "land"
        exits = set()
        if not self._only_ferry.isdisjoint(sides):
            return "ferry"
        for name in sides:
            side = self.ground.board.sides.get(name)
            water = side.water if side else None
            if water in (None, "minor_river") or name in self.edge_bridges:
                exits.add("land")
            elif name in self.edge_ferries:
                exits.add("ferry")
        return "land" if "land" in exits else "ferry" if exits else None

    def is_barred_by_canals(self, i: int) -> bool:
        """Return whether only canals bar the exit from an edge hex."""
        sides = [self.ground.board.sides.get(name) for name in self.ground.outer_sides.get(i, ())]
        return {side.water for side in sides if side is not None} == {"canal"}

    def first_edge(self, i: int, cls: int) -> Edge | None:
        """Return the edge onto the board into an edge hex: by its road if it has one, or off it."""
        if i in self.ground.lakes:
            return None
        road = self.ground.board.road_hexes.get(i)
        if road and cls != GUN:
            return i, self.ground.price(road, cls != FOOT), False
        if cls >= VEHICLE and not road and i in self.ground.road_only:
            return None
        return self.ground.enter(i, cls)


class _Edges(dict[int, dict[int, Edge]]):
    """Edges out of each hex, computed when a hex is first left."""

    def __init__(self, crossings: Crossings, classes: frozenset[int]) -> None:
        self._crossings = crossings
        self._classes = tuple(sorted(classes))
        self._ground = crossings.ground
        self._same = crossings.ground.same_edges(classes)

    def __missing__(self, i: int) -> dict[int, Edge]:
        ground, bridge = self._ground, self._crossings.bridge
        around = [bridge.get((i, j)) for j in ground.ring[i]] if i in ground.bridged else ()
        key: Exits = (i, *around)
        if key not in self._same:
            self._same[key] = {edge[0]: edge for edge in self._edges_from(i)}
        known = self[i] = self._same[key]
        return known

    def _edges_from(self, i: int) -> list[Edge]:
        edges = []
        for j in self._crossings.ground.ring[i]:
            by_class = [self._crossings.edge(i, j, cls) for cls in self._classes]
            open_edges = [edge for edge in by_class if edge is not None]
            if len(open_edges) == len(by_class):
                edges.append(
                    (j, max(edge[1] for edge in open_edges), any(edge[2] for edge in open_edges))
                )
        return edges


class _Links(Sequence[frozenset[int]]):
    """The neighbours of each hex that a vehicle may enter."""

    def __init__(self, crossings: Crossings) -> None:
        self._edges = crossings.edges(frozenset({VEHICLE}))
        self._known: list[frozenset[int] | None] = [None] * len(crossings.ground.terrain)

    def __len__(self) -> int:
        return len(self._known)

    def __getitem__(self, i: int) -> frozenset[int]:  # type: ignore[override]
        known = self._known[i]
        if known is None:
            known = self._known[i] = frozenset(self._edges[i])
        return known


def sixths(cost: Fraction | int) -> int:
    """Convert movement points to sixths; raises ValueError if the cost is not a multiple."""
    count = Fraction(cost) * SIXTH
    if count.denominator != 1:
        raise ValueError(f"{cost} MP is not a multiple of 1/6")
    return int(count)
