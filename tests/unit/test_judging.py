"""The errors of decisions that an analysis reports."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from engine.analyst.judging import Judge
from engine.core import actions as act
from engine.games import require_rulebook
from engine.play.game import Recording

LOG = Path(__file__).parents[2] / "logs" / "air-bridge-introductory.h44log"


@pytest.mark.parametrize(("gain", "is_better"), [(1e-9, False), (0.01, True)])
def test_an_order_that_gains_nothing_is_not_a_better_one(
    monkeypatch: pytest.MonkeyPatch, gain: float, is_better: bool
) -> None:
    recording = Recording.load(LOG)
    ruleset = require_rulebook("airbridge").ruleset("introductory", recording.module)
    judge = Judge(ruleset, cast("Any", None), seed=1)
    for step in range(2, len(recording) + 1):
        before, entry = recording.state(step - 1), recording.step(step).entry
        if isinstance(entry.action, act.Choose) and len(ruleset.legal(before, 9).actions) > 1:
            break
    sign = 1 if before.side_to_act == judge.balance(before).sides[0] else -1

    def mean(_: Judge, __: object, action: act.Action) -> tuple[tuple[float, float], int]:
        return (0.5 if action == entry.action else 0.5 + sign * gain, 0.0), 10

    monkeypatch.setattr(Judge, "_mean", mean)
    choice = judge.choice(before, entry, step)
    assert choice is not None
    assert (choice.win > 0, choice.better_action is not None) == (is_better, is_better)
