"""Games between players, and scores."""

from __future__ import annotations

import pytest

from engine.opponent.match import Score, pairings, play_game, score_of
from tests.unit.opponent.positions import rules_of


def test_scores_have_a_confidence_interval() -> None:
    low, high = Score(99, 100).interval
    assert 0.94 < low < 0.95
    assert 0.998 < high <= 1
    assert Score(0, 0).interval == (0.0, 1.0)


def test_players_change_sides_and_scores_are_counted_by_player() -> None:
    games = list(pairings(("a", "b"), "x", "y", 4, 5))
    assert games[:2] == [(5, {"a": "x", "b": "y"}), (5, {"a": "y", "b": "x"})]
    assert games[2][0] == 6
    assert [seed for seed, _ in pairings(("a", "b"), "x", "x", 3, 5)] == [5, 6, 7]
    rules = rules_of("airbridge", "introductory")
    sides = [side.id for side in rules.module.meta.sides]
    results = [play_game(rules, p, s) for s, p in pairings(sides, "recruit", "random", 2, 3)]
    both = score_of(results, "recruit").won + score_of(results, "random").won
    assert both == 2
    assert score_of(results, "recruit", sides[0]).games == 1


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("game", "scenario"), [("marketgarden", "campaign")])
def test_recruit_beats_random(game: str, scenario: str) -> None:
    rules = rules_of(game, scenario)
    sides = [side.id for side in rules.module.meta.sides]
    results = [play_game(rules, p, s) for s, p in pairings(sides, "recruit", "random", 10, 100)]
    assert score_of(results, "recruit").won >= 9
