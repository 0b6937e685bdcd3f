"""A random player that seeks what random games of Air Bridge to Victory hardly ever do.

Allied bridge engineers move to bridges, which are rolled for then, and repair blown ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import actions as act
from engine.core.state import State
from engine.games.airbridge.ground import Bridge
from engine.games.airbridge.position import Position
from engine.games.airbridge.rules.ch03_sequence import INITIAL, MOVEMENT
from engine.games.airbridge.rules.ch07_bridges import (
    Demolish,
    Repair,
    approach_verdicts,
    repair_verdicts,
)
from engine.games.airbridge.ruleset import Rules
from engine.games.airbridge.vocabulary import ALLIED
from engine.rules.base.decisions import NONE
from tests.games.seeking import MANY, now_and_then


def _rare(ruleset: Rules, state: State) -> Iterator[act.Action]:
    position = ruleset.position(state)
    if state.pending:
        if state.pending[-1].kind in (Demolish.kind, Repair.kind):
            for answer in ruleset.legal(state, MANY).actions:
                if isinstance(answer, act.Choose) and answer.option != NONE:
                    yield answer
    elif position.phase in (INITIAL, MOVEMENT) and position.active == ALLIED:
        yield from _to_bridges(ruleset, position)


def _to_bridges(ruleset: Rules, position: Position) -> Iterator[act.Action]:
    """Bring bridge engineers onto the map, and to the bridge that is nearest."""
    ends = {end for bridge in _wanted(ruleset, position) for end in bridge.ends}

    def away(hex_: int) -> int:
        return min(position.ground.distance(hex_, end) for end in ends)

    for name in sorted(position.state.pieces):
        unit = position.any_unit(name)
        if not ends or unit is None or unit.side != ALLIED or unit.type.engineer != "bridge":
            continue
        orders = ruleset.actions_of(position.state, name)
        moves = [o for o in orders if isinstance(o, act.MoveUnits) and o.mode != "ferry"]
        nearest = min(moves, key=lambda o: away(position.places.index(o.path[-1])), default=None)
        if nearest is None:
            continue
        is_far = not position.places.is_hex(unit.place) or away(unit.place) > 0
        if is_far:
            yield nearest


def _wanted(ruleset: Rules, position: Position) -> list[Bridge]:
    """Return the blown bridges that only lack an engineer, or else those not yet rolled for."""
    rule, bridges = f"rule.{ruleset.rulebook.id}", position.ground.by_side.values()
    lacking = {f"{rule}.17.1a.no_engineer"}
    waiting = {f"{rule}.7.2c.nobody_came", f"{rule}.7.2c.not_allied_movement"}
    blown = [b for b in bridges if {v.key for v in repair_verdicts(position, b)} == lacking]
    return blown or [
        b for b in bridges if {v.key for v in approach_verdicts(position, b)} <= waiting
    ]


seek = now_and_then(_rare)
