"""The sayings: what just happened in one large sentence, and fading above it what came before."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from holland44_qt.board.view import BoardView
from holland44_qt.fonts import font

KEPT = 3
LARGE, SMALL, LEAD = 20, 15, 7
"""Pixels: height of the last sentence and of those before, space between lines."""
MARGIN, PAD, WIDEST = 16, 12, 900
PLATE, LETTERS = QColor(35, 31, 26), QColor("#fffdf6")
OPACITY = (1.0, 0.85, 0.65)
"""Of the sentences, the last first."""
FADED = 0.12
"""What is left of it while the mouse is there."""


class Sayings(QWidget):
    """Lies in the lower left of a view and lets the mouse through."""

    def __init__(self, over: BoardView) -> None:
        super().__init__(over)
        self._over = over
        self._lines: list[str] = []
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._aside = False
        over.installEventFilter(self)
        over.viewport().installEventFilter(self)
        self.hide()

    @property
    def lines(self) -> list[str]:
        """What it says, the last sentence first."""
        return list(self._lines)

    def say(self, lines: list[str], *, shown: bool) -> None:
        """Say other sentences, the last first."""
        self._lines = lines[:KEPT]
        self.setAccessibleName(self._lines[0] if self._lines else "")
        self.setVisible(shown and bool(self._lines))
        self._place()
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the corner; fade while the mouse looks at the map below."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            self._make_way(self.geometry().contains(event.position().toPoint()))
        elif event.type() == QEvent.Type.Leave:
            self._make_way(False)
        elif event.type() == QEvent.Type.Resize and watched is self._over:
            self._place()
        return False

    def _make_way(self, aside: bool) -> None:
        if aside != self._aside:
            self._aside = aside
            self.update()

    def _place(self) -> None:
        width = min(WIDEST, self._over.width() - 2 * MARGIN)
        longest = max((self._wide(k, line) for k, line in enumerate(self._lines)), default=0)
        width = min(width, round(longest) + 2 * PAD + 4)
        height = sum(_line(k) for k in range(len(self._lines))) + PAD
        self.setGeometry(MARGIN, self._over.height() - height - MARGIN, max(1, width), height)

    @staticmethod
    def _wide(k: int, line: str) -> float:
        return QFontMetricsF(_font(k)).horizontalAdvance(line)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw each sentence on a plate of its own, so that the map shows between them."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            bottom = float(self.height())
            for k, line in enumerate(self._lines):
                height = _line(k)
                painter.setOpacity(OPACITY[k] * (FADED if self._aside else 1.0))
                painter.setFont(_font(k))
                room = self.width() - 2 * PAD
                text = painter.fontMetrics().elidedText(line, Qt.TextElideMode.ElideRight, room)
                wide = painter.fontMetrics().horizontalAdvance(text) + 2 * PAD
                box = QRectF(0, bottom - height + LEAD / 2, wide, height - LEAD / 2)
                painter.setPen(Qt.PenStyle.NoPen)
                ground = QColor(PLATE)
                ground.setAlpha(215)
                painter.setBrush(ground)
                painter.drawRoundedRect(box, 6, 6)
                painter.setPen(LETTERS)
                painter.drawText(box.adjusted(PAD, 0, -PAD, 0), Qt.AlignmentFlag.AlignVCenter, text)
                bottom -= height


def _font(k: int) -> QFont:
    if k == 0:
        return font("Barlow", LARGE, QFont.Weight.Medium)
    return font("Barlow", SMALL, QFont.Weight.Medium)


def _line(k: int) -> int:
    return round((LARGE if k == 0 else SMALL) * 1.5) + LEAD
