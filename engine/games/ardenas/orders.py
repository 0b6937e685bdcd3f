"""Orders: the objections to them, and their effects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from engine.core import actions as act
from engine.core.verdicts import Verdict
from engine.games.ardenas import air_orders, ground_orders, tracks
from engine.games.ardenas.own_actions import Dissolve, Group, March, TurnOver
from engine.games.ardenas.position import Position
from engine.games.ardenas.resolution import Resolution
from engine.games.ardenas.rules.ch04_sequence import is_over, turn_verdicts
from engine.games.ardenas.rules.ch06_entry import entry_verdicts, set_up_verdicts
from engine.games.ardenas.rules.ch07_hidden import cover_verdicts, under_fire
from engine.games.ardenas.rules.ch07_movement import (
    DISPLACEMENT,
    NORMAL,
    Mover,
    path_verdicts,
)
from engine.games.ardenas.rules.ch08_combat import end_verdicts
from engine.games.ardenas.rules.ch08_flak import take_flight
from engine.games.ardenas.rules.ch11_groupings import grouping_verdicts, march_of
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import AIR, AIR_PHASES, GROUND, MOVEMENT, verdict
from engine.rules.base.named import on_map, stack_named

ENTRY, SET_UP_MOVE = "entry", "set_up"
MODES = (NORMAL, DISPLACEMENT, ENTRY, SET_UP_MOVE)
"""The modes of a move: by the movement factor, by displacement, onto the map, of the set-up."""


def order_verdicts(position: Position, action: act.Action) -> Iterator[Verdict]:
    """15.2a: Yield everything against an order of the active side."""
    if is_over(position):
        yield verdict("4.0c", "over")
    if position.state.pending:
        yield verdict("15.2a", "pending")
    if isinstance(action, air_orders.ORDERS):
        yield from air_orders.verdicts(position, action)
        return
    if isinstance(action, ground_orders.ORDERS):
        yield from ground_orders.verdicts(position, action)
        return
    match action:
        case Group() | Dissolve():
            yield from grouping_verdicts(position, action)
        case March():
            yield from move_verdicts(position, march_of(position, action))
        case TurnOver():
            units = [on_map(position, name) for name in action.units]
            yield from cover_verdicts(position, units, down=action.face == "down")
        case act.NextPhase():
            yield from end_verdicts(position)
        case act.MoveUnits():
            yield from move_verdicts(position, action)
        case _:
            yield verdict("15.2a", "by_hand")


def move_verdicts(position: Position, action: act.MoveUnits) -> Iterator[Verdict]:
    """4.0a, 7.0a: Yield everything against a move now."""
    units = stack_named(position, action.units)
    yield from turn_verdicts(position, units)
    if action.mode in (NORMAL, DISPLACEMENT):
        phases = AIR_PHASES if units[0].layer == AIR else (MOVEMENT,)
        if position.phase not in phases:
            yield verdict("7.0a", "phase", units=[u.id for u in units])
    yield from route_verdicts(position, units, action)


def route_verdicts(
    position: Position, units: Sequence[Unit], action: act.MoveUnits
) -> Iterator[Verdict]:
    """6.0n, 6.0q, 7.0b: Yield all objections to the path of a move, in any phase."""
    path = [position.places.index(name) for name in action.path]
    on_map = all(map(position.places.is_hex, path))
    names = [u.id for u in units]
    if action.mode not in MODES:
        yield verdict("7.0b", "mode", mode=action.mode, known=", ".join(MODES))
    elif path[0] != units[0].place:
        here = position.number(units[0].place)
        yield verdict("7.0b", "start", units=names, hex=here)
    elif action.mode == SET_UP_MOVE:
        yield from set_up_verdicts(position, units, path[-1])
    elif action.mode == ENTRY and not position.places.is_hex(path[0]) and len(path) == 2:
        if position.places.is_hex(path[-1]):
            yield from entry_verdicts(position, units, path[-1])
        else:
            yield verdict("6.0q", "to_a_box", units=names)
    elif len({u.layer for u in units}) > 1:
        yield verdict("7.0b", "layers", units=names)
    elif not on_map or action.mode == ENTRY:
        yield verdict("7.0b", "off_map", units=names)
    else:
        yield from path_verdicts(Mover(position, tuple(units), action.mode), path)


def move(work: Resolution, action: act.MoveUnits) -> None:
    """6.0q, 7.0a, 7.0m, 7.0q, 8.4p: Move units; a grouping takes its counter on the map along."""
    position = work.position
    units = stack_named(position, action.units)
    path = [position.places.index(name) for name in action.path]
    names = [u.id for u in units]
    if action.mode in (ENTRY, SET_UP_MOVE):
        for name in names:
            work.put(name, action.path[-1])
        return
    mover = Mover(position, units, action.mode)
    spent = sum(mover.cost(i, j, first=n == 0) for n, (i, j) in enumerate(pairwise(path)))
    passed = any(i in mover.zone for i in path[1:-1])
    real = [n for n in names if n in position.units]
    in_flight = mover.layer == AIR and bool(real)
    if in_flight:
        for name in real:
            grouping = position.grouping_of.get(name)
            if grouping is not None and not set(real).issuperset(grouping.units):
                work.leave_grouping(name)
        take_flight(work, real, path)
    else:
        work.move_along(real, path)
    for name in names:
        work.track(tracks.MOVED + name, spent)
        if action.mode == DISPLACEMENT:
            work.track(tracks.DISPLACED + name, 1)
        if passed and mover.layer == GROUND and name in position.units:
            work.track(tracks.OWES + name, 1)
    if in_flight:
        return
    for grouping in dict.fromkeys(
        position.grouping_of[name] for name in names if name in position.grouping_of
    ):
        # A false grouping of aircraft stops where a gun would fire at a true one.
        fire = under_fire(position, grouping)
        end = next((i for i in path[1:] if i in fire), path[-1])
        work.regroup(replace(grouping, place=end))
