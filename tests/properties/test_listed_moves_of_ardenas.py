"""Lists of moves of La Batalla de las Ardenas: the same ends as reach, in the same order."""

from __future__ import annotations

import random

from engine.core.dice import Rolled
from engine.core.reducer import apply
from engine.games import require_rulebook
from engine.games.ardenas.rules.ch07_movement import (
    DISPLACEMENT,
    NEARBY,
    NORMAL,
    Mover,
    arrivals,
    reach,
)
from engine.games.ardenas.vocabulary import AIR, GROUND
from engine.play.autoplay import draw
from engine.rules.judge import play

ACTIONS, COMPARED = 150, 600


def test_moves_listed_one_by_one_are_those_of_reach() -> None:
    rules = require_rulebook("ardenas").ruleset("full")
    chance, dice = random.Random(3), Rolled(random.Random(4))
    state, found = rules.opening(), []
    for _ in range(ACTIONS):
        position = rules.position(state)
        found += [(position, unit) for unit in position.own(position.active)]
        action = draw(rules, state, chance)
        assert action is not None
        state = apply(state, play(rules, state, action, dice).effects, rules.places)
    far = set()
    for position, unit in chance.sample(found, COMPARED):
        for mode in (NORMAL, DISPLACEMENT):
            listed = list(arrivals(Mover(position, (unit,), mode)))
            assert listed == list(reach(Mover(position, (unit,), mode)).values())
            far |= {unit.layer for arrived in listed if arrived.cost > NEARBY}
    assert far == {AIR, GROUND}
