"""Compiler of settlements, by point, and terrain, by the share of land cover on a hex's
own bank.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely

from engine.board.compile_water import Water
from engine.board.format import Basis, BoardError, SettlementRank, Terrain
from engine.board.source import Source
from engine.i18n import t

RANKS: tuple[SettlementRank, ...] = ("city", "town", "village")


@dataclass(frozen=True)
class Place:
    """A named place and its hex.

    ``lonlat`` is written as in the layer (5 decimals); ``off_center`` is the distance from the
    centre of the hex in hex widths.
    """

    name: str
    hex: str
    rank: SettlementRank
    basis: Basis
    lonlat: tuple[float, float]
    off_center: float


@dataclass
class Settlement:
    """The settlement of one hex; ``names`` begins with the main place."""

    rank: SettlementRank
    names: list[str]
    basis: Basis


def compile_places(source: Source, water: Water) -> list[Place]:
    """Return every city, town and village on the board or in the ring round it, without
    airfields.
    """
    forced = {o.name: o for o in source.overrides.settlements}
    features = [f for f in source.layer("towns") if f[0]["class"] in RANKS]
    points = source.points(np.array([(g.x, g.y) for _, g in features]))
    places = []
    for (p, g), point in zip(features, points, strict=True):
        number, rank = water.hex_of(point), p["class"]
        # The place is measured; that it ranks as a town or city is our own estimate.
        basis: Basis = "geography" if rank == "village" else "inferred"
        if override := forced.pop(p["name"], None):
            number, rank, basis = override.hex or number, override.rank or rank, override.basis
        if number:
            lonlat = (round(g.x, 5), round(g.y, 5))
            off = math.dist(point, source.grid.center(number))
            places.append(Place(p["name_1944"], number, rank, basis, lonlat, off))
    if forced:
        raise BoardError(t("board.unknown_place", name=min(forced)))
    return sorted(places, key=lambda p: RANKS.index(p.rank))


def compile_settlements(source: Source, places: list[Place]) -> dict[str, Settlement]:
    """Return settlements by hex: the highest rank among the hex's places, then the overrides."""
    result: dict[str, Settlement] = {}
    for place in places:
        here = result.setdefault(place.hex, Settlement(place.rank, [], place.basis))
        here.names.append(place.name)
    for name, city in source.overrides.cities.items():
        for number, basis in city.hexes.items():
            others = result[number].names if number in result else []
            names = [name, *(n for n in others if n != name)]
            result[number] = Settlement(city.rank, names, basis)
    for number, override in source.overrides.rank_by_hex.items():
        if number in result:
            result[number].rank, result[number].basis = override.rank, override.basis
    return result


def compile_terrain(source: Source, water: Water) -> dict[str, tuple[Terrain, Basis]]:
    """Return the terrain of every hex of the board."""
    covers: dict[str, list[Any]] = defaultdict(list)
    for p, polygon in source.layer("landcover"):
        covers[p["class"]].append(shapely.buffer(source.warp(polygon), 0))
    numbers = list(source.grid)
    parts = np.array([_bank_part(source, water, h) for h in numbers])
    limits = source.overrides.area_limits
    fills = {}
    for cover in ("woods", "polder", "marsh"):
        shared = shapely.area(shapely.intersection(parts, shapely.union_all(covers[cover])))
        fills[cover] = np.round(shared / shapely.area(parts), 6) >= getattr(limits, cover)
    terrain = {h: _terrain(*flags) for h, *flags in zip(numbers, *fills.values(), strict=True)}
    result: dict[str, tuple[Terrain, Basis]] = {h: (w, "inferred") for h, w in terrain.items()}
    for o in source.overrides.terrain:
        result[o.hex] = (o.terrain, o.basis)
    return result


def _terrain(woods: bool, polder: bool, marsh: bool) -> Terrain:
    if marsh:
        return "marsh"
    if woods:
        return "polder_woods" if polder else "woods"
    return "polder" if polder else "clear"


def _bank_part(source: Source, water: Water, number: str) -> Any:
    """Return the part of a hex on the same bank of the great rivers as its centre."""
    whole = source.polygons[number]
    cuts = [w.line for w in water.ways if w.kind == "major_river" and w.line.intersects(whole)]
    if not cuts:
        return whole
    # The rivers must run out beyond the outline, or rounding could leave a gap at its edge.
    around = shapely.buffer(whole, 0.1)
    lines = [whole.exterior, *(shapely.intersection(c, around) for c in cuts)]
    pieces = shapely.get_parts(shapely.polygonize([shapely.union_all(lines)]))
    dry = []
    for piece in pieces:
        inside = piece.representative_point()
        if not water.between((inside.x, inside.y), number):
            dry.append(piece)
    return max(dry, key=lambda p: round(p.area, 6)) if dry else whole
