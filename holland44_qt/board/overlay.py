"""The overlay: what the last entry did, the annotator's shapes, and the hex under the mouse."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPen,
)
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engine.log.annotations import Arrow, Circle, HexShape, Label, Shape
from holland44_qt.board.highlights import Highlight
from holland44_qt.board.layer import SceneLayer, side_middle
from holland44_qt.fonts import font

MOVE, RETREAT, FIGHT, SPOT = (
    QColor("#1b6fd0"),
    QColor("#d98a00"),
    QColor("#c81e1e"),
    QColor("#e0a100"),
)
LIGHT = QColor(255, 255, 255, 220)
BRUSHES = {
    "red": QColor("#d02b20"),
    "blue": QColor("#1f5fbf"),
    "green": QColor("#2e8b3d"),
    "yellow": QColor("#e8b800"),
    "black": QColor("#1d1a17"),
    "white": QColor("#ffffff"),
}
LINE, HEAD = 0.085, 0.24
"""Width of an arrow and length of its head, in hex widths."""
BEFORE_COUNTER = 0.3
"""How far from the middle of a hex a move's arrow stops, so that the counter there can be read."""
ENDS = (0.34, 0.31)
"""How far from the middles of its hexes another arrow starts and stops: both counters are read."""


class OverlayLayer(SceneLayer):
    """Arrows, rings and outlines over the counters."""

    _highlight = Highlight()
    _shapes: tuple[Shape, ...] = ()
    _hovered: int | None = None

    def show_entry(self, highlight: Highlight, shapes: tuple[Shape, ...]) -> None:
        """Show what another entry did, and what its annotation draws."""
        self._highlight, self._shapes = highlight, shapes
        self.update()

    def hover(self, place: int | None) -> None:
        """Outline another hex, or none."""
        for changed in {self._hovered, place} - {None}:
            if changed is not None and changed < len(self.board.numbers):
                middle = self.centre(changed)
                self.update(QRectF(middle.x() - 0.7, middle.y() - 0.7, 1.4, 1.4))
        self._hovered = place

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw everything; there are never many of them."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for shape in self._shapes:
            self._shape(painter, shape)
        shown = self._highlight
        # What the annotator has drawn is not drawn once more.
        arrows = [s.hexes for s in self._shapes if isinstance(s, Arrow)]
        drawn = {ends for way in arrows for ends in (way[:1] + way[-1:], way[-2:])}
        rings = {s.hex for s in self._shapes if isinstance(s, Circle) and s.radius < 1}
        for spot in shown.spots:
            self._outline(painter, spot, SPOT, 0.05)
        for side in shown.sides:
            middle = side_middle(self.board.grid, side)
            if middle is not None:
                ring(painter, middle, 0.28, SPOT)
        for ways, color in ((shown.paths, MOVE), (shown.retreats, RETREAT)):
            for way in ways:
                if self._ends(way) not in drawn:
                    arrow(painter, [self.centre(h) for h in way], color, after=BEFORE_COUNTER)
        for pair in shown.attacks:
            if self._ends(pair) not in drawn:
                arrow(painter, [self.centre(h) for h in pair], FIGHT, *ENDS)
        if shown.target is not None and self.board.numbers[shown.target] not in rings:
            ring(painter, self.centre(shown.target), 0.5, FIGHT)
        if self._hovered is not None:
            self._outline(painter, self._hovered, QColor(43, 39, 34, 190), 0.03)

    def _ends(self, way: Sequence[int]) -> tuple[str, str]:
        return self.board.numbers[way[0]], self.board.numbers[way[-1]]

    def _outline(self, painter: QPainter, place: int, color: QColor, width: float) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(color, width))
        painter.drawPolygon(self.outline(place))

    def _shape(self, painter: QPainter, shape: Shape) -> None:
        """Draw one shape of an annotation; hexes that the board lacks are left out."""
        color = BRUSHES[shape.brush]
        numbers = shape.hexes if isinstance(shape, Arrow) else (shape.hex,)
        places = [self.board.index[n] for n in numbers if n in self.board.index]
        if not places:
            return
        middle = self.centre(places[0])
        if isinstance(shape, Arrow):
            arrow(painter, [self.centre(p) for p in places], color, *ENDS)
        elif isinstance(shape, HexShape):
            painter.setPen(QPen(color, 0.05))
            painter.setBrush(QColor(color.red(), color.green(), color.blue(), 50))
            painter.drawPolygon(self.outline(places[0]))
        elif isinstance(shape, Circle):
            ring(painter, middle, shape.radius, color)
        elif isinstance(shape, Label):
            _label(painter, middle, shape.text, color)


def arrow(
    painter: QPainter,
    points: Sequence[QPointF],
    color: QColor,
    before: float = 0.0,
    after: float = 0.0,
) -> None:
    """Draw an arrow along points, with a light edge so that it stands off any ground.

    ``before`` and ``after`` are left free at its ends.
    """
    if len(points) < 2:
        return
    start = points[0] + _direction(points[0], points[1]) * before
    ahead = _direction(points[-2], points[-1])
    across = QPointF(-ahead.y(), ahead.x())
    tip = points[-1] - ahead * after
    neck = tip - ahead * HEAD
    line = QPainterPath(start)
    for point in points[1:-1]:
        line.lineTo(point)
    line.lineTo(neck)
    stroker = QPainterPathStroker()
    stroker.setWidth(LINE)
    stroker.setCapStyle(Qt.PenCapStyle.RoundCap)
    stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    body = stroker.createStroke(line)
    head = QPainterPath(tip)
    head.lineTo(neck + across * 0.16)
    head.lineTo(neck - across * 0.16)
    head.closeSubpath()
    foot = QPainterPath()
    foot.addEllipse(start, LINE, LINE)
    shape = body.united(head).united(foot)
    painter.setPen(QPen(LIGHT, 0.04))
    painter.setBrush(QColor(color.red(), color.green(), color.blue(), 225))
    painter.drawPath(shape)


def ring(painter: QPainter, middle: QPointF, radius: float, color: QColor) -> None:
    """Draw a circle with a light edge; the radius in hex widths."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for ink, width in ((LIGHT, 0.11), (color, 0.065)):
        painter.setPen(QPen(ink, width))
        painter.drawEllipse(middle, radius, radius)


def _label(painter: QPainter, middle: QPointF, text: str, color: QColor) -> None:
    """A text over a hex, in hex widths: the letters are drawn as outlines."""
    path = QPainterPath()
    path.addText(QPointF(0, 0), font("Barlow Semi Condensed", 100, QFont.Weight.Bold), text)
    bounds = path.boundingRect()
    painter.save()
    painter.translate(middle)
    painter.scale(0.003, 0.003)
    painter.translate(-bounds.center())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(LIGHT)
    painter.drawRoundedRect(bounds.adjusted(-30, -22, 30, 22), 26, 26)
    painter.setBrush(BRUSHES["black"] if color == BRUSHES["white"] else color)
    painter.drawPath(path)
    painter.restore()


def _direction(start: QPointF, end: QPointF) -> QPointF:
    """The way from point to point as a vector of length 1; the zero vector for one and the same."""
    way = end - start
    length = math.hypot(way.x(), way.y())
    return way / length if length else way
