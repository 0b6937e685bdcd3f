"""The counters and markers on the map: stacks, bridge states, markers on hexes and hexsides."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPixmap, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engine.board.board import Board
from engine.core.state import Marker, Piece, State
from holland44_qt.board.layer import SceneLayer, side_middle
from holland44_qt.board.pictures import Pictures
from holland44_qt.fonts import font

COUNTER = 0.66
"""Edge of a counter in hex widths."""
OFFSET = 0.055
"""How far each counter of a stack lies up and to the right of the one below."""
SEEN = 4
"""How many counters of a stack are drawn; the badge counts all."""
MARKER = 0.34
BRIDGE = 0.3
BADGE_FROM = 26.0
"""Pixels per hex width from which a stack has its badge."""
BROKEN = frozenset({"blown", "under_repair"})
"""States of a bridge that are always shown; others where the board starts differently."""
INK, PAPER, ALARM = QColor("#2b2722"), QColor("#fffdf6"), QColor("#b3261e")


@dataclass(frozen=True, slots=True)
class _Stack:
    """The pieces of a hex from the bottom, at the scene point of its middle."""

    middle: QPointF
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class _Flat:
    """A marker, its number and the point it lies at; ``edge`` in hex widths."""

    middle: QPointF
    marker: Marker
    label: str
    edge: float


def _flat(marker: Marker, label: str, middle: QPointF | None, edge: float) -> _Flat | None:
    return None if middle is None else _Flat(middle, marker, label, edge)


class StacksLayer(SceneLayer):
    """All that lies on the hexes of a state."""

    def __init__(self, board: Board, bounds: QRectF, pictures: Pictures) -> None:
        super().__init__(board, bounds)
        self._pictures = pictures
        self._stacks: list[_Stack] = []
        self._flats: list[_Flat] = []
        pictures.more.connect(self._more)

    def show_state(self, state: State) -> None:
        """Draw another position."""
        hexes = len(self.board.numbers)
        self._stacks = [
            _Stack(self.centre(place), tuple(state.pieces[u] for u in units))
            for place, units in sorted(state.stacks.items(), reverse=True)
            if place < hexes
        ]
        bridges = (
            _flat(Marker(how, side), "", side_middle(side), BRIDGE)
            for side, how in state.hexsides.items()
            if how in BROKEN or how not in self._starts(side)
        )
        markers = (
            _flat(marker, number_of(name), self._spot(marker.at), MARKER)
            for name, marker in state.markers.items()
        )
        self._flats = [flat for flat in (*bridges, *markers) if flat is not None]
        self.update()

    def _spot(self, at: str) -> QPointF | None:
        """Where a marker lies on the map; None for one that lies in a box."""
        place = self.board.index.get(at)
        if place is None:
            return side_middle(at)
        # In the lower left of the hex, where a stack leaves most of it to be seen.
        return self.centre(place) + QPointF(-0.24, 0.26)

    def _starts(self, hexside: str) -> frozenset[str]:
        side = self.board.sides.get(hexside)
        return frozenset(b.start for b in side.bridges) if side else frozenset()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw what is exposed, in whole pixels so that counters are crisp."""
        scale = self.scale_of(painter)
        seen = option.exposedRect.adjusted(-1, -1, 1, 1)
        pen = _Pen(painter, self._pictures, scale)
        self._pictures.begin()
        for stack in self._stacks:
            if seen.contains(stack.middle):
                pen.stack(stack)
        for flat in self._flats:
            if seen.contains(flat.middle):
                pen.flat(flat)

    def _more(self) -> None:
        self.update()


class _Pen:
    """Draws stacks and markers on one painter at one scale."""

    def __init__(self, painter: QPainter, pictures: Pictures, scale: float) -> None:
        self.painter, self.pictures, self.scale = painter, pictures, scale
        self.ratio = painter.device().devicePixelRatioF()
        self.to_screen: QTransform = painter.worldTransform()
        painter.setWorldTransform(QTransform())
        painter.setRenderHints(
            QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.Antialiasing
        )

    def stack(self, stack: _Stack) -> None:
        shown = stack.pieces[-SEEN:]
        edge = max(3, round(COUNTER * self.scale))
        lift = OFFSET * self.scale
        middle = self.to_screen.map(stack.middle)
        start = (len(shown) - 1) * lift / 2
        for k, piece in enumerate(shown):
            x = round(middle.x() - edge / 2 - start + k * lift)
            y = round(middle.y() - edge / 2 + start - k * lift)
            self._counter(piece, QRectF(x, y, edge, edge), top=k == len(shown) - 1)
        if len(stack.pieces) > 1 and self.scale >= BADGE_FROM:
            corner = QPointF(middle.x() - edge / 2 - start, middle.y() - edge / 2 + start)
            self._badge(str(len(stack.pieces)), corner, PAPER, INK)

    def _counter(self, piece: Piece, target: QRectF, *, top: bool) -> None:
        picture = self.pictures.piece(piece, target.width(), self.ratio)
        if self.scale >= BADGE_FROM:
            # A soft edge below and to the right lifts each counter off what it lies on.
            self.painter.setPen(Qt.PenStyle.NoPen)
            self.painter.setBrush(QColor(0, 0, 0, 70))
            radius = target.width() * 0.09
            self.painter.drawRoundedRect(target.translated(1, 1.5), radius, radius)
        self._put(picture, target, self.pictures.ground(piece) if picture is None else PAPER)
        if top and self.pictures.needs_remnant(piece) and self.scale >= BADGE_FROM:
            self._badge("1", target.topRight(), ALARM, PAPER)

    def flat(self, flat: _Flat) -> None:
        edge = max(4, round(flat.edge * self.scale))
        middle = self.to_screen.map(flat.middle)
        target = QRectF(round(middle.x() - edge / 2), round(middle.y() - edge / 2), edge, edge)
        picture = self.pictures.marker(flat.marker, flat.label, edge, self.ratio)
        self._put(picture, target, PAPER)

    def _put(self, picture: QPixmap | None, target: QRectF, ground: QColor) -> None:
        if picture is None:
            self.painter.fillRect(target, ground)
        else:
            self.painter.drawPixmap(target, picture, QRectF(picture.rect()))

    def _badge(self, text: str, middle: QPointF, ground: QColor, ink: QColor) -> None:
        size = max(9.0, min(18.0, 0.2 * self.scale))
        disc = QRectF(middle.x() - size / 2, middle.y() - size / 2, size, size)
        self.painter.setPen(QPen(ink, 1))
        self.painter.setBrush(ground)
        self.painter.drawEllipse(disc)
        self.painter.setFont(font("Barlow Semi Condensed", size * 0.8, QFont.Weight.Bold))
        self.painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, text)


def number_of(name: str) -> str:
    """The number of a numbered marker ("traffic-3": "3")."""
    last = name.rpartition("-")[2]
    return last if last.isdigit() else ""
