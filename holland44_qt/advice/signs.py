"""Small icons at the start of lines: the key of an answer, the weight of a checklist line."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QPainter, QPen, QPixmap, QPolygonF

from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, BAD, EDGE, GOOD, INK, ON_ACCENT, PAPER, TEXT

if TYPE_CHECKING:
    from engine.rules.answers import Weight

SIDE = 20
"""Pixels of an icon's edge."""
SHARP = 2.0
"""Factor of the drawn resolution, for high-density screens."""
OWED, DONE = QColor(BAD), QColor(GOOD)


def _blank() -> QPixmap:
    picture = QPixmap(round(SIDE * SHARP), round(SIDE * SHARP))
    picture.setDevicePixelRatio(SHARP)
    picture.fill(Qt.GlobalColor.transparent)
    return picture


@cache
def key_sign(digit: str) -> QIcon:
    """Return an icon of an answer's key, or an empty icon of the same size."""
    picture = _blank()
    if digit:
        with QPainter(picture) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(EDGE).darker(125), 1))
            painter.setBrush(QColor(PAPER))
            box = QRectF(1.5, 1.5, SIDE - 3, SIDE - 3)
            painter.drawRoundedRect(box, 4, 4)
            painter.setPen(QColor(ACCENT))
            painter.setFont(font("Barlow Semi Condensed", TEXT - 1, QFont.Weight.Bold))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, digit)
    return QIcon(picture)


@cache
def weight_sign(weight: Weight) -> QIcon:
    """Return an icon: exclamation mark for a duty, dot for a possible order, tick for a completed
    one, ring for a notice.
    """
    picture, middle = _blank(), QPointF(SIDE / 2, SIDE / 2)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        if weight == "possible":
            painter.setBrush(QColor(INK))
            painter.drawEllipse(middle, 3, 3)
            return QIcon(picture)
        if weight == "told":
            painter.setPen(QPen(QColor(INK), 1.5))
            painter.drawEllipse(middle, 4, 4)
            return QIcon(picture)
        painter.setBrush(DONE if weight == "done" else OWED)
        painter.drawEllipse(middle, 8, 8)
        painter.setPen(QPen(QColor(ON_ACCENT), 2))
        if weight == "done":
            tick = [QPointF(-3.5, 0.5), QPointF(-1, 3), QPointF(4, -3)]
            painter.drawPolyline(QPolygonF([middle + p for p in tick]))
        else:
            painter.drawLine(middle + QPointF(0, -4.5), middle + QPointF(0, 0.5))
            painter.drawPoint(middle + QPointF(0, 4))
    return QIcon(picture)
