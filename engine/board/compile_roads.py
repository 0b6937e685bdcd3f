"""Roads and railways as chains of adjacent hexes.

Each line is cut at points whose hex is known (towns, and points shared with an earlier line); each
leg is the cheapest path through the hexes near it. Rivers and canals are barred except at the
bridges that the line names. A link of an earlier line is cheap, so that parallel roads merge.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import networkx as nx
import numpy as np
import shapely

from engine.board.compile_land import Place
from engine.board.compile_water import Water
from engine.board.format import Basis, BoardError, BridgeFile
from engine.board.grid import Point, hexside
from engine.board.source import Source
from engine.i18n import t

LonLat = tuple[float, float]

SAMPLE = 0.15
"""Distance between the samples of a line, in hex widths."""

CORRIDORS = (0.4, 0.8, 1.6)
"""Maximum distances (hex widths) of a hex from the line; the wider ones are tried if no path
exists.
"""

# Costs in thousandths of a step, as ints: sums are exact and ties the same on every machine.
STEP, BESIDE, OFF_CENTER, MINOR_RIVER = 1000, 900, 1500, 250

SHARED, VILLAGE = 0.75, 0.6
"""Cost factors of a step along a link of an earlier line, and of a step into a village on
the line.
"""

CENTRAL = 0.3
"""Distance (hex widths) from the hex centre within which a village fixes a road, as a town does."""

CLASSES = ("primary", "secondary", "minor", "railway")


@dataclass(frozen=True)
class Chain:
    """A stretch of a road or railway on the board; ``exits`` are its ends that continue
    beyond it.
    """

    name: str
    kind: Literal["primary", "secondary", "minor", "railway"]
    hexes: tuple[str, ...]
    exits: tuple[str, ...]
    basis: Basis


@dataclass
class Network:
    """Matcher of the lines of one layer to hexes, the most important first."""

    source: Source
    water: Water
    bridges: dict[str, BridgeFile]
    towns: dict[LonLat, str]
    """Points with the hex of the town, or central village, that a line must pass there."""
    ends: dict[LonLat, str]
    """Points, including villages, that fix the hex of a line's end."""
    _used: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        cells = self._cells = set(self.source.cells)
        self._shapes = np.array(list(self.source.polygons.values()))
        self._centers = shapely.points([self.source.grid.center(h) for h in self.source.cells])
        self._grid: nx.Graph[str] = nx.Graph()
        for a, b in (
            (h, n) for h in self.source.cells for n in self.source.grid.ring(h) if n in cells
        ):
            wet = self.water.sides.get(hexside(a, b))
            brook = wet is not None and wet.water == "minor_river"
            # Beyond the board nobody crosses, and what lies there is not complete.
            near = a in self.source.grid or b in self.source.grid
            barrier = wet is not None and not brook and near
            self._grid.add_edge(a, b, side=hexside(a, b), barrier=barrier, brook=brook)

    def compile(self, layer: str) -> list[Chain]:
        """Return all chains of a layer."""
        forced = {o.name: o for o in self.source.overrides.paths}
        routes = sorted(self.source.layer(layer), key=lambda f: CLASSES.index(f[0]["class"]))
        meetings = Counter(v for _, line in routes for v in set(_vertices(line)))
        chains = []
        for p, line in routes:
            basis: Basis = "geography"
            if override := forced.get(p["name"]):
                runs: Iterable[list[str]] = [override.hexes]
                basis = override.basis
            else:
                runs = self._match(p["name"], line, p["bridges"], meetings)
            for run in runs:
                self._used.update(hexside(a, b) for a, b in itertools.pairwise(run))
                for hexes, exits in self._on_board(run):
                    chains.append(Chain(p["name"], p["class"], hexes, exits, basis))
        return chains

    def _match(
        self, name: str, line: Any, bridges: Sequence[str], meetings: Counter[LonLat]
    ) -> Iterator[list[str]]:
        """Yield the chains of one line: several if it leaves the board and returns."""
        allowed = {self.bridges[b].hexside for b in bridges if b in self.bridges}
        points, vertices = self._sampled(line)
        inside = [self.source.cell_at(p) is not None for p in points]
        for is_in, group in itertools.groupby(range(len(points)), key=inside.__getitem__):
            run = list(group)
            if not is_in or len(run) < 2:
                continue
            knots = self._knots(points, vertices, run)
            hexes = [knots[0][1]]
            for (i, a), (j, b) in itertools.pairwise(knots):
                stops = {self.ends[v] for k, v in vertices.items() if i < k < j and v in self.ends}
                if a != b:
                    hexes += self._leg(name, points[i : j + 1], a, b, allowed, stops)[1:]
            chain = _without_spurs(hexes)
            for i, vertex in vertices.items():
                if i in run and meetings[vertex] > 1:
                    near = min(
                        chain,
                        key=lambda h: (
                            round(math.dist(self.source.grid.center(h), points[i]), 6),
                            h,
                        ),
                    )
                    self.towns.setdefault(vertex, near)
            yield chain

    def _sampled(self, line: Any) -> tuple[list[Point], dict[int, LonLat]]:
        """Return closely spaced points along a line, and which of them are vertices of the line."""
        vertices = _vertices(line)
        coarse = self.source.points(np.array(vertices))
        lonlat: list[LonLat] = []
        at: dict[int, LonLat] = {}
        for (a, b), (p, q) in zip(
            itertools.pairwise(vertices), itertools.pairwise(coarse), strict=True
        ):
            at[len(lonlat)] = a
            n = max(1, math.ceil(math.dist(p, q) / SAMPLE))
            lonlat += [(a[0] + (b[0] - a[0]) * k / n, a[1] + (b[1] - a[1]) * k / n)
                       for k in range(n)]  # fmt: skip
        at[len(lonlat)] = vertices[-1]
        return self.source.points(np.array([*lonlat, vertices[-1]])), at

    def _knots(
        self, points: list[Point], vertices: dict[int, LonLat], run: list[int]
    ) -> list[tuple[int, str]]:
        """Return the positions along a run whose hex is known: both ends, and the pinned
        vertices.
        """
        knots = []
        for i in run:
            is_end = i in (run[0], run[-1])
            number = self.towns.get(vertices[i]) if i in vertices else None
            if is_end and number is None and i in vertices:
                number = self.ends.get(vertices[i])
            if is_end and number is None:
                number = self.water.hex_of(points[i])
            if number in self._cells:
                knots.append((i, str(number)))
        return knots

    def _leg(
        self, name: str, points: list[Point], a: str, b: str, allowed: set[str], stops: set[str]
    ) -> list[str]:
        """Return the cheapest path between two hexes along a line, through its villages if near."""
        line = shapely.LineString(points)
        cells = self.source.cells
        gap = dict(zip(cells, shapely.distance(self._shapes, line), strict=True))
        off = dict(zip(cells, shapely.distance(self._centers, line), strict=True))
        for corridor in CORRIDORS:

            def price(_: str, v: str, edge: dict[str, Any], reach: float = corridor) -> int | None:
                if (gap[v] > reach and v != b) or (edge["barrier"] and edge["side"] not in allowed):
                    return None
                step: int = STEP + round(OFF_CENTER * off[v] ** 2)
                step += round(BESIDE * min(gap[v] * 5, 1))
                step = round(step * (SHARED if edge["side"] in self._used else 1))
                step = round(step * (VILLAGE if v in stops else 1))
                return step + (MINOR_RIVER if edge["brook"] else 0)

            try:
                return [str(h) for h in nx.dijkstra_path(self._grid, a, b, weight=price)]
            except nx.NetworkXNoPath:
                continue
        raise BoardError(t("board.no_way", name=name, start=a, end=b))

    def _on_board(self, run: list[str]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Yield the stretches of a chain on the board, each with the ends where it leaves the
        board.
        """
        at = 0
        for on, group in itertools.groupby(run, key=self.source.grid.__contains__):
            hexes = tuple(group)
            if on and len(hexes) > 1:
                exits = hexes[:1] * (at > 0) + hexes[-1:] * (at + len(hexes) < len(run))
                yield hexes, exits
            at += len(hexes)


def compile_network(
    source: Source, water: Water, bridges: list[BridgeFile], places: list[Place], layer: str
) -> list[Chain]:
    """Return all chains of the layer ``roads`` or ``railways``."""
    places = [p for p in places if layer == "roads" or p.rank != "village"]
    ends = {p.lonlat: p.hex for p in places}
    towns = {p.lonlat: p.hex for p in places if p.rank != "village" or p.off_center <= CENTRAL}
    return Network(source, water, {b.id: b for b in bridges}, towns, ends).compile(layer)


def _vertices(line: Any) -> list[LonLat]:
    return [(round(x, 5), round(y, 5)) for x, y in line.coords]


def _without_spurs(hexes: list[str]) -> list[str]:
    """Return a chain that visits no hex twice: hexes between two visits are left out."""
    chain: list[str] = []
    for number in hexes:
        if number in chain:
            del chain[chain.index(number) + 1 :]
        else:
            chain.append(number)
    return chain
