"""Land of the drawn map: woods, polder, marsh, heath, hills, and built-up ground.

The land cover follows the geography but is clipped to the hexes that have it in the rules. Each of
these hexes is filled far enough to be recognisable.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable

import shapely
from shapely import affinity

from engine.board.draw_curves import rounded_rings
from engine.board.draw_source import MapSource
from engine.board.grid import Grid, Point

SPILL = 0.1
"""Maximum overlap of a cover into hexes of another terrain, in hex widths."""
FIRM = 0.26
"""Radius of the land in the middle of every coastal hex, in hex widths."""
CORE = 0.86
"""Share of a hex's radius that its own ground cover always fills."""


def cell(grid: Grid, number: str, share: float = 1.0) -> shapely.Polygon:
    """Return a hex as a polygon, scaled about its centre."""
    whole = shapely.Polygon(grid.corners(number))
    return affinity.scale(whole, share, share, origin=grid.center(number))


def cover(source: MapSource, kind: str) -> shapely.Geometry:
    """Return the drawn area of a terrain that counts in the rules."""
    hexes = list(source.hexes(kind))
    if not hexes:
        return shapely.Polygon()
    own = shapely.union_all([cell(source.grid, n, 1.002) for n in hexes])
    beyond = source.land.buffer(3).difference(source.land)
    real = shapely.union_all([g for p, g in source.layer("landcover") if p.get("class") == kind])
    drawn = real.intersection(shapely.union_all([own.buffer(SPILL), beyond]))
    core = shapely.union_all([cell(source.grid, n, CORE) for n in hexes])
    # Neighbouring hexes of one terrain grow together; a lone one keeps its distance from the
    # others.
    joined = own.buffer(-0.07)
    area = shapely.union_all([drawn, core, joined])
    return ragged(soft(area, 0.12), 0.05, 0.28, kind)


def sea(source: MapSource, frame: tuple[float, float, float, float]) -> shapely.Geometry:
    """Return the sea within the frame and slightly beyond; empty if the geography has no coast.

    The middle of every hex of the map is land, regardless of the real coast.
    """
    coast = [g for p, g in source.layer("coastline") if p.get("kind", "land") == "land"]
    if not coast:
        return shapely.Polygon()
    firm = [blob(source.grid.center(n), FIRM, f"coast{n}") for n in source.grid]
    land = shapely.union_all([*coast, *firm])
    # What juts out for its hex's sake becomes a cape: the bays beside it are filled a little.
    capes = land.buffer(0.26).buffer(-0.26).intersection(source.land)
    land = shapely.union_all([land, capes]).buffer(-0.04).buffer(0.08).buffer(-0.04)
    return shapely.box(*frame).buffer(0.3, join_style="mitre").difference(land)


def soft(area: shapely.Geometry, radius: float) -> shapely.Geometry:
    """Return an area with convex and concave corners rounded."""
    return area.buffer(radius).buffer(-2 * radius).buffer(radius)


def ragged(area: shapely.Geometry, swing: float, step: float, seed: str) -> shapely.Geometry:
    """Return an area with a slightly irregular outline, like natural cover."""
    wander = random.Random(seed)
    polygons = []
    for polygon in shapely.get_parts(shapely.normalize(area)):
        rings = []
        for ring in (polygon.exterior, *polygon.interiors):
            if ring.length < 4 * step:
                continue
            count = max(6, round(ring.length / step))
            points = [ring.interpolate(k / count, normalized=True) for k in range(count)]
            rings.append(
                [
                    (p.x + wander.uniform(-swing, swing), p.y + wander.uniform(-swing, swing))
                    for p in points
                ]
            )
        if rings:
            polygons.append(shapely.Polygon(rings[0], rings[1:]).buffer(0))
    return shapely.union_all(polygons)


def layer_area(
    source: MapSource, kind: str, without: shapely.Geometry, rounding: float = 0.1
) -> shapely.Geometry:
    """Return a land cover without meaning in the rules (heath, hills), softened, minus another
    area.
    """
    real = shapely.union_all([g for p, g in source.layer("landcover") if p.get("class") == kind])
    frame = source.land.buffer(2)
    area = real.intersection(frame).difference(without)
    return ragged(soft(area, rounding), 0.06, 0.4, kind)


def rings(area: shapely.Geometry) -> list[list[Point]]:
    """Return an area as closed curves."""
    return rounded_rings(area, 0.02)


