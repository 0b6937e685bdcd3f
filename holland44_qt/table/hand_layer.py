"""Layer of the selection: selected counters, the cursor, the path of a move, the selection band."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engine.board.board import Board
from engine.core.state import State
from holland44_qt.board.layer import SceneLayer
from holland44_qt.board.pictures import Pictures
from holland44_qt.board.stacks import StacksLayer
from holland44_qt.fonts import font

CHOSEN, PATH, INK = QColor("#ffb000"), QColor("#1b6fd0"), QColor("#2b2722")
LIGHT = QColor(255, 255, 255, 230)
LABEL = 15.0
"""Font size in pixels of the label beside a path."""


class HandLayer(SceneLayer):
    """Layer above all others on the board."""

    def __init__(
        self, board: Board, bounds: QRectF, stacks: StacksLayer, pictures: Pictures
    ) -> None:
        super().__init__(board, bounds)
        self._stacks, self._pictures = stacks, pictures
        self._forget()

    def set_board(self, board: Board, bounds: QRectF) -> None:
        """Move to another board, with nothing to show."""
        super().set_board(board, bounds)
        self._forget()

    def _forget(self) -> None:
        self._state = State()
        self._chosen: dict[int, frozenset[str]] = {}
        self._hidden = False
        self._cursor: int | None = None
        self._trail: tuple[int, ...] = ()
        self._aim: int | None = None
        self._label = ""
        self._scale = 40.0
        self._band = QPolygonF()

    # -- what is shown ----------------------------------------------------------------------------

    def show_chosen(self, state: State, units: Sequence[str], *, hidden: bool) -> None:
        """Frame the selected counters and draw them in full; ``hidden`` ones are being dragged."""
        chosen: dict[int, set[str]] = {}
        for unit in units:
            chosen.setdefault(state.pieces[unit].place, set()).add(unit)
        shown = {p: frozenset(u) for p, u in chosen.items() if p < len(self.board.numbers)}
        if (shown, hidden) == (self._chosen, self._hidden) and state is self._state:
            return
        for place in {*self._chosen, *shown}:
            self._touch((place,))
        self._state, self._hidden, self._chosen = state, hidden, shown

    def show_cursor(self, place: int | None) -> None:
        """Show the keyboard cursor on a hex, or hide it."""
        for changed in {self._cursor, place} - {None}:
            self._touch((changed,))
        self._cursor = place

    def show_trail(self, path: Sequence[int], label: str, scale: float) -> None:
        """Show the path of a move with a short text at its end; nothing for an empty path."""
        path = tuple(path)
        if (path, label, scale) == (self._trail, self._label, self._scale):
            return
        pairs = zip(self._trail, path, strict=False)
        same = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
        self._scale = scale
        for item, text in ((self._trail, self._label), (path, label)):
            # A trail grows and shrinks at its end: only that is painted anew.
            self._touch(item[max(0, same - 1) :])
            if item:
                self.update(self._label_room(item[-1], text))
        self._trail, self._label = path, label

    def show_aim(self, place: int | None) -> None:
        """Outline the hex under a drag."""
        for changed in {self._aim, place} - {None}:
            self._touch((changed,))
        self._aim = place

    def show_band(self, band: QPolygonF) -> None:
        """Show the rubber band or the lasso, in scene coordinates; an empty one hides it."""
        area = self._band.boundingRect().united(band.boundingRect())
        self.update(area.adjusted(-0.2, -0.2, 0.2, 0.2))
        self._band = QPolygonF(band)

    def _label_room(self, end: int, text: str) -> QRectF:
        """Return the part of the scene that a label at a hex may cover."""
        box = _label_box(text)
        reach = (self._reach + box.height() + 2) / self._scale
        wide = (box.width() / 2 + 2) / self._scale
        middle = self.centre(end)
        return QRectF(middle.x() - wide, middle.y() - reach, 2 * wide, 2 * reach)

    def _touch(self, hexes: Sequence[int | None], room: float = 0.7) -> None:
        points = QPolygonF([self.centre(h) for h in hexes if h is not None])
        if not points.isEmpty():
            room = max(room, 0.7)
            self.update(points.boundingRect().adjusted(-room, -room, room, room))

    # -- drawing ----------------------------------------------------------------------------------

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the layer, with counter frames in whole pixels."""
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
        )
        to_screen = painter.worldTransform()
        if self._trail:
            self._paint_trail(painter, option.exposedRect)
        for place, color, width in ((self._aim, CHOSEN, 0.05), (self._cursor, INK, 0.05)):
            if place is not None:
                for ink, wide in ((LIGHT, 2.2 * width), (color, width)):
                    painter.setPen(QPen(ink, wide))
                    painter.setBrush(Qt.BrushStyle.NoBrush)
                    painter.drawPolygon(self.outline(place))
        painter.setWorldTransform(QTransform())
        if not self._hidden:
            for place, units in self._chosen.items():
                self._paint_chosen(painter, place, units, to_screen)
        if self._label and self._trail:
            self._paint_label(painter, to_screen.map(self.centre(self._trail[-1])))
        if not self._band.isEmpty():
            painter.setPen(QPen(INK, 1.5, Qt.PenStyle.DashLine))
            painter.setBrush(QColor(255, 176, 0, 40))
            painter.drawPolygon(to_screen.map(self._band))

    def _paint_trail(self, painter: QPainter, exposed: QRectF) -> None:
        area = exposed.adjusted(-1, -1, 1, 1)
        points = [self.centre(h) for h in self._trail]
        lines = [QLineF(a, b) for a, b in itertools.pairwise(points) if area.contains(b)]
        points = [point for point in points[1:] if area.contains(point)]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for ink, width in ((LIGHT, 0.16), (PATH, 0.09)):
            pen = QPen(ink, width)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLines(lines)
        painter.setPen(QPen(LIGHT, 0.03))
        painter.setBrush(PATH)
        for point in points:
            painter.drawEllipse(point, 0.1, 0.1)
        painter.setBrush(QColor(27, 111, 208, 50))
        painter.setPen(QPen(PATH, 0.06))
        painter.drawPolygon(self.outline(self._trail[-1]))

    def _paint_chosen(
        self, painter: QPainter, place: int, units: frozenset[str], to_screen: QTransform
    ) -> None:
        """Frame the selected counters of a stack; they are drawn above the others."""
        stack = self._state.stack(place)
        rects = dict(self._stacks.rects(stack, place, to_screen))
        # Those below the ones that are drawn stand at the bottom of what is drawn.
        bottom = next(iter(rects.values()), QRectF())
        ratio = painter.device().devicePixelRatioF()
        for unit in (u for u in stack if u in units):
            rect = rects.get(unit, bottom)
            piece = self._state.pieces[unit]
            picture = self._pictures.piece(piece, rect.width(), ratio)
            if picture is not None:
                painter.drawPixmap(rect, picture, QRectF(picture.rect()))
            else:
                painter.fillRect(rect, self._pictures.ground(piece))
            width = max(2.0, rect.width() * 0.06)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for ink, wide in ((INK, width + 2), (CHOSEN, width)):
                painter.setPen(QPen(ink, wide))
                painter.drawRoundedRect(rect, width, width)

    def _paint_label(self, painter: QPainter, end: QPointF) -> None:
        box = _label_box(self._label)
        box.moveCenter(end - QPointF(0, self._reach + box.height() / 2))
        painter.setPen(QPen(INK, 1))
        painter.setBrush(QColor("#fffdf6"))
        painter.drawRoundedRect(box, 5, 5)
        painter.setFont(_label_font())
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._label)

    @property
    def _reach(self) -> float:
        """Return the distance in pixels from the middle of a hex to its label, clear of dragged
        counters.
        """
        return 12.0 + 0.6 * self._scale


def _label_font() -> QFont:
    return font("Barlow Semi Condensed", LABEL, QFont.Weight.Bold)


def _label_box(text: str) -> QRectF:
    return QFontMetricsF(_label_font()).boundingRect(text).adjusted(-8, -4, 8, 4)
