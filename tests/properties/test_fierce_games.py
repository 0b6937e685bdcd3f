"""Random games between strong attackers and weak defenders: results, retreats, breakthroughs.

Random campaigns seldom reach the rarer decisions of a combat; these positions force them.
"""

from __future__ import annotations

import random

import pytest

from engine.core import actions as act
from engine.core.dice import Rolled
from engine.core.effects import invert
from engine.core.reducer import apply
from engine.core.state import digest
from engine.games.holland44 import positions
from engine.games.holland44.invariants import faults
from engine.games.holland44.legal import legal
from engine.games.holland44.ruleset import Ruleset
from engine.rules.judge import play
from tests.games.holland44.rules.positions import position

STEPS = 50
WANTED = ("breakthrough", "join")


def fierce(seed):
    """A random position in which many attacks succeed, both optional rules in force."""
    rng = random.Random(seed)
    given = position(seed)
    for unit in given["units"]:
        if unit["side"] == "allied" and rng.random() < 0.7:
            unit["attack"] = rng.choice((9, 30, 60, 90))
        if rng.random() < 0.6:
            unit["status"] = []
    given |= {
        "phase": rng.choice(("movement", "combat", "combat")),
        "options": {"disengagement": 1, "isolation_attrition": 1},
        "turn": rng.choice((2, 3, 8)),
    }
    return given


def pick(actions, rng):
    """Choose rare actions if available, and attacks before moves."""
    rare = [a for a in actions if isinstance(a, act.Choose) and a.option.split()[0] in WANTED] or [
        a for a in actions if isinstance(a, act.DeclareAttack | act.TakeAdvance)
    ]
    orders = [a for a in actions if not isinstance(a, act.NextPhase)]
    if rare and rng.random() < 0.6:
        return rng.choice(rare)
    return rng.choice(orders) if orders and rng.random() < 0.9 else rng.choice(actions)


def game(seed):
    """Play a random game, checking and undoing every step once; return the number of actions."""
    rng = random.Random(seed)
    setting, state, _ = positions.read(fierce(seed))
    rules, dice = Ruleset(setting), Rolled(random.Random(seed + 1))
    done = 0
    for _ in range(STEPS):
        found = legal(setting.position(state), 60, rng.randrange(1000))
        if not found.actions:
            break
        action = pick(found.actions, rng)
        played = play(rules, state, action, dice)
        after = apply(state, played.effects, setting.places)
        back = apply(after, invert(played.effects), setting.places)
        assert digest(back, setting.places) == digest(state, setting.places), (seed, action)
        assert list(faults(setting.position(after), state)) == [], (seed, action)
        state = after
        done += 1
    return done


@pytest.mark.parametrize("seed", [*range(12), 32, 43, 62, 68, 86, 89, 96, 99, 145])
def test_fierce_games_keep_every_invariant(seed):
    assert game(seed)
