"""The marker on the turn track of the sheet."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engine.board.board import Board
from engine.i18n import t
from holland44_qt.board.layer import SceneLayer
from holland44_qt.fonts import font

INK, PAPER, EDGE = QColor("#231d16"), QColor("#fffdf6"), QColor("#8a1d12")


class TurnMarker(SceneLayer):
    """Counter in the box of the current turn, with a band in the active side's colour.

    ``box_of`` finds the box of a turn in the scene, once the track is drawn.
    """

    def __init__(
        self, board: Board, bounds: QRectF, box_of: Callable[[int], QRectF | None]
    ) -> None:
        super().__init__(board, bounds)
        self._box_of = box_of
        self._turn, self._color = 0, PAPER

    def show_turn(self, turn: int, color: QColor) -> None:
        """Move to the box of another turn; 0 hides the marker."""
        if (turn, color) != (self._turn, self._color):
            for moved in (False, True):
                if moved:
                    self._turn, self._color = turn, color
                place = self.place
                if place is not None:
                    self.update(place.adjusted(-0.1, -0.1, 0.1, 0.1))

    @property
    def place(self) -> QRectF | None:
        """Return the position of the marker in the scene; None while hidden."""
        box = self._box_of(self._turn) if self._turn else None
        if box is None:
            return None
        edge = min(box.width(), box.height()) * 0.66
        corner = box.bottomRight() - QPointF(edge, edge) * 1.1
        return QRectF(corner.x(), corner.y(), edge, edge)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the marker, if its position is known."""
        place = self.place
        if place is None or not place.intersects(option.exposedRect):
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = place.width()
        painter.setPen(QPen(EDGE, edge * 0.06))
        painter.setBrush(PAPER)
        painter.drawRoundedRect(place, edge * 0.1, edge * 0.1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._color)
        painter.drawRect(place.adjusted(edge * 0.1, edge * 0.1, -edge * 0.1, -edge * 0.52))
        # Letters of less than a pixel would not be: they are drawn large and made small.
        painter.save()
        painter.translate(place.center().x(), place.center().y() + edge * 0.22)
        turned = -1 if painter.worldTransform().m11() < 0 else 1
        painter.scale(turned * edge / 100, turned * edge / 100)
        painter.setPen(INK)
        painter.setFont(font("Barlow Condensed", 36, QFont.Weight.Bold))
        room = QRectF(-48, -24, 96, 48)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, t("board.turn_marker"))
        painter.restore()
