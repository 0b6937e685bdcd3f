"""The counters and markers on the map: stacks, bridge states, markers on hexes and hexsides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPixmap, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engine.board.board import Board
from engine.core.state import Marker, Piece, State
from holland44_qt.board.layer import SceneLayer, side_middle
from holland44_qt.board.pictures import Pictures
from holland44_qt.fonts import font

COUNTER = 0.66
"""Edge of a counter in hex widths, unless a user wants another."""
OFFSET = 0.055
"""How far each counter of a stack lies up and to the right of the one below, likewise."""
SEEN = 4
"""How many counters of a stack are drawn; the badge counts all."""
MANY = 60
"""Changes from which on it is quicker to paint everything."""
MARKER = 0.34
BRIDGE = 0.3
WIDE = 2.5
"""Hex widths from which a piece is rather a thing to put others on."""
SPECK = 7.0
"""Pixels per hex width below which pictures of pieces are not drawn."""
FAINT = 0.3
"""Opacity of a counter that is in somebody's hand."""
BADGE_FROM = 26.0
"""Pixels per hex width from which a stack has its badge."""
BROKEN = frozenset({"blown", "under_repair"})
"""States of a bridge that are always shown; others where the board starts differently."""
INK, PAPER, ALARM = QColor("#2b2722"), QColor("#fffdf6"), QColor("#b3261e")


@dataclass(frozen=True, slots=True)
class Sizes:
    """Edge of a counter, and how far each lies off the one below; in hex widths."""

    counter: float = COUNTER
    offset: float = OFFSET


PLAIN = Sizes()
"""The sizes that nobody asked to change."""


_View = tuple[QTransform, int, float]
"""From where stacks are seen: scene to screen, edge of a counter, ratio of pixels."""


@dataclass(slots=True, eq=False)
class _Stack:
    """The pieces of a hex from the bottom, at the scene point of its middle."""

    middle: QPointF
    pieces: tuple[Piece, ...]
    units: tuple[str, ...]
    reach: float = COUNTER
    """The edge of the largest of those that are drawn, in hex widths."""
    drawn: tuple[_View, QPointF, QPixmap] | None = None
    """How it was drawn from afar the last time: the same again costs next to nothing."""


@dataclass(frozen=True, slots=True)
class _Flat:
    """A marker, its number and the point it lies at; ``edge`` in hex widths."""

    middle: QPointF
    marker: Marker
    label: str
    edge: float
    name: str = ""


def _flat(
    marker: Marker, label: str, middle: QPointF | None, edge: float, name: str = ""
) -> _Flat | None:
    return None if middle is None else _Flat(middle, marker, label, edge, name)


def spread(
    count: int,
    middle: QPointF,
    scale: float,
    sizes: Sizes = PLAIN,
    edges: Sequence[float] = (),
) -> list[QRectF]:
    """The places of the counters of a stack on the screen, from the bottom, in whole pixels.

    ``edges`` are those of pieces that have a size of their own, as :meth:`Pictures.edges` tells.
    """
    grown = sizes.counter / COUNTER
    wide = [max(3, round(edge * grown * scale)) for edge in edges or [COUNTER] * count]
    lift = sizes.offset * scale
    start = (count - 1) * lift / 2
    left, top = middle.x() - start, middle.y() + start
    return [
        QRectF(round(left + k * lift - edge / 2), round(top - k * lift - edge / 2), edge, edge)
        for k, edge in enumerate(wide)
    ]


