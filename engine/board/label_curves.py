"""Names along rivers and canals, letter by letter, and names spread over areas."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import shapely

from engine.board.grid import Point
from engine.board.label_styles import STYLES, displayed
from engine.board.label_text import CAP_HEIGHT, DESCENT, face
from engine.board.labels import SURE, Ground, Placed, text_width

if TYPE_CHECKING:
    from engine.board.draw_curves import Array

Glyph = tuple[float, float, float]
"""Baseline start (u, v) of one letter, and its rotation in degrees anticlockwise."""


@dataclass(frozen=True)
class Curved:
    """A name along a line: one glyph per letter, and the covered ground."""

    text: str
    style: str
    glyphs: list[Glyph]
    shape: shapely.Polygon


def _smoothed(line: shapely.LineString) -> shapely.LineString:
    """Return a smoother line as a baseline for letters."""
    count = max(8, round(line.length / 0.08))
    xy = np.array(
        [line.interpolate(k / count, normalized=True).coords[0] for k in range(count + 1)]
    )
    kernel = np.hanning(17)[1:-1]
    kernel = kernel / kernel.sum()
    pad = len(kernel) // 2
    ends = np.pad(xy, ((pad, pad), (0, 0)), mode="edge")
    smooth = np.column_stack([np.convolve(ends[:, i], kernel, mode="valid") for i in (0, 1)])
    return shapely.LineString(np.round(smooth, SURE))


def _set(text: str, style: str, line: shapely.LineString, at: float, rise: float) -> Curved | None:
    """Return the letters of a name on a line, from left to right; None if the line bends
    too much.
    """
    s = STYLES[style]
    advances = list(face(s.file).advances(displayed(text, style), s.size, s.spacing))
    width = sum(advances) - s.spacing * s.size
    if at < 0 or at + width > line.length:
        return None
    a, b = line.interpolate(at), line.interpolate(at + width)
    if b.x < a.x:
        line, at = line.reverse(), line.length - at - width
    glyphs: list[Glyph] = []
    place = at
    for advance in advances:
        p, q = line.interpolate(place), line.interpolate(place + advance)
        turn = math.atan2(q.y - p.y, q.x - p.x)
        glyphs.append(
            (p.x - rise * math.sin(turn), p.y + rise * math.cos(turn), math.degrees(turn))
        )
        place += advance
    turns = np.unwrap(np.radians([g[2] for g in glyphs]))
    if (
        np.abs(np.diff(turns)).max(initial=0) > 0.22
        or np.ptp(turns) > 1.5
        or np.abs(turns).max() > 1.5
    ):
        return None
    last = glyphs[-1]
    end = (
        last[0] + advances[-1] * math.cos(math.radians(last[2])),
        last[1] + advances[-1] * math.sin(math.radians(last[2])),
    )
    base = [(g[0], g[1]) for g in glyphs] + [end]
    up = (s.size * CAP_HEIGHT, -s.size * DESCENT)
    turns_all = [g[2] for g in glyphs] + [last[2]]
    top = [_raised(p, t, up[0]) for p, t in zip(base, turns_all, strict=True)]
    low = [_raised(p, t, up[1]) for p, t in zip(base, turns_all, strict=True)]
    shape = shapely.Polygon([*top, *low[::-1]]).buffer(0)
    if shape.geom_type != "Polygon" or shape.is_empty:
        return None
    return Curved(text, style, glyphs, shape)


def _raised(point: Point, degrees: float, rise: float) -> Point:
    rad = math.radians(degrees)
    return point[0] - rise * math.sin(rad), point[1] + rise * math.cos(rad)


def along(
    text: str,
    style: str,
    lines: Sequence[shapely.LineString],
    ground: Ground,
    taken: list[shapely.Geometry],
    frame: shapely.Polygon,
    every: float,
    gap: float,
) -> list[Curved]:
    """Place a name along a water repeatedly, where it covers least; return the placed names.

    ``gap`` is the distance of the letters from the middle of the water. The placed names are added
    to ``taken``.
    """
    size = STYLES[style].size
    width = text_width(text, style)
    placed: list[Curved] = []
    for line in lines:
        calm = _smoothed(line)
        options: list[tuple[float, int, Curved, float]] = []
        steps = max(0, math.floor((calm.length - width) / 0.2)) + 1
        spots = [k * 0.2 for k in range(steps)] if calm.length > width + 0.1 else []
        for at in spots:
            for rise in (gap, -gap - size * CAP_HEIGHT):
                curved = _set(text, style, calm, at, rise)
                if curved and frame.contains(curved.shape):
                    middle = at + width / 2
                    bend = float(np.ptp(np.unwrap(np.radians([g[2] for g in curved.glyphs]))))
                    steep = abs(math.radians(curved.glyphs[len(curved.glyphs) // 2][2]))
                    options.append(
                        (round(0.5 * bend + 0.25 * steep, SURE), len(options), curved, middle)
                    )
        if not options:
            continue
        costs = _costs([o[2].shape for o in options], ground, taken)
        ranked = sorted((round(o[0] + c, SURE), o[1]) for o, c in zip(options, costs, strict=True))
        wanted = (
            max(1, round(line.length / every)) if line.length > 0.8 * every or not placed else 0
        )
        where: list[float] = []
        for cost, k in ranked:
            if len(where) == wanted or (cost > 4 and (where or placed)) or cost > 50:
                break
            _, _, curved, middle = options[k]
            if any(abs(middle - w) < 0.6 * every for w in where):
                continue
            padded = curved.shape.buffer(0.03)
            if any(padded.intersects(t) for t in taken):
                continue
            where.append(middle)
            placed.append(curved)
            taken.append(curved.shape)
    return placed


def _costs(
    shapes: Sequence[shapely.Geometry], ground: Ground, taken: Sequence[shapely.Geometry]
) -> Array:
    tree = shapely.STRtree(shapes)
    total = np.zeros(len(shapes))
    array = np.array(shapes, dtype=object)
    for obstacles, measure in ((ground.areas, shapely.area), (ground.lines, shapely.length)):
        if obstacles:
            geometries = np.array([g for g, _ in obstacles], dtype=object)
            prices = np.array([p for _, p in obstacles])
            which, at = tree.query(geometries, predicate="intersects")
            covered = measure(shapely.intersection(geometries[which], array[at]))
            np.add.at(total, at, prices[which] * (covered + 0.01))
    if taken:
        _, at = tree.query(np.array(taken, dtype=object), predicate="intersects")
        total[at] += 100
    return np.round(total, SURE)


def over(
    text: str,
    style: str,
    area: shapely.Geometry,
    ground: Ground,
    taken: list[shapely.Geometry],
    frame: tuple[float, float, float, float],
) -> Placed | None:
    """Place a level name in the middle of an area, where it covers least; return None without
    space.
    """
    s = STYLES[style]
    width = text_width(text, style)
    height = s.size * (CAP_HEIGHT + DESCENT)
    main = max(shapely.get_parts(area), key=lambda p: p.area, default=None)
    if main is None or main.is_empty:
        return None
    middle = main.representative_point()
    west, south, east, north = main.bounds
    shapely.prepare(main)
    spots = []
    across, up = (max(8, min(60, round((b - a) / 0.3))) for a, b in ((west, east), (south, north)))
    for i in range(across + 1):
        for j in range(up + 1):
            u, v = west + (east - west) * i / across, south + (north - south) * j / up
            box = (u - width / 2, v - height / 2, u + width / 2, v + height / 2)
            if box[0] < frame[0] or box[1] < frame[1] or box[2] > frame[2] or box[3] > frame[3]:
                continue
            inside = main.intersection(shapely.box(*box)).area / (width * height)
            if inside > 0.5:
                spots.append((math.dist((u, v), middle.coords[0]) * 0.12 + 2 * (1 - inside), box))
    if not spots:
        return None
    costs = _costs([shapely.box(*b).buffer(0.03) for _, b in spots], ground, taken)
    cost, k = min(
        (round(c + s[0], SURE), k) for k, (c, s) in enumerate(zip(costs, spots, strict=True))
    )
    if cost > 6:
        return None
    box = spots[k][1]
    taken.append(shapely.box(*box))
    return Placed(text, style, (box[0], box[1] + s.size * DESCENT), width, box)