def scattered(
    area: shapely.Geometry, pitch: float, jitter: float, keep_off: shapely.Geometry, seed: str
) -> list[Point]:
    """Return points scattered over an area on a jittered lattice, off some ground; north
    to south.
    """
    if area.is_empty:
        return []
    shake = random.Random(seed)
    west, south, east, north = area.bounds
    points: list[Point] = []
    rows = math.ceil((north - south) / (pitch * 0.866)) + 1
    for row in range(rows):
        v = north - row * pitch * 0.866
        for col in range(math.ceil((east - west) / pitch) + 1):
            u = west + (col + 0.5 * (row % 2)) * pitch
            points.append((u + shake.uniform(-jitter, jitter), v + shake.uniform(-jitter, jitter)))
    us, vs = [p[0] for p in points], [p[1] for p in points]
    shapely.prepare(area)
    shapely.prepare(keep_off)
    inside = shapely.contains_xy(area, us, vs) & ~shapely.contains_xy(keep_off, us, vs)
    inside_points = [p for p, good in zip(points, inside, strict=True) if good]
    return sorted(inside_points, key=lambda p: (-p[1], p[0]))


def ditches(area: shapely.Geometry, keep_off: shapely.Geometry) -> list[tuple[Point, Point]]:
    """Return the ditches of a polder: parcels of short lines, parallel within a parcel."""
    if area.is_empty:
        return []
    ground = area.buffer(-0.03).difference(keep_off)
    west, south, east, north = ground.bounds
    shake = random.Random("ditches")
    lines: list[shapely.Geometry] = []
    sites = [
        (west + (i + shake.uniform(0.1, 0.9)) * 1.15, south + (j + shake.uniform(0.1, 0.9)) * 1.15)
        for i in range(math.ceil((east - west) / 1.15) + 1)
        for j in range(math.ceil((north - south) / 1.15) + 1)
    ]
    parcels = shapely.voronoi_polygons(shapely.MultiPoint(sites))
    for parcel in sorted(shapely.get_parts(parcels), key=lambda p: p.centroid.coords[0]):
        field = parcel.buffer(-0.04).intersection(ground)
        angle = shake.uniform(-40, 40) + 90 * (shake.random() < 0.3)
        if field.is_empty:
            continue
        x, y = parcel.centroid.coords[0]
        rows = []
        for k in range(-9, 10):
            # Broken into pieces of uneven length with gaps, so that the pattern stays light.
            start = -1.6 + shake.uniform(0, 0.3)
            while start < 1.6:
                end = start + shake.uniform(0.25, 0.6)
                rows.append([(x + start, y + k * 0.135), (x + end, y + k * 0.135)])
                start = end + shake.uniform(0.1, 0.22)
        turned = affinity.rotate(shapely.MultiLineString(rows), angle, origin=(x, y))
        lines.append(turned.intersection(field))
    pieces = [
        g
        for line in lines
        for g in shapely.get_parts(line)
        if g.geom_type == "LineString" and g.length > 0.07
    ]
    return [(tuple(g.coords[0]), tuple(g.coords[-1])) for g in pieces]


def blocks(
    ground: shapely.Geometry,
    pitch: tuple[float, float],
    street: float,
    seed: str,
    gaps: float = 0.07,
) -> list[list[Point]]:
    """Return blocks of houses over a built-up ground, separated by straight streets."""
    shake = random.Random(seed)
    angle = shake.uniform(-38, 38)
    x, y = ground.centroid.coords[0]
    level = affinity.rotate(ground, -angle, origin=(x, y))
    west, south, east, north = level.bounds
    result: list[list[Point]] = []
    v = south
    row = 0
    while v < north:
        depth = pitch[1] * shake.uniform(0.85, 1.2)
        u = west - shake.uniform(0, pitch[0])
        while u < east:
            width = pitch[0] * shake.uniform(0.6, 1.35)
            box = shapely.box(u, v, u + width - street, v + depth - street)
            house = box.intersection(level)
            if house.area > 0.55 * box.area and shake.random() > gaps:
                house = house.convex_hull.simplify(0.006)
                turned = affinity.rotate(house, angle, origin=(x, y))
                result.append([(float(a), float(b)) for a, b in turned.exterior.coords[:-1]])
            u += width
        v += depth
        row += 1
    return result


def blob(middle: Point, radius: float, seed: str) -> shapely.Polygon:
    """Return an irregular round shape about a point."""
    shake = random.Random(seed)
    points = []
    for k in range(10):
        reach = radius * shake.uniform(0.75, 1.2)
        points.append(
            (
                middle[0] + reach * math.cos(k * math.pi / 5),
                middle[1] + 0.85 * reach * math.sin(k * math.pi / 5),
            )
        )
    return shapely.Polygon(points).buffer(radius * 0.15)


def union(areas: Iterable[shapely.Geometry]) -> shapely.Geometry:
    """Return the union of areas; empty if there are none."""
    return shapely.union_all(list(areas))
