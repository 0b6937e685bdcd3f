"""Layer of ghosts at the places of units in one position, with arrows to their places in
another.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engine.board.board import Board
from engine.core import effects as fx
from engine.core.places import Places
from engine.core.state import Piece, State
from holland44_qt.board.layer import SceneLayer
from holland44_qt.board.mark_painter import BEFORE_COUNTER, arrow, ring
from holland44_qt.board.pictures import Pictures
from holland44_qt.board.stack_spread import spread

GHOST = 0.45
"""Opacity of a counter at a former place."""
WENT, GONE, CAME, CHANGED = (
    QColor("#6a3fa0"),
    QColor("#c81e1e"),
    QColor("#2a7a3b"),
    QColor("#d98a00"),
)
"""Colours for: moved on the map, left the map, came on the map, changed in place."""
MOST = 6


class CompareLayer(SceneLayer):
    """Draw the change of each unit: arrows, crosses, rings for units that came or changed."""

    def __init__(self, board: Board, bounds: QRectF, pictures: Pictures) -> None:
        super().__init__(board, bounds)
        self._pictures = pictures
        self._forget()

    def _forget(self) -> None:
        self.ghosts: dict[int, list[Piece]] = {}
        self.arrows: tuple[tuple[int, int], ...] = ()
        self.left: frozenset[int] = frozenset()
        self.came: frozenset[int] = frozenset()
        self.changed: frozenset[int] = frozenset()

    @property
    def _is_empty(self) -> bool:
        return not (self.ghosts or self.came or self.changed)

    def set_board(self, board: Board, bounds: QRectF) -> None:
        """Cover another board, with nothing drawn."""
        self._forget()
        super().set_board(board, bounds)

    def show_changes(self, effects: Sequence[fx.Effect], before: State, places: Places) -> None:
        """Show the changes of a position's units."""
        was_empty = self._is_empty
        self._forget()
        ghosts: dict[int, set[str]] = {}
        arrows, left, came, changed = [], set(), set(), set()
        for effect in effects:
            if isinstance(effect, fx.Move | fx.Remove):
                ends = effect.path if isinstance(effect, fx.Move) else (effect.at, None)
                start, end = (_hex(ends[0], places), _hex(ends[-1], places))
                if start is not None:
                    ghosts.setdefault(start, set()).add(effect.unit)
                if start is not None and end is not None:
                    arrows.append((start, end))
                elif start is not None:
                    left.add(start)
                elif end is not None:
                    came.add(end)
            elif isinstance(effect, fx.Place):
                at = _hex(effect.at, places)
                if at is not None:
                    came.add(at)
            elif isinstance(effect, fx.SetSteps | fx.SetStatus | fx.Reveal):
                place = before.pieces[effect.unit].place
                if places.is_hex(place):
                    changed.add(place)
        self.ghosts = {
            place: [before.pieces[u] for u in before.stack(place) if u in units]
            for place, units in ghosts.items()
        }
        self.arrows = tuple(dict.fromkeys(arrows))
        self.left, self.came = frozenset(left), frozenset(came)
        self.changed = frozenset(changed) - ghosts.keys()
        if not (was_empty and self._is_empty):
            self.update()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw rings, ghosts, then arrows and crosses over them."""
        if self._is_empty:
            return
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
        )
        for places, color in ((self.came, CAME), (self.changed, CHANGED)):
            for place in places:
                ring(painter, self.centre(place), 0.5, color)
        self._paint_ghosts(painter)
        for start, end in self.arrows:
            ends = [self.centre(start), self.centre(end)]
            arrow(painter, ends, WENT, after=BEFORE_COUNTER)
        for place in self.left:
            _cross(painter, self.centre(place))

    def _paint_ghosts(self, painter: QPainter) -> None:
        scale, to_screen = self.scale_of(painter), painter.worldTransform()
        ratio = painter.device().devicePixelRatioF()
        painter.save()
        painter.setWorldTransform(QTransform())
        painter.setOpacity(GHOST)
        self._pictures.begin()
        for place, pieces in self.ghosts.items():
            shown = pieces[-MOST:]
            edges = self._pictures.edges(shown)
            rects = spread(len(shown), to_screen.map(self.centre(place)), scale, edges=edges)
            for rect, piece in zip(rects, shown, strict=True):
                picture = self._pictures.piece(piece, rect.width(), ratio)
                if picture is None:
                    painter.fillRect(rect, self._pictures.ground(piece))
                else:
                    painter.drawPixmap(rect, picture, QRectF(picture.rect()))
        painter.restore()


def _hex(name: str | None, places: Places) -> int | None:
    if name is None or name not in places:
        return None
    place = places.index(name)
    return place if places.is_hex(place) else None


def _cross(painter: QPainter, middle: QPointF) -> None:
    """Draw a cross where a unit left the map."""
    for color, width in ((QColor(255, 255, 255, 230), 0.13), (GONE, 0.075)):
        pen = QPen(color, width)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        for side in (-1, 1):
            reach = QPointF(0.22 * side, 0.22)
            painter.drawLine(middle - reach, middle + reach)
