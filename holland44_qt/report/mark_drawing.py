"""Drawing of marks on the board: right-drag arrows and right-click rings, as on chess sites.

The tool is active while *Draw marks* is on; while the user annotates a game in review, a right drag
between hexes draws an arrow in any case. Shapes snap to hexes; drawing one again removes it. Shift
draws in red, Ctrl in blue, Ctrl+Shift or Alt in yellow, otherwise in the chosen brush. Some window
managers reserve Alt with the right button. A left drag with Shift is a free line; a double click
fills a hex.
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
    """Return the brush for the pressed modifier keys."""
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
    """Layer of the mark being drawn."""

    _marks: tuple[Mark, ...] = ()

    def sketch(self, *shapes: Shape) -> None:
        """Show shapes before they are complete."""
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
    """Mouse tool that draws shapes; ``drawn`` is called with each finished one.

    ``begun`` is called at each press that may draw.
    """

    def __init__(
        self,
        view: BoardView,
        layer: SketchLayer,
        drawn: Callable[[Shape], object],
        begun: Callable[[], object],
    ) -> None:
        self.view, self.layer, self.drawn, self.begun = view, layer, drawn, begun
        self.brush: Brush = "green"
        self._path: list[str] = []
        self._line: list[tuple[float, float]] = []
        self._brush: Brush = "green"

    def press(self, event: QMouseEvent) -> bool:
        """Start an arrow or ring with the right button, or a free line with Shift and the left
        one.
        """
        pos = event.position().toPoint()
        if event.button() == Qt.MouseButton.RightButton:
            number = self._hex(pos)
            if number is None:
                return False
            self._brush = brush_for(event.modifiers(), self.brush)
            self._path = [number]
            self.begun()
            return True
        shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if event.button() == Qt.MouseButton.LeftButton and shift:
            self._brush = self.brush
            self._line = [self._point(pos)]
            self.begun()
            return True
        return False

    def move(self, event: QMouseEvent) -> bool:
        """Extend the shape."""
        pos = event.position().toPoint()
        if self._path:
            number = self._hex(pos)
            first = self._path[0]
            if number is not None:
                self._path = [first] if number == first else [first, number]
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
        """Finish the shape."""
        if not self._path and not self._line:
            return False
        shape = self._shape()
        self._path, self._line = [], []
        self.layer.sketch()
        if shape is not None:
            self.drawn(shape)
        return True

    def double(self, event: QMouseEvent) -> bool:
        """Fill a hex."""
        number = self._hex(event.position().toPoint())
        if event.button() != Qt.MouseButton.RightButton or number is None:
            return False
        self.drawn(HexShape(hex=number, brush=brush_for(event.modifiers(), self.brush)))
        return True

    def menu(self, pos: QPoint, where: QPoint) -> bool:
        """Suppress the menu while the right button draws."""
        return True

    def _sketch(self) -> None:
        shape = self._shape()
        self.layer.sketch(*(() if shape is None else (shape,)))

    def _shape(self) -> Shape | None:
        if len(self._line) > 1:
            return Line(points=tuple(self._line), brush=self._brush)
        if len(self._path) > 1:
            return Arrow(hexes=tuple(self._path), brush=self._brush)
        return Circle(hex=self._path[0], brush=self._brush) if self._path else None

    def _hex(self, pos: QPoint) -> str | None:
        place = self.view.hex_at(pos)
        numbers = self.view.stacks.board.numbers
        return numbers[place] if 0 <= place < len(numbers) else None

    def _point(self, pos: QPoint) -> tuple[float, float]:
        point: QPointF = self.view.mapToScene(pos)
        return round(point.x(), 3), round(point.y(), 3)


class ArrowTool(MarkTool):
    """Mouse tool that draws arrows by right drags while ``asks`` returns true.

    A right click still opens the menu.
    """

    def __init__(
        self,
        view: BoardView,
        layer: SketchLayer,
        drawn: Callable[[Shape], object],
        begun: Callable[[], object],
        asks: Callable[[], bool],
    ) -> None:
        super().__init__(view, layer, drawn, begun)
        self._asks = asks
        self._menu: tuple[QPoint, QPoint] | None = None

    def press(self, event: QMouseEvent) -> bool:
        """Start a possible arrow."""
        self._menu = None
        right = event.button() == Qt.MouseButton.RightButton
        return right and self._asks() and super().press(event)

    def release(self, event: QMouseEvent) -> bool:
        """Finish an arrow; if none was drawn, open the requested menu."""
        if len(self._path) > 1:
            return super().release(event)
        path, self._path, self._menu = self._path, [], None if not self._path else self._menu
        self.layer.sketch()
        if path and self._menu is not None:
            self.view.ask_menu(*self._menu)
        return bool(path)

    def double(self, event: QMouseEvent) -> bool:
        """Ignore double clicks."""
        return False

    def menu(self, pos: QPoint, where: QPoint) -> bool:
        """Delay the menu where the desktop requests it on press, until the button is released."""
        self._menu = (QPoint(pos), QPoint(where))
        return bool(self._path)

    def _sketch(self) -> None:
        if len(self._path) > 1:
            super()._sketch()


def toggled(shapes: tuple[Shape, ...], shape: Shape) -> tuple[Shape, ...]:
    """Return the shapes with one added, or without it if already drawn in any brush."""

    def same(other: Shape) -> bool:
        plain = {"brush": shape.brush}
        return other.model_copy(update=plain) == shape

    remaining = tuple(s for s in shapes if not same(s))
    if len(remaining) < len(shapes) and shape in shapes:
        return remaining
    return (*remaining, shape)
