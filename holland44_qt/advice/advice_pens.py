"""Pens and patterns of the advice; pattern and colour both identify a side."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QIcon,
    QPainter,
    QPen,
    QPixmap,
    QPolygonF,
    QTransform,
)

from holland44_qt.board.camera import READABLE
from holland44_qt.fonts import font
from holland44_qt.theme import Theme

LIGHT, DARK = QColor(255, 255, 255, 235), QColor("#1d1a17")
PAPER, ALARM, GOOD = QColor("#fffdf6"), QColor("#c81e1e"), QColor("#1f6f3a")
SUPPLY, MOVE = QColor("#006f6a"), QColor("#1b6fd0")
DUSK = 110
"""Lightness of the map colour below which lines are drawn light."""
HATCH = 14
"""Pixels between the lines of a hatching."""
SWATCH = (28, 20)
"""Pixels of a sample of a side's patterns."""


def side_color(theme: Theme, side: str) -> QColor:
    """Return the colour of a side in a theme, with enough contrast to woods and polder."""
    color = theme[side]
    wanted = QColor()
    # Side colours of maps are calm; lines need their hue with more of it.
    value = 105 if theme["ground"].lightness() > DUSK else 200
    wanted.setHsv(color.hsvHue(), min(255, 90 + 2 * color.hsvSaturation()), value)
    return wanted


@cache
def _hatch(color: str, striped: bool) -> QPixmap:
    picture = QPixmap(HATCH, HATCH)
    picture.fill(Qt.GlobalColor.transparent)
    ink = QColor(color)
    ground = QColor(ink)
    ground.setAlpha(30)
    with QPainter(picture) as painter:
        painter.fillRect(picture.rect(), ground)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for edge, width in ((QColor(255, 255, 255, 90), 3.2), (ink, 1.4)):
            painter.setPen(QPen(edge, width))
            for shift in (-HATCH, 0, HATCH):
                a, b = QPointF(shift, 0), QPointF(shift + HATCH, HATCH)
                if not striped:
                    a, b = QPointF(shift, HATCH), QPointF(shift + HATCH, 0)
                painter.drawLine(a, b)
    return picture


def hatching(theme: Theme, side: str, scale: float) -> QBrush:
    """Return the hatching of a side's zone, with the same width on the screen at every zoom."""
    brush = QBrush(_hatch(side_color(theme, side).name(), side in theme.striped))
    brush.setTransform(QTransform.fromScale(1 / scale, 1 / scale))
    return brush


