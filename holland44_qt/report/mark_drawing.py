"""Drawing marks on the board: right-drag arrows, right-click rings, as chess players know them.

The tool works while *Draw marks* is on; while somebody writes about a game that is looked at, a
right drag from hex to hex draws an arrow all the same. What is drawn snaps to hexes; the same once
more takes it away. Shift draws in red, Ctrl in blue, Ctrl+Shift or Alt in yellow, otherwise in the
chosen brush. Window managers may keep Alt and the right button for themselves.
A drag of the left button with Shift is a free line; a double click fills a hex.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engine.log.annotations import Arrow, Brush, Circle, HexShape, Line, Shape
from engine.report.highlights import Highlight
from engine.report.marks import Mark, marks
from holland44_qt.board.layer import SceneLayer
from holland44_qt.board.mark_painter import paint_marks
from holland44_qt.board.tool import Tool
from holland44_qt.board.view import BoardView

FINE = 0.12
"""Hex widths between two points of a free line."""
MOST = 600


def brush_for(modifiers: Qt.KeyboardModifier, chosen: Brush) -> Brush:
    """The brush that a mouse with these keys held draws with."""
    both = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
    if modifiers & both == both:
        return "yellow"
    if modifiers & Qt.KeyboardModifier.ShiftModifier:
        return "red"
    if modifiers & Qt.KeyboardModifier.ControlModifier:
        return "blue"
    if modifiers & Qt.KeyboardModifier.AltModifier:
        return "yellow"
    return chosen


class SketchLayer(SceneLayer):
    """The mark that is being drawn."""

    _marks: tuple[Mark, ...] = ()

    def sketch(self, *shapes: Shape) -> None:
        """Show shapes before they are any."""
        self.show_marks(marks(self.board, Highlight(), shapes) if shapes else ())

    def show_marks(self, shown: tuple[Mark, ...]) -> None:
        """Show marks."""
        if shown or self._marks:
            self._marks = shown
            self.update()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw it."""
        paint_marks(painter, self._marks)


class MarkTool(Tool):
    """Draws shapes; ``drawn`` is given each one that was finished."""

    def __init__(
        self, view: BoardView, layer: SketchLayer, drawn: Callable[[Shape], object]
    ) -> None:
        self.view, self.layer, self.drawn = view, layer, drawn
        self.brush: Brush = "green"
        self._way: list[str] = []
        self._line: list[tuple[float, float]] = []
        self._brush: Brush = "green"

    def press(self, event: QMouseEvent) -> bool:
        """A right button begins an arrow or a ring, the left one with Shift a free line."""
        pos = event.position().toPoint()
        if event.button() == Qt.MouseButton.RightButton:
            number = self._hex(pos)
            if number is None:
                return False
            self._brush = brush_for(event.modifiers(), self.brush)
            self._way = [number]
            return True
        shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if event.button() == Qt.MouseButton.LeftButton and shift:
            self._brush = self.brush
            self._line = [self._point(pos)]
            return True
        return False

    def move(self, event: QMouseEvent) -> bool:
        """The mark grows."""
        pos = event.position().toPoint()
        if self._way:
            number = self._hex(pos)
            first = self._way[0]
            if number is not None:
                self._way = [first] if number == first else [first, number]
            self._sketch()
            return True
        if self._line:
            point, last = self._point(pos), self._line[-1]
            far = abs(point[0] - last[0]) + abs(point[1] - last[1]) >= FINE
            if far and len(self._line) < MOST:
                self._line.append(point)
                self._sketch()
            return True
        return False

    def release(self, event: QMouseEvent) -> bool:
        """The mark is finished."""
        if not self._way and not self._line:
            return False
        shape = self._shape()
        self._way, self._line = [], []
        self.layer.sketch()
        if shape is not None:
            self.drawn(shape)
        return True

    def double(self, event: QMouseEvent) -> bool:
        """A hex is filled."""
        number = self._hex(event.position().toPoint())
        if event.button() != Qt.MouseButton.RightButton or number is None:
            return False
        self.drawn(HexShape(hex=number, brush=brush_for(event.modifiers(), self.brush)))
        return True

    def menu(self, pos: QPoint, where: QPoint) -> bool:
        """No menu while the right button draws."""
        return True

    def _sketch(self) -> None:
        shape = self._shape()
        self.layer.sketch(*(() if shape is None else (shape,)))

    def _shape(self) -> Shape | None:
        if len(self._line) > 1:
            return Line(points=tuple(self._line), brush=self._brush)
        if len(self._way) > 1:
            return Arrow(hexes=tuple(self._way), brush=self._brush)
        return Circle(hex=self._way[0], brush=self._brush) if self._way else None

    def _hex(self, pos: QPoint) -> str | None:
        place = self.view.hex_at(pos)
        numbers = self.view.stacks.board.numbers
        return numbers[place] if 0 <= place < len(numbers) else None

    def _point(self, pos: QPoint) -> tuple[float, float]:
        point: QPointF = self.view.mapToScene(pos)
        return round(point.x(), 3), round(point.y(), 3)


class ArrowTool(MarkTool):
    """Right drags are arrows while ``asks`` says so; a right click stays what asks for the menu."""

    def __init__(
        self,
        view: BoardView,
        layer: SketchLayer,
        drawn: Callable[[Shape], object],
        asks: Callable[[], bool],
    ) -> None:
        super().__init__(view, layer, drawn)
        self._asks = asks
        self._menu: tuple[QPoint, QPoint] | None = None

    def press(self, event: QMouseEvent) -> bool:
        """A right button may begin an arrow."""
        self._menu = None
        right = event.button() == Qt.MouseButton.RightButton
        return right and self._asks() and super().press(event)

    def release(self, event: QMouseEvent) -> bool:
        """An arrow is finished; where none was drawn the menu comes that was asked for."""
        if len(self._way) > 1:
            return super().release(event)
        held, self._way, self._menu = self._way, [], None if not self._way else self._menu
        self.layer.sketch()
        if held and self._menu is not None:
            self.view.ask_menu(*self._menu)
        return bool(held)

    def double(self, event: QMouseEvent) -> bool:
        """Nothing is filled."""
        return False

    def menu(self, pos: QPoint, where: QPoint) -> bool:
        """Some desktops ask with the press: then it waits for what the hand does."""
        self._menu = (QPoint(pos), QPoint(where))
        return bool(self._way)

    def _sketch(self) -> None:
        if len(self._way) > 1:
            super()._sketch()


def toggled(shapes: tuple[Shape, ...], shape: Shape) -> tuple[Shape, ...]:
    """Shapes with one more, or without one that was drawn before, in whatever brush."""

    def same(other: Shape) -> bool:
        plain = {"brush": shape.brush}
        return other.model_copy(update=plain) == shape

    held = tuple(s for s in shapes if not same(s))
    if len(held) < len(shapes) and shape in shapes:
        return held
    return (*held, shape)
