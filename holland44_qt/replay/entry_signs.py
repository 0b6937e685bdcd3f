"""Icons of the log list: one for each family of entries, one for each side."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from holland44_qt.look import by_night

COLORS = {
    "move": QColor(by_night("#1b6fd0", "#7fb2ff")),
    "combat": QColor(by_night("#c81e1e", "#ff7a6e")),
    "dice": QColor(by_night("#b86e00", "#e8a84a")),
    "reveal": QColor(by_night("#7a4fa3", "#c9a6ee")),
    "edit": QColor(by_night("#6f6654", "#b5ab98")),
    "note": QColor(by_night("#2b2722", "#ece5d6")),
}
"""Icon drawing by family (holland44_qt.models.entry_filter); headings have no icon."""
NOTE = QColor(by_night("#1f5fbf", "#7fb2ff"))
FORK = QColor(by_night("#2a7a3b", "#7fc98f"))


def entry_sign(painter: QPainter, middle: QPointF, family: str, ink: QColor | None = None) -> None:
    """Draw the sign of a family, about 12 pixels wide; ``ink`` overrides its colour."""
    color = ink or COLORS.get(family)
    draw = _SIGNS.get(family)
    if draw is None or color is None:
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(middle)
    round_cap, round_join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    painter.setPen(QPen(color, 1.7, Qt.PenStyle.SolidLine, round_cap, round_join))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    draw(painter, color)
    painter.restore()


def side_sign(painter: QPainter, middle: QPointF, order: int, color: QColor) -> None:
    """Draw the sign of the first, second … side of a game: disc, square, triangle, diamond."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(color.darker(150), 1))
    painter.setBrush(color)
    if order == 0:
        painter.drawEllipse(middle, 4, 4)
    elif order == 1:
        painter.drawRect(QRectF(middle.x() - 3.5, middle.y() - 3.5, 7, 7))
    else:
        low = 4 if order == 2 else 0
        points = [(0, -5), (5, low), (0, 4 if order == 2 else 5), (-5, low)]
        painter.drawPolygon(QPolygonF([middle + QPointF(x, y) for x, y in points]))
    painter.restore()


def _move(painter: QPainter, color: QColor) -> None:
    painter.drawLine(QPointF(-5.5, 0), QPointF(4.5, 0))
    painter.drawPolyline([QPointF(1, -4), QPointF(5.5, 0), QPointF(1, 4)])


def _combat(painter: QPainter, color: QColor) -> None:
    """Draw crossed swords."""
    for side in (-1, 1):
        painter.drawLine(QPointF(-5 * side, -5), QPointF(5 * side, 5))
        painter.drawLine(QPointF(1.5 * side, 4.5), QPointF(4.7 * side, 1.3))


def _dice(painter: QPainter, color: QColor) -> None:
    painter.drawRoundedRect(QRectF(-5, -5, 10, 10), 2, 2)
    painter.setBrush(color)
    painter.setPen(Qt.PenStyle.NoPen)
    for x, y in ((-2.2, -2.2), (0, 0), (2.2, 2.2)):
        painter.drawEllipse(QPointF(x, y), 1.15, 1.15)


def _reveal(painter: QPainter, color: QColor) -> None:
    """Draw an eye."""
    painter.drawArc(QRectF(-6.5, -4.5, 13, 13), 25 * 16, 130 * 16)
    painter.drawArc(QRectF(-6.5, -8.5, 13, 13), -25 * 16, -130 * 16)
    painter.setBrush(color)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawEllipse(QPointF(0, 0), 2, 2)


def _edit(painter: QPainter, color: QColor) -> None:
    """Draw a pencil."""
    painter.drawPolygon(
        QPolygonF(
            [
                QPointF(-5, 5),
                QPointF(-4, 1.5),
                QPointF(2.5, -5),
                QPointF(5, -2.5),
                QPointF(-1.5, 4),
            ]
        )
    )


def _note(painter: QPainter, color: QColor) -> None:
    """Draw a sheet with lines of writing."""
    painter.drawRect(QRectF(-4.5, -5.5, 9, 11))
    painter.setPen(QPen(color, 1.1))
    for y in (-2.2, 0.3, 2.8):
        painter.drawLine(QPointF(-2.2, y), QPointF(2.2, y))


_SIGNS = {
    "move": _move,
    "combat": _combat,
    "dice": _dice,
    "reveal": _reveal,
    "edit": _edit,
    "note": _note,
}
