"""The sayings: what just happened in one large sentence, and fading above it what came before."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QWidget

from holland44_qt.board.view import BoardView
from holland44_qt.fonts import font

KEPT = 3
LARGE, SMALL, LEAD = 20, 15, 7
"""Pixels: height of the last sentence and of those before, space between lines."""
ROWS = 3
"""The last sentence may take so many rows: how it ends is what matters."""
SINGLY = 40
"""Hexes up to which each is kept clear by itself; more of them only as a whole."""
LOW = 480
"""Pixels: a view lower than this has room for one sentence only."""
MARGIN, PAD, WIDEST = 16, 12, 900
PLATE, LETTERS = QColor(35, 31, 26), QColor("#fffdf6")
OPACITY = (1.0, 0.85, 0.65)
"""Of the sentences, the last first."""
REST = 250
"""Milliseconds that the map has to lie still before it comes back."""
MOVED = (QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.Move, QEvent.Type.Resize)
"""Events after which a neighbour lies elsewhere."""
FADED = 0.12
"""What is left of it while the mouse is there."""


class Sayings(QWidget):
    """Lies in the lower left of a view and lets the mouse through.

    While the map is pushed it goes out of the way: below anything that lies over a view, pixels
    cannot be pushed, and the whole map would be painted for every one. Where the view goes by
    itself it stays: who watches reads.
    """

    def __init__(self, over: BoardView) -> None:
        super().__init__(over)
        self._over = over
        self._lines: list[str] = []
        self._left = 0
        self._clear: tuple[int, ...] = ()
        self._below: QWidget | None = None
        self._top: QWidget | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._aside = False
        over.installEventFilter(self)
        over.viewport().installEventFilter(self)
        self._back = QTimer(self, singleShot=True, interval=REST)
        self._back.timeout.connect(self._return)
        for bar in (over.horizontalScrollBar(), over.verticalScrollBar()):
            bar.valueChanged.connect(self._pushed)
        self.hide()

    @property
    def lines(self) -> list[str]:
        """Sentences shown, the last one first."""
        return list(self._lines)

    @property
    def _told(self) -> list[str]:
        """Sentences that fit: on a small view only the last one."""
        return self._lines if self._over.height() >= LOW else self._lines[:1]

    def say(self, lines: list[str], *, shown: bool) -> None:
        """Say other sentences, the last first."""
        self._lines = lines[:KEPT]
        self.setAccessibleName(self._lines[0] if self._lines else "")
        self._back.stop()
        self.setVisible(shown and bool(self._lines))
        self._place()
        self.update()

    def leave_left(self, room: int) -> None:
        """Leave so many pixels at the left to what lies over the map there."""
        self._left = room
        self._place()

    def lie_above(self, other: QWidget) -> None:
        """Lie above a widget that comes and goes at the lower edge of the view, never over it."""
        self._below = other
        other.installEventFilter(self)

    def lie_below(self, other: QWidget) -> None:
        """Lie below a widget that comes and goes at the upper edge of the view, never over it."""
        self._top = other
        other.installEventFilter(self)

    def keep_clear(self, hexes: Sequence[int]) -> None:
        """Do not cover hexes where something happens, wherever the view shows them."""
        self._clear = tuple(hexes)
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the corner; fade while the mouse looks at the map below."""
        if watched in (self._below, self._top):
            if event.type() in MOVED:
                self._place()
        elif isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            self._make_way(self.geometry().contains(event.position().toPoint()))
        elif event.type() == QEvent.Type.Leave:
            self._make_way(False)
        elif event.type() == QEvent.Type.Resize and watched is self._over:
            self._place()
        return False

    def _pushed(self) -> None:
        if self.isVisible():
            if not self._over.travelling:
                self.hide()
            self._back.start()
        elif self._back.isActive():
            self._back.start()

    def _return(self) -> None:
        self._place()  # the battle lies elsewhere now
        self.show()

    def stop(self) -> None:
        """Come back no more: the view is closed."""
        self._back.stop()

    def _make_way(self, aside: bool) -> None:
        if aside != self._aside:
            self._aside = aside
            self.update()

    def _place(self) -> None:
        width = min(WIDEST, self._over.width() - self._left - 2 * MARGIN)
        longest = max((self._wide(k, line) for k, line in enumerate(self._told)), default=0)
        width = min(width, round(longest) + 2 * PAD + 4)
        rows = (_rows(k, line, width - 2 * PAD) for k, line in enumerate(self._told))
        height = sum(_high(k, len(row)) for k, row in enumerate(rows)) + PAD
        left, low = self._left + MARGIN, self._over.height() - height - MARGIN
        place = QRect(left, low, max(1, width), height)
        below = taken(self._over, self._below)
        if below.intersects(place):
            place.moveBottom(below.top() - LEAD)
        top = max(MARGIN, taken(self._over, self._top).bottom() + LEAD)
        above = place.translated(0, top - place.top())
        self.setGeometry(above if self._hidden(above) < self._hidden(place) else place)

    def _hidden(self, place: QRect) -> int:
        """Covered share of what should stay visible, for a place."""
        parts = [self._clear] if len(self._clear) > SINGLY else [(hex_,) for hex_ in self._clear]
        return sum(self._over.seen_at(part).intersects(QRectF(place)) for part in parts)

    @staticmethod
    def _wide(k: int, line: str) -> float:
        return QFontMetricsF(_font(k)).horizontalAdvance(line)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw each sentence on a plate of its own, so that the map shows between them."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            bottom = float(self.height())
            for k, line in enumerate(self._told):
                room = self.width() - 2 * PAD
                rows = _rows(k, line, room)
                height = _high(k, len(rows))
                painter.setOpacity(OPACITY[k] * (FADED if self._aside else 1.0))
                painter.setFont(_font(k))
                metrics = painter.fontMetrics()
                wide = max(metrics.horizontalAdvance(row) for row in rows) + 2 * PAD
                box = QRectF(0, bottom - height + LEAD / 2, wide, height - LEAD / 2)
                painter.setPen(Qt.PenStyle.NoPen)
                ground = QColor(PLATE)
                ground.setAlpha(215)
                painter.setBrush(ground)
                painter.drawRoundedRect(box, 6, 6)
                painter.setPen(LETTERS)
                text = box.adjusted(PAD, 0, 0, 0)
                painter.drawText(text, Qt.AlignmentFlag.AlignVCenter, "\n".join(rows))
                bottom -= height


