"""Draws the display list of a moment's marks with Qt: in the window and in every picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPainterPath, QPen

from engine.report.marks import GAP, LINE, Command, Mark, Path, Words
from engine.report.marks import arrow as arrow_marks
from engine.report.marks import ring as ring_marks
from holland44_qt.fonts import font

LETTERS = 100.0
"""Font size for the layout of words before they are scaled down."""

LONG = 64
"""Number of path commands above which few paths are cached, such as front lines."""


def paint_marks(painter: QPainter, marks: Iterable[Mark]) -> None:
    """Draw marks on a painter whose units are hex widths."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for mark in marks:
        if isinstance(mark, Words):
            _words(painter, mark)
        else:
            _path(painter, mark)
    painter.setOpacity(1.0)


def room_of(marks: Iterable[Mark]) -> QRectF:
    """Return a rectangle round marks, in hex widths; empty without marks."""
    result = QRectF()
    for mark in marks:
        if isinstance(mark, Words):
            wide = mark.size * (1.5 * len(mark.text) + 1)
            result |= QRectF(mark.at[0] - wide / 2, mark.at[1] - 2 * mark.size, wide, 4 * mark.size)
        else:
            result |= _qt_path(mark.commands).boundingRect().adjusted(-1, -1, 1, 1)
    return result


BEFORE_COUNTER = GAP
"""Distance of an arrow's end from the middle of a hex, so that the counter stays legible."""


def arrow(
    painter: QPainter,
    points: Sequence[QPointF],
    color: QColor,
    before: float = 0.0,
    after: float = 0.0,
) -> None:
    """Draw an arrow along points; ``before`` and ``after`` are gaps at its ends."""
    line = [(point.x(), point.y()) for point in points]
    paint_marks(painter, arrow_marks(line, color.name(), LINE, before, after))


def ring(painter: QPainter, middle: QPointF, radius: float, color: QColor) -> None:
    """Draw a circle with a light edge; the radius is in hex widths."""
    paint_marks(painter, ring_marks((middle.x(), middle.y()), radius, color.name()))


def qt_path(commands: tuple[Command, ...]) -> QPainterPath:
    """Convert display-list commands to a Qt path."""
    path = QPainterPath()
    for name, v in commands:
        if name == "M":
            path.moveTo(v[0], v[1])
        elif name == "L":
            path.lineTo(v[0], v[1])
        elif name == "Q":
            path.quadTo(v[0], v[1], v[2], v[3])
        elif name == "C":
            path.cubicTo(v[0], v[1], v[2], v[3], v[4], v[5])
        else:
            path.closeSubpath()
    return path


def _path(painter: QPainter, mark: Path) -> None:
    painter.setOpacity(mark.opacity)
    if mark.stroke:
        pen = QPen(QColor(mark.stroke), mark.width)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        flat = bool(mark.dashes)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap if flat else Qt.PenCapStyle.RoundCap)
        if mark.dashes:
            pen.setDashPattern([d / mark.width for d in mark.dashes])
        painter.setPen(pen)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
    if mark.fill:
        color = QColor(mark.fill)
        color.setAlphaF(mark.fill_opacity)
        painter.setBrush(color)
    else:
        painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(_qt_path(mark.commands))


def _qt_path(commands: tuple[Command, ...]) -> QPainterPath:
    return (_cached if len(commands) < LONG else _cached_long)(commands)


@lru_cache(maxsize=512)
def _cached(commands: tuple[Command, ...]) -> QPainterPath:
    return qt_path(commands)


@lru_cache(maxsize=32)
def _cached_long(commands: tuple[Command, ...]) -> QPainterPath:
    return qt_path(commands)


def _words(painter: QPainter, mark: Words) -> None:
    """Draw a text as glyph outlines, sharp at every scale and on every device."""
    path = QPainterPath()
    path.addText(QPointF(0, 0), font("Barlow", LETTERS, QFont.Weight.Bold), mark.text)
    wide = path.boundingRect()
    painter.save()
    painter.setOpacity(1.0)
    painter.translate(*mark.at)
    painter.scale(mark.size / LETTERS, mark.size / LETTERS)
    painter.translate(-wide.center().x(), 0)
    edge = QPen(QColor(mark.edge), LETTERS * 0.26)
    edge.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(path, edge)
    painter.fillPath(path, QBrush(QColor(mark.fill)))
    painter.restore()
