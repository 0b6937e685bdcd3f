"""Hexes whose ground an owner has corrected, drawn over the map as the map itself is drawn.

What was compiled from the geography is covered there and the ground that the owner names laid over
it, with its trees, tufts or ditches, grown together where neighbours are alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import shapely

from engine.board.draw_curves import packed, sampled, unpacked
from engine.board.draw_land import cell, ragged, rings, soft
from engine.board.drawing import number_box, textures
from engine.board.grid import Grid

REACH = 0.05
"""How far a corrected ground grows into its neighbours, so that no seam is seen."""
VERGE, BANK = 0.085, 0.09
"""Half the widths that are kept free along roads and waters, in hex widths."""


def corrected_ground(
    drawn: Mapping[str, Any], grounds: Mapping[str, Iterable[str]]
) -> dict[str, Any]:
    """The part ``corrected`` of a ``map.json``: hexes with the brushes of what stands there."""
    grid = Grid.read(drawn["grid"])
    hexes = {number: frozenset(brushes) for number, brushes in grounds.items()}
    patch = shapely.union_all([cell(grid, n, 1.002) for n in hexes])
    covers = {
        brush: _grown(grid, [n for n, own in hexes.items() if brush in own], brush)
        for brush in sorted(set().union(*hexes.values()))
    }
    numbers = shapely.union_all([number_box(grid, n) for n in hexes])
    keep_off = _busy(drawn, patch.buffer(REACH))
    return {
        "hexes": sorted(hexes),
        "patch": [packed(ring) for ring in rings(patch)],
        "land": {
            **{kind: [] for kind in ("heath", "hills", "lake", "marsh", "polder", "woods")},
            **{kind: [packed(ring) for ring in rings(area)] for kind, area in covers.items()},
        },
        **textures(covers, keep_off, numbers, keep_off),
    }


def _grown(grid: Grid, numbers: list[str], seed: str) -> shapely.Geometry:
    """The ground of some hexes: a little beyond them, with the outline of what grows."""
    whole = shapely.union_all([cell(grid, n, 1.002) for n in numbers])
    return ragged(soft(whole.buffer(REACH), 0.12), 0.03, 0.28, seed)


def _busy(drawn: Mapping[str, Any], near: shapely.Geometry) -> shapely.Geometry:
    """Where nothing may grow: roads, railways, waters and houses near some ground."""
    lines = [
        *((road["line"], VERGE) for road in drawn["roads"]),
        *((line, VERGE) for line in drawn["railways"]),
        *((water["line"], BANK) for water in drawn["water"]),
    ]
    shapes = [
        shapely.LineString(sampled(points)).buffer(width)
        for line, width in lines
        if len(points := unpacked(line)) > 1
    ]
    grounds = [ring for place in drawn["settlements"] for ring in place["ground"]]
    shapes += [shapely.Polygon(unpacked(ring)).buffer(0.03) for ring in grounds]
    return shapely.union_all([shape for shape in shapes if shape.intersects(near)])
