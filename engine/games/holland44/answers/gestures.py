"""What somebody means who leads counters over the map: a move in the right mode, or an answer."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.modes import Mode
from engine.games.holland44.answers.moves import why_near
from engine.games.holland44.contents import DECISIONS
from engine.games.holland44.house import allows
from engine.games.holland44.orders import legal_orders
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch08_movement.mover import MODES, Move, Mover
from engine.games.holland44.rules.ch08_movement.reach import reachable
from engine.games.holland44.rules.ch08_movement.why_not import judge_move, mover_of
from engine.games.holland44.units import Unit
from engine.i18n import t

LED = frozenset({"normal", "arrival", "box"})
"""Modes of orders given by hand: how the units go is left to the rules."""


def meant(position: Position, action: act.Action, mode: Mode) -> act.Action:
    """The order that a hand on the counters means.

    A box is no place to lead them to: that remains an order by hand.
    While a decision waits (a retreat, say), leading its units to a place is the answer to it.
    A move that was led along a path goes that way if it may; else by the best way there is. Where
    there is none, enforced rules judge the way of which the advice tells, so that all reasons are
    told; advisory ones the way it was led.
    """
    if mode == "off" or not isinstance(action, act.MoveUnits) or action.mode not in LED:
        return action
    path = [_place(position, name) for name in action.path]
    if position.state.pending:
        return _answer(position, action, path) or action
    units = [position.units[name] for name in action.units if name in position.units]
    if len(units) < len(action.units) or len({u.place for u in units}) > 1:
        return action
    target = path[-1]
    mover = mover_of(position, units)
    secret = _relocation(position, units, action)
    if secret is not None:
        return secret
    led = _mode_for(mover, path)
    if led is not None:
        return action.model_copy(update={"mode": led})
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
    """The answer that these units are led to; along their path if that is one of several."""
    asked = position.state.pending[-1]
    fitting = [
        o
        for o in DECISIONS.choices_of(position, asked)
        if o.path and o.path[-1] == path[-1] and set(o.units) == set(action.units)
    ]
    if not fitting:
        return None
    best = min(fitting, key=lambda o: (o.path != tuple(path), o.losses))
    return act.Choose(decision=asked.kind, option=best.id)


def _relocation(
    position: Position, units: Sequence[Unit], action: act.MoveUnits
) -> act.MoveUnits | None:
    """An unknown unit that is led to where it may be redeployed (25.6)."""
    if len(units) != 1 or not units[0].profile.unknown:
        return None
    for found in legal_orders(position, units[0]):
        if isinstance(found, act.MoveUnits) and found.path[-1] == action.path[-1]:
            return found
    return None


def _mode_for(mover: Mover, path: Sequence[int]) -> str | None:
    """The first mode in which a path is legal."""
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
