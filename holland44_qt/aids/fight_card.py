"""Combat card on the board: units on both sides, odds, die roll and result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from holland44_qt.aids.captions import Captions
from holland44_qt.board.camera import covered
from holland44_qt.board.pictures import Pictures
from holland44_qt.board.view import BoardView
from holland44_qt.look import dark
from holland44_qt.report.card_painter import CardPainter
from holland44_qt.report.lettering import BY_NIGHT, ON_PAPER

if TYPE_CHECKING:
    from engine.report.card import Card

WIDTH, UNIT = 276, 12.5
"""Pixels of the card's width and of its text."""
GAP = 14
"""Pixels between the card and the combat, and between the card and the view's edges."""
REST = 250
"""Milliseconds without panning before the card reappears."""


class FightCard(QWidget):
    """Card beside the hexes of a combat, never over them; it ignores the mouse.

    Like the captions it hides while the map is panned.
    """

    def __init__(self, over: BoardView, pictures: Pictures) -> None:
        super().__init__(over)
        self._over, self._pictures = over, pictures
        self.card: Card | None = None
        self._hexes: tuple[int, ...] = ()
        self._drawn = QPixmap()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._back = QTimer(self, singleShot=True, interval=REST)
        self._back.timeout.connect(self._return)
        over.looked.connect(self._pushed)
        over.uncovered.connect(self._make_way)
        pictures.more.connect(self._draw)
        self.hide()

    def show_card(self, card: Card | None, hexes: tuple[int, ...]) -> None:
        """Show the card of a combat in the given hexes; None hides it."""
        self.card, self._hexes = card, hexes
        self._back.stop()
        if card is None:
            self.hide()
            return
        self.setAccessibleName(f"{card.place}: {card.odds} {card.result}")
        self._draw()
        self._return()

    def _make_way(self) -> None:
        """Leave the part of the view that a drawer or a message covers now."""
        if self.isVisible():
            self._place()

    def stop(self) -> None:
        """Stop the timers when the view is closed."""
        self._back.stop()

    def _pushed(self) -> None:
        if self.card is not None:
            self.hide()
            self._back.start()

    def _return(self) -> None:
        if self.card is None:
            return
        self._place()
        is_visible = self._over.seen_at(self._hexes).intersects(QRectF(self._over.port))
        self.setVisible(is_visible or not self._hexes)  # it tells of what is there to be seen

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
        """Place the card right or left of the combat, or in the corner farthest from it."""
        room = self._over.free_part.adjusted(GAP, GAP, -GAP, -GAP)
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
        self.move(self._beside_captions(QRect(corner, size), room))

    def _beside_captions(self, place: QRect, room: QRect) -> QPoint:
        """Return the corner of the card, below or above captions that would cover it."""
        captions = self._over.findChild(Captions)
        if captions is not None and covered(self._over, captions).intersects(place):
            caption = captions.geometry()
            place.moveTop(caption.bottom() + GAP)
            if place.bottom() > room.bottom():
                place.moveBottom(caption.top() - GAP)
        return place.topLeft()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Show the card."""
        with QPainter(self) as painter:
            painter.drawPixmap(QRectF(self.rect()), self._drawn, QRectF(self._drawn.rect()))
