"""The combat card on the board: who fought whom, at what odds, and what the die did, beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from holland44_qt.board.pictures import Pictures
from holland44_qt.board.view import BoardView
from holland44_qt.look import dark
from holland44_qt.report.card_painter import CardPainter
from holland44_qt.report.lettering import BY_NIGHT, ON_PAPER

if TYPE_CHECKING:
    from engine.report.card import Card

WIDTH, UNIT = 276, 12.5
"""Pixels of its width and of its text."""
GAP = 14
"""Pixels between it and what it tells of, and to the edges of the view."""
REST = 250
"""Milliseconds that the map has to lie still before it comes back."""


class FightCard(QWidget):
    """Stands beside the hexes of a combat, never over them, and lets the mouse through.

    Like the sayings it goes out of the way while the map is pushed.
    """

    def __init__(self, over: BoardView, pictures: Pictures) -> None:
        super().__init__(over)
        self._over, self._pictures = over, pictures
        self.card: Card | None = None
        self._hexes: tuple[int, ...] = ()
        self._left = 0
        self._drawn = QPixmap()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._back = QTimer(self, singleShot=True, interval=REST)
        self._back.timeout.connect(self._return)
        over.looked.connect(self._pushed)
        pictures.more.connect(self._draw)
        self.hide()

    def tell(self, card: Card | None, hexes: tuple[int, ...]) -> None:
        """Tell of a combat that was fought in and from hexes; None to be silent."""
        self.card, self._hexes = card, hexes
        self._back.stop()
        if card is None:
            self.hide()
            return
        self.setAccessibleName(f"{card.place}: {card.odds} {card.result}")
        self._draw()
        self._return()

    def leave_left(self, room: int) -> None:
        """Leave so many pixels at the left to what lies over the map there."""
        self._left = room
        if self.isVisible():
            self._place()

    def stop(self) -> None:
        """Come back no more: the view is closed."""
        self._back.stop()

    def _pushed(self) -> None:
        if self.card is not None:
            self.hide()
            self._back.start()

    def _return(self) -> None:
        if self.card is None:
            return
        self._place()
        seen = self._over.seen_at(self._hexes).intersects(QRectF(self._over.port))
        self.setVisible(seen or not self._hexes)  # it tells of what is there to be seen

    def _draw(self) -> None:
        if self.card is None:
            return
        painter = CardPainter(
            self.card, self._pictures, WIDTH, UNIT, BY_NIGHT if dark() else ON_PAPER
        )
        ratio = self.devicePixelRatioF()
        high = round(painter.height)
        self._drawn = QPixmap(round((WIDTH + 2) * ratio), round((high + 2) * ratio))
        self._drawn.setDevicePixelRatio(ratio)
        self._drawn.fill(Qt.GlobalColor.transparent)
        self._pictures.begin()
        with QPainter(self._drawn) as canvas:
            painter.paint(canvas, QPointF(1, 1))
        self.resize(WIDTH + 2, high + 2)
        self.update()

    def _place(self) -> None:
        """Right of the combat, or left of it, or in the corner that is farthest from it."""
        room = QRect(
            self._left + GAP,
            GAP,
            self._over.width() - self._left - 2 * GAP,
            self._over.height() - 2 * GAP,
        )
        battle = self._over.seen_at(self._hexes).toRect()
        size = self.size()
        low = max(room.top(), room.bottom() - size.height())
        top = min(max(room.top(), battle.center().y() - size.height() // 2), low)
        if battle.right() + GAP + size.width() <= room.right():
            corner = QPoint(max(battle.right() + GAP, room.left()), top)
        elif battle.left() - GAP - size.width() >= room.left():
            corner = QPoint(min(battle.left() - GAP, room.right()) - size.width(), top)
        else:
            far_right = battle.center().x() < room.center().x()
            far_low = battle.center().y() < room.center().y()
            corner = QPoint(
                room.right() - size.width() if far_right else room.left(),
                low if far_low else room.top(),
            )
        self.move(corner)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Show the card."""
        with QPainter(self) as painter:
            painter.drawPixmap(QRectF(self.rect()), self._drawn, QRectF(self._drawn.rect()))
