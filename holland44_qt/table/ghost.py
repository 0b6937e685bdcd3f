"""The ghost: the dragged counters, drawn under the cursor and above the whole window."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from engine.core.state import Marker, Piece
from holland44_qt.board.pictures import Pictures
from holland44_qt.board.stack_spread import number_of, spread
from holland44_qt.fonts import font

LANDING = 130
"""Duration of the landing animation in milliseconds."""
MOST = 6
"""Maximum number of counters drawn."""
SHADOW, BADGE = 4, 20
"""Pixels: the offset of the shadow, and the diameter of the badge with the number of counters."""


class Ghost(QWidget):
    """Child of the window that ignores the mouse; hidden while nothing is dragged."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._picture = QPixmap()
        self._landed: Callable[[], None] = lambda: None
        self._flight = QVariantAnimation(self, duration=LANDING)
        self._flight.valueChanged.connect(self._fly)
        self._flight.finished.connect(self._land)
        self.hide()

    @property
    def flying(self) -> bool:
        """Return whether a landing animation is running."""
        return self._flight.state() == QVariantAnimation.State.Running

    def carry(
        self, things: Sequence[tuple[str, Piece | Marker]], pictures: Pictures, scale: float
    ) -> None:
        """Show some counters, listed from the bottom, or a marker."""
        self.end()
        shown = things[-MOST:]
        pieces = [thing for _, thing in shown if isinstance(thing, Piece)]
        rects = spread(len(shown), QPointF(), scale, edges=pictures.edges(pieces))
        whole = QRectF()
        for rect in rects:
            whole = whole.united(rect)
        whole.adjust(-BADGE / 2, -BADGE / 2, 2 * SHADOW, 2 * SHADOW)
        ratio = self.devicePixelRatioF()
        self._picture = QPixmap((whole.size() * ratio).toSize())
        self._picture.setDevicePixelRatio(ratio)
        self._picture.fill(Qt.GlobalColor.transparent)
        with QPainter(self._picture) as painter:
            painter.setRenderHints(
                QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.Antialiasing
            )
            painter.translate(-whole.topLeft())
            pictures.begin()
            for rect, (name, thing) in zip(rects, shown, strict=True):
                if pictures.framed:
                    painter.setPen(Qt.PenStyle.NoPen)
                    painter.setBrush(QColor(0, 0, 0, 60))
                    painter.drawRoundedRect(rect.translated(SHADOW, SHADOW), 4, 4)
                _draw(painter, rect, name, thing, pictures, ratio)
            if len(things) > 1:
                _count(painter, len(things), rects[0])
        self._middle = (-whole.topLeft()).toPoint()
        self.resize(whole.size().toSize())

    def move_to(self, point: QPoint) -> None:
        """Move to the middle of the hex at a point of the window."""
        self.move(point - self._middle)
        if not self.isVisible():
            self.raise_()
            self.show()

    def land(self, point: QPoint, then: Callable[[], None], *, moving: bool) -> None:
        """Glide to a point of the window, then disappear."""
        self._landed = then
        if not moving or not self.isVisible():
            self._land()
            return
        self._flight.setStartValue(QPointF(self.pos()))
        self._flight.setEndValue(QPointF(point - self._middle))
        self._flight.start()

    def end(self) -> None:
        """End the animation at once."""
        if self.flying:
            self._flight.stop()
            self._land()
        self.hide()

    def _fly(self, at: QPointF) -> None:
        self.move(at.toPoint())

    def _land(self) -> None:
        self.hide()
        then, self._landed = self._landed, lambda: None
        then()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the counters, a little transparent so that the hex below shows through."""
        with QPainter(self) as painter:
            painter.setOpacity(0.88)
            painter.drawPixmap(0, 0, self._picture)


def _count(painter: QPainter, count: int, lowest: QRectF) -> None:
    """Draw the number of counters at the corner of the lowest."""
    disc = QRectF(0, 0, BADGE - 2, BADGE - 2)
    disc.moveCenter(lowest.topLeft())
    painter.setPen(QColor("#2b2722"))
    painter.setBrush(QColor("#fffdf6"))
    painter.drawEllipse(disc)
    painter.setFont(font("Barlow Semi Condensed", 14, QFont.Weight.Bold))
    painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, str(count))


def _draw(
    painter: QPainter,
    rect: QRectF,
    name: str,
    thing: Piece | Marker,
    pictures: Pictures,
    ratio: float,
) -> None:
    if isinstance(thing, Piece):
        picture = pictures.piece(thing, rect.width(), ratio)
        ground = pictures.ground(thing)
    else:
        picture = pictures.marker(thing, number_of(name), rect.width(), ratio)
        ground = QColor("#fffdf6")
    if picture is None:
        painter.fillRect(rect, ground)
    else:
        painter.drawPixmap(rect, picture, QRectF(picture.rect()))
