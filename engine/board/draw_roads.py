"""Roads, railways and bridges of the drawn map.

A road is a chain of hexes; it is drawn through one point in every hex and one on every hexside it
crosses. The points are at the real road as far as the hex allows. So roads that share a hex meet
there, cross water at their bridge, and show no crossing that the rules lack.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np
import shapely
from shapely.ops import nearest_points

from engine.board.draw_curves import clamped
from engine.board.draw_source import MapSource
from engine.board.draw_water import Water, unbranched
from engine.board.grid import Point, hexes_of, hexside

ROOM = 0.23
"""Maximum distance of a road from the centre of a hex."""
ALONG = 0.17
"""Maximum distance between a road's crossing and the middle of the hexside."""
DRY = 0.13
"""Minimum distance between a road and water that it does not cross."""
APART = 0.11
"""Distance between a railway and a road beside it."""
SPANS = 0.2
"""Distance between two bridges over one hexside."""

RELAXED = 3
"""Number of rounds in which free points move towards a straight run."""

CLASSES = ("primary", "secondary", "minor")


@dataclass(frozen=True)
class RoadCurve:
    """A drawn stretch of road (with its class) or railway: control points."""

    kind: str
    points: list[Point]


@dataclass(frozen=True)
class Crossing:
    """A drawn bridge or ferry: place, direction across the water in degrees, and its data."""

    point: Point
    angle: float
    facts: dict[str, Any]


@dataclass
class Net:
    """The points of roads or of railways: one in every hex and one on every hexside they use.

    ``fixed`` are points of hexes that may not move; ``other`` is a net to stay away from.
    """

    use: str
    fixed: dict[str, Point]
    other: Net | None = None
    classes: dict[str, int] = field(default_factory=dict)
    at: dict[str, Point] = field(default_factory=dict)
    over: dict[str, Point] = field(default_factory=dict)

    def beside(self, place: str) -> list[Point]:
        """Return the point of the other net in a hex or on a hexside, if any."""
        if self.other is None:
            return []
        points = self.other.over if "/" in place else self.other.at
        return [points[place]] if place in points else []

    def main(self, hexes: Iterable[str]) -> dict[str, list[str]]:
        """Return the two best-class hexsides of each hex that has exactly two of them."""
        around: dict[str, list[str]] = {number: [] for number in hexes}
        for side in sorted(self.classes):
            for number in hexes_of(side) or ():
                around[number].append(side)
        best = {n: min((self.classes[s] for s in sides), default=0) for n, sides in around.items()}
        pairs = {n: [s for s in around[n] if self.classes[s] == best[n]] for n in around}
        return {n: sides for n, sides in pairs.items() if len(sides) == 2}

    def through(self, run: list[str]) -> list[Point]:
        """Return the points of a path of hexes."""
        points = [self.at[run[0]]]
        for a, b in pairwise(run):
            points += [self.over[hexside(a, b)], self.at[b]]
        return points


