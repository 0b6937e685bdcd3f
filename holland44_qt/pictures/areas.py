"""Coloured areas round pieces: ranges and zones of influence."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engine.board.board import Board
from engine.core.state import State
from holland44_qt.board.layer import SceneLayer
from holland44_qt.board.pictures import Pictures

GRID = 40
"""Radius up to which an area is measured in hexes; larger values are pixels."""


class AreaLayer(SceneLayer):
    """Layer that draws a disc below each piece with an area."""

    def __init__(self, board: Board, bounds: QRectF, pictures: Pictures) -> None:
        super().__init__(board, bounds)
        self._pictures = pictures
        self._discs: list[tuple[QPointF, float, QColor]] = []

    def set_board(self, board: Board, bounds: QRectF) -> None:
        """Cover another board, with nothing drawn."""
        self._discs = []
        super().set_board(board, bounds)

    def show_state(self, state: State) -> None:
        """Draw the areas of another position."""
        art, board = self._pictures.pieces, self.board
        dots: list[tuple[QPointF, float, QColor]] = []
        if art is not None:
            from engine.vassal.plane import SpotBoard
            from engine.vassal.traits import hex_color

            assert isinstance(board, SpotBoard), "a module of pictures has a board of spots"
            for piece in state.pieces.values():
                for area in art.look(piece).areas:
                    color = QColor(hex_color(area.color) or "#808080")
                    color.setAlphaF(max(0.08, min(area.opacity / 100, 0.8)))
                    reach = area.radius + 0.5 if area.radius <= GRID else area.radius / board.unit
                    dots.append((self.centre(piece.place), reach, color))
        if dots != self._discs:
            self._discs = dots
            self.update()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw all areas; there are never many."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for middle, reach, color in self._discs:
            painter.setBrush(color)
            painter.drawEllipse(middle, reach, reach)
