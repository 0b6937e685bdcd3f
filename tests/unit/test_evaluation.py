"""The evaluation of positions is fitted to balance, points, turn and whose turn it is."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import resources
from engine.modules.module import load_module
from engine.opponent.evaluation import FEATURES, Evaluation, fitted, predictions
from engine.opponent.shipped import shipped
from engine.report.analysis import Fit, Rollout, Sample

RESOURCES = Path(resources.__file__).parent
POSITIONS = 6
"""Positions of one game, which are not independent."""


def games(count: int, seed: int) -> list[Rollout]:
    """Games that the side with the better balance mostly wins, the more so if it is active."""
    chance, made = random.Random(seed), []
    for number in range(count):
        balance, active = chance.gauss(0, 2), chance.choice((-1, 1))
        share = 1 / (1 + 2.718 ** -(balance + 1.5 * active))
        sample = Sample(balance=balance, force=0, margin=0, turn=1 + number % 3, active=active)
        score = float(chance.random() < share)
        made.append(Rollout(number=number, score=score, margin=2 * score - 1, samples=(sample,)))
    return made


@pytest.fixture(scope="module")
def many() -> Fit:
    fit = fitted(games(2000, 1))
    assert fit is not None
    return fit


def win(fit: Fit, balance: float, active: int) -> float:
    sample = Sample(balance=balance, force=0, margin=0, turn=1, active=active)
    return Evaluation(fit).of(sample)[0]


def test_balance_and_the_side_to_act_raise_the_probability(many: Fit) -> None:
    assert len(many.mean) == FEATURES
    assert win(many, 0, 1) == pytest.approx(0.82, abs=0.04)  # 1 / (1 + exp(-1.5))
    assert win(many, 0, -1) == pytest.approx(0.18, abs=0.04)
    assert win(many, 2, 1) > win(many, 1, 1) > win(many, 0, 1)
    assert many.brier < many.constant


def test_games_are_predicted_by_fits_to_other_games(many: Fit) -> None:
    found = predictions(games(2000, 1))
    missed = sum((one.predicted - one.score) ** 2 for one in found) / len(found)
    assert many.brier == pytest.approx(missed)
    high = [one.score for one in found if one.predicted > 0.9]
    assert sum(high) / len(high) > 0.9
    assert predictions(games(3, 1)) == []


@pytest.mark.parametrize("path", sorted(RESOURCES.glob("*/evaluation-*.json")), ids=str)
def test_a_shipped_evaluation_is_better_than_a_constant_and_reliable(path: Path) -> None:
    scenario = path.stem.removeprefix("evaluation-")
    model = shipped(load_module(path.parent.name), scenario)
    assert model is not None
    assert model.fit.rollouts >= 1000
    assert model.fit.shipped
    assert model.fit.brier < 0.9 * model.fit.constant
    for share in model.reliability:
        spread = 3 * (share.predicted * (1 - share.predicted) / (share.n / POSITIONS)) ** 0.5
        assert share.won == pytest.approx(share.predicted, abs=max(0.05, spread))
