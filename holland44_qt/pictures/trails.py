"""Movement trails that a VASSAL file stores with its pieces."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engine.board.board import Board
from engine.core.state import State
from holland44_qt.board.layer import SceneLayer, to_scene
from holland44_qt.board.pictures import Pictures

LIGHT = QColor(255, 255, 255, 200)
NARROW, WIDE, DOT = 2.0, 8.0, 0.07
"""Line width in pixels, minimum and maximum; radius of a dot in hex widths."""


@dataclass(frozen=True)
class _Trail:
    line: tuple[QPointF, ...]
    color: QColor
    width: float


class TrailLayer(SceneLayer):
    """Layer below the counters: their trails from earlier places to the current ones."""

    def __init__(self, board: Board, bounds: QRectF, pictures: Pictures) -> None:
        super().__init__(board, bounds)
        self._pictures = pictures
        self.trails: list[_Trail] = []

    def set_board(self, board: Board, bounds: QRectF) -> None:
        """Cover another board, with nothing drawn."""
        self.trails = []
        super().set_board(board, bounds)

    def show_state(self, state: State, *, chosen: Collection[str], everyone: bool) -> None:
        """Draw the trails of all pieces of a position, or only of the selection."""
        trails: list[_Trail] = []
        art, board = self._pictures.pieces, self.board
        units = state.pieces if everyone else [u for u in chosen if u in state.pieces]
        if art is not None:
            from engine.vassal.kinds import TRAIL
            from engine.vassal.plane import SpotBoard
            from engine.vassal.traits import hex_color

            assert isinstance(board, SpotBoard), "a module of pictures has a board of spots"
            pieces = (state.pieces[unit] for unit in units)
            # There may be very many pieces, most of which have none.
            for piece in (p for p in pieces if any(s.startswith(TRAIL) for s in p.status)):
                look, number = art.look(piece), board.map_of(piece.place)
                for trail in look.trails if number is not None and not look.hidden else ():
                    points = [to_scene(board.point(number or 0, x, y)) for x, y in trail.points]
                    line = (*points, self.centre(piece.place))
                    color = QColor(hex_color(trail.color) or "#000000")
                    trails.append(_Trail(line, color, min(max(trail.width, NARROW), WIDE)))
        if trails != self.trails:
            self.trails = trails
            self.update()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the trails with the same width on the screen at every zoom."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for trail in self.trails:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for color, width in ((LIGHT, trail.width + 2), (trail.color, trail.width)):
                pen = QPen(color, width)
                pen.setCosmetic(True)
                pen.setCapStyle(Qt.PenCapStyle.RoundCap)
                painter.setPen(pen)
                painter.drawPolyline(QPolygonF(trail.line))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(trail.color)
            for point in trail.line[:-1]:
                painter.drawEllipse(point, DOT, DOT)