def bar(painter: QPainter, a: QPointF, b: QPointF, color: QColor, *, striped: bool) -> None:
    """Draw a bond: a solid or striped bar between two points, with feet at both ends."""
    along = b - a
    length = (along.x() ** 2 + along.y() ** 2) ** 0.5
    along /= length
    across = QPointF(-along.y(), along.x())
    for ink, width in ((LIGHT, 0.2), (color, 0.13)):
        pen = QPen(ink, width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.drawLine(a, b)
        for end in (a, b):
            foot = QPen(ink, width * 0.75)
            foot.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.setPen(foot)
            painter.drawLine(end - across * 0.15, end + across * 0.15)
    if striped:
        painter.setPen(QPen(PAPER, 0.035))
        for k in range(1, int(length / 0.1)):
            at = a + along * (0.1 * k)
            painter.drawLine(at - across * 0.05 - along * 0.03, at + across * 0.05 + along * 0.03)


def swatch(theme: Theme, side: str) -> QIcon:
    """Return a sample of a side's hatching and bar for the key in the Advice tab."""
    picture = QPixmap(*SWATCH)
    picture.fill(Qt.GlobalColor.transparent)
    color = side_color(theme, side)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(picture.rect(), theme["ground"])
        painter.fillRect(picture.rect(), hatching(theme, side, 1))
        painter.scale(SWATCH[0], SWATCH[0])
        bar(painter, QPointF(0.15, 0.27), QPointF(0.85, 0.27), color, striped=side in theme.striped)
    return QIcon(picture)


class Screen:
    """Helper that draws in whole pixels, upright even when the board is turned."""

    def __init__(self, painter: QPainter, scale: float) -> None:
        self.painter = painter
        self.to_screen = painter.worldTransform()
        self.unit = min(scale, READABLE)
        """Pixels per hex width; limited so that marks do not grow beyond a legible size."""

    def __enter__(self) -> Screen:
        self.painter.save()
        self.painter.setWorldTransform(QTransform())
        return self

    def __exit__(self, *_: object) -> None:
        self.painter.restore()

    def at(self, point: QPointF, dx: float = 0.0, dy: float = 0.0) -> QPointF:
        """Return a point of the scene on the screen, shifted by hex widths (south positive)."""
        whole = self.to_screen.map(point)
        scale = abs(self.to_screen.m11())
        return whole + QPointF(dx * scale, dy * scale)

    def words(
        self,
        at: QPointF,
        text: str,
        ink: QColor,
        *,
        ground: QColor = PAPER,
        size: float = 0.2,
        square: bool = False,
        dashed: bool = False,
    ) -> QRectF:
        """Draw a label centred on a point and return its rectangle."""
        painter = self.painter
        height = max(10.0, size * self.unit)
        painter.setFont(font("Barlow Semi Condensed", height, QFont.Weight.Bold))
        wide = max(painter.fontMetrics().horizontalAdvance(text) + height * 0.6, height * 1.3)
        box = QRectF(at.x() - wide / 2, at.y() - height * 0.65, wide, height * 1.3)
        pen = QPen(ink, 1.6, Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine)
        painter.setPen(pen)
        painter.setBrush(ground)
        radius = 1.5 if square else height * 0.6
        painter.drawRoundedRect(box, radius, radius)
        painter.setPen(ink)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        return box

    def tick(self, at: QPointF) -> None:
        """Mark a unit in supply: a tick in a disc."""
        r = max(5.0, 0.12 * self.unit)
        self.painter.setPen(QPen(LIGHT, 1.5))
        self.painter.setBrush(GOOD)
        self.painter.drawEllipse(at, r, r)
        self.painter.setPen(QPen(PAPER, r * 0.32))
        tick = (QPointF(-0.45, 0.05), QPointF(-0.1, 0.42), QPointF(0.5, -0.4))
        self.painter.drawPolyline(QPolygonF([at + p * r for p in tick]))

    def ready(self, at: QPointF) -> None:
        """Mark a unit that may still act: a short bar below the counter."""
        wide, high = max(8.0, 0.3 * self.unit), max(3.0, 0.07 * self.unit)
        self.painter.setPen(QPen(PAPER, 1.2))
        self.painter.setBrush(GOOD)
        bar_ = QRectF(at.x() - wide / 2, at.y() - high / 2, wide, high)
        self.painter.drawRoundedRect(bar_, high / 2, high / 2)

    def cross(self, at: QPointF) -> None:
        """Mark a unit out of supply: a cross in a diamond."""
        r = self._diamond(at, max(7.0, 0.15 * self.unit))
        self.painter.setPen(QPen(PAPER, r * 0.24))
        k = r * 0.32
        self.painter.drawLine(at + QPointF(-k, -k), at + QPointF(k, k))
        self.painter.drawLine(at + QPointF(-k, k), at + QPointF(k, -k))

    def cut(self, at: QPointF, number: str) -> None:
        """Mark the end of a blocked supply trace: a diamond with its numbers in the explanation."""
        r = self._diamond(at, max(9.0, 0.19 * self.unit))
        size = r * (1.05 if len(number) < 3 else 0.8)
        self.painter.setFont(font("Barlow Condensed", size, QFont.Weight.Bold))
        self.painter.setPen(PAPER)
        box = QRectF(at.x() - r, at.y() - r, 2 * r, 2 * r)
        self.painter.drawText(box, Qt.AlignmentFlag.AlignCenter, number)

    def _diamond(self, at: QPointF, r: float) -> float:
        self.painter.setPen(QPen(LIGHT, 1.5))
        self.painter.setBrush(ALARM)
        diamond = [QPointF(0, -r), QPointF(r, 0), QPointF(0, r), QPointF(-r, 0)]
        self.painter.drawPolygon(QPolygonF([at + p for p in diamond]))
        return r
