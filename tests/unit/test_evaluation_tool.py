"""The tool that fits the evaluation of a scenario to self-played games."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from engine.games import require_rulebook
from engine.report.analysis import Rollout, Sample

TOOL = Path(__file__).parents[2] / "packaging" / "evaluation.py"


@pytest.fixture(scope="module")
def tool() -> dict[str, Any]:
    return runpy.run_path(str(TOOL))


def test_every_other_game_begins_with_random_play(tool: dict[str, Any]) -> None:
    rules = require_rulebook("airbridge").ruleset("tournament")
    opening = tool["opening"]
    assert opening(rules, 2) == rules.opening()
    later = opening(rules, 3)
    assert 1 < later.clock.turn <= rules.scenario.turns // 2 + 1
    assert opening(rules, 3) == later


def test_reliability_has_the_mean_and_the_share_won_of_each_tenth(tool: dict[str, Any]) -> None:
    """The side with the better balance wins always, so that the ends are filled."""
    games = [
        Rollout(
            number=n, score=float(n % 2), margin=0,
            samples=(Sample(balance=5 if n % 2 else -5, force=0, margin=0, turn=1),),
        )
        for n in range(200)
    ]  # fmt: skip
    shares = tool["reliability"](games)
    assert [(s.won, s.n) for s in shares] == [(0.0, 100), (1.0, 100)]
    assert shares[0].predicted < 0.1
    assert shares[1].predicted > 0.9
    assert "<svg" in tool["diagram"]("Title", shares)