class StacksLayer(SceneLayer):
    """All that lies on the hexes of a state."""

    def __init__(self, board: Board, bounds: QRectF, pictures: Pictures) -> None:
        super().__init__(board, bounds)
        self._pictures = pictures
        self._stacks: list[_Stack] = []
        self._by_place: dict[int, _Stack] = {}
        self._flats: list[_Flat] = []
        self._lifted: frozenset[str] = frozenset()
        self._away: frozenset[str] = frozenset()
        self._state = State()
        self._sizes = Sizes()
        self._hidden: frozenset[str] = frozenset()
        self._with_markers = True
        self._view: _View = (QTransform(), 0, 1.0)
        pictures.more.connect(self._more)

    def set_sizes(self, sizes: Sizes) -> None:
        """Draw counters and stacks of another size."""
        self._sizes = sizes
        self.update()

    def set_board(self, board: Board, bounds: QRectF) -> None:
        """Lie over another board, empty."""
        super().set_board(board, bounds)
        self._stacks, self._by_place, self._flats = [], {}, []

    def leave_out(self, sides: frozenset[str], *, markers: bool) -> None:
        """Do not draw the counters of sides, nor, if asked, the markers."""
        self._hidden, self._with_markers = sides, not markers
        self.show_state(self._state)

    def show_state(self, state: State) -> None:
        """Draw another position."""
        self._state = state
        before, hexes, pieces = self._by_place, len(self.board.numbers), state.pieces
        now: dict[int, _Stack] = {}
        all_seen = self._all_seen
        for place, lying in sorted(state.stacks.items(), reverse=True):
            units = () if place >= hexes else lying if all_seen else self._seen(state, lying)
            if units:
                held, known = tuple([pieces[u] for u in units]), before.get(place)
                same = known is not None and known.pieces == held and known.units == units
                now[place] = known if known and same else self._stack(place, held, units)
        self._by_place, self._stacks = now, list(now.values())
        if self.board.loose:  # wide things lie below the others, and what is further south above
            self._stacks.sort(key=lambda s: (s.reach <= WIDE, s.middle.y()))
        bridges = (
            _flat(Marker(how, side), "", side_middle(side), BRIDGE)
            for side, how in state.hexsides.items()
            if how in BROKEN or how not in self._starts(side)
        )
        markers = (
            _flat(marker, number_of(name), self._spot(marker.at), MARKER, name)
            for name, marker in state.markers.items()
            if self._with_markers
        )
        flats = [flat for flat in (*bridges, *markers) if flat is not None]
        points = [
            stack.middle
            for mine, other in ((before, now), (now, before))
            for place, stack in mine.items()
            if other.get(place) is not stack
        ]
        ours, theirs = ({(f.name, f.marker.at): f for f in kept} for kept in (flats, self._flats))
        points += [f.middle for at, f in ours.items() if theirs.get(at) != f]
        points += [f.middle for at, f in theirs.items() if ours.get(at) != f]
        self._flats = flats
        self._touch(points)

    def _touch(self, points: list[QPointF]) -> None:
        """Have what lies at some points of the scene painted anew, or all if they are many."""
        if len(points) > MANY or self.board.loose:
            self.update()
            return
        for point in points:
            self.update(QRectF(point.x() - 1, point.y() - 1, 2, 2))

    def _stack(self, place: int, held: tuple[Piece, ...], units: tuple[str, ...]) -> _Stack:
        reach = max(self._pictures.edges(held[-SEEN:]), default=COUNTER)
        return _Stack(self.centre(place), held, units, reach)

    def forget(self) -> None:
        """Pieces may have other sizes now: all stacks are laid anew with the next position."""
        self._by_place = {}

    def lift(self, units: Iterable[str]) -> None:
        """Draw pieces faintly while they are in somebody's hand."""
        lifted = frozenset(units)
        if lifted != self._lifted:
            self._lifted = lifted
            self.update()

    def send_away(self, units: Iterable[str]) -> None:
        """Do not draw pieces that are on their way, drawn elsewhere."""
        away = frozenset(units)
        if away != self._away:
            self._away = away
            self.show_state(self._state)

    def rects(
        self, units: tuple[str, ...], place: int, to_screen: QTransform
    ) -> list[tuple[str, QRectF]]:
        """Where the counters of a stack that are drawn lie on the screen, from the bottom."""
        scale = QStyleOptionGraphicsItem.levelOfDetailFromTransform(to_screen)
        shown = self._seen(self._state, units)[-SEEN:]
        middle = to_screen.map(self.centre(place))
        edges = self._pictures.edges([self._state.pieces[u] for u in shown])
        return list(zip(shown, spread(len(shown), middle, scale, self._sizes, edges), strict=True))

    def place_under(self, point: QPointF, to_screen: QTransform) -> int | None:
        """The place of the uppermost stack at a point of the screen, out of what is not in hand."""
        scale = QStyleOptionGraphicsItem.levelOfDetailFromTransform(to_screen)
        back, _ = to_screen.inverted()
        at, more = back.map(point), SEEN * self._sizes.offset + 3 / scale
        x, y, grown = at.x(), at.y(), self._sizes.counter / COUNTER
        for stack in reversed(self._stacks):
            near = stack.reach * grown + more
            if abs(stack.middle.x() - x) > near or abs(stack.middle.y() - y) > near:
                continue
            if self._lifted.issuperset(stack.units):
                continue
            place = stack.pieces[0].place
            if any(rect.contains(point) for _, rect in self.rects(stack.units, place, to_screen)):
                return place
        return None

    def flat_at(self, point: QPointF, to_screen: QTransform) -> str | None:
        """The name of the marker at a point of the screen; None for none and for bridges."""
        scale = QStyleOptionGraphicsItem.levelOfDetailFromTransform(to_screen)
        for flat in reversed(self._flats):
            away = to_screen.map(flat.middle) - point
            if flat.name and max(abs(away.x()), abs(away.y())) <= flat.edge * scale / 2:
                return flat.name
        return None

    @property
    def _all_seen(self) -> bool:
        """Is nothing left out?"""
        return not self._hidden and not self._away and self._pictures.framed

    def _seen(self, state: State, units: tuple[str, ...]) -> tuple[str, ...]:
        """Those of a stack that are not left out."""
        if self._all_seen:
            return units
        return tuple(
            u
            for u in units
            if u not in self._away
            and state.pieces[u].side not in self._hidden
            and self._pictures.shows(state.pieces[u])
        )

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
        pen = _Pen(painter, self._pictures, scale, self._sizes, self._lifted)
        self._pictures.begin()
        framed = self._pictures.framed
        self._view = view = pen.view if pen.view != self._view else self._view
        left, right, top, bottom = seen.left(), seen.right(), seen.top(), seen.bottom()
        for stack in self._stacks:
            x, y, reach = stack.middle.x(), stack.middle.y(), stack.reach
            if left - reach <= x <= right + reach and top - reach <= y <= bottom + reach:
                if not pen.deep and stack.drawn is not None and stack.drawn[0] is view:
                    painter.drawPixmap(stack.drawn[1], stack.drawn[2])
                elif not pen.deep:
                    pen.afar(stack, view)
                elif framed or scale >= SPECK:
                    pen.stack(stack)
                else:
                    pen.speck(stack)
        for flat in self._flats:
            if seen.contains(flat.middle):
                pen.flat(flat)

    def _more(self) -> None:
        self.update()


