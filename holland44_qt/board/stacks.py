"""Counters and markers on the map: stacks, bridge states, markers on hexes and hexsides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engine.board.board import Board
from engine.core.state import Marker, Piece, State
from holland44_qt.board.layer import SceneLayer, exposed, side_middle
from holland44_qt.board.pen import Flat, Pen, Stack, View
from holland44_qt.board.pictures import Pictures
from holland44_qt.board.stack_spread import COUNTER, SEEN, Sizes, number_of, spread

if TYPE_CHECKING:
    from holland44_qt.board.crowd import Crowd

MANY = 60
"""Number of changes above which the whole layer is repainted."""
MARKER = 0.34
BRIDGE = 0.3
WIDE = 2.5
"""Edge in hex widths above which a piece serves as a base for others."""
SPECK = 7.0
"""Pixels per hex width below which piece pictures are not drawn."""
SPECKS = 12.0
"""Pixels per hex width below which piece pictures are not drawn in a crowd."""
CROWDED = 1500
"""Number of stacks above which the spatial index is used."""
KEPT = 16_000_000
"""Pixels of cached drawings that stacks may keep."""
BROKEN = frozenset({"blown", "under_repair"})
"""Bridge states that are always shown; others only where they differ from the start."""


def _flat(
    marker: Marker, label: str, middle: QPointF | None, edge: float, name: str = ""
) -> Flat | None:
    return None if middle is None else Flat(middle, marker, label, edge, name)


def _crowd(stacks: list[Stack]) -> Crowd:
    from holland44_qt.board.crowd import Crowd  # numpy takes a tenth of a second, seldom wanted

    return Crowd(stacks)


class StacksLayer(SceneLayer):
    """Layer of all pieces and markers on the hexes of a position."""

    def __init__(self, board: Board, bounds: QRectF, pictures: Pictures) -> None:
        super().__init__(board, bounds)
        self._pictures = pictures
        self._stacks: list[Stack] = []
        self._by_place: dict[int, Stack] = {}
        self._flats: list[Flat] = []
        self._crowd: Crowd | None = None
        self._cache_size = 0
        self._lifted: frozenset[str] = frozenset()
        self._away: frozenset[str] = frozenset()
        self._state = State()
        self._sizes = Sizes()
        self._hidden: frozenset[str] = frozenset()
        self._with_markers = True
        self._view: View = (QTransform(), 0, 1.0)
        self._unfinished: set[tuple[float, float]] = set()
        pictures.more.connect(self._more)

    def set_sizes(self, sizes: Sizes) -> None:
        """Change the size of counters and stacks."""
        self._sizes = sizes
        self.update()

    def set_board(self, board: Board, bounds: QRectF) -> None:
        """Cover another board, with nothing drawn."""
        super().set_board(board, bounds)
        self._stacks, self._by_place, self._flats = [], {}, []
        self._crowd = None

    def leave_out(self, sides: frozenset[str], *, markers: bool) -> None:
        """Hide the counters of sides and, if asked, the markers."""
        self._hidden, self._with_markers = sides, not markers
        self.show_state(self._state)

    def show_state(self, state: State) -> None:
        """Draw another position."""
        self._state = state
        before, hexes, pieces = self._by_place, len(self.board.numbers), state.pieces
        now: dict[int, Stack] = {}
        points: list[QPointF] = []
        all_seen = self._all_seen
        for place, lying in sorted(state.stacks.items(), reverse=True):
            units = () if place >= hexes else lying if all_seen else self._visible(state, lying)
            if units:
                shown_pieces, known = tuple([pieces[u] for u in units]), before.get(place)
                if known is None or known.pieces != shown_pieces or known.units != units:
                    known = self._stack(place, shown_pieces, units)
                    points.append(known.middle)
                now[place] = known
        points += [stack.middle for place, stack in before.items() if place not in now]
        self._by_place, self._stacks = now, list(now.values())
        if self.board.loose:  # wide things lie below the others, and what is further south above
            self._stacks.sort(key=lambda s: (s.reach <= WIDE, s.middle.y()))
        self._crowd = _crowd(self._stacks) if len(self._stacks) >= CROWDED else None
        bridges = (
            _flat(Marker(how, side), "", side_middle(self.board.grid, side), BRIDGE)
            for side, how in state.hexsides.items()
            if how in BROKEN or how not in self._starts(side)
        )
        markers = (
            _flat(marker, number_of(name), self._spot(marker.at), MARKER, name)
            for name, marker in state.markers.items()
            if self._with_markers
        )
        flats = [flat for flat in (*bridges, *markers) if flat is not None]
        ours, theirs = ({(f.name, f.marker.at): f for f in group} for group in (flats, self._flats))
        points += [f.middle for at, f in ours.items() if theirs.get(at) != f]
        points += [f.middle for at, f in theirs.items() if ours.get(at) != f]
        self._flats = flats
        self._touch(points)

    def _touch(self, points: list[QPointF]) -> None:
        """Repaint the stacks at some points of the scene, or the whole layer if there are many."""
        if len(points) > MANY or self.board.loose:
            self.update()
            return
        for point in points:
            self.update(QRectF(point.x() - 1, point.y() - 1, 2, 2))

    def _stack(self, place: int, pieces: tuple[Piece, ...], units: tuple[str, ...]) -> Stack:
        reach = max(self._pictures.edges(pieces[-SEEN:]), default=COUNTER)
        return Stack(self.centre(place), pieces, units, reach)

    def forget(self) -> None:
        """Discard the layout; piece sizes may have changed before the next position."""
        self._by_place = {}

    def lift(self, units: Iterable[str]) -> None:
        """Draw pieces faintly while they are dragged."""
        lifted = frozenset(units)
        if lifted != self._lifted:
            self._lifted = lifted
            self.update()

    def send_away(self, units: Iterable[str]) -> None:
        """Hide pieces that an animation draws elsewhere."""
        away = frozenset(units)
        if away != self._away:
            self._away = away
            self.show_state(self._state)

    def rects(
        self, units: tuple[str, ...], place: int, to_screen: QTransform
    ) -> list[tuple[str, QRectF]]:
        """Return the screen rectangles of the drawn counters of a stack, bottom first."""
        scale = QStyleOptionGraphicsItem.levelOfDetailFromTransform(to_screen)
        shown = self._visible(self._state, units)[-SEEN:]
        middle = to_screen.map(self.centre(place))
        edges = self._pictures.edges([self._state.pieces[u] for u in shown])
        return list(zip(shown, spread(len(shown), middle, scale, self._sizes, edges), strict=True))

    def place_under(self, point: QPointF, to_screen: QTransform) -> int | None:
        """Return the place of the uppermost stack at a point of the screen, without dragged
        pieces.
        """
        scale = QStyleOptionGraphicsItem.levelOfDetailFromTransform(to_screen)
        back, _ = to_screen.inverted()
        at, more = back.map(point), SEEN * self._sizes.offset + 3 / scale
        x, y, grown = at.x(), at.y(), self._sizes.counter / COUNTER
        around = [QRectF(at, at)]
        for stack in reversed(self._near(around, more) if grown <= 1 else self._stacks):
            near = stack.reach * grown + more
            if abs(stack.middle.x() - x) > near or abs(stack.middle.y() - y) > near:
                continue
            if self._lifted.issuperset(stack.units):
                continue
            place = stack.pieces[0].place
            if any(rect.contains(point) for _, rect in self.rects(stack.units, place, to_screen)):
                return place
        return None

    def _near(self, rects: Sequence[QRectF], more: float = 0.0) -> list[Stack]:
        """Return the stacks that overlap rectangles of the scene, bottom first."""
        if self._crowd is None:
            return self._stacks
        return [self._stacks[k] for k in self._crowd.within(rects, more)]

    def flat_at(self, point: QPointF, to_screen: QTransform) -> str | None:
        """Return the name of the marker at a point of the screen; None for none and for bridges."""
        scale = QStyleOptionGraphicsItem.levelOfDetailFromTransform(to_screen)
        for flat in reversed(self._flats):
            away = to_screen.map(flat.middle) - point
            if flat.name and max(abs(away.x()), abs(away.y())) <= flat.edge * scale / 2:
                return flat.name
        return None

    @property
    def _all_seen(self) -> bool:
        """Return whether nothing is hidden."""
        return not self._hidden and not self._away and self._pictures.framed

    def _visible(self, state: State, units: tuple[str, ...]) -> tuple[str, ...]:
        """Return the visible pieces of a stack."""
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
        """Return the position of a marker on the map; None for a marker in a box."""
        place = self.board.index.get(at)
        if place is None:
            return side_middle(self.board.grid, at)
        # In the lower left of the hex, where a stack leaves most of it to be seen.
        return self.centre(place) + QPointF(-0.24, 0.26)

    def _starts(self, hexside: str) -> frozenset[str]:
        """Return the initial states of the bridges on a hexside."""
        result = self._first.get(hexside)
        if result is None:
            side = self.board.sides.get(hexside)
            result = frozenset(b.start for b in side.bridges) if side else frozenset()
            self._first[hexside] = result
        return result

    def _lie_over(self, board: Board, bounds: QRectF) -> None:
        super()._lie_over(board, bounds)
        self._first: dict[str, frozenset[str]] = {}

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the exposed part, in whole pixels so that counters are crisp."""
        scale = self.scale_of(painter)
        rects = [
            rect.adjusted(-1, -1, 1, 1) for rect in exposed(painter, QRectF(option.exposedRect))
        ]
        pen = Pen(painter, self._pictures, scale, self._sizes, self._lifted)
        self._pictures.begin()
        framed = self._pictures.framed
        if pen.view != self._view:
            self._view = pen.view
            self._pictures.forget_missing()
        view = self._view
        stacks = self._near(rects)
        if self._crowd is not None and scale < SPECKS and not framed:
            stacks = []
            self._specks(self._crowd).paint(painter, rects, pen.to_screen)
        edges = [(r.left(), r.right(), r.top(), r.bottom()) for r in rects]
        for stack in stacks:
            x, y, reach = stack.middle.x(), stack.middle.y(), stack.reach
            for left, right, top, bottom in edges:
                if left - reach <= x <= right + reach and top - reach <= y <= bottom + reach:
                    break
            else:
                continue
            if not pen.deep and stack.drawn is not None and stack.drawn[0] is view:
                painter.drawPixmap(stack.drawn[1], stack.drawn[2])
            elif not pen.deep:
                pen.afar(stack, view)
            elif framed:
                pen.stack(stack)
            elif scale >= SPECK:
                pen.loose(stack)
            else:
                pen.speck(stack)
        self._cache_size += pen.kept
        if self._cache_size > KEPT:
            self._cache_size = 0
            for stack in self._stacks:
                stack.near = None
        for flat in self._flats:
            if any(rect.contains(flat.middle) for rect in rects):
                pen.flat(flat)
        self._unfinished |= pen.unfinished

    def _specks(self, crowd: Crowd) -> Crowd:
        """Return a crowd whose speck colours are set."""
        if not crowd.colored:
            crowd.color([self._pictures.ground(stack.pieces[-1]) for stack in self._stacks])
        return crowd

    def _more(self) -> None:
        points, self._unfinished = self._unfinished, set()
        self._touch([QPointF(*point) for point in points])
