"""The terrain caches of the rules are limited, regardless of how often bridges change."""

from __future__ import annotations

import gc
import random
from itertools import islice
from types import FunctionType, ModuleType

import pytest

from engine.core.effects import SetHexside
from engine.core.reducer import apply
from engine.core.state import State
from engine.games import require_rulebook
from engine.rules.ports import Ruleset
from tests.thoroughness import some_now

FEW, MANY = 30, 75


def reached(start: object) -> int:
    """How many objects something holds, of itself and through others."""
    seen = {id(start)}
    queue = [start]
    for one in queue:
        for other in gc.get_referents(one):
            if id(other) not in seen and not isinstance(other, type | ModuleType | FunctionType):
                seen.add(id(other))
                queue.append(other)
    return len(queue)


def at_each_change(ruleset: Ruleset, state: State, names: list[str]) -> State:
    """Blow or rebuild one bridge after the other, and query the rules after each change."""
    for name in names:
        before = state.hexsides.get(name)
        after = None if before == "blown" else "blown"
        state = apply(state, [SetHexside(hexside=name, before=before, after=after)], ruleset.places)
        position = ruleset.answers(state)
        for side in (s.id for s in ruleset.module.meta.sides):
            position.supply(side)
            on_map = (u for u in position.units(side) if ruleset.places.is_hex(u.place))
            for unit in islice(on_map, 1):
                position.reach([unit.id])
    return state


@pytest.mark.parametrize(
    "game",
    some_now(["airbridge", "holland44", "marketgarden"], now=lambda game: game == "marketgarden"),
)
def test_bridges_that_come_and_go_leave_nothing_behind(game: str) -> None:
    ruleset = require_rulebook(game).ruleset("campaign")
    bridges = sorted(b.hexside for b in ruleset.board.bridges.values() if b.kind != "ferry")
    ground = ruleset.setting.ground
    state = ruleset.opening()
    rounds = random.Random(44).choices(bridges, k=MANY)
    state = at_each_change(ruleset, state, rounds[:FEW])
    few = reached(ground)
    at_each_change(ruleset, state, rounds[FEW:])
    many = reached(ground)
    assert many < few * 1.1