class _Pen:
    """Draws stacks and markers on one painter at one scale."""

    def __init__(
        self,
        painter: QPainter,
        pictures: Pictures,
        scale: float,
        sizes: Sizes,
        lifted: frozenset[str],
    ) -> None:
        self.painter, self.pictures, self.scale = painter, pictures, scale
        self.sizes, self.lifted = sizes, lifted
        # From afar the lower counters of a stack would hide behind the top one.
        self.edge = max(3, round(sizes.counter * scale))
        self.deep = sizes.offset * scale >= 1 or bool(lifted) or not pictures.framed
        self.ratio = painter.device().devicePixelRatioF()
        self.to_screen: QTransform = painter.worldTransform()
        self.view: _View = (self.to_screen, self.edge, self.ratio)
        painter.setWorldTransform(QTransform())
        painter.setRenderHints(
            QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.Antialiasing
        )

    def afar(self, stack: _Stack, view: _View) -> None:
        """The top counter alone, kept in the size that is seen for the next time."""
        middle, edge = self.to_screen.map(stack.middle), self.edge
        corner = QPointF(round(middle.x() - edge / 2), round(middle.y() - edge / 2))
        piece = stack.pieces[-1]
        picture = self.pictures.piece(piece, edge, self.ratio)
        if picture is None:
            self.painter.fillRect(QRectF(corner, QSizeF(edge, edge)), self.pictures.ground(piece))
            return
        size = round(edge * self.ratio)
        kept = picture.scaled(size, size, mode=Qt.TransformationMode.SmoothTransformation)
        kept.setDevicePixelRatio(self.ratio)
        stack.drawn = view, corner, kept
        self.painter.drawPixmap(corner, kept)

    def stack(self, stack: _Stack) -> None:
        shown = stack.pieces[-SEEN:]
        edges = self.pictures.edges(shown)
        middle = self.to_screen.map(stack.middle)
        rects = spread(len(shown), middle, self.scale, self.sizes, edges)
        for piece, unit, rect in zip(shown, stack.units[-len(shown) :], rects, strict=True):
            if unit in self.lifted:
                self.painter.setOpacity(FAINT)
            self._counter(piece, rect, top=rect is rects[-1])
            if unit in self.lifted:
                self.painter.setOpacity(1.0)
        if len(stack.pieces) > 1 and self.scale >= BADGE_FROM:
            self._badge(str(len(stack.pieces)), rects[0].topLeft(), PAPER, INK)

    def _counter(self, piece: Piece, target: QRectF, *, top: bool) -> None:
        picture = self.pictures.piece(piece, target.width(), self.ratio)
        if self.scale >= BADGE_FROM and self.pictures.framed:
            # A soft edge below and to the right lifts each counter off what it lies on.
            shadow = self.pictures.shadow(target.width(), self.ratio)
            self._put(shadow, target.translated(1, 2), PAPER)
        self._put(picture, target, self.pictures.ground(piece) if picture is None else PAPER)
        if top and self.scale >= BADGE_FROM and self.pictures.needs_remnant(piece):
            self._badge("1", target.topRight(), ALARM, PAPER)

    def speck(self, stack: _Stack) -> None:
        """A stack too small for pictures: a dot in the colour of its side."""
        middle, edge = self.to_screen.map(stack.middle), max(2.0, stack.reach * self.scale)
        target = QRectF(middle.x() - edge / 2, middle.y() - edge / 2, edge, edge)
        self.painter.fillRect(target, self.pictures.ground(stack.pieces[-1]))

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
