"""Positions left behind are freed at once: nothing that they keep refers to them."""

from __future__ import annotations

import gc
import random
import weakref
from typing import Any

import pytest

from engine.core.dice import Rolled
from engine.core.reducer import apply
from engine.games import require_rulebook
from engine.play.autoplay import draw
from engine.rules.judge import play
from tests.games.test_moves_of_every_game import SCENARIOS

ACTIONS = 100


@pytest.mark.parametrize("game", sorted(SCENARIOS))
def test_positions_are_freed_without_collecting_cycles(game: str) -> None:
    rules: Any = require_rulebook(game).ruleset(SCENARIOS[game])
    chance, dice = random.Random(1), Rolled(random.Random(2))
    state, positions = rules.opening(), []
    gc.disable()
    try:
        for _ in range(ACTIONS):
            action = draw(rules, state, chance)
            assert action is not None
            positions.append(weakref.ref(rules.position(state)))
            state = apply(state, play(rules, state, action, dice).effects, rules.places)
        rules.forget()
        assert not any(position() for position in positions)
    finally:
        gc.enable()
