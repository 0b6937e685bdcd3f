"""Scene of a battle board: hexes, counters and attacks, drawn as on the map."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QGraphicsScene,
    QGraphicsView,
    QStyleOptionGraphicsItem,
    QWidget,
)

from engine.log.annotations import Arrow, Label, Shape
from engine.report.highlights import Highlight
from holland44_qt.board.layer import SceneLayer, to_scene
from holland44_qt.board.lettering import centered_path
from holland44_qt.board.overlay import OverlayLayer
from holland44_qt.board.pictures import Pictures
from holland44_qt.board.stacks import StacksLayer
from holland44_qt.look import EDGE, PAPER, SOFT, by_night

if TYPE_CHECKING:
    from engine.rules.answers import BattleBoard

MARGIN = 0.7
"""Margin round the board in hex widths."""
TINT = 64
"""Opacity of a side's colour over its part of the board."""
OPEN = QColor(by_night("#d99a00", "#ffcf5a"))
FACE, NUMBER, RISE = "BarlowCondensed-SemiBold.ttf", 0.13, 0.4
"""Font size of hex numbers, and their height above the middle of the hex."""
GRIP = 6
"""Pixels after which a press becomes a drag."""


class HexLayer(SceneLayer):
    """Layer of the hexes: each side's part in its colour, and the hexes that may be chosen."""

    shown: Collection[int] = ()
    tints: Mapping[int, QColor] = {}
    choices: Collection[int] = ()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw every hex with its number; there are at most a few hundred."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(EDGE), 0.02))
        for place in self.shown:
            painter.setBrush(self.tints.get(place, QColor(PAPER)))
            painter.drawPolygon(self.outline(place))
            x, y = self.centre(place).x(), self.centre(place).y()
            number = centered_path(self.board.numbers[place], FACE, NUMBER, (x, RISE - y))
            painter.fillPath(number, QColor(SOFT))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(OPEN, 0.04))
        for place in self.choices:
            painter.drawPolygon(self.outline(place))


class BattleScene(QGraphicsView):
    """View of a battle board on which decisions can be answered.

    ``answered`` emits the hex where the unit of the pending decision was dropped, or the hex that
    was clicked.
    """

    answered = Signal(int)

    def __init__(self, battle: BattleBoard, pictures: Pictures, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setScene(QGraphicsScene(self))
        self._board = board = battle.board
        west, south, east, north = board.grid.bounds()
        low, high = to_scene((west, north)), to_scene((east, south))
        bounds = QRectF(low, high).adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)
        self.setSceneRect(bounds)
        self._hexes = HexLayer(board, bounds)
        self.stacks = StacksLayer(board, bounds, pictures)
        self._overlay = OverlayLayer(board, bounds)
        for z, layer in enumerate((self._hexes, self.stacks, self._overlay)):
            layer.setZValue(z)
            self.scene().addItem(layer)
        self._pictures = pictures
        self._found = battle
        self._pressed: QPoint | None = None
        self._carried = False

    def show_board(self, battle_board: BattleBoard, colors: Mapping[str, QColor]) -> None:
        """Show units, the sides' parts of the board and attacks of another moment."""
        self._found = battle_board
        index = battle_board.board.index
        self._hexes.shown = [
            place
            for place, number in enumerate(battle_board.board.numbers)
            if number not in battle_board.beside or place in battle_board.state.stacks
        ]
        self._hexes.tints = {
            index[number]: colors[side]
            for side, numbers in battle_board.parts.items()
            if side in colors
            for number in numbers
        }
        self._hexes.update()
        self.stacks.lift(())
        self.stacks.show_state(battle_board.state)
        shapes: list[Shape] = []
        for line in battle_board.lines:
            target = line.defenders[0]
            shapes += [Arrow(hexes=(one, target)) for one in line.attackers]
            shapes += [Arrow(hexes=(line.attackers[0], one)) for one in line.defenders[1:]]
            shapes.append(Label(hex=target, text=line.tag))
        piece = battle_board.state.pieces.get(battle_board.unit or "")
        highlight = Highlight(spots=() if piece is None else (piece.place,))
        self._overlay.show_entry(highlight, tuple(shapes), battle_board.state)

    def light(self, choices: Collection[int]) -> None:
        """Highlight the hexes that may be chosen."""
        self._hexes.choices = choices
        self._hexes.update()

    def hex_at(self, pos: QPoint) -> int:
        """Return the hex at a point of the viewport, or -1."""
        point = self.mapToScene(pos)
        number = self._board.grid.nearest((point.x(), -point.y()))
        return -1 if number is None else self._board.index.get(number, -1)

    def place_on_screen(self, place: int) -> QPoint:
        """Return the middle of a hex in the viewport."""
        return self.mapFromScene(self.stacks.centre(place))

    # -- the mouse --------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pick up the unit that the decision concerns, or press a hex."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the unit; its counter becomes the cursor."""
        pos, start = event.position().toPoint(), self._pressed
        if start is None or self._carried or (pos - start).manhattanLength() < GRIP:
            return
        unit, pieces = self._found.unit, self._found.state.pieces
        if unit is None or unit not in pieces or pieces[unit].place != self.hex_at(start):
            return
        self._carried = True
        self.stacks.lift((unit,))
        size = self.transform().m11() * 0.66
        picture = self._pictures.piece(pieces[unit], size, self.devicePixelRatioF())
        if picture is not None:
            self.viewport().setCursor(picture)
        else:
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop the unit, or choose the pressed hex."""
        if event.button() != Qt.MouseButton.LeftButton or self._pressed is None:
            return
        pos, start = event.position().toPoint(), self._pressed
        carried, self._pressed, self._carried = self._carried, None, False
        self.viewport().unsetCursor()
        self.stacks.lift(())
        place = self.hex_at(pos)
        if place >= 0 and (carried or place == self.hex_at(start)):
            self.answered.emit(place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the whole board."""
        super().resizeEvent(event)
        self.fitInView(self.sceneRect(), Qt.AspectRatioMode.KeepAspectRatio)
