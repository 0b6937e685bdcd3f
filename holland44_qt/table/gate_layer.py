"""Units in entry areas, drawn on the strips at the edge of the map."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import chain

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engine.board.board import Board
from engine.core.state import State
from holland44_qt.board.entry_areas import Strips
from holland44_qt.board.layer import SceneLayer
from holland44_qt.board.pictures import Pictures
from holland44_qt.board.stack_spread import COUNTER
from holland44_qt.fonts import font

STEP = COUNTER + 0.06
"""Distance between counters along a strip, in hex widths."""
LETTER = 0.34
"""Free space on either side of the letter in the middle of a strip, in hex widths."""
CHOSEN, LIFTED = QColor("#ffb000"), 0.35
BADGE, BADGE_INK = QColor("#2b2722"), QColor("#fffdf6")


class GateLayer(SceneLayer):
    """Layer with the counters of waiting units along each strip; surplus counters are stacked below
    the last one.
    """

    def __init__(self, board: Board, bounds: QRectF, pictures: Pictures) -> None:
        super().__init__(board, bounds)
        self._pictures = pictures
        self._strips: Strips = {}
        self._state = State()
        self._slots: dict[str, QRectF] = {}
        self._more: list[tuple[QRectF, int]] = []
        self._chosen: frozenset[str] = frozenset()
        self._lifted: frozenset[str] = frozenset()
        pictures.more.connect(self._pictures_came)

    def set_board(self, board: Board, bounds: QRectF) -> None:
        """Move to another board, without any counters."""
        super().set_board(board, bounds)
        self._strips, self._slots, self._more = {}, {}, []

    @property
    def slots(self) -> Mapping[str, QRectF]:
        """Rectangle of each drawn unit in the scene."""
        return self._slots

    def show_state(self, state: State, strips: Strips) -> None:
        """Lay out the units waiting in a position."""
        self._state, self._strips = state, strips
        slots: dict[str, QRectF] = {}
        self._more = []
        for place, boxes in strips.items():
            units = [u for u in reversed(state.stack(place)) if u in state.pieces]
            free = list(_slots(max(boxes, key=lambda b: max(b.width(), b.height())), len(units)))
            slots |= dict(zip(units, free, strict=False))
            if len(units) > len(free) and free:
                self._more.append((free[-1], len(units) - len(free)))
        drawn, self._slots = self._slots, slots
        if drawn or slots:
            self._touch()

    def _pictures_came(self) -> None:
        if self._slots:
            self._touch()

    def _touch(self) -> None:
        """Repaint the strips."""
        for box in chain(*self._strips.values()):
            self.update(box.adjusted(-0.5, -0.5, 0.5, 0.5))

    def show_hand(self, chosen: Collection[str], lifted: Collection[str]) -> None:
        """Frame the selected counters, and draw dragged ones faintly."""
        now = frozenset(u for u in chosen if u in self._slots), frozenset(lifted)
        if now != (self._chosen, self._lifted):
            self._chosen, self._lifted = now
            self.update()

    def unit_at(self, point: QPointF) -> str | None:
        """Return the unit whose counter is at a point of the scene."""
        return next((u for u, rect in self._slots.items() if rect.contains(point)), None)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw each counter upright, with the number of counters below the last one."""
        if not self._slots:
            return
        scale, ratio = self.scale_of(painter), painter.device().devicePixelRatioF()
        painter.setRenderHints(
            QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.Antialiasing
        )
        turned = painter.worldTransform().m11() < 0
        self._pictures.begin()
        for unit, rect in self._slots.items():
            piece = self._state.pieces[unit]
            picture = self._pictures.piece(piece, rect.width() * scale, ratio)
            painter.save()
            painter.translate(rect.center())
            painter.rotate(180.0 if turned else 0.0)
            box = rect.translated(-rect.center())
            painter.setOpacity(LIFTED if unit in self._lifted else 1.0)
            if picture is None:
                painter.fillRect(box, self._pictures.ground(piece))
            else:
                painter.drawPixmap(box, picture, QRectF(picture.rect()))
            if unit in self._chosen:
                painter.setPen(QPen(CHOSEN, 0.05))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(box, 0.06, 0.06)
            painter.restore()
        for rect, count in self._more:
            self._badge(painter, rect, count, turned=turned)

    def _badge(self, painter: QPainter, rect: QRectF, count: int, *, turned: bool) -> None:
        painter.save()
        painter.translate(rect.center())
        painter.rotate(180.0 if turned else 0.0)
        spot = QRectF(0.08, -0.46, 0.42, 0.3)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(BADGE)
        painter.drawRoundedRect(spot, 0.12, 0.12)
        painter.setPen(BADGE_INK)
        painter.translate(spot.center())
        painter.scale(0.01, 0.01)  # letters have a size in whole pixels
        painter.setFont(font("Barlow", 22, QFont.Weight.Bold))
        room = QRectF(-21, -15, 42, 30)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, f"+{count}")
        painter.restore()


def _slots(strip: QRectF, count: int) -> Iterator[QRectF]:
    """Yield positions for counters along a strip, from its middle outwards, beside its letter."""
    along = strip.height() > strip.width()
    length = max(strip.height(), strip.width())
    room = max(1, int((length / 2 - LETTER) / STEP))
    middle = strip.center()
    for k in range(min(count, 2 * room)):
        side = 1 if k % 2 == 0 else -1
        off = side * (LETTER + COUNTER / 2 + (k // 2) * STEP)
        at = middle + (QPointF(0, off) if along else QPointF(off, 0))
        yield QRectF(at.x() - COUNTER / 2, at.y() - COUNTER / 2, COUNTER, COUNTER)
