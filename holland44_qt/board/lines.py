"""Lines of the map: water, roads, railways, borders, the hex grid."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainterPath

from engine.board.draw_curves import unpacked
from engine.board.grid import Grid
from holland44_qt.board.marks import Layer, flat_curve, polygon, polyline
from holland44_qt.board.theme import Theme

WATERS = ("minor_river", "canal", "lake", "major_river")
ROADS = ("minor", "secondary", "primary")
FLAT = Qt.PenCapStyle.FlatCap


def water_layer(compiled: dict[str, Any], theme: Theme) -> Layer:
    """Brooks, then all banks, then all water, so that waters join without a seam."""
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
    """Railways below roads; all casings of a class below all cores."""
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
    """State borders: a soft band and a dash-dot line."""
    layer = Layer("borders")
    width = theme.widths["border"]
    for flat in compiled["borders"]:
        path = flat_curve(flat)
        layer.line(path, theme["border_tint"], theme.widths["border_tint"], cap=FLAT)
        layer.line(path, theme["border"], width, 0, (0.2, 0.07, 0.035, 0.07), FLAT)
    return layer


def boundary_layer(compiled: dict[str, Any], theme: Theme) -> Layer:
    """Boundaries of the corps, along hexsides."""
    layer = Layer("boundaries")
    for boundary in compiled["boundaries"]:
        path = polyline(unpacked(boundary["line"]))
        layer.line(path, theme["halo"], theme.widths["boundary"] * 2)
        layer.line(path, theme["boundary"], theme.widths["boundary"], 0, (0.16, 0.09), FLAT)
    return layer


def grid_layer(grid: Grid, theme: Theme) -> Layer:
    """The hexsides, each drawn once."""
    layer = Layer("grid")
    rows: dict[str, QPainterPath] = {}
    for number in grid:
        path = rows.setdefault(grid.line(number), QPainterPath())
        points = grid.corners(number)
        # The eastern sides of every hex, and the rim where no neighbour draws it.
        missing = [n for n in _ring(grid, number) if n is None]
        sides = range(6) if missing else range(3)
        for k in sides:
            a, b = points[k], points[(k + 1) % 6]
            path.moveTo(a[0], -a[1])
            path.lineTo(b[0], -b[1])
    for path in rows.values():
        layer.line(path, theme["grid"], theme.widths["grid"], 14)
    return layer


def _ring(grid: Grid, number: str) -> list[str | None]:
    return [*grid.neighbors(number), *[None] * (6 - len(grid.neighbors(number)))]


def outside(compiled: dict[str, Any], frame: QRectF) -> QPainterPath:
    """The frame without the hexes."""
    area = QPainterPath()
    area.setFillRule(Qt.FillRule.OddEvenFill)
    area.addRect(frame)
    area.addPath(polygon(unpacked(compiled["outline"])))
    return area
