"""Flash: rings that draw attention to hexes the user searched for."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engine.board.board import Board
from holland44_qt.board.layer import SceneLayer

TIME = 1800
"""Milliseconds that the flash is visible."""
BEATS = 3
WIDE, CLOSE = 1.5, 0.56
"""Radii of the ring at its appearance and after closing in, in hex widths."""
INK, LIGHT = QColor("#c81e1e"), QColor("#ffffff")


class FlashLayer(SceneLayer):
    """Layer of rings that close in on hexes and disappear; without animations they only appear."""

    def __init__(self, board: Board, bounds: QRectF, parent: QObject) -> None:
        super().__init__(board, bounds)
        self._places: tuple[int, ...] = ()
        self._moving = True
        self._run = QVariantAnimation(parent, startValue=0.0, endValue=1.0, duration=TIME)
        self._run.valueChanged.connect(self._frame)
        self._run.finished.connect(self.stop)

    def set_board(self, board: Board, bounds: QRectF) -> None:
        """Cover another board, with nothing drawn."""
        self.stop()
        super().set_board(board, bounds)

    def show_at(self, places: Sequence[int], *, moving: bool = True) -> None:
        """Show the rings at hexes."""
        self.stop()
        self._places, self._moving = tuple(places), moving
        if places:
            self._run.start()

    def stop(self) -> None:
        """Remove the rings."""
        self._run.stop()
        self._frame()
        self._places = ()

    @property
    def places(self) -> tuple[int, ...]:
        """Return the hexes with rings."""
        return self._places

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the rings at the current moment."""
        if not self._places:
            return
        at = self._run.currentValue() if self._moving else 0.5
        beat = min(1.0, (at or 0.0) * BEATS % 1.0 * 1.6) if at < 1 - 1 / BEATS else 1.0
        radius = WIDE + (CLOSE - WIDE) * (1 - (1 - beat) ** 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for color, width in ((LIGHT, 0.16), (INK, 0.09)):
            painter.setPen(QPen(color, width))
            for place in self._places:
                painter.drawEllipse(self.centre(place), radius, radius)

    def _frame(self) -> None:
        room = QPointF(WIDE + 0.2, WIDE + 0.2)
        for place in self._places:
            middle = self.centre(place)
            self.update(QRectF(middle - room, middle + room))
