"""Water hexsides: a side is wet if the line between the two hex centres crosses water.

The line must cross an odd number of times: a river that turns back leaves the centres on one bank.
Counting keeps every river an unbroken line of hexsides between two banks. Round each corner the
parities cancel, so a chain can end only where the river itself ends.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely

from engine.board.format import Basis, BoardError, HexsideFile, WaterKind
from engine.board.grid import Point, hexside
from engine.board.source import Source
from engine.i18n import t

LAYERS: dict[str, WaterKind] = {
    "rivers_major": "major_river",
    "canals": "canal",
    "rivers_minor": "minor_river",
}
"""Layers with water lines, strongest obstacle first; the first one on a shared side counts."""

BANK_REACH = 0.85
"""Maximum distance (hex widths) of a place from the centre of another hex on the same bank."""


@dataclass(frozen=True)
class Waterway:
    """A river or canal that counts as an obstacle, in grid coordinates."""

    name: str
    kind: WaterKind
    line: Any


class Water:
    """The water hexsides of the board, and the bank of each point."""

    def __init__(self, source: Source) -> None:
        self.ways = [
            Waterway(p["name"], kind, source.warp(line))
            for layer, kind in LAYERS.items()
            for p, line in source.layer(layer)
            if p["barrier"]
        ]
        self._flips = {(f.water, f.hex) for f in source.overrides.flips}
        for name, number in sorted(self._flips):
            if name not in {w.name for w in self.ways}:
                raise BoardError(t("board.unknown_water", hex=number, water=name))
        self._source, self._cells = source, set(source.cells)
        self.sides = self._wet_sides(source)
        for o in source.overrides.hexsides:
            self.sides.pop(o.hexside, None)
            if o.water:
                self.sides[o.hexside] = HexsideFile(water=o.water, name=o.name, basis=o.basis)

    def _wet_sides(self, source: Source) -> dict[str, HexsideFile]:
        pairs = sorted({tuple(sorted((h, n))) for h in source.cells for n in source.grid.ring(h)
                        if n in self._cells})  # fmt: skip
        segments = shapely.linestrings(
            [(source.grid.center(a), source.grid.center(b)) for a, b in pairs]
        )
        tree = shapely.STRtree(segments)
        result: dict[str, list[tuple[Waterway, Basis]]] = {}
        for way in self.ways:
            hits = np.sort(tree.query(way.line, predicate="intersects"))
            crossings = shapely.get_num_geometries(shapely.intersection(segments[hits], way.line))
            parity = Counter({pairs[i]: int(n) for i, n in zip(hits, crossings, strict=True)})
            flipped = {p for p in pairs if ((way.name, p[0]) in self._flips)
                       != ((way.name, p[1]) in self._flips)}  # fmt: skip
            for pair in sorted({*parity, *flipped}):
                if (parity[pair] + (pair in flipped)) % 2:
                    basis: Basis = "geography" if pair not in flipped else "inferred"
                    if way.kind == "minor_river":
                        basis = "inferred"  # which brooks count is our own choice
                    result.setdefault(hexside(*pair), []).append((way, basis))
        return {
            side: HexsideFile(
                water=ways[0][0].kind,
                name=ways[0][0].name,
                also=tuple(w.name for w, _ in ways[1:]),
                basis=ways[0][1],
            )
            for side, ways in sorted(result.items())
        }

    def between(self, point: Point, number: str) -> bool:
        """Return whether a major river or canal separates a point from the bank of a hex."""
        sight = shapely.LineString([point, self._source.grid.center(number)])
        for way in self.ways:
            if way.kind == "minor_river":
                continue
            meet = shapely.intersection(way.line, sight)
            crossings = 0 if meet.is_empty else int(shapely.get_num_geometries(meet))
            if (crossings + ((way.name, number) in self._flips)) % 2:
                return True
        return False

    def hex_of(self, point: Point) -> str | None:
        """Return the hex of a place: the one around it, or the nearest on the same bank.

        None beyond the board and the ring of hexes around it.
        """
        home = self._source.cell_at(point)
        if home is None:
            return None
        near = [h for h in (home, *self._source.grid.ring(home)) if h in self._cells]
        for number in sorted(
            near, key=lambda h: round(math.dist(self._source.grid.center(h), point), 6)
        ):
            if math.dist(
                self._source.grid.center(number), point
            ) <= BANK_REACH and not self.between(point, number):
                return number
        return home
