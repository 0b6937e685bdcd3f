"""Fields of the drawn map: hedgerows of the bocage, furrows of open fields, ripples of floods."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import shapely

from engine.board.grid import Point

Stroke = tuple[Point, Point]

FIELD = 0.3
"""Average width of a field between hedges, in hex widths."""


def hedges(area: shapely.Geometry, keep_off: shapely.Geometry) -> list[Stroke]:
    """Return the hedges of an area: the sides of small uneven fields, with some missing."""
    if area.is_empty:
        return []
    shake = random.Random("hedges")
    ground = area.buffer(-0.03).difference(keep_off)
    west, south, east, north = ground.bounds
    sites = []
    for row in range(math.ceil((north - south) / FIELD) + 1):
        for col in range(math.ceil((east - west) / FIELD) + 1):
            u = west + (col + 0.5 * (row % 2) + shake.uniform(-0.34, 0.34)) * FIELD
            v = south + (row + shake.uniform(-0.34, 0.34)) * FIELD
            sites.append((u, v))
    edges = shapely.voronoi_polygons(shapely.MultiPoint(sites), only_edges=True)
    pieces = []
    for line in sorted(shapely.get_parts(edges), key=lambda e: e.bounds):
        coords = np.round(np.array(line.coords), 6)
        for a, b in itertools.pairwise(coords):
            pieces.append(((float(a[0]), float(a[1])), (float(b[0]), float(b[1]))))
    sampled = [p for p in pieces if math.dist(*p) > 0.07 and shake.random() > 0.12]
    shapely.prepare(ground)
    middles = shapely.points([((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in sampled])
    inside = shapely.contains(ground, middles)
    return [_shortened(p) for p, good in zip(sampled, inside, strict=True) if good]


def furrows(area: shapely.Geometry, keep_off: shapely.Geometry) -> list[Stroke]:
    """Return ploughed fields: small parcels of parallel strokes, with gaps between them."""
    return _parcels(area, keep_off, "furrows", pitch=0.62, step=0.055, share=0.55)


def ripples(area: shapely.Geometry, keep_off: shapely.Geometry) -> list[Stroke]:
    """Return standing water: scattered horizontal strokes."""
    if area.is_empty:
        return []
    shake = random.Random("ripples")
    ground = area.buffer(-0.05).difference(keep_off)
    west, south, east, north = ground.bounds
    result = []
    for row in range(math.ceil((north - south) / 0.13) + 1):
        v, u = south + row * 0.13, west + shake.uniform(0, 0.3)
        while u < east:
            length = shake.uniform(0.08, 0.2)
            if shapely.contains(ground, shapely.LineString([(u, v), (u + length, v)])):
                result.append(((u, v), (u + length, v)))
            u += length + shake.uniform(0.12, 0.4)
    return result


def _parcels(
    area: shapely.Geometry,
    keep_off: shapely.Geometry,
    seed: str,
    pitch: float,
    step: float,
    share: float,
) -> list[Stroke]:
    if area.is_empty:
        return []
    shake = random.Random(seed)
    ground = area.buffer(-0.04).difference(keep_off)
    shapely.prepare(ground)
    west, south, east, north = ground.bounds
    result = []
    for row in range(math.ceil((north - south) / pitch) + 1):
        for col in range(math.ceil((east - west) / pitch) + 1):
            u = west + (col + shake.uniform(-0.25, 0.25)) * pitch
            v = south + (row + shake.uniform(-0.25, 0.25)) * pitch
            turn, plough = shake.uniform(0, math.pi), shake.random() < share
            wide, high = shake.uniform(0.16, 0.27), shake.randint(2, 4)
            if not plough:
                continue
            du, dv = math.cos(turn), math.sin(turn)
            for k in range(-high, high + 1):
                mu, mv = u - dv * k * step, v + du * k * step
                a = (mu - wide * du, mv - wide * dv)
                b = (mu + wide * du, mv + wide * dv)
                if shapely.contains_xy(ground, *a) and shapely.contains_xy(ground, *b):
                    result.append((a, b))
    return result


def _shortened(stroke: Stroke) -> Stroke:
    """Return a hedge with a gap for a gate at one end."""
    (ua, va), (ub, vb) = stroke
    return (ua, va), (ub - 0.06 * (ub - ua), vb - 0.06 * (vb - va))