class Roads:
    """The drawn roads, railways and bridges of a board."""

    def __init__(self, source: MapSource, water: Water, places: dict[str, Point]) -> None:
        self.source, self.water = source, water
        self.board = source.board
        self.real: dict[str, shapely.Geometry] = {}
        for layer in ("roads", "railways"):
            for properties, line in source.layer(layer):
                key = f"{layer}/{properties['name']}"
                known = self.real.get(key)
                self.real[key] = line if known is None else shapely.union(known, line)
        self.crossings = self._crossings()
        self._bridges: dict[tuple[str, str], Point] = {}
        for crossing in self.crossings:
            kind, side = crossing.facts["kind"], crossing.facts["hexside"]
            for use in (
                ("rail",) if kind == "rail" else ("road", "rail") if kind == "both" else ("road",)
            ):
                self._bridges.setdefault((use, side), crossing.point)
        ways = [*self.board["roads"], *self.board["railways"]]
        self.exits = {number for way in ways for number in way.get("exits", ())}
        self.road_net = Net("road", places)
        self._links: Counter[str] = Counter()
        self._left: set[str] = set()
        self._ends: dict[str, list[shapely.Geometry]] = {}
        self.roads = self._roads()
        self.railways = self._railways()

    def _crossings(self) -> list[Crossing]:
        where = {p["id"]: g for p, g in self.source.layer("bridges")}
        by_side = defaultdict(list)
        for facts in self.board["bridges"]:
            by_side[facts["hexside"]].append(facts)
        result = []
        for side, bridges in sorted(by_side.items()):
            wanted = sorted(
                ((self._along(side, where.get(b["id"])), b["id"], b) for b in bridges),
                key=lambda w: w[:2],
            )
            spots = [w[0] for w in wanted]
            if len(spots) > 1:
                gap = SPANS if len(spots) == 2 else SPANS * 0.8
                middle = max(-0.08, min(0.08, sum(spots) / len(spots)))
                spots = [middle + gap * (k - (len(spots) - 1) / 2) for k in range(len(spots))]
            for spot, (_, _, facts) in zip(spots, wanted, strict=True):
                point = self._on_side(side, spot)
                angle = 0.0
                if side in self.board["hexsides"]:
                    point = self.water.onto(side, point)
                    angle = self.water.across(side, point)
                result.append(Crossing(point, angle, facts))
        return result

    def _along(self, side: str, geometry: shapely.Geometry | None) -> float:
        """Return the position of a real place along a hexside: -ALONG … ALONG from its middle."""
        if geometry is None or geometry.is_empty:
            return 0.0
        (ua, va), (ub, vb) = self.source.grid.ends(side)
        length = math.hypot(ub - ua, vb - va)
        du, dv = (ub - ua) / length, (vb - va) / length
        middle = shapely.Point((ua + ub) / 2, (va + vb) / 2)
        at = nearest_points(geometry, middle)[0]
        along = float((at.x - middle.x) * du + (at.y - middle.y) * dv)
        return max(-ALONG, min(ALONG, along))

    def _on_side(self, side: str, along: float) -> Point:
        (ua, va), (ub, vb) = self.source.grid.ends(side)
        share = 0.5 + along / math.hypot(ub - ua, vb - va)
        return ua + share * (ub - ua), va + share * (vb - va)

    def _free(self, wanted: Iterable[Point], others: Sequence[Point]) -> Point:
        """Return the first point far enough from water and other lines; else the farthest point."""
        best, best_room = None, -1.0
        for point in wanted:
            dry = self.water.distance(point) / DRY
            apart = min((math.dist(point, o) / APART for o in others), default=9.0)
            room = min(dry, apart)
            if room >= 1:
                return point
            if room > best_room + 1e-9:
                best, best_room = point, room
        assert best is not None
        return best

    def _node(self, number: str, ideal: Point, others: Sequence[Point]) -> Point:
        """Return the usable point of a hex that is nearest to an ideal point."""
        middle = np.array(self.source.grid.center(number))
        offset = clamped(np.array(ideal) - middle, ROOM)
        wanted = [_point(middle + offset)]
        around = [middle + reach * _unit(k) for reach in (0.0, 0.08, 0.16, ROOM) for k in range(12)]
        target = np.array(wanted[0])
        around.sort(key=lambda p: (round(float(np.linalg.norm(p - target)), 6), float(p[0])))
        return self._free([*wanted, *map(_point, around)], others)

    def _side(self, side: str, ideal: float, others: Sequence[Point]) -> Point:
        """Return the usable crossing point of a hexside that is nearest to an ideal position."""
        if side in self.board["hexsides"]:
            return self.water.onto(side, self._on_side(side, ideal))
        steps = sorted((k * ALONG / 5 for k in range(-6, 7)), key=lambda s: (abs(s - ideal), s))
        return self._free([self._on_side(side, s) for s in (ideal, *steps)], others)

    def _users(
        self, chains: list[dict[str, Any]], layer: str
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the real lines through every hex and over every hexside of these chains."""
        nodes: dict[str, dict[str, Any]] = defaultdict(dict)
        sides: dict[str, dict[str, Any]] = defaultdict(dict)
        for chain in chains:
            name = f"{layer}/{chain['name']}"
            line = self.real.get(name)
            for number in chain["hexes"]:
                nodes[number].update({name: line} if line is not None else {})
            for a, b in zip(chain["hexes"], chain["hexes"][1:], strict=False):
                sides[hexside(a, b)].update({name: line} if line is not None else {})
        return nodes, sides

    def _roads(self) -> list[RoadCurve]:
        chains = sorted(self.board["roads"], key=lambda c: CLASSES.index(c["class"]))
        nodes, _ = self._users(chains, "roads")
        for chain in chains:
            for a, b in pairwise(chain["hexes"]):
                self.road_net.classes.setdefault(hexside(a, b), CLASSES.index(chain["class"]))
        self._lay(self.road_net, chains, "roads")
        self._start("roads", chains, self.road_net.classes)
        drawn: set[str] = set()
        ways: list[RoadCurve] = []
        for kind in CLASSES:
            own = [c["hexes"] for c in chains if c["class"] == kind]
            for run in _runs(own, drawn):
                points = self._extended(self.road_net.through(run), run, nodes)
                ways.append(RoadCurve(kind, points))
        return ways

    def _railways(self) -> list[RoadCurve]:
        chains = self.board["railways"]
        nodes, sides = self._users(chains, "railways")
        net = Net("rail", {}, other=self.road_net, classes=dict.fromkeys(sides, 0))
        self._lay(net, chains, "railways")
        self._start("railways", chains, sides)
        return [
            RoadCurve("railway", self._extended(net.through(run), run, nodes))
            for run in _runs([c["hexes"] for c in chains], set())
        ]

    def _lay(self, net: Net, chains: list[dict[str, Any]], layer: str) -> None:
        """Compute the points of a net: at the real roads or railways, then relaxed.

        Bridges and, for roads, settlements are fixed. A free point moves half way to the straight
        line between its neighbours on the best path through it, several times.
        """
        nodes, sides = self._users(chains, layer)
        main = net.main(nodes)
        for side, lines in sorted(sides.items()):
            spots = [self._along(side, line) for line in lines.values()]
            wish = sum(spots) / len(spots) if spots else 0.0
            bridge = self._bridges.get((net.use, side))
            net.over[side] = bridge or self._side(side, wish, net.beside(side))
        for number, lines in sorted(nodes.items()):
            spot = shapely.Point(self.source.grid.center(number))
            pulls = [nearest_points(line, spot)[0] for line in lines.values()] or [spot]
            mean = _point(np.mean([[p.x, p.y] for p in pulls], axis=0))
            fixed = net.fixed.get(number)
            net.at[number] = fixed or self._node(number, mean, net.beside(number))
        for _ in range(RELAXED):
            for number in sorted(main):
                if number not in net.fixed:
                    a, b = (np.array(net.over[s]) for s in main[number])
                    eased = _point(0.5 * np.array(net.at[number]) + 0.25 * (a + b))
                    net.at[number] = self._node(number, eased, net.beside(number))
            for side in sorted(sides):
                if (net.use, side) not in self._bridges:
                    straight = shapely.LineString([net.at[n] for n in hexes_of(side) or ()])
                    here = self._along(side, shapely.Point(net.over[side]))
                    eased_along = 0.5 * (here + self._along(side, straight))
                    net.over[side] = self._side(side, eased_along, net.beside(side))

    def _extended(
        self, points: list[Point], run: list[str], lines: dict[str, dict[str, Any]]
    ) -> list[Point]:
        """Return the line continued beyond the map, once for each hex where it leaves."""
        for end in (0, -1):
            number = run[end]
            real = [line for _, line in sorted(lines[number].items())]
            if number in self._left or not (number in self.exits or self._leaves(number)):
                continue
            self._left.add(number)
            before = points[1 if end == 0 else -2]
            tails = (self._tail(points[end], before, line) for line in real)
            tail = next((t for t in tails if t), [self.source.outwards(points[end], 1.5)])
            points = [*reversed(tail), *points] if end == 0 else [*points, *tail]
        return points

    def _leaves(self, number: str) -> bool:
        """Return whether a road that ends in an edge hex continues to a real place beyond the map.

        For a single end a short distance suffices; where roads meet, the place must be well beyond.
        """
        if len(self.source.grid.neighbors(number)) == 6:
            return False
        far = 0.3 if self._links[number] == 1 else 1.2
        tips = [shapely.Point(p) for line in self._ends[number] for p in _tips(line)]
        return any(self.source.land.distance(tip) > far for tip in tips)

    def _start(self, layer: str, chains: list[dict[str, Any]], sides: Iterable[str]) -> None:
        """Record the ends of a layer's chains, for roads that leave the map."""
        self._links = Counter(n for side in sides for n in hexes_of(side) or ())
        self._left = set()
        self._ends = defaultdict(list)
        for chain in chains:
            real = self.real.get(f"{layer}/{chain['name']}")
            for number in {chain["hexes"][0], chain["hexes"][-1]}:
                self._ends[number] += [real] if real is not None else []

    def _tail(self, point: Point, before: Point, real: shapely.Geometry) -> list[Point]:
        """Return two points of a real line beyond the map edge, if it leaves and
        continues there.
        """
        here = shapely.Point(point)
        for part in shapely.get_parts(real.difference(self.source.land)):
            if part.geom_type != "LineString" or part.length < 0.5:
                continue
            gaps = [here.distance(shapely.Point(part.coords[k])) for k in (0, -1)]
            line = part if gaps[0] < gaps[1] else part.reverse()
            tail = [_point(line.interpolate(d).coords[0]) for d in (0.35, 1.3)]
            back = np.dot(np.array(tail[1]) - np.array(point), np.array(point) - np.array(before))
            if min(gaps) < 0.75 and back > 0:
                return tail
        return []


def _tips(line: shapely.Geometry) -> list[Point]:
    """Return the first and the last points of a line or of the lines of a collection."""
    return [_point(part.coords[k]) for part in shapely.get_parts(line) for k in (0, -1)]


def _runs(chains: list[list[str]], drawn: set[str]) -> list[list[str]]:
    """Return chains of hexes as paths between their forks; drawn links are skipped and marked."""
    graph: nx.Graph[str] = nx.Graph()
    for chain in chains:
        for a, b in pairwise(chain):
            if hexside(a, b) not in drawn:
                graph.add_edge(a, b)
    drawn.update(hexside(a, b) for a, b in graph.edges)
    return unbranched(graph)


def _point(xy: Any) -> Point:
    return float(xy[0]), float(xy[1])


def _unit(hour: int) -> Any:
    return np.array([math.cos(hour * math.pi / 6), math.sin(hour * math.pi / 6)])
