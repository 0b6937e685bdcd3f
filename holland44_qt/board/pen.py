"""Pen: draws stacks and markers on one painter at one scale, in whole pixels."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap, QTransform

from engine.core.state import Marker, Piece
from holland44_qt.board.pictures import SHADOW, Pictures
from holland44_qt.board.stack_spread import COUNTER, SEEN, Sizes, spread

FAINT = 0.3
"""Opacity of a counter that is being dragged."""
BADGE_FROM = 26.0
"""Pixels per hex width above which a stack shows its badge."""
INK, PAPER, ALARM = QColor("#2b2722"), QColor("#fffdf6"), QColor("#b3261e")

View = tuple[QTransform, int, float]
"""Key of a view: scene-to-screen transform, counter edge, pixel ratio."""
Size = tuple[float, float, float]
"""Key of a size: pixels per hex width, counter edge in hex widths, pixel ratio."""
Laid = tuple[float, Sizes, float]
"""Key of a laid stack: pixels per hex width, counter edges, pixel ratio."""


@dataclass(slots=True, eq=False)
class Stack:
    """Pieces of a hex, bottom first, at the scene point of its middle."""

    middle: QPointF
    pieces: tuple[Piece, ...]
    units: tuple[str, ...]
    reach: float = COUNTER
    """Edge of the largest drawn piece, in hex widths."""
    drawn: tuple[View, QPointF, QPixmap] | None = None
    """Cached drawing for small scales."""
    edge: float = 0.0
    """Edge in logical pixels of the lowest picture in ``near``."""
    near: tuple[Size, list[float], list[QPixmap]] | None = None
    """Edges of the pieces and their pictures in the last drawn size."""
    laid: tuple[Laid, list[tuple[QPointF, QPixmap]]] | None = None
    """Pictures of the whole stack in the last drawn size, bottom first, and the offsets of their
    corners from the middle.
    """


@dataclass(frozen=True, slots=True)
class Flat:
    """Marker, its number and its point; ``edge`` in hex widths."""

    middle: QPointF
    marker: Marker
    label: str
    edge: float
    name: str = ""


class Pen:
    """Painter of stacks and markers on one device at one scale."""

    def __init__(
        self,
        painter: QPainter,
        pictures: Pictures,
        scale: float,
        sizes: Sizes,
        lifted: frozenset[str],
    ) -> None:
        # A view that goes to and fro has the same scale but for its last digits.
        self.painter, self.pictures, self.scale = painter, pictures, round(scale, 6)
        self.sizes, self.lifted = sizes, lifted
        # From afar the lower counters of a stack would hide behind the top one.
        self.edge = max(3, round(sizes.counter * self.scale))
        self.deep = sizes.offset * self.scale >= 1 or bool(lifted) or not pictures.framed
        self.ratio = painter.device().devicePixelRatioF()
        self.to_screen: QTransform = painter.worldTransform()
        self.view: View = (self.to_screen, self.edge, self.ratio)
        self.size: Size = (self.scale, sizes.counter, self.ratio)
        self._laid: Laid = (self.scale, sizes, self.ratio)
        self._spreads: dict[int, list[QRectF]] = {}
        self.kept = 0
        """Pixels that stacks were given to keep."""
        self.unfinished: set[tuple[float, float]] = set()
        """Points of the scene with a picture that is missing or not yet in its very size."""
        painter.setWorldTransform(QTransform())
        painter.setRenderHints(
            QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.Antialiasing
        )

    def afar(self, stack: Stack, view: View) -> None:
        """Draw only the top counter, cached in the current size."""
        middle, edge = self.to_screen.map(stack.middle), self.edge
        corner = QPointF(round(middle.x() - edge / 2), round(middle.y() - edge / 2))
        piece = stack.pieces[-1]
        picture = self.pictures.piece(piece, edge, self.ratio)
        if picture is None:
            self.unfinished.add(stack.middle.toTuple())
            self._put_meanwhile(piece, QRectF(corner, QSizeF(edge, edge)))
            return
        size = round(edge * self.ratio)
        scaled = picture.scaled(size, size, mode=Qt.TransformationMode.SmoothTransformation)
        scaled.setDevicePixelRatio(self.ratio)
        stack.drawn = view, corner, scaled
        self.painter.drawPixmap(corner, scaled)

    def stack(self, stack: Stack) -> None:
        """Draw the counters of a stack from the bottom, and the badge with their number."""
        middle = self.to_screen.map(stack.middle)
        if self.lifted and not self.lifted.isdisjoint(stack.units):
            self._lay(stack, middle)
            return
        if stack.laid is None or stack.laid[0] != self._laid:
            parts = self._parts(stack)
            if parts is None:
                self._lay(stack, middle)
                return
            stack.laid = self._laid, parts
        at, draw = QPointF(round(middle.x()), round(middle.y())), self.painter.drawPixmap
        for corner, picture in stack.laid[1]:
            draw(at + corner, picture)

    def _parts(self, stack: Stack) -> list[tuple[QPointF, QPixmap]] | None:
        """Return what :meth:`_lay` draws of a stack about its middle; None if a counter has no
        finished picture yet.
        """
        shown = stack.pieces[-SEEN:]
        rects = self._about(shown)
        near, parts = self.scale >= BADGE_FROM, []
        for piece, rect in zip(shown, rects, strict=True):
            picture = self.pictures.finished(piece, rect.width(), self.ratio, raised=near)
            if picture is None:
                return None
            parts.append((rect.topLeft(), picture))
        if near and self.pictures.needs_remnant(shown[-1]):
            parts.append(self._remnant(rects[-1]))
        if near and len(stack.pieces) > 1:
            parts.append(self._number(stack, rects[0]))
        return parts

    def _lay(self, stack: Stack, middle: QPointF) -> None:
        """Draw the counters of a stack about a point of the painter, one after the other."""
        self.unfinished.add(stack.middle.toTuple())
        shown = stack.pieces[-SEEN:]
        rects = self._rects(shown, middle)
        for piece, unit, rect in zip(shown, stack.units[-len(shown) :], rects, strict=True):
            if unit in self.lifted:
                self.painter.setOpacity(FAINT)
            self._counter(piece, rect, top=rect is rects[-1])
            if unit in self.lifted:
                self.painter.setOpacity(1.0)
        if len(stack.pieces) > 1 and self.scale >= BADGE_FROM:
            self.painter.drawPixmap(*self._number(stack, rects[0]))

    def _rects(self, shown: tuple[Piece, ...], middle: QPointF) -> list[QRectF]:
        """Return the positions of a stack's counters about a point, laid out by :func:`spread`."""
        x, y = round(middle.x()), round(middle.y())
        return [rect.translated(x, y) for rect in self._about(shown)]

    def _about(self, shown: tuple[Piece, ...]) -> list[QRectF]:
        """Return the positions of a stack's counters about its middle."""
        if not self.pictures.framed:
            edges = self.pictures.edges(shown)
            return spread(len(shown), QPointF(), self.scale, self.sizes, edges)
        result = self._spreads.get(len(shown))
        if result is None:  # stacks of as many counters are alike
            result = spread(len(shown), QPointF(), self.scale, self.sizes)
            self._spreads[len(shown)] = result
        return result

    def loose(self, stack: Stack) -> None:
        """Draw pieces with individual sizes, cached in the current size."""
        shown = stack.pieces[-SEEN:]
        if stack.near is None or stack.near[0] != self.size:
            exact = self._exact(shown)
            if exact is None:
                self._lay(stack, self.to_screen.map(stack.middle))
                return
            stack.near = (self.size, *exact)
            stack.edge = exact[1][0].width() / self.ratio
        _, edges, pictures = stack.near
        middle = self.to_screen.map(stack.middle)
        if len(pictures) == 1 and not self.lifted:  # most often: what `spread` would give
            half = stack.edge / 2
            corner = QPoint(round(middle.x()), round(middle.y()))
            self.painter.drawPixmap(corner + QPoint(round(-half), round(-half)), pictures[0])
            return
        rects = spread(len(shown), middle, self.scale, self.sizes, edges)
        for unit, rect, picture in zip(stack.units[-len(shown) :], rects, pictures, strict=True):
            faint = unit in self.lifted
            if faint:
                self.painter.setOpacity(FAINT)
            self.painter.drawPixmap(rect.topLeft(), picture)
            if faint:
                self.painter.setOpacity(1.0)
        if len(stack.pieces) > 1 and self.scale >= BADGE_FROM:
            self.painter.drawPixmap(*self._number(stack, rects[0]))

    def _exact(self, shown: tuple[Piece, ...]) -> tuple[list[float], list[QPixmap]] | None:
        """Return the edges of pieces and their pictures in exactly that size; None if time ran
        out.
        """
        edges, result = self.pictures.edges(shown), []
        for piece, rect in zip(
            shown, spread(len(shown), QPointF(), self.scale, self.sizes, edges), strict=True
        ):
            picture = self.pictures.exact(piece, rect.width(), self.ratio)
            if picture is None:
                return None
            self.kept += picture.width() * picture.height()
            result.append(picture)
        return edges, result

    def _counter(self, piece: Piece, target: QRectF, *, top: bool) -> None:
        near = self.scale >= BADGE_FROM
        finished = None
        if near and self.pictures.framed:
            finished = self.pictures.finished(piece, target.width(), self.ratio, raised=True)
        if finished is not None:
            self.painter.drawPixmap(target.topLeft(), finished)
        else:
            picture = self.pictures.piece(piece, target.width(), self.ratio)
            if near and self.pictures.framed:
                shadow = self.pictures.shadow(target.width(), self.ratio)
                self._put(shadow, target.translated(SHADOW), PAPER)
            if picture is None:
                self._put_meanwhile(piece, target)
            else:
                self._put(picture, target, PAPER)
        if top and near and self.pictures.needs_remnant(piece):
            self.painter.drawPixmap(*self._remnant(target))

    def speck(self, stack: Stack) -> None:
        """Draw a stack too small for pictures: a dot in its side's colour."""
        middle, edge = self.to_screen.map(stack.middle), max(2.0, stack.reach * self.scale)
        target = QRectF(middle.x() - edge / 2, middle.y() - edge / 2, edge, edge)
        self.painter.fillRect(target, self.pictures.ground(stack.pieces[-1]))

    def flat(self, flat: Flat) -> None:
        """Draw a marker."""
        edge = max(4, round(flat.edge * self.scale))
        middle = self.to_screen.map(flat.middle)
        target = QRectF(round(middle.x() - edge / 2), round(middle.y() - edge / 2), edge, edge)
        picture = self.pictures.marker(flat.marker, flat.label, edge, self.ratio)
        if picture is None:
            self.unfinished.add(flat.middle.toTuple())
        self._put(picture, target, PAPER)

    def _put_meanwhile(self, piece: Piece, target: QRectF) -> None:
        """Draw a piece's previous picture until one in this size is available."""
        picture = self.pictures.meanwhile(piece)
        if picture is None:
            self.painter.fillRect(target, self.pictures.ground(piece))
        else:
            self.painter.drawPixmap(target, picture, QRectF(picture.rect()))

    def _put(self, picture: QPixmap | None, target: QRectF, ground: QColor) -> None:
        if picture is None:
            self.painter.fillRect(target, ground)
        else:
            self.painter.drawPixmap(target, picture, QRectF(picture.rect()))

    def _remnant(self, top: QRectF) -> tuple[QPointF, QPixmap]:
        """Return the badge of a remnant on top of a stack, and the place of its corner."""
        return self._badge("1", top.topRight(), ALARM, PAPER)

    def _number(self, stack: Stack, lowest: QRectF) -> tuple[QPointF, QPixmap]:
        """Return the badge with the number of counters, and the place of its corner."""
        return self._badge(str(len(stack.pieces)), lowest.topLeft(), PAPER, INK)

    def _badge(
        self, text: str, middle: QPointF, ground: QColor, ink: QColor
    ) -> tuple[QPointF, QPixmap]:
        size = max(9.0, min(18.0, 0.2 * self.scale))
        picture = self.pictures.badge(text, size, (ground, ink), self.ratio)
        half = QPointF(picture.width(), picture.height()) / self.ratio / 2
        return middle - half, picture
