"""Answers to different questions agree; ``make soak`` compares 2,000 positions a game."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from engine.core import actions as act
from engine.core.effects import Clock
from engine.games import require_rulebook
from tests.agreement import Asked, compare
from tests.games.census import OFFERED

FEW = {"airbridge": 4, "ardenas": 6, "holland44": 4, "marketgarden": 8, "normandy44": 15}
"""Positions that are compared in less than 10 seconds, or by the long tests only."""
SLOW = {"ardenas"}
"""Their random games take more than five seconds."""


def test_every_game_is_compared() -> None:
    assert FEW.keys() == OFFERED.keys()


@pytest.mark.parametrize(
    "game", [pytest.param(g, marks=pytest.mark.soak) if g in SLOW else g for g in sorted(FEW)]
)
def test_answers_agree_in_a_few_positions(game: str) -> None:
    counts: Counter[str] = Counter()
    found = [f"{where}: {one}" for where, one in compare(game, FEW[game], 1, counts)]
    assert not found, "\n".join(found)
    assert min(counts[q] for q in ("legal", "reach", "why_not", "step", "wild")) > 0


def test_a_garrison_without_an_allowance_cannot_move() -> None:
    ruleset = require_rulebook("airbridge").ruleset("campaign")
    opening = ruleset.opening()
    clock = Clock(turn=opening.clock.turn, phase="movement", active="german")
    state = replace(opening, clock=clock)
    answers = ruleset.answers(state)
    start = state.pieces["GE-GAR-4"].place
    near = [j for j in ruleset.board.neighbours[start] if j >= 0]
    assert near
    assert not answers.reach(("GE-GAR-4",)).hexes
    for place in near:
        said = {v.rule for v in answers.why_not(("GE-GAR-4",), place).verdicts}
        assert said & {"4.0a", "7.2a"}  # too far, or over water without a bridge


@pytest.mark.soak
@pytest.mark.parametrize("game", sorted(OFFERED))
def test_answers_agree_in_two_thousand_positions(game: str) -> None:
    found = [f"{where}: {one}" for where, one in compare(game, 2000, 1)]
    assert not found, "\n".join(found)


def test_a_difference_is_found() -> None:
    ruleset = require_rulebook("marketgarden").ruleset("campaign")
    asked = Asked(ruleset, ruleset.opening(), random.Random(1))
    unit = next(iter(asked.state.pieces))
    asked.offered("reach", act.MoveUnits(units=(unit,), path=("0101", "0303")))
    asked.refused("step", act.NextPhase(), "not listed")
    assert any("the gate refuses" in str(one) for one in asked.found)
