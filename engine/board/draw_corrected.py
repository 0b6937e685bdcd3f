"""Drawing of hexes that an owner has corrected, in the style of the map.

The ground compiled from geography is covered there, and the owner's ground drawn over it, with its
trees, tufts or ditches; equal neighbours merge. Settlements are added, changed and removed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import shapely

from engine.board.draw_curves import packed, rounded_rings, sampled, unpacked
from engine.board.draw_land import blob, blocks, cell, ragged, rings, soft
from engine.board.draw_places import PITCH, RADIUS, STREET
from engine.board.drawing import number_box, textures
from engine.board.grid import Grid, Point

REACH = 0.05
"""Overlap of a corrected ground with its neighbours, which hides the seam."""
VERGE, BANK = 0.085, 0.09
"""Half the widths of free strips along roads and waters, in hex widths."""


def corrected_ground(
    drawn: Mapping[str, Any], grounds: Mapping[str, Iterable[str]]
) -> dict[str, Any]:
    """Return the part ``corrected`` of a ``map.json``: corrected hexes with their brushes."""
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


def corrected_settlements(drawn: Mapping[str, Any], ranks: Mapping[str, str]) -> dict[str, Any]:
    """Return the parts ``settlements`` and ``labels`` of a ``map.json`` with the owner's
    corrections.

    ``ranks`` maps hexes to brushes, empty for no settlement; place names stay at their positions.
    """
    grid, wet = Grid.read(drawn["grid"]), _wet(drawn)
    places, labels = list(drawn["settlements"]), [dict(label) for label in drawn["labels"]]
    for number, rank in ranks.items():
        was = next((place for place in places if number in place["hexes"]), None)
        at = unpacked(was["at"])[0] if was is not None else grid.center(number)
        if was is not None:
            k = places.index(was)
            places[k : k + 1] = _without(grid, was, number)
            if len(was["hexes"]) > 1:
                at = grid.center(number)
            for label in labels:
                if len(was["hexes"]) == 1 and label["text"] == was["name"]:
                    label["style"] = rank or "village"
        if rank:
            name = was["name"] if was is not None else ""
            places.append(_settled(grid, number, rank, name, at, wet))
    return {"settlements": places, "labels": labels}


def _settled(
    grid: Grid, number: str, rank: str, name: str, at: Point, wet: shapely.Geometry
) -> dict[str, Any]:
    """Return a settlement of one hex: its ground and its houses."""
    seed = f"{name}{number}"
    whole = soft(cell(grid, number, 1.002).buffer(-0.07), 0.09)
    ground = (whole if rank == "city" else blob(at, RADIUS[rank], seed)).difference(wet)
    return {
        "rank": rank,
        "name": name,
        "hexes": [number],
        "at": packed([at]),
        "ground": [packed(ring) for ring in rounded_rings(ground, 0.012)],
        "houses": [packed(block) for block in blocks(ground, PITCH[rank], STREET[rank], seed)],
    }


def _without(grid: Grid, place: Mapping[str, Any], number: str) -> list[dict[str, Any]]:
    """Return a list with the settlement minus one of its hexes; empty if it had only that one."""
    left = [other for other in place["hexes"] if other != number]
    if not left:
        return []
    gone = cell(grid, number, 1.002)
    stays = [shapely.Polygon(unpacked(ring)).difference(gone) for ring in place["ground"]]
    houses = [
        house
        for house in place["houses"]
        if not gone.contains(shapely.Polygon(unpacked(house)).centroid)
    ]
    ground = [packed(ring) for ring in rounded_rings(shapely.union_all(stays), 0.012)]
    return [{**place, "hexes": left, "ground": ground, "houses": houses}]


def _wet(drawn: Mapping[str, Any]) -> shapely.Geometry:
    """Return the waters with their banks, where houses are impossible."""
    lines = (sampled(unpacked(water["line"])) for water in drawn["water"])
    return shapely.union_all(
        [shapely.LineString(line).buffer(BANK) for line in lines if len(line) > 1]
    )


def _grown(grid: Grid, numbers: list[str], seed: str) -> shapely.Geometry:
    """Return the ground of some hexes: slightly enlarged, with a natural outline."""
    whole = shapely.union_all([cell(grid, n, 1.002) for n in numbers])
    return ragged(soft(whole.buffer(REACH), 0.12), 0.03, 0.28, seed)


def _busy(drawn: Mapping[str, Any], near: shapely.Geometry) -> shapely.Geometry:
    """Return the roads, railways, waters and houses that limit the growth of some ground."""
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
