"""Guides on the board: ruler, range rings, trails, ghosts, moved units, control flags."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QTransform,
)
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engine.board.board import BEYOND, Board
from engine.core.state import Piece
from holland44_qt.board.camera import READABLE
from holland44_qt.board.layer import SceneLayer
from holland44_qt.board.pictures import Pictures, clear_picture
from holland44_qt.board.stack_spread import COUNTER
from holland44_qt.fonts import font

RULER, RANGE, LIGHT = QColor("#6a1b9a"), QColor("#c81e1e"), QColor(255, 255, 255, 225)
MOVED = QColor("#1b6fd0")
GHOST = 0.42
"""Opacity of a ghost."""
THINNEST = 2.2
"""Minimum width of the ruler in pixels."""
LEGIBLE = 15.0
"""Minimum letter height of ruler and rings in pixels."""


@dataclass(frozen=True)
class Trail:
    """Path of a piece over the board, as hexes, with the colour of its side."""

    path: tuple[int, ...]
    color: str


@dataclass(frozen=True)
class Guides:
    """Guides drawn over the position; places are board indices.

    ``rings`` are (hex, range), ``ghosts`` pieces at their earlier places, ``flags`` hexes with the
    colour of the controlling side.
    """

    trails: tuple[Trail, ...] = ()
    ghosts: tuple[Piece, ...] = ()
    moved: frozenset[int] = frozenset()
    rings: tuple[tuple[int, int], ...] = ()
    flags: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Thread:
    """Line-of-sight thread of a module that does not run from centre to centre.

    ``ends`` are points of the scene. A number is drawn beside the line only if there is one.
    """

    ends: tuple[QPointF, QPointF]
    color: QColor
    ink: QColor
    paper: QColor


def _frame_of(scale: float, ratio: float) -> QPixmap:
    """Return the frame of a counter that has moved, at a scale in pixels per hex width."""
    edge = (COUNTER + 0.14) * scale
    size = 2 * math.ceil(edge / 2) + 4
    result = clear_picture(size, size, ratio)
    with QPainter(result) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(MOVED, 0.05 * scale))
        painter.setBrush(QColor(27, 111, 208, 55))
        start, bend = (size - edge) / 2, 0.09 * scale
        painter.drawRoundedRect(QRectF(start, start, edge, edge), bend, bend)
    return result


def _places_of(pieces: Iterable[Piece]) -> frozenset[int]:
    return frozenset(piece.place for piece in pieces)


class GroundGuides(SceneLayer):
    """Layer below the counters: ghosts, trails and flags."""

    def __init__(self, board: Board, bounds: QRectF, pictures: Pictures) -> None:
        super().__init__(board, bounds)
        self._pictures = pictures
        self._guides = Guides()
        self._framed: tuple[tuple[float, float], QPixmap] = (0.0, 0.0), QPixmap()
        """The frame of a counter that has moved, in the size drawn last."""
        pictures.more.connect(lambda: self.touch(_places_of(self._guides.ghosts)))

    def set_board(self, board: Board, bounds: QRectF) -> None:
        """Cover another board, with nothing drawn."""
        self._guides = Guides()
        super().set_board(board, bounds)

    def show_guides(self, guides: Guides) -> None:
        """Draw other guides."""
        before, self._guides = self._guides, guides
        places = before.moved ^ guides.moved
        if before.ghosts != guides.ghosts:
            places |= _places_of(before.ghosts) | _places_of(guides.ghosts)
        places |= {place for place, _ in before.flags.items() ^ guides.flags.items()}
        self.touch(places)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw trails, rings and the ruler."""
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
        )
        exposed = option.exposedRect.adjusted(-1, -1, 1, 1)  # a drag paints little at a time
        for place, color in self._guides.flags.items():
            if exposed.contains(self.centre(place)):
                self._flag(painter, place, QColor(color))
        for piece in self._guides.ghosts:
            if exposed.contains(self.centre(piece.place)):
                self._ghost(painter, piece)
        moved = [
            middle for middle in map(self.centre, self._guides.moved) if exposed.contains(middle)
        ]
        if moved:
            self._frame(painter, moved)

    def _frame(self, painter: QPainter, middles: Sequence[QPointF]) -> None:
        """Draw a frame round each moved counter; the frame is drawn once and then copied."""
        scale, ratio = self.scale_of(painter), painter.device().devicePixelRatioF()
        size = (round(scale, 6), ratio)
        if size != self._framed[0]:
            self._framed = size, _frame_of(scale, ratio)
        picture, to_screen = self._framed[1], painter.worldTransform()
        half = picture.deviceIndependentSize() / 2
        painter.save()
        painter.setWorldTransform(QTransform())
        for middle in map(to_screen.map, middles):
            x, y = round(middle.x() - half.width()), round(middle.y() - half.height())
            painter.drawPixmap(x, y, picture)
        painter.restore()

    def _ghost(self, painter: QPainter, piece: Piece) -> None:
        scale = self.scale_of(painter)
        middle = self.centre(piece.place)
        picture = self._pictures.piece(piece, COUNTER * scale, painter.device().devicePixelRatioF())
        box = QRectF(-COUNTER / 2, -COUNTER / 2, COUNTER, COUNTER)
        painter.save()
        painter.translate(middle)
        _upright(painter)
        painter.setOpacity(GHOST)
        if picture is None:
            painter.fillRect(box, self._pictures.ground(piece))
        else:
            painter.drawPixmap(box, picture, QRectF(picture.rect()))
        painter.setOpacity(0.8)
        pen = QPen(QColor("#2b2722"), 0.03, Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 0.07, 0.07)
        painter.restore()

    def _flag(self, painter: QPainter, place: int, color: QColor) -> None:
        """Draw a pennant at the upper right of the hex, where a stack does not cover it."""
        painter.save()
        painter.translate(self.centre(place))
        _upright(painter)
        foot = QPointF(0.34, 0.02)
        painter.setPen(QPen(QColor("#2b2722"), 0.03))
        painter.drawLine(foot, foot + QPointF(0, -0.36))
        flag = QPolygonF(
            [foot + QPointF(0, -0.36), foot + QPointF(0.21, -0.27), foot + QPointF(0, -0.18)]
        )
        painter.setBrush(color)
        painter.setPen(QPen(LIGHT, 0.02))
        painter.drawPolygon(flag)
        painter.restore()


