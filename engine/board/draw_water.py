"""Rivers and canals of the drawn map.

Water follows hexsides, in the rules and on the map: its course is the chain of its hexsides, moved
towards the real course by at most :data:`SWAY`. So a river keeps its own bends, and each hex is
clearly on one side of it.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import networkx as nx
import numpy as np
import shapely
from shapely.ops import nearest_points

from engine.board.draw_curves import clamped, sampled
from engine.board.draw_source import MapSource
from engine.board.grid import Point, hexside

SWAY = 0.21
"""Maximum distance of the drawn course from its hexsides, in hex widths (a centre is 0.5 away)."""

REACH = 0.75
"""Distance in hex widths beyond which the real course has no influence."""

RIM_GAP = 1.1
"""Maximum distance between the map-edge corner and the point where the real course leaves."""

JOIN = 0.55
"""Distance within which a loose end is joined to other water."""

INSIDE, ACROSS = 0.4, 0.24
"""Maximum distances of a river through hexes from a hex centre, and from a hexside."""

AROUND = 6
"""Number of neighbours of a hex that is not at the edge of the board."""

CALM = {"major_river": 2, "canal": 4, "minor_river": 2, "lake": 2}
"""Rounds of smoothing: canals run straighter than rivers."""

Corner = tuple[int, int]


@dataclass(frozen=True)
class Stream:
    """An unbranched stretch of drawn water: kind and name of its hexsides, control points."""

    kind: str
    name: str
    points: list[Point]
    through: bool = False
    """Whether it runs through hexes and is no obstacle on hexsides."""


class Water:
    """The drawn courses of all waters of a board."""

    def __init__(self, source: MapSource) -> None:
        self.source = source
        self.real: dict[str, shapely.Geometry] = {}
        for layer in ("rivers_major", "rivers_minor", "canals", "rivers"):
            for properties, line in source.layer(layer):
                name = properties["name"]
                known = self.real.get(name)
                self.real[name] = line if known is None else shapely.union(known, line)
        self.places: dict[Corner, Point] = {}
        self._at: dict[Corner, list[str]] = defaultdict(list)
        self.streams = self._joined([*self._streams(), *self._through_hexes()])
        self._courses: dict[str, shapely.Geometry] = {}

    def _streams(self) -> list[Stream]:
        sides: dict[tuple[str, str], list[str]] = defaultdict(list)
        for side, facts in self.source.board["hexsides"].items():
            sides[facts["name"], facts["water"]].append(side)
            for end in self.source.grid.ends(side):
                self.places[self.source.grid.key(end)] = end
                self._at[self.source.grid.key(end)].append(facts["name"])
        streams = []
        for (name, kind), members in sorted(sides.items()):
            graph: nx.Graph[Corner] = nx.Graph()
            for side in members:
                a, b = (self.source.grid.key(end) for end in self.source.grid.ends(side))
                graph.add_edge(a, b)
            for chain in unbranched(graph):
                points = self._bent(chain, name, kind)
                before = self._beyond(chain[0], points[1], name)
                after = self._beyond(chain[-1], points[-2], name)
                streams.append(Stream(kind, name, [*before[::-1], *points, *after]))
        return streams

    def _pulled(self, point: Point, names: Sequence[str]) -> Point:
        """Return a point of the hexside chain, moved towards the real course."""
        here = shapely.Point(point)
        pulls = []
        for name in sorted(set(names)):
            real = self.real.get(name)
            if real is None:
                continue
            target = nearest_points(real, here)[0]
            if here.distance(target) < REACH:
                pulls.append((target.x - point[0], target.y - point[1]))
        if not pulls:
            return point
        du, dv = clamped(np.mean(np.array(pulls), axis=0), SWAY)
        return float(point[0] + du), float(point[1] + dv)

    def _bent(self, chain: Sequence[Corner], name: str, kind: str) -> list[Point]:
        points = [self._pulled(self.places[chain[0]], self._at[chain[0]])]
        for before, after in itertools.pairwise(chain):
            a, b = self.places[before], self.places[after]
            points.append(self._pulled(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), [name]))
            points.append(self._pulled(b, self._at[after]))
        if chain[0] == chain[-1]:
            points[-1] = points[0]
        return calmed(points, CALM[kind])

    def _through_hexes(self) -> list[Stream]:
        """Return the rivers that run through hexes: a point in each hex and one on each side
        between.

        The points follow the real course as far as the hexes of the chain allow.
        """
        grid = self.source.grid
        result = []
        for facts in self.source.board["streams"]:
            name, hexes = facts["name"], facts["hexes"]
            points = [self._near(name, grid.center(hexes[0]), INSIDE)]
            for a, b in itertools.pairwise(hexes):
                (ua, va), (ub, vb) = grid.center(a), grid.center(b)
                points.append(self._near(name, ((ua + ub) / 2, (va + vb) / 2), ACROSS))
                points.append(self._near(name, (ub, vb), INSIDE))
            if len(grid.ring(hexes[0])) < AROUND:
                points.insert(0, self.source.outwards(points[0], 1.5))
            if len(grid.ring(hexes[-1])) < AROUND:
                points.append(self.source.outwards(points[-1], 1.5))
            kind = facts["water"]
            result.append(Stream(kind, name, calmed(points, CALM[kind]), through=True))
        return result

    def _near(self, name: str, point: Point, limit: float) -> Point:
        """Return a point moved towards the real course of a river by at most ``limit``."""
        real = self.real.get(name)
        if real is None:
            return point
        target = nearest_points(real, shapely.Point(point))[0]
        du, dv = clamped(np.array((target.x - point[0], target.y - point[1])), limit)
        return float(point[0] + du), float(point[1] + dv)

    def _beyond(self, corner: Corner, before: Point, name: str) -> list[Point]:
        """Return the course from an edge corner outwards, away from the point before it.

        If the geography lacks the water, its course continues straight.
        """
        place = shapely.Point(self.places[corner])
        if self.source.land.boundary.distance(place) > 0.01:
            return []
        tip, mouth = self.places[corner], len(set(self._at[corner])) > 1
        # A board that takes single layers of the geography states its waters itself: they flow on.
        straight = [self._onward(tip, before)] if self.source.drawn and not mouth else []
        if name not in self.real:
            return straight
        outside = self.real[name].difference(self.source.land)
        nearest: tuple[float, shapely.LineString] | None = None
        for part in shapely.get_parts(outside):
            if part.geom_type != "LineString" or part.length < 0.2:
                continue
            for line in (part, part.reverse()):
                gap = place.distance(shapely.Point(line.coords[0]))
                if gap < RIM_GAP and (nearest is None or gap < nearest[0]):
                    nearest = gap, line
        if nearest is None:
            return straight
        line = nearest[1]
        steps = [d for d in (0.3, 0.6, 0.9, 1.2, 1.6) if d < line.length] or [line.length]
        tail = [(float(p.x), float(p.y)) for p in (line.interpolate(d) for d in steps)]

        def runs_on(point: Point) -> bool:
            du, dv = tip[0] - before[0], tip[1] - before[1]
            along = (point[0] - tip[0]) * du + (point[1] - tip[1]) * dv
            return along > 0.6 * math.hypot(du, dv) * math.dist(point, tip)

        # Where the real course leaves elsewhere, turning back to it would look like a hook.
        while tail and not runs_on(tail[0]):
            tail.pop(0)
        # A mouth on the rim ends there; everything else flows on.
        return tail or ([] if mouth else [self.source.outwards(tip, 1.5)])

    def _onward(self, tip: Point, before: Point) -> Point:
        """Return the point beyond the map edge that a course reaches in its direction.

        A course along the edge turns outwards.
        """
        out = self.source.outwards(tip, 1.5)
        du, dv = tip[0] - before[0], tip[1] - before[1]
        length = math.hypot(du, dv) or 1.0
        on = tip[0] + 1.5 * du / length, tip[1] + 1.5 * dv / length
        inside = self.source.land.distance(shapely.Point(on)) < 0.5
        return out if inside else on

    def _joined(self, streams: list[Stream]) -> list[Stream]:
        """Return the streams with loose ends joined to the water into which they flow."""
        lines = [self.course_of(s) for s in streams]
        joined = []
        for k, stream in enumerate(streams):
            points = list(stream.points)
            for end in (0, -1):
                tip = shapely.Point(points[end])
                if not self.source.land.contains(tip):
                    continue
                others = [ln for j, ln in enumerate(lines) if j != k and ln.distance(tip) < JOIN]
                if not others:
                    continue
                near = min(others, key=lambda ln: ln.distance(tip))
                at = nearest_points(near, tip)[0]
                if at.distance(tip) > 1e-6 and (stream.through or self._bars_nobody(tip, at)):
                    points.insert(0 if end == 0 else len(points), (float(at.x), float(at.y)))
            joined.append(Stream(stream.kind, stream.name, points, stream.through))
        return joined

    def _bars_nobody(self, tip: shapely.Point, at: shapely.Point) -> bool:
        """Return whether a line crosses no step between hexes that the rules allow."""
        link = shapely.LineString([tip, at])
        around = {
            n for p in (tip, at) for n in [self.source.grid.nearest((p.x, p.y))] if n is not None
        }
        for number in sorted(around | {n for a in around for n in self.source.grid.ring(a)}):
            for other in self.source.grid.ring(number):
                side = hexside(number, other)
                route = shapely.LineString(
                    [self.source.grid.center(number), self.source.grid.center(other)]
                )
                if side not in self.source.board["hexsides"] and route.intersects(link):
                    return False
        return True

    def course_of(self, stream: Stream) -> shapely.LineString:
        """Return the drawn course of one stretch, sampled."""
        return shapely.LineString(sampled(stream.points))

    def course(self, name: str) -> shapely.Geometry:
        """Return the drawn course of a named water, sampled."""
        if name not in self._courses:
            self._courses[name] = shapely.MultiLineString(
                [sampled(s.points) for s in self.streams if s.name == name]
            )
        return self._courses[name]

    @cached_property
    def all(self) -> shapely.Geometry:
        """Return all drawn courses together, prepared for distances."""
        lines = shapely.MultiLineString([sampled(s.points) for s in self.streams])
        shapely.prepare(lines)
        return lines

    def distance(self, point: Point) -> float:
        """Return the distance of a point from the nearest water, in hex widths.

        The distance is infinite on a board without water.
        """
        return float(self.all.distance(shapely.Point(point))) if self.streams else math.inf

    def onto(self, side: str, point: Point) -> Point:
        """Return the point of the water on a hexside that is nearest to a point."""
        name = self.source.board["hexsides"][side]["name"]
        at = nearest_points(self.course(name), shapely.Point(point))[0]
        return float(at.x), float(at.y)

    def across(self, side: str, point: Point) -> float:
        """Return the direction across the water at a point, in degrees anticlockwise from east."""
        line = self.course(self.source.board["hexsides"][side]["name"])
        near = min(shapely.get_parts(line), key=lambda part: part.distance(shapely.Point(point)))
        at = near.project(shapely.Point(point))
        a, b = near.interpolate(max(at - 0.06, 0)), near.interpolate(min(at + 0.06, near.length))
        return math.degrees(math.atan2(b.y - a.y, b.x - a.x)) + 90


def calmed(points: list[Point], rounds: int) -> list[Point]:
    """Return a line without the zigzag of its hexsides; its ends stay."""
    line = np.array(points)
    for _ in range(rounds):
        line[1:-1] = 0.25 * line[:-2] + 0.5 * line[1:-1] + 0.25 * line[2:]
    return [(float(u), float(v)) for u, v in line]


def unbranched(graph: nx.Graph[Any]) -> list[list[Any]]:
    """Return the edges of a graph as paths between ends and forks (and rings), in a fixed order."""
    graph = graph.copy()
    paths = []
    stops = sorted(n for n in graph if graph.degree(n) != 2)
    forks = set(stops)
    for start in stops:
        for step in sorted(graph.neighbors(start)):
            if not graph.has_edge(start, step):
                continue
            path = [start, step]
            graph.remove_edge(start, step)
            while path[-1] not in forks:
                runs_on = min(graph.neighbors(path[-1]))
                graph.remove_edge(path[-1], runs_on)
                path.append(runs_on)
            paths.append(path)
    while graph.number_of_edges():
        start = min(n for n in graph if graph.degree(n))
        path = [start]
        while True:
            steps = sorted(graph.neighbors(path[-1]))
            if not steps:
                break
            graph.remove_edge(path[-1], steps[0])
            path.append(steps[0])
        paths.append(path)
    return paths
