"""The ports for a computer player: the same loop plays every game without knowing it."""

from __future__ import annotations

import pickle
import random
from fractions import Fraction
from functools import cache
from itertools import islice

import pytest

from engine.core import actions as act
from engine.core.state import State, digest
from engine.games import RULEBOOKS, require_rulebook
from engine.rules import player
from engine.rules.judge import judged
from engine.rules.ports import Ruleset
from engine.rules.registry import is_legal
from tests.thoroughness import some_now

GAMES = tuple(RULEBOOKS)
LENGTHS = {"ardenas": 450}
"""Steps of the long way through a game where the usual 250 meet no decision."""
every_game = pytest.mark.parametrize(
    "game", some_now(GAMES, now=lambda game: game in ("airbridge", "marketgarden"))
)
MOST_FALLS = 40
"""An action with more falls of its dice is left out: there are others."""


def opened(game: str) -> tuple[Ruleset, State]:
    ruleset = require_rulebook(game).ruleset("campaign")
    return ruleset, ruleset.opening()


def wander(ruleset: Ruleset, state: State, seed: int, most: int) -> list[State]:
    """A player without strategy: any legal action, any face of a requested die."""
    chooser, seen = random.Random(seed), [state]
    while len(seen) <= most and player.to_decide(ruleset, state) is not None:
        action = chooser.choice(ruleset.legal(state, 12, chooser.randrange(10_000)).actions)
        thrown: list[int] = []
        while (node := player.chance(ruleset, state, action, thrown)) is not None:
            thrown += [chooser.randint(1, node.sides) for _ in range(node.count)]
        state = player.step(ruleset, state, action, thrown).state
        seen.append(state)
    return seen


@cache
def walk(game: str) -> tuple[State, ...]:
    """One long random game of each game, shared by tests that only examine its positions."""
    ruleset, state = opened(game)
    return tuple(wander(ruleset, state, 21, LENGTHS.get(game, 250)))


@pytest.mark.slow
@every_game
def test_the_same_loop_plays_every_game(game: str) -> None:
    ruleset, _ = opened(game)
    seen = walk(game)[:61]
    assert len(seen) == 61
    assert len({digest(s, ruleset.places) for s in seen}) > 50
    assert player.outcome(ruleset, seen[-1]) is None


@pytest.mark.parametrize("game", GAMES)
def test_a_ruleset_can_be_pickled(game: str) -> None:
    ruleset, state = opened(game)
    twin = pickle.loads(pickle.dumps(ruleset))
    last = wander(ruleset, state, 11, 12)[-1]
    assert twin.legal(last, 40) == ruleset.legal(last, 40)
    assert ruleset.observe(last, "allied") == last


@pytest.mark.slow
@every_game
def test_probabilities_of_all_dice_sum_to_one(game: str) -> None:
    ruleset, _ = opened(game)
    for before in reversed(walk(game)):
        for action in islice(player.actions(ruleset, before), 30):
            node = player.chance(ruleset, before, action)
            if node is None or node.sides**node.count > MOST_FALLS:
                continue
            falls = list(islice(player.branches(ruleset, before, action), MOST_FALLS + 1))
            if len(falls) > MOST_FALLS:
                continue
            assert all(player.step(ruleset, before, action, b.dice).state == b.state for b in falls)
            assert sum((b.probability for b in falls), Fraction(0)) == 1
            return
    pytest.fail("no action asked for a die")


@every_game
def test_alternatives_to_a_refusal_are_legal_and_near(game: str) -> None:
    ruleset, _ = opened(game)
    looked = 0
    for before in walk(game)[:80]:
        for move in islice(player.actions(ruleset, before), 200):
            if not isinstance(move, act.MoveUnits) or move.path[-1] not in ruleset.board.index:
                continue
            assert player.alternatives_to(ruleset, before, move) == ()
            position = ruleset.answers(before)
            reached = {position.number(i) for i in position.reach(move.units).hexes}
            far = next(n for n in ruleset.board.numbers if n not in (*reached, move.path[0]))
            wrong = move.model_copy(update={"path": (move.path[0], far)})
            if is_legal(judged(ruleset, before, wrong)):
                continue
            found = player.alternatives_to(ruleset, before, wrong)
            assert 0 < len(found) <= 5
            assert all(is_legal(judged(ruleset, before, one)) for one in found)
            looked += 1
            break
        if looked == 5:
            return
    assert looked


@every_game
def test_a_pending_decision_is_the_alternative(game: str) -> None:
    ruleset, _ = opened(game)
    if not ruleset.decisions.handlers:
        pytest.skip("the game has no decisions yet")
    waiting = next((s for s in walk(game) if s.pending), None)
    assert waiting is not None
    found = player.alternatives_to(ruleset, waiting, act.NextPhase())
    assert found
    assert all(isinstance(one, act.Choose) for one in found)
    assert player.to_decide(ruleset, waiting) == waiting.pending[-1].side


@pytest.mark.slow
def test_reach_reports_the_consequences_of_a_destination() -> None:
    """6.4.1: steps above nine are lost; hexes out of supply are reported."""
    ruleset, state = opened("holland44")
    lost, cut = set(), set()
    for before in wander(ruleset, state, 2, 150):
        position = ruleset.answers(before)
        if before.clock.phase != "movement" or before.pending:
            continue
        for unit in islice(position.units(before.clock.active), 0, None, 9):
            if "unknown" in unit.traits:
                continue
            for end in position.reach([unit.id]).hexes.values():
                lost.add(end.price.steps)
                cut.add(end.price.supplied)
    assert {0, 1} <= lost
    assert max(lost) > 1
    assert cut == {True, False}
