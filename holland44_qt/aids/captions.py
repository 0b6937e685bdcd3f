"""Captions: the latest event in a large sentence, with earlier events fading above it."""

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

from holland44_qt.board.camera import MOVED, covered
from holland44_qt.board.view import BoardView
from holland44_qt.fonts import font

KEPT = 3
LARGE, SMALL, LEAD = 20, 15, 7
"""Pixels: text heights of the latest caption and of earlier ones, and line spacing."""
ROWS = 3
"""Maximum rows of the latest caption, so that its end stays visible."""
SINGLY = 40
"""Maximum number of hexes that are kept uncovered one by one; more are treated as one area."""
LOW = 480
"""Height of a view in pixels below which only one caption is shown."""
MARGIN, PAD, WIDEST = 16, 12, 900
LIFTED = 28
"""Pixels below the captions, for the hint line."""
PLATE, LETTERS = QColor(35, 31, 26), QColor("#fffdf6")
OPACITY = (1.0, 0.85, 0.65)
"""Opacity of the captions, the latest first."""
REST = 250
"""Milliseconds without panning before the captions reappear."""
FADED = 0.12
"""Opacity of the captions under the mouse."""


class Captions(QWidget):
    """Captions in the lower left of a view, which ignore the mouse.

    They hide while the map is panned by hand, because Qt cannot scroll pixels below an overlay and
    would repaint the whole map. They stay visible while the camera moves by itself.
    """

    def __init__(self, view: BoardView) -> None:
        super().__init__(view)
        self._over = view
        self._lines: list[str] = []
        self._left = 0
        self._clear: tuple[int, ...] = ()
        self._below: QWidget | None = None
        self._top: QWidget | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.faded = False
        """Whether the mouse is over the captions."""
        self._mouse: QPoint | None = None
        view.installEventFilter(self)
        view.viewport().installEventFilter(self)
        self._back = QTimer(self, singleShot=True, interval=REST)
        self._back.timeout.connect(self._return)
        for bar in (view.horizontalScrollBar(), view.verticalScrollBar()):
            bar.valueChanged.connect(self._pushed)
        self.hide()

    @property
    def lines(self) -> list[str]:
        """Return the captions shown, the latest first."""
        return list(self._lines)

    @property
    def _visible_captions(self) -> list[str]:
        """Return the captions that fit; on a small view only the latest."""
        return self._lines if self._over.height() >= LOW else self._lines[:1]

    def show_lines(
        self, lines: list[str], *, shown: bool, clear: Sequence[int] | None = None
    ) -> None:
        """Show other captions, the latest first; ``clear`` as for :meth:`keep_clear`."""
        self._lines = lines[:KEPT]
        self._clear = self._clear if clear is None else tuple(clear)
        self.setAccessibleName(self._lines[0] if self._lines else "")
        self._back.stop()
        self.setVisible(shown and bool(self._lines))
        self._place()
        self.update()

    def leave_left(self, room: int) -> None:
        """Leave a number of pixels at the left for widgets over the map."""
        self._left = room
        self._place()

    def lie_above(self, other: QWidget) -> None:
        """Stay above a widget that appears at the lower edge of the view."""
        self._below = other
        other.installEventFilter(self)

    def lie_below(self, other: QWidget) -> None:
        """Stay below a widget that appears at the upper edge of the view."""
        self._top = other
        other.installEventFilter(self)

    def keep_clear(self, hexes: Sequence[int]) -> None:
        """Set the hexes of the current event, which the captions must not cover."""
        self._clear = tuple(hexes)
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the view's corner; fade while the mouse is over the captions."""
        if watched in (self._below, self._top):
            if event.type() in MOVED:
                self._place()
        elif isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            self._mouse = event.position().toPoint()
            self._make_way()
        elif event.type() == QEvent.Type.Leave:
            self._mouse = None
            self._make_way()
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
        """Stop the timers when the view is closed."""
        self._back.stop()

    def _make_way(self) -> None:
        """Fade while the mouse is over the captions."""
        aside = self._mouse is not None and self.geometry().contains(self._mouse)
        if aside != self.faded:
            self.faded = aside
            self.update()

    def _place(self) -> None:
        width = min(WIDEST, self._over.width() - self._left - 2 * MARGIN)
        longest = max(
            (self._wide(k, line) for k, line in enumerate(self._visible_captions)), default=0
        )
        width = min(width, round(longest) + 2 * PAD + 4)
        rows = (_rows(k, line, width - 2 * PAD) for k, line in enumerate(self._visible_captions))
        height = sum(_high(k, len(row)) for k, row in enumerate(rows)) + PAD
        left, low = self._left + MARGIN, self._over.height() - height - LIFTED
        place = QRect(left, low, max(1, width), height)
        below = covered(self._over, self._below)
        if below.intersects(place):
            place.moveBottom(below.top() - LEAD)
        top = max(MARGIN, covered(self._over, self._top).bottom() + LEAD)
        above = place.translated(0, top - place.top())
        self.setGeometry(above if self._hidden(above) < self._hidden(place) else place)
        self._make_way()

    def _hidden(self, place: QRect) -> int:
        """Return the number of protected hexes that a position would cover."""
        parts = [self._clear] if len(self._clear) > SINGLY else [(hex_,) for hex_ in self._clear]
        return sum(self._over.seen_at(part).intersects(QRectF(place)) for part in parts)

    @staticmethod
    def _wide(k: int, line: str) -> float:
        return QFontMetricsF(_font(k)).horizontalAdvance(line)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw each caption on its own plate, so that the map is visible between them."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            bottom = float(self.height())
            for k, line in enumerate(self._visible_captions):
                room = self.width() - 2 * PAD
                rows = _rows(k, line, room)
                height = _high(k, len(rows))
                painter.setOpacity(OPACITY[k] * (FADED if self.faded else 1.0))
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


def _font(k: int) -> QFont:
    if k == 0:
        return font("Barlow", LARGE, QFont.Weight.Medium)
    return font("Barlow", SMALL, QFont.Weight.Medium)


def _rows(k: int, line: str, room: int) -> list[str]:
    """Wrap a caption into rows; earlier captions are cut to one row."""
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
    """Return the height of a caption of some rows, with the space below it."""
    size = LARGE if k == 0 else SMALL
    return round(size * (1.5 + 1.25 * (rows - 1))) + LEAD