def taken(view: QWidget, other: QWidget | None) -> QRect:
    """Return the part of a view that a neighbour covers; empty while it is hidden.

    The left margin of its layout, which it leaves to a drawer, does not count.
    """
    if other is None or not other.isVisible():
        return QRect()
    layout = other.layout()
    left = layout.contentsMargins().left() if layout is not None else 0
    place = QRect(view.mapFromGlobal(other.mapToGlobal(QPoint())), other.size())
    return place.adjusted(left, 0, 0, 0)


def _font(k: int) -> QFont:
    if k == 0:
        return font("Barlow", LARGE, QFont.Weight.Medium)
    return font("Barlow", SMALL, QFont.Weight.Medium)


def _rows(k: int, line: str, room: int) -> list[str]:
    """The rows of a sentence: the last one gets a few, those before it are cut short."""
    metrics = QFontMetrics(_font(k))
    words, rows = line.split(), list[str]()
    while words and k == 0 and len(rows) < ROWS - 1:
        row = words.pop(0)
        while words and metrics.horizontalAdvance(f"{row} {words[0]}") <= room:
            row = f"{row} {words.pop(0)}"
        rows.append(row)
    if words or not rows:
        rows.append(" ".join(words))
    return [metrics.elidedText(row, Qt.TextElideMode.ElideRight, room) for row in rows]


def _high(k: int, rows: int) -> int:
    """Pixels that a sentence of some rows takes, with the space below it."""
    size = LARGE if k == 0 else SMALL
    return round(size * (1.5 + 1.25 * (rows - 1))) + LEAD
