"""Turn dragged counters into actions: a move in the right mode, or an answer to a decision."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.modes import Mode
from engine.games.holland44.answers.moves import relocations, why_near
from engine.games.holland44.contents import DECISIONS
from engine.games.holland44.house_rules import allows
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch08_movement.mover import MODES, Move, Mover
from engine.games.holland44.rules.ch08_movement.reach import reachable
from engine.games.holland44.rules.ch08_movement.why_not import judge_move, mover_of
from engine.i18n import t

DRAGGED = frozenset({"normal", "arrival", "box"})
"""Modes of dragged moves; the rules choose the mode of movement."""


def drag_action(position: Position, action: act.Action, mode: Mode) -> act.Action:
    """Return the action that a drag of counters means.

    A drag into a box stays a move by hand. While a decision is pending (a retreat, for example),
    dragging its units to a place chooses that answer. The dragged path is used if it is legal, else
    the best legal path. Without a legal path, enforced rules judge the path that the advice shows,
    so that all its verdicts are reported; advisory rules judge the dragged path.
    """
    if mode == "off" or not isinstance(action, act.MoveUnits) or action.mode not in DRAGGED:
        return action
    path = [_place(position, name) for name in action.path]
    if position.state.pending:
        return _answer(position, action, path) or action
    units = [position.units[name] for name in action.units if name in position.units]
    if len(units) < len(action.units) or len({u.place for u in units}) > 1:
        return action
    target = path[-1]
    mover = mover_of(position, units)
    for order in relocations(position, units):
        if order.path[-1] == action.path[-1]:
            return order
    legal_mode = _mode_for(mover, path)
    if legal_mode is not None:
        return action.model_copy(update={"mode": legal_mode})
    arrival = reachable(mover).get(target)
    if arrival is not None:
        return _along(position, action, arrival.mode, arrival.path)
    if mode != "enforced":
        return action
    why = why_near(position, units, target)
    return _along(position, action, why.mode, why.path)


def _place(position: Position, name: str) -> int:
    places = position.places
    for word in (name, f"area-{name}"):
        if word in places:
            return places.index(word)
    raise UserError(t("probe.hex", hex=name))


def _answer(position: Position, action: act.MoveUnits, path: Sequence[int]) -> act.Choose | None:
    """Return the answer that moves the units there, by the dragged path where several do."""
    asked = position.state.pending[-1]
    choice = DECISIONS.dragged(position, asked, action.units, path)
    return None if choice is None else act.Choose(decision=asked.kind, option=choice.id)


def _mode_for(mover: Mover, path: Sequence[int]) -> str | None:
    """Return the first mode in which a path is legal."""
    for mode in MODES:
        if allows(mover.position, judge_move(Move(mover, mode, path))):
            return mode
    return None


def _along(
    position: Position, action: act.MoveUnits, mode: str, path: Sequence[int]
) -> act.MoveUnits:
    if len(path) < 2:
        return action
    names = tuple(position.places.name(i) for i in path)
    return action.model_copy(update={"mode": mode, "path": names})
