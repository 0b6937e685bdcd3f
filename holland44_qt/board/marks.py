"""Display list of the map: shapes with pen and brush, in layers, drawn where visible.

Scene coordinates are hex widths, x = u and y = -v, so that north is up on the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import inf

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen

from engine.board.draw_curves import bezier, unpacked
from engine.board.grid import Point


@dataclass(slots=True)
class Mark:
    """Path with its pen and brush, drawn at or above a minimum scale (pixels per hex)."""

    path: QPainterPath
    pen: QPen
    brush: QBrush
    bounds: QRectF
    least: float


@dataclass(slots=True)
class Layer:
    """Marks of one subject, drawn in order, optionally clipped."""

    name: str
    marks: list[Mark] = field(default_factory=list)
    clip: QRectF | None = None
    clip_path: QPainterPath | None = None
    layers: list[Layer] = field(default_factory=list)
    """Sub-layers above the layer's own marks, each with its own clip."""
    unbuilt: list[tuple[int, Callable[[Layer], None]]] = field(default_factory=list)
    """Marks that are not built yet: their place among the marks, and their builder."""
    least: float = inf
    """Scale from which the unbuilt marks are needed."""

    def later(self, least: float, build: Callable[[Layer], None]) -> None:
        """Add marks that are built when the layer is first painted at a minimum scale."""
        self.unbuilt.append((len(self.marks), build))
        self.least = min(self.least, least)

    def _build(self) -> None:
        """Build the unbuilt marks, uppermost first, so that the places of the others stay valid."""
        for at, build in reversed(self.unbuilt):
            made = Layer(self.name)
            build(made)
            made.trim({})
            self.marks[at:at] = made.marks
        self.unbuilt, self.least = [], inf

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
        """Shrink the paths' memory once the layer is complete.

        ``known`` are paths shared with other marks, by ``id``, each with its replacement.
        """
        for mark in self.marks:
            path = mark.path
            if id(path) not in known:
                known[id(path)] = path, alike(path)
            mark.path = known[id(path)][1]
        for layer in self.layers:
            layer.trim(known)

    def paint(self, painter: QPainter, rect: QRectF, scale: float) -> None:
        """Draw the marks that touch the rectangle."""
        if scale >= self.least:
            self._build()
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
    """Return a compact copy of a path that shares no data with it."""
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
    """Return a pen with width and dashes in hex widths."""
    made = QPen(color, width)
    made.setCapStyle(cap)
    made.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if dashes:
        made.setDashPattern([d / width for d in dashes])
    return made


def xy(point: Point) -> QPointF:
    """Convert a grid point to scene coordinates."""
    return QPointF(point[0], -point[1])


def curve(points: Sequence[Point], closed: bool = False) -> QPainterPath:
    """Return a smooth curve through points."""
    path = QPainterPath(xy(points[0]))
    for _, p, q, b in bezier(points, closed):
        path.cubicTo(xy(p), xy(q), xy(b))
    if closed:
        path.closeSubpath()
    return path


def flat_curve(flat: Sequence[int], closed: bool = False) -> QPainterPath:
    """Return the curve of a list in the compiled map."""
    return curve(unpacked(flat), closed)


def rings(flats: Iterable[Sequence[int]]) -> QPainterPath:
    """Return closed curves as one area with holes."""
    area = QPainterPath()
    area.setFillRule(Qt.FillRule.OddEvenFill)
    for flat in flats:
        area.addPath(flat_curve(flat, closed=True))
    return area


def polygon(points: Sequence[Point]) -> QPainterPath:
    """Return a closed path with straight sides."""
    path = QPainterPath(xy(points[0]))
    for point in points[1:]:
        path.lineTo(xy(point))
    path.closeSubpath()
    return path


def polyline(points: Sequence[Point]) -> QPainterPath:
    """Return an open path with straight segments."""
    path = QPainterPath(xy(points[0]))
    for point in points[1:]:
        path.lineTo(xy(point))
    return path


class Tiles:
    """Collector that merges small shapes into one path per square, so that marks are few and small.

    Qt's rasteriser needs more than twice the time for a path of twice the size.
    """

    def __init__(self, size: float = 0.7) -> None:
        self.size = size
        self.paths: dict[tuple[int, int], QPainterPath] = {}

    def at(self, point: Point) -> QPainterPath:
        """Return the path of the square that contains a point."""
        cell = (int(point[0] // self.size), int(point[1] // self.size))
        path = self.paths.get(cell)
        if path is None:
            path = self.paths[cell] = QPainterPath()
            path.setFillRule(Qt.FillRule.WindingFill)
        return path
