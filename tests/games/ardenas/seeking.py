"""A random player that seeks what random games of La Batalla de las Ardenas hardly ever do.

Fighters fly towards enemy aircraft and attack them, counters of the enlarged area close up and
attack together, losses fall on units with the same factors, and affected units are rebuilt.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import actions as act
from engine.core.state import State
from engine.games.ardenas.own_actions import Rebuild
from engine.games.ardenas.position import Position
from engine.games.ardenas.rules.ch07_movement import NORMAL
from engine.games.ardenas.rules.ch08_area import REST
from engine.games.ardenas.rules.ch08_bases import is_safe
from engine.games.ardenas.ruleset import Rules
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import (
    AIR,
    AIR_PHASES,
    FIGHTER,
    ON_GROUND,
    enemy_of,
)
from tests.games.seeking import MANY, now_and_then


def _rare(ruleset: Rules, state: State) -> Iterator[act.Action]:
    position = ruleset.position(state)
    if state.pending:
        kind = state.pending[-1].kind
        if kind in ("area_move", "area_attack"):
            yield from _together(ruleset, state)
        elif kind in ("area_loss", "shot", "target"):
            yield from _twins(ruleset, position)
        return
    own, phase = position.own(position.active), position.phase
    if phase in AIR_PHASES:
        for unit in own:
            if unit.type.kind == FIGHTER:
                yield from _in_the_air(ruleset, position, unit)
    elif phase in ON_GROUND:
        for unit in own:
            if unit.affected and any(u.affected for u in _twins_of(position, unit)):
                orders = ruleset.actions_of(state, unit.id)
                yield from (order for order in orders if isinstance(order, Rebuild))


def _twins(ruleset: Rules, position: Position) -> Iterator[act.Action]:
    """Strike units with twins in their hex, or rather the twins of affected units."""
    answers: dict[act.Action, list[Unit]] = {}
    for answer in ruleset.legal(position.state, MANY).actions:
        unit = position.units.get(getattr(answer, "option", ""))
        if unit is not None and not unit.affected:
            answers[answer] = _twins_of(position, unit)
    hurt = [answer for answer, twins in answers.items() if any(u.affected for u in twins)]
    yield from hurt or [answer for answer, twins in answers.items() if twins]


def _twins_of(position: Position, unit: Unit) -> list[Unit]:
    """The units of a hex with the same factors as one of them."""
    stack, own = position.layers[unit.side, unit.layer][unit.place], unit.type
    factors = own.combat, own.movement
    return [u for u in stack if u != unit and (u.type.combat, u.type.movement) == factors]


def _together(ruleset: Rules, state: State) -> Iterator[act.Action]:
    """Close up with all counters; attack several, or join an attack."""
    for answer in ruleset.legal(state, MANY).actions:
        if isinstance(answer, act.Choose) and (answer.option == REST or " " in answer.option):
            yield answer


def _in_the_air(ruleset: Rules, position: Position, fighter: Unit) -> Iterator[act.Action]:
    """Attack aircraft that are not at their base, or fly towards them."""
    flying = position.layers[enemy_of(fighter.side), AIR]
    targets = {h for h, units in flying.items() if not all(is_safe(position, u) for u in units)}
    if not targets:
        return
    grid, number = position.ground.board.grid, position.number

    def away(hex_: str) -> int:
        return min(grid.distance(hex_, number(h)) for h in targets)

    orders = list(ruleset.actions_of(position.state, fighter.id))
    moves = [o for o in orders if isinstance(o, act.MoveUnits) and o.mode == NORMAL]
    yield from (o for o in orders if isinstance(o, act.DeclareAttack))
    if moves and away(number(fighter.place)) > 1:
        yield min(moves, key=lambda order: away(order.path[-1]))


seek = now_and_then(_rare)
