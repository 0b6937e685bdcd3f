"""Lines of the map: water, roads, railways, borders, the hex grid."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainterPath

from engine.board.draw_curves import unpacked
from engine.board.grid import Grid, Point
from holland44_qt.board.marks import Layer, flat_curve, polygon, polyline, xy
from holland44_qt.theme import Theme

WATERS = ("minor_river", "canal", "lake", "major_river")
ROADS = ("minor", "secondary", "primary")
FLAT = Qt.PenCapStyle.FlatCap


def water_layer(compiled: dict[str, Any], theme: Theme) -> Layer:
    """Return the water layer: streams, then all banks, then all water, so that rivers join
    seamlessly.
    """
    layer = Layer("water")
    for brook in compiled["brooks"]:
        layer.line(flat_curve(brook), theme["brook"], theme.widths["brook"], 22)
    for part in ("_edge", ""):
        for kind in WATERS:
            for water in compiled["water"]:
                if water["kind"] == kind:
                    color, width = theme[kind + part], theme.widths[kind + part]
                    layer.line(flat_curve(water["line"]), color, width)
    return layer


def road_layers(compiled: dict[str, Any], theme: Theme) -> list[Layer]:
    """Return the layers of railways and, above them, roads; all casings of a class are below
    all cores.
    """
    rail = Layer("rail")
    for line in compiled["railways"]:
        path = flat_curve(line)
        rail.line(path, theme["railway"], theme.widths["railway"], cap=FLAT)
        # Sleepers: the same line, wide, in dashes as short as a tie.
        ties = theme.widths["ties"]
        rail.line(path, theme["railway"], 0.085, 40, (ties, 0.15 - ties), FLAT)
        # A round join would make a blot of the tie that lies on it.
        rail.marks[-1].pen.setJoinStyle(Qt.PenJoinStyle.BevelJoin)
    roads = Layer("roads")
    for kind in ROADS:
        paths = [flat_curve(r["line"]) for r in compiled["roads"] if r["class"] == kind]
        for part in ("_edge", ""):
            for path in paths:
                roads.line(path, theme[kind + part], theme.widths[kind + part])
    return [rail, roads]


def border_layer(compiled: dict[str, Any], theme: Theme) -> Layer:
    """Return the layer of state borders: a soft band and a dash-dot line."""
    layer = Layer("borders")
    width = theme.widths["border"]
    for flat in compiled["borders"]:
        path = flat_curve(flat)
        layer.line(path, theme["border_tint"], theme.widths["border_tint"], cap=FLAT)
        layer.line(path, theme["border"], width, 0, (0.2, 0.07, 0.035, 0.07), FLAT)
    return layer


def boundary_layer(compiled: dict[str, Any], theme: Theme) -> Layer:
    """Return the layer of corps boundaries along hexsides."""
    layer = Layer("boundaries")
    for boundary in compiled["boundaries"]:
        path = polyline(unpacked(boundary["line"]))
        layer.line(path, theme["halo"], theme.widths["boundary"] * 2)
        layer.line(path, theme["boundary"], theme.widths["boundary"], 0, (0.16, 0.09), FLAT)
    return layer


def side_layer(compiled: dict[str, Any], theme: Theme) -> Layer:
    """Return the layer of marked hexsides: floods, cliffs, causeways, walls and impassable
    sides.
    """
    layer = Layer("sides")
    for side in compiled.get("sides", ()):
        brush, points = side["brush"], unpacked(side["line"])
        path = polyline(points)
        if brush == "cliff":
            layer.line(path, theme["cliff"], theme.widths["cliff"])
            layer.line(_teeth(points, 0.11, 0.1), theme["cliff"], 0.02)
        elif brush == "flooded":
            layer.line(path, theme["flood_line"], 0.16, 0, (0.05, 0.05), FLAT)
            layer.line(path, theme["flooded"], 0.05)
        elif brush == "causeway":
            layer.line(path, theme["flood_line"], 0.16, 0, (0.05, 0.05), FLAT)
            layer.line(_across(points, 0.17), theme["ink"], theme.widths["causeway"] * 2)
            layer.line(_across(points, 0.18), theme["causeway"], theme.widths["causeway"] * 1.3)
        elif brush == "blocked":
            layer.line(path, theme["halo"], theme.widths["blocked"] * 1.7)
            layer.line(path, theme["blocked"], theme.widths["blocked"])
        elif brush == "wall":
            layer.line(path, theme["wall"], theme.widths["wall"])
            layer.line(_teeth(points, 0.13, 0.05), theme["wall"], 0.05, cap=FLAT)
        elif brush == "sea":
            layer.line(path, theme["sea_edge"], 0.03)
        elif brush == "hedgerow":
            layer.line(path, theme["hedge"], 0.06, 0, (0.02, 0.06))
        else:
            layer.line(path, theme["plain"], 0.06, 0, (0.1, 0.06), FLAT)
    return layer


def line_layer(compiled: dict[str, Any], theme: Theme) -> Layer:
    """Return the layer of lines along hexsides: fronts, perimeters, limits, boundaries."""
    layer = Layer("lines")
    for line in compiled.get("lines", ()):
        brush, points = line["brush"], unpacked(line["line"])
        path = polyline(points)
        if brush == "front":
            layer.line(path, theme["front_halo"], theme.widths["front"] * 2.4)
            layer.line(path, theme["front"], theme.widths["front"])
        elif brush == "perimeter":
            layer.line(path, theme["front_halo"], theme.widths["perimeter"] * 2.4)
            width = theme.widths["perimeter"]
            layer.line(path, theme["perimeter"], width, 0, (0.11, 0.08), FLAT)
        elif brush == "limit":
            layer.line(path, theme["limit"], theme.widths["limit"], 0, (0.03, 0.07))
        else:
            layer.line(path, theme["halo"], theme.widths["boundary"] * 2)
            layer.line(path, theme["boundary"], theme.widths["boundary"], 0, (0.16, 0.09), FLAT)
    return layer


def _teeth(points: Sequence[Point], every: float, length: float) -> QPainterPath:
    """Return short strokes perpendicular to a line, on its left."""
    path = QPainterPath()
    for a, b in pairwise(points):
        reach = math.dist(a, b)
        du, dv = (b[0] - a[0]) / reach, (b[1] - a[1]) / reach
        count = max(1, round(reach / every))
        for k in range(count):
            share = (k + 0.5) * reach / count
            u, v = a[0] + share * du, a[1] + share * dv
            path.moveTo(xy((u, v)))
            path.lineTo(xy((u - length * dv, v + length * du)))
    return path


def _across(points: Sequence[Point], half: float) -> QPainterPath:
    """Return a stroke across the middle of each segment of a line."""
    path = QPainterPath()
    for a, b in pairwise(points):
        reach = math.dist(a, b)
        du, dv = (b[0] - a[0]) / reach, (b[1] - a[1]) / reach
        u, v = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        path.moveTo(xy((u - half * dv, v + half * du)))
        path.lineTo(xy((u + half * dv, v - half * du)))
    return path


def grid_layer(grid: Grid, theme: Theme) -> Layer:
    """Return the layer of hexsides, each drawn once."""
    layer = Layer("grid")
    rows: dict[str, QPainterPath] = {}
    for number in grid:
        path = rows.setdefault(grid.line(number), QPainterPath())
        points = grid.corners(number)
        # The eastern sides of every hex, and the rim where no neighbour draws it.
        sides = range(3) if len(grid.neighbors(number)) == 6 else range(6)
        for k in sides:
            a, b = points[k], points[(k + 1) % 6]
            path.moveTo(a[0], -a[1])
            path.lineTo(b[0], -b[1])
    for path in rows.values():
        layer.line(path, theme["grid"], theme.widths["grid"], 14)
    return layer


def outside(compiled: dict[str, Any], frame: QRectF) -> QPainterPath:
    """Return the frame's area outside the hexes."""
    area = QPainterPath()
    area.setFillRule(Qt.FillRule.OddEvenFill)
    if "veil" in compiled:
        for flat in compiled["veil"]:
            area.addPath(polygon(unpacked(flat)))
        return area
    area.addRect(frame)
    outline = compiled["outline"]
    for flat in outline if outline and isinstance(outline[0], list) else [outline]:
        area.addPath(polygon(unpacked(flat)))
    return area
