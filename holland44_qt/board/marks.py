"""The display list of the map: shapes with pen and brush, in layers, drawn where they are seen.

Scene coordinates are hex widths, x = u and y = -v, so that north is up on the screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen

from engine.board.draw_curves import bezier, unpacked
from engine.board.grid import Point


@dataclass(slots=True)
class Mark:
    """A path with its pen and brush, drawn from a least scale (pixels per hex) upwards."""

    path: QPainterPath
    pen: QPen
    brush: QBrush
    bounds: QRectF
    least: float


@dataclass(slots=True)
class Layer:
    """Marks of one subject, drawn in order, optionally only within a clip."""

    name: str
    marks: list[Mark] = field(default_factory=list)
    clip: QRectF | None = None
    clip_path: QPainterPath | None = None
    layers: list[Layer] = field(default_factory=list)
    """Layers above its own marks, each with its own clip."""

    def fill(self, path: QPainterPath, color: QColor, least: float = 0.0) -> None:
        """Add a filled path."""
        self.marks.append(
            Mark(path, QPen(Qt.PenStyle.NoPen), QBrush(color), path.boundingRect(), least)
        )

    def line(
        self,
        path: QPainterPath,
        color: QColor,
        width: float,
        least: float = 0.0,
        dashes: Sequence[float] = (),
        cap: Qt.PenCapStyle = Qt.PenCapStyle.RoundCap,
    ) -> None:
        """Add a line; dashes are in hex widths."""
        made = pen(color, width, dashes, cap)
        bounds = path.boundingRect().adjusted(-width, -width, width, width)
        self.marks.append(Mark(path, made, QBrush(Qt.BrushStyle.NoBrush), bounds, least))

    def trim(self, known: dict[int, tuple[QPainterPath, QPainterPath]]) -> None:
        """Let the paths take no more room than they need, now that the layer is complete.

        ``known`` are those that other marks share, by ``id``: each with what is in its place.
        """
        for mark in self.marks:
            path = mark.path
            if id(path) not in known:
                known[id(path)] = path, alike(path)
            mark.path = known[id(path)][1]
        for layer in self.layers:
            layer.trim(known)

    def paint(self, painter: QPainter, rect: QRectF, scale: float) -> None:
        """Draw what touches the rectangle."""
        clipped = self.clip is not None or self.clip_path is not None
        if clipped:
            painter.save()
        if self.clip is not None:
            painter.setClipRect(self.clip, Qt.ClipOperation.IntersectClip)
        if self.clip_path is not None:
            painter.setClipPath(self.clip_path, Qt.ClipOperation.IntersectClip)
        for mark in self.marks:
            if scale >= mark.least and mark.bounds.intersects(rect):
                painter.setPen(mark.pen)
                painter.setBrush(mark.brush)
                # What Qt makes of a path to draw it stays with the path, and is as large again.
                painter.drawPath(alike(mark.path))
        for layer in self.layers:
            layer.paint(painter, rect, scale)
        if clipped:
            painter.restore()


def alike(path: QPainterPath) -> QPainterPath:
    """The same path, sharing nothing with it, in just the room it needs."""
    made = QPainterPath()
    made.setFillRule(path.fillRule())
    made.reserve(path.elementCount())
    made.addPath(path)
    return made


def pen(
    color: QColor,
    width: float,
    dashes: Sequence[float] = (),
    cap: Qt.PenCapStyle = Qt.PenCapStyle.RoundCap,
) -> QPen:
    """A pen in hex widths; dashes too."""
    made = QPen(color, width)
    made.setCapStyle(cap)
    made.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if dashes:
        made.setDashPattern([d / width for d in dashes])
    return made


def xy(point: Point) -> QPointF:
    """A grid point in scene coordinates."""
    return QPointF(point[0], -point[1])


def curve(points: Sequence[Point], closed: bool = False) -> QPainterPath:
    """The smooth curve through points."""
    path = QPainterPath(xy(points[0]))
    for _, p, q, b in bezier(points, closed):
        path.cubicTo(xy(p), xy(q), xy(b))
    if closed:
        path.closeSubpath()
    return path


def flat_curve(flat: Sequence[int], closed: bool = False) -> QPainterPath:
    """The curve of a list of the compiled map."""
    return curve(unpacked(flat), closed)


def rings(flats: Iterable[Sequence[int]]) -> QPainterPath:
    """Closed curves as one area, holes left out."""
    area = QPainterPath()
    area.setFillRule(Qt.FillRule.OddEvenFill)
    for flat in flats:
        area.addPath(flat_curve(flat, closed=True))
    return area


def polygon(points: Sequence[Point]) -> QPainterPath:
    """A closed path with straight sides."""
    path = QPainterPath(xy(points[0]))
    for point in points[1:]:
        path.lineTo(xy(point))
    path.closeSubpath()
    return path


def polyline(points: Sequence[Point]) -> QPainterPath:
    """An open path with straight pieces."""
    path = QPainterPath(xy(points[0]))
    for point in points[1:]:
        path.lineTo(xy(point))
    return path


class Tiles:
    """Collects small shapes into one path per square: few marks, each small.

    Qt's rasteriser takes more than twice as long over a path of twice the size.
    """

    def __init__(self, size: float = 0.7) -> None:
        self.size = size
        self.paths: dict[tuple[int, int], QPainterPath] = {}

    def at(self, point: Point) -> QPainterPath:
        """The path of the square that a point lies in."""
        cell = (int(point[0] // self.size), int(point[1] // self.size))
        path = self.paths.get(cell)
        if path is None:
            path = self.paths[cell] = QPainterPath()
            path.setFillRule(Qt.FillRule.WindingFill)
        return path
