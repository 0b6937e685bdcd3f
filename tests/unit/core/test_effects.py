"""Validation and normalisation of effects."""

from __future__ import annotations

import math
from typing import get_args

import pytest
from pydantic import TypeAdapter, ValidationError

from engine.core import effects as fx
from engine.core.reducer import _APPLY

EFFECT: TypeAdapter[fx.Effect] = TypeAdapter(fx.Effect)
KINDS = {cls.model_fields["kind"].default for cls in get_args(get_args(fx.Effect)[0])}


def test_the_reducer_applies_every_kind_of_effect() -> None:
    assert set(_APPLY) == KINDS


def test_statuses_are_sorted_and_each_once() -> None:
    effect = fx.SetStatus(unit="a", before=("z", "b", "z"), after=("c", "a"))
    assert effect.before == ("b", "z")
    assert effect.inverse().after == ("b", "z")


def test_inverses_swap_before_and_after() -> None:
    steps = fx.SetSteps(unit="a", before=2, after=1)
    assert steps.inverse() == fx.SetSteps(unit="a", before=1, after=2)
    move = fx.Move(unit="a", path=("1000", "1001", "1002"), from_index=0, to_index=3)
    assert move.inverse() == fx.Move(
        unit="a", path=("1002", "1001", "1000"), from_index=3, to_index=0
    )
    push = fx.PushDecision(decision=fx.Decision(kind="retreat", side="allied"))
    assert fx.invert([steps, push]) == (fx.PopDecision(decision=push.decision), steps.inverse())


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "nonsense"},
        {"kind": "set_steps", "unit": "a", "before": 1, "after": -1},
        {"kind": "set_steps", "unit": "a", "before": 1, "after": 2**31},
        {"kind": "set_steps", "unit": "a", "before": 1},
        {"kind": "set_steps", "unit": "a", "before": 1, "after": 2, "colour": "red"},
        {"kind": "move", "unit": "a", "path": [], "from_index": 0, "to_index": 0},
        {"kind": "set_track", "track": "vp", "before": None, "after": math.inf},
        {"kind": "set_track", "track": "vp", "before": None, "after": math.nan},
        {
            "kind": "push_decision",
            "decision": {"kind": "d", "side": "allied", "args": {"x": math.nan}},
        },
        {
            "kind": "push_decision",
            "decision": {"kind": "d", "side": "allied", "args": {"x": object()}},
        },
    ],
)
def test_values_unsuitable_for_a_log_are_refused(data: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        EFFECT.validate_python(data)


def test_effects_cannot_be_changed() -> None:
    effect = fx.SetSteps(unit="a", before=2, after=1)
    with pytest.raises(ValidationError):
        effect.after = 3


def test_arguments_of_a_decision_have_the_order_of_a_log() -> None:
    args = {"units": ["b", "a"], "course": {"through": True, "fought": [{"y": 1, "x": 2}]}}
    decision = fx.Decision.model_validate({"kind": "advance", "side": "allied", "args": args})
    again = fx.Decision.model_validate_json(
        '{"kind":"advance","side":"allied","args":{"course":{"fought":[{"x":2,"y":1}],'
        '"through":true},"units":["b","a"]}}'
    )
    assert decision.model_dump_json() == again.model_dump_json()