class OverGuides(SceneLayer):
    """Layer above the counters: trails, range rings and the ruler."""

    def __init__(self, board: Board, bounds: QRectF) -> None:
        super().__init__(board, bounds)
        self._guides = Guides()
        self.ruler: tuple[int, int] | None = None
        self.ruler_text = ""
        self.thread: Thread | None = None

    def set_board(self, board: Board, bounds: QRectF) -> None:
        """Cover another board, with nothing drawn."""
        self._guides, self.ruler = Guides(), None
        super().set_board(board, bounds)

    def show_guides(self, guides: Guides) -> None:
        """Draw other guides."""
        before, self._guides = self._guides, guides
        if (before.trails, before.rings) != (guides.trails, guides.rings):
            self.update()

    def measure(
        self, ends: tuple[int, int] | None, text: str = "", thread: Thread | None = None
    ) -> None:
        """Show the ruler between two hexes, or a module's thread; None hides it."""
        self.ruler, self.ruler_text, self.thread = ends, text, thread
        self.update()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw trails, rings and the ruler."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for trail in self._guides.trails:
            self._trail(painter, trail)
        for place, reach in self._guides.rings:
            self._ring(painter, place, reach)
        if self.thread is not None:
            self._thread(painter, self.thread)
        elif self.ruler is not None:
            self._ruler(painter, *self.ruler)

    def _trail(self, painter: QPainter, trail: Trail) -> None:
        points = [self.centre(place) for place in trail.path]
        path = QPainterPath(points[0])
        for point in points[1:]:
            path.lineTo(point)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for color, width in ((LIGHT, 0.085), (QColor(trail.color), 0.05)):
            pen = QPen(color, width)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            painter.drawPath(path)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(trail.color))
        painter.drawEllipse(points[0], 0.07, 0.07)

    def _ring(self, painter: QPainter, place: int, reach: int) -> None:
        path = self._border(place, reach)
        painter.setBrush(QColor(200, 30, 30, 18))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawPath(path)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for color, width in ((LIGHT, 0.11), (RANGE, 0.06)):
            pen = QPen(color, width)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            painter.drawPath(path)
        middle = self.centre(place)
        self._words(painter, middle + QPointF(0, -reach * 0.866 - 0.05), str(reach), RANGE)

    def _border(self, place: int, reach: int) -> QPainterPath:
        """Return the outline of all hexes of the board within a number of steps."""
        inside, edge = {place}, {place}
        for _ in range(reach):
            edge = {n for i in edge for n in self.board.neighbours[i] if n != BEYOND} - inside
            inside |= edge
        ends: dict[tuple[int, int], tuple[QPointF, QPointF]] = {}
        for i in inside:
            points = self.outline(i).toList()
            for k, neighbour in enumerate(self.board.neighbours[i]):
                if neighbour not in inside:
                    # Neighbours go clockwise from the east, corners from the north.
                    a, b = points[(k + 1) % 6], points[(k + 2) % 6]
                    ends[_key(a)] = (a, b)
        path = QPainterPath()
        while ends:
            first, (a, b) = next(iter(ends.items()))
            path.moveTo(a)
            del ends[first]
            while (following := ends.pop(_key(b), None)) is not None:
                path.lineTo(b)
                b = following[1]
            path.closeSubpath()
        return path

    def _ruler(self, painter: QPainter, start: int, end: int) -> None:
        a, b = self.centre(start), self.centre(end)
        least = THINNEST / self.scale_of(painter)
        for color, width in ((LIGHT, max(0.13, 2 * least)), (RULER, max(0.07, least))):
            pen = QPen(color, width)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLine(a, b)
        painter.setPen(QPen(LIGHT, 0.03))
        painter.setBrush(RULER)
        steps = self.board.distance(start, end)
        for k in range(steps + 1):
            # A dot for each hex that is counted.
            at = a + (b - a) * (k / steps if steps else 0)
            size = max(0.1, 2 * least) if k in (0, steps) else 0.06
            painter.drawEllipse(at, size, size)
        self._words(painter, b + QPointF(0, -0.75), self.ruler_text, RULER)

    def _thread(self, painter: QPainter, thread: Thread) -> None:
        a, b = thread.ends
        least = THINNEST / self.scale_of(painter)
        for color, width in ((LIGHT, 2 * least), (thread.color, least)):
            pen = QPen(color, width)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLine(a, b)
        self._words(painter, b + QPointF(0, -0.75), self.ruler_text, thread.ink, thread.paper)

    def _words(
        self,
        painter: QPainter,
        middle: QPointF,
        text: str,
        color: QColor,
        paper: QColor = LIGHT,
    ) -> None:
        """Draw a label of a few lines in whole pixels at any zoom and rotation.

        The lowest line is at the given point.
        """
        if not text:
            return
        at = painter.worldTransform().map(middle)
        # Words grow with the board, but not beyond what is read with ease.
        size = max(LEGIBLE, 0.28 * min(self.scale_of(painter), READABLE))
        painter.save()
        painter.setWorldTransform(QTransform())
        painter.setFont(font("Barlow Semi Condensed", size, QFont.Weight.Bold))
        lines = text.split("\n")
        wide = max(map(painter.fontMetrics().horizontalAdvance, lines)) + size * 0.8
        high = size * (0.3 + 1.2 * len(lines))
        box = QRectF(at.x() - wide / 2, at.y() + size * 0.75 - high, wide, high)
        painter.setPen(QPen(color, 1.2))
        painter.setBrush(paper)
        painter.drawRoundedRect(box, size * 0.35, size * 0.35)
        painter.setPen(color)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        painter.restore()


def _upright(painter: QPainter) -> None:
    """Rotate the painter so that labels stay upright on a turned board."""
    if painter.worldTransform().m11() < 0:
        painter.rotate(180)


def _key(point: QPointF) -> tuple[int, int]:
    return round(point.x() * 1000), round(point.y() * 1000)
