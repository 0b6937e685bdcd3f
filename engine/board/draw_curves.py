"""Curves of the drawn map: interpolating splines, stored as their few control points.

The compiled map stores control points only. Qt and SVG turn them into the same cubic Bezier pieces
with :func:`bezier`; the compiler samples the same pieces when it places labels.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from engine.board.grid import Point

if TYPE_CHECKING:
    import numpy as np
    import shapely
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

Piece = tuple[Point, Point, Point, Point]

HANDLE = 0.36
"""Length of a Bezier handle relative to its piece: round bends, no loops."""

GRAIN = 1000
"""Units of the compiled map per hex width."""


def bezier(points: Sequence[Point], closed: bool = False) -> list[Piece]:
    """Return cubic pieces through the points, each as (start, handle, handle, end).

    The tangent at a point is parallel to the line between its neighbours. Handles have a fixed
    share of their piece's length, so that uneven spacing makes no loops.
    """
    n = len(points)
    if n < 2:
        return []
    tangents = []
    for i in range(n):
        before = points[i - 1] if closed or i > 0 else points[i]
        after = points[(i + 1) % n] if closed or i < n - 1 else points[i]
        du, dv = after[0] - before[0], after[1] - before[1]
        length = math.hypot(du, dv) or 1.0
        tangents.append((du / length, dv / length))
    pieces = []
    for i in range(n if closed else n - 1):
        j = (i + 1) % n
        a, b = points[i], points[j]
        reach = HANDLE * math.hypot(b[0] - a[0], b[1] - a[1])
        pieces.append(
            (
                a,
                (a[0] + reach * tangents[i][0], a[1] + reach * tangents[i][1]),
                (b[0] - reach * tangents[j][0], b[1] - reach * tangents[j][1]),
                b,
            )
        )
    return pieces


def sampled(points: Sequence[Point], closed: bool = False, steps: int = 6) -> list[Point]:
    """Return points along the curve, ``steps`` per piece, ends included."""
    if len(points) < 2:
        return list(points)
    shares = [k / steps for k in range(steps)]
    line = []
    for a, p, q, b in bezier(points, closed):
        for s in shares:
            r = 1 - s
            w = (r * r * r, 3 * r * r * s, 3 * r * s * s, s * s * s)
            line.append(
                (
                    w[0] * a[0] + w[1] * p[0] + w[2] * q[0] + w[3] * b[0],
                    w[0] * a[1] + w[1] * p[1] + w[2] * q[1] + w[3] * b[1],
                )
            )
    line.append(points[0] if closed else points[-1])
    return line


def packed(points: Iterable[Point]) -> list[int]:
    """Return points as one flat list of whole thousandths: u, v, u, v, …"""
    return [round(c * GRAIN) for point in points for c in point]


def unpacked(flat: Sequence[int]) -> list[Point]:
    """Return the points of a flat list made by :func:`packed`."""
    return [(flat[i] / GRAIN, flat[i + 1] / GRAIN) for i in range(0, len(flat), 2)]


def rounded_rings(area: shapely.Geometry, tolerance: float) -> list[list[Point]]:
    """Return the rings of an area as control points of closed curves, largest polygon first.

    The order and the first point of every ring are fixed, so that equal areas yield equal text.
    """
    import shapely  # only who draws a map anew; who paints it needs none of this

    area = shapely.normalize(area.simplify(tolerance))
    polygons = [p for p in shapely.get_parts(area) if p.geom_type == "Polygon" and p.area > 0.01]
    polygons.sort(key=lambda p: (-round(p.area, 3), p.bounds))
    rings = []
    for polygon in polygons:
        for ring in (polygon.exterior, *polygon.interiors):
            points = [(float(u), float(v)) for u, v in ring.coords[:-1]]
            if len(points) >= 4:
                rings.append(points)
    return rings


def clamped(offset: Array, limit: float) -> Array:
    """Return a vector shortened to at most the limit."""
    import numpy as np

    length = float(np.hypot(offset[0], offset[1]))
    return offset if length <= limit else offset * (limit / length)
