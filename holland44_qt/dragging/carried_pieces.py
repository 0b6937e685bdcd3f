"""Dragging: pieces from pick-up until drop or cancel."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPointF, Signal

from engine.board.board import BEYOND, Board
from engine.board.grid import hexside
from engine.core.actions import MoveUnits
from engine.i18n import t
from holland44_qt.board.layer import side_middle
from holland44_qt.dragging.orders import Order, Table
from holland44_qt.dragging.trail import Trail, shortest
from holland44_qt.session import Session

ENTRIES = frozenset({"area", "turn"})
"""Kinds of boxes from which pieces arrive, rather than return."""
NEAR_SIDE = 0.2
"""Distance in hex widths from the middle of a water hexside within which a dropped marker is
put on it.
"""


@dataclass
class Load:
    """Dragged pieces.

    ``groups`` are the pieces by their place of origin, starting with the grasped one; its ``trail``
    applies to all (None: they come from a box). A ``marker`` is dragged alone.
    """

    groups: tuple[tuple[str, ...], ...]
    trail: Trail | None
    marker: str | None = None

    @property
    def units(self) -> tuple[str, ...]:
        """Return all dragged pieces."""
        return tuple(u for group in self.groups for u in group)


class Carrying(QObject):
    """Dragging of pieces by any input device.

    ``changed`` is emitted on pick-up, movement and release.
    """

    changed = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.load: Load | None = None
        self._last_answer: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())

    @property
    def table(self) -> Table:
        """Return the position as needed by orders."""
        return Table(self._session.module, self._session.state)

    def pick_up(self, units: Sequence[str], grasped: str) -> bool:
        """Pick up pieces; return False if nothing can be moved now."""
        if not self._session.can_play or not units or self._session.leave_to_computer():
            return False
        groups = self.table.together(units)
        groups.sort(key=lambda group: grasped not in group)
        place = self._session.state.pieces[grasped].place
        board = self._session.module.board
        on_map = self._session.module.places.is_hex(place)
        self.load = Load(tuple(groups), Trail(board, place) if on_map else None)
        self._last_answer = (), ()
        self.changed.emit()
        return True

    def pick_up_marker(self, marker: str) -> bool:
        """Pick up a marker; return False if nothing can be moved now."""
        if not self._session.can_play or self._session.leave_to_computer():
            return False
        self.load = Load((), None, marker)
        self.changed.emit()
        return True

    def lead(self, hex_: int) -> None:
        """Extend the trail of the dragged pieces to a hex."""
        if self.load and self.load.trail and hex_ != BEYOND and hex_ != self.load.trail.end:
            self.load.trail.to(hex_)
            self.changed.emit()

    def back(self) -> bool:
        """Undo the last waypoint; return whether there was one."""
        gone = bool(self.load and self.load.trail and self.load.trail.back())
        if gone:
            self.changed.emit()
        return gone

    def let_go(self) -> None:
        """Cancel the drag; everything stays in place."""
        if self.load is not None:
            self.load = None
            self.changed.emit()

    @property
    def path(self) -> tuple[int, ...]:
        """Return the hexes that the grasped pieces would enter if dropped now.

        Under enforced rules they can differ from the dragged path where a detour is needed.
        """
        load, session = self.load, self._session
        if load is None or load.trail is None:
            return ()
        led = load.trail.path
        if not load.groups or len(led) < 2 or session.mode == "off" or session.state.pending:
            return led
        known, path = self._last_answer
        if known != led:  # a mouse comes by much more often than into another hex
            path = self._by_the_rules(load.groups[0], led)
            self._last_answer = led, path
        return path

    def _by_the_rules(
        self, units: tuple[str, ...], dragged_path: tuple[int, ...]
    ) -> tuple[int, ...]:
        session, board = self._session, self._session.module.board
        position = session.position
        if position is None or session.state.clock.phase not in position.ruleset.move_phases:
            return dragged_path
        if dragged_path[-1] not in position.reach(units).hexes:
            return dragged_path
        order = self.table.move(units, [board.numbers[h] for h in dragged_path])
        meant = position.drag_action(order, session.mode)
        return (
            tuple(board.index[h] for h in meant.path)
            if isinstance(meant, MoveUnits)
            else dragged_path
        )

    # -- putting down -----------------------------------------------------------------------------

    def put_down(self, hex_: int, point: QPointF | None = None) -> bool:
        """Drop everything in a hex; a marker can be dropped at a point of the scene between two
        hexes. Returns whether something was recorded; the drag is over in any case.
        """
        load = self.load
        if load is None:
            return False
        if load.trail is not None and hex_ != load.trail.end:
            load.trail.to(hex_)
        actions = self._marked(load.marker, hex_, point) if load.marker else self._moves(load, hex_)
        self.let_go()
        return play_at_once(self._session, actions)

    def _moves(self, load: Load, hex_: int) -> list[Order]:
        names = self._session.module.board.numbers
        if load.trail is None:
            return self.bring(load.units, hex_)
        moves: list[Order] = []
        for path, group in zip(self._paths(load), load.groups, strict=True):
            if path is None:
                self._session.objected.emit(t("table.error.off_map"))
                return []
            if isinstance(path, str):
                moves.append(self.table.move(group, (path, names[hex_]), self._mode(path)))
            elif len(path) > 1:
                # From spot to spot of a map without steps: there are no hexes to be counted.
                mode = "box" if self._session.module.board.loose else "normal"
                moves.append(self.table.move(group, [names[h] for h in path], mode))
        return moves

    def _paths(self, load: Load) -> list[tuple[int, ...] | str | None]:
        """Return the path of each group, parallel to that of the first one; a box by its name."""
        assert load.trail is not None
        places, board = self._session.module.places, self._session.module.board
        paths: list[tuple[int, ...] | str | None] = [load.trail.path]
        for group in load.groups[1:]:
            start = self._session.state.pieces[group[0]].place
            if places.is_hex(start) and board.loose:
                paths.append(as_far(board, load.trail.start, load.trail.end, start))
            elif places.is_hex(start):
                paths.append(beside(load.trail.path, start, board.neighbours))
            else:
                paths.append(places.name(start))
        return paths

    def bring(self, units: Sequence[str], hex_: int) -> list[Order]:
        """Return the actions that bring pieces straight to a hex, from boxes or from elsewhere."""
        to = self._session.module.board.numbers[hex_]
        board, places = self._session.module.board, self._session.module.places
        actions: list[Order] = []
        for group in self.table.together(units):
            start = self._session.state.pieces[group[0]].place
            if not places.is_hex(start):
                actions.append(self.table.move(group, (places.name(start), to),
                                               self._mode(places.name(start))))  # fmt: skip
            elif start != hex_:
                path = shortest(board, start, hex_) or (start, hex_)
                actions.append(self.table.move(group, [board.numbers[h] for h in path]))
        return actions

    def _mode(self, box: str) -> str:
        display = self._session.module.displays.get(box)
        return "arrival" if display is not None and display.kind in ENTRIES else "box"

    def _marked(self, marker: str, hex_: int, point: QPointF | None) -> list[Order]:
        carried = self._session.state.markers[marker]
        action = self.table.put_marker(carried.kind, marker, self.spot(hex_, point))
        return [action] if action else []

    def spot(self, hex_: int, point: QPointF | None) -> str:
        """Return the place of a marker dropped at a point: a water hexside close by, or else
        the hex.
        """
        board = self._session.module.board
        side = (
            side_near(board, board.sides, board.numbers[hex_], point) if point is not None else None
        )
        return side or board.numbers[hex_]


def play_at_once(session: Session, actions: Sequence[Order]) -> bool:
    """Record the result of one gesture as one entry; return whether anything was recorded.

    Under enforced rules each move is its own entry, because the rules judge one stack at a time.
    """
    if len(actions) > 1 and session.mode == "off":
        actions = [Table(session.module, session.state).at_once(actions)]
    played = [session.play(action) for action in actions]
    return any(played)


def side_near(board: Board, sides: Collection[str], number: str, point: QPointF) -> str | None:
    """Return which of some hexsides has its middle close to a point of the scene."""
    near: list[tuple[float, str]] = []
    if not sides:
        return None
    for side in (hexside(number, other) for other in board.grid.ring(number)):
        middle = side_middle(board.grid, side)
        if middle is not None and side in sides:
            away = middle - point
            near.append((away.x() ** 2 + away.y() ** 2, side))
    if not near:
        return None
    best, side = min(near)
    return side if best <= NEAR_SIDE**2 else None


def as_far(board: Board, start: int, end: int, other: int) -> tuple[int, ...] | None:
    """Return a path with the same offset as another on a loose board; None if it leaves the
    board.
    """
    (ua, va), (ub, vb), (u, v) = (board.centres[place] for place in (start, end, other))
    to = board.at((u + ub - ua, v + vb - va))
    return None if to == BEYOND else (other, to)


def beside(
    path: Sequence[int], start: int, neighbours: Sequence[Sequence[int]]
) -> tuple[int, ...] | None:
    """Return the path of a neighbour parallel to another path; None if it leaves the map."""
    route = [start]
    for here, to in itertools.pairwise(path):
        onward = neighbours[route[-1]][neighbours[here].index(to)]
        if onward == BEYOND:
            return None
        route.append(onward)
    return tuple(route)
