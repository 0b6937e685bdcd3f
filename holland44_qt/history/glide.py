"""Moving counters: drawn along recorded paths while hidden in their stacks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engine.board.board import Board
from engine.core.effects import Move
from engine.core.places import Places
from engine.core.state import Piece, State
from engine.log.entry import Entry
from holland44_qt.board.layer import SceneLayer
from holland44_qt.board.pictures import Pictures
from holland44_qt.board.stack_spread import spread

MOST = 60
"""Number of moved pieces above which an entry (a set-up) is shown without animation."""


@dataclass(frozen=True, slots=True)
class Glide:
    """Pieces that move together, bottom first, and the hexes of their path, at least two."""

    units: tuple[str, ...]
    pieces: tuple[Piece, ...]
    hexes: tuple[int, ...]


def glides_of(entry: Entry, state: State, places: Places, *, back: bool) -> list[Glide]:
    """Return the paths of an entry's moves; ``back`` if it is undone.

    ``state`` is the position after the step; only pieces at the end of a path are included.
    """
    together: dict[tuple[int, ...], list[str]] = {}
    for effect in entry.effects:
        if not isinstance(effect, Move):
            continue
        path = [places.index(name) for name in effect.path if name in places]
        hexes = tuple(p for p in (path[::-1] if back else path) if places.is_hex(p))
        piece = state.pieces.get(effect.unit)
        if len(hexes) > 1 and piece is not None and piece.place == hexes[-1]:
            together.setdefault(hexes, []).append(effect.unit)
    if sum(map(len, together.values())) > MOST:
        return []
    glides = []
    for hexes, units in together.items():
        # In the order of the stack that they arrive in.
        stack = state.stack(hexes[-1])
        ordered = tuple(sorted(dict.fromkeys(units), key=stack.index))
        glides.append(Glide(ordered, tuple(state.pieces[u] for u in ordered), hexes))
    return glides


class GlideLayer(SceneLayer):
    """Layer that draws pieces at a moment of their paths."""

    def __init__(self, board: Board, bounds: QRectF, pictures: Pictures) -> None:
        super().__init__(board, bounds)
        self._pictures = pictures
        self._glides: list[Glide] = []
        self._at = 0.0

    @property
    def glides(self) -> list[Glide]:
        """Return the moving pieces with their paths."""
        return list(self._glides)

    def set_board(self, board: Board, bounds: QRectF) -> None:
        """Cover another board, with nothing drawn."""
        self._glides = []
        super().set_board(board, bounds)

    def show_moves(self, glides: Sequence[Glide]) -> None:
        """Put pieces at the start of their paths; an empty list removes them."""
        self._touch()
        self._glides, self._at = list(glides), 0.0
        self._touch()

    def show_moment(self, at: float) -> None:
        """Show a moment of the movement, from 0 to 1."""
        self._touch()
        self._at = at
        self._touch()

    def point(self, glide: Glide) -> QPointF:
        """Return the current position of the pieces on a path, in the scene."""
        points = [self.centre(h) for h in glide.hexes]
        along = self._at * (len(points) - 1)
        leg = min(int(along), len(points) - 2)
        start, end = list(pairwise(points))[leg]
        return start + (end - start) * (along - leg)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw each stack slightly above the map, with its shadow below."""
        if not self._glides:
            return
        scale, to_screen = self.scale_of(painter), painter.worldTransform()
        ratio = painter.device().devicePixelRatioF()
        painter.setWorldTransform(QTransform())
        painter.setRenderHints(
            QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.Antialiasing
        )
        painter.setPen(Qt.PenStyle.NoPen)
        self._pictures.begin()
        for glide in self._glides:
            edges = self._pictures.edges(glide.pieces)
            middle = to_screen.map(self.point(glide))
            rects = spread(len(glide.pieces), middle, scale, edges=edges)
            for rect, piece in zip(rects, glide.pieces, strict=True):
                if self._pictures.framed:
                    painter.setBrush(QColor(0, 0, 0, 80))
                    shadow = rect.translated(rect.width() * 0.06, rect.width() * 0.09)
                    painter.drawRoundedRect(shadow, rect.width() * 0.09, rect.width() * 0.09)
                picture = self._pictures.piece(piece, rect.width(), ratio)
                if picture is None:
                    painter.fillRect(rect, self._pictures.ground(piece))
                else:
                    painter.drawPixmap(rect, picture, QRectF(picture.rect()))

    def _touch(self) -> None:
        for glide in self._glides:
            middle = self.point(glide)
            self.update(QRectF(middle - QPointF(1, 1), middle + QPointF(1, 1)))
