"""Dice row: the dice of an entry as rolled."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.core.dice import Dice
from engine.i18n import t
from engine.log.both_dice import origin
from holland44_qt.fonts import font
from holland44_qt.plain_text import tip

EDGE, GAP = 38, 9
BLACK = "#2b2722"
"""Colour of the pips; dice are white in both themes."""
MOST = 16
"""Maximum number of dice drawn; larger rolls are described in text only."""
_LOW, _MID, _HIGH = 0.26, 0.5, 0.74
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((_MID, _MID),),
    2: ((_LOW, _LOW), (_HIGH, _HIGH)),
    3: ((_LOW, _LOW), (_MID, _MID), (_HIGH, _HIGH)),
    4: ((_LOW, _LOW), (_LOW, _HIGH), (_HIGH, _LOW), (_HIGH, _HIGH)),
    5: ((_LOW, _LOW), (_LOW, _HIGH), (_HIGH, _LOW), (_HIGH, _HIGH), (_MID, _MID)),
    6: tuple((x, y) for x in (_LOW, _HIGH) for y in (_LOW, _MID, _HIGH)),
}


_TOLD = {
    "program": "app.dice.throw",
    "hand": "aids.dice.told.entered",
    "referee": "together.dice.told.referee",
    "both": "together.dice.told.both",
}
"""Messages that describe a throw, by its thrower."""


class DiceRow(QWidget):
    """Widget with the dice of an entry; six-sided ones with pips, others with numbers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._thrown: list[tuple[int, int]] = []
        self._by_hand: list[bool] = []
        self.show_dice(())

    def show_dice(self, dice: tuple[Dice, ...]) -> None:
        """Draw other dice, or hide if there are none."""
        self._thrown = [(d.sides, v) for d in dice for v in d.values][:MOST]
        self._by_hand = [d.source == "entered" for d in dice for _ in d.values][:MOST]
        text = "; ".join(
            t(
                _TOLD[origin(d)],
                values=", ".join(map(str, d.values)),
                sides=d.sides,
            )
            for d in dice
        )
        self.setToolTip(tip(text))
        self.setAccessibleName(text)
        self.setVisible(bool(self._thrown))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of one row of dice."""
        return QSize(max(1, len(self._thrown)) * (EDGE + GAP), EDGE + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the faces; dice entered by hand have a dashed edge."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            scale = min(1.0, self.width() / max(1, len(self._thrown) * (EDGE + GAP)))
            painter.scale(scale, scale)
            for k, (sides, value) in enumerate(self._thrown):
                box = QRectF(1 + k * (EDGE + GAP), 1, EDGE, EDGE)
                draw_die(painter, box, sides, value, by_hand=self._by_hand[k])


def draw_die(
    painter: QPainter, box: QRectF, sides: int, value: int, *, by_hand: bool = False
) -> None:
    """Draw a die into a square: pips on six-sided ones, a number on others.

    One that was entered by hand has a dashed edge.
    """
    edge = box.width()
    radius = edge * 0.21
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, 45))
    painter.drawRoundedRect(box.translated(edge / 38, edge / 19), radius, radius)
    line = Qt.PenStyle.DashLine if by_hand else Qt.PenStyle.SolidLine
    painter.setPen(QPen(QColor("#6f6654"), max(1.2, edge / 40), line))
    painter.setBrush(QColor("#fffdf6"))
    painter.drawRoundedRect(box, radius, radius)
    if sides == 6:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(BLACK))
        for x, y in PIPS[value]:
            painter.drawEllipse(box.topLeft() + QPointF(x, y) * edge, edge * 0.09, edge * 0.09)
    else:
        painter.setPen(QColor(BLACK))
        painter.setFont(font("Barlow Semi Condensed", edge * 0.5, QFont.Weight.Bold))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(value))
