"""Validation of actions."""

from __future__ import annotations

import math
from typing import get_args

import pytest
from pydantic import ValidationError

from engine.core import actions as act

CLASSES = [get_args(kind)[0] for kind in get_args(get_args(act.Action)[0])]


def test_kinds_with_own_effects_are_declared() -> None:
    assert {c for c in CLASSES if "effects" in c.model_fields} == set(act.STATED)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"kind": "teleport"},
        {"kind": "move", "units": [], "path": ["1000", "1001"]},
        {"kind": "move", "units": ["a"], "path": ["1000"]},
        {"kind": "roll", "count": 101},
        {"kind": "roll", "sides": 0},
        {"kind": "roll", "sides": 2**31},
        {"kind": "note", "text": ""},
        {"kind": "note", "text": "x" * (act.MAX_TEXT + 1)},
        {"kind": "set_phase", "turn": -1, "phase": "combat", "active": "allied"},
        {
            "kind": "combat",
            "attackers": ["a"],
            "target": "1000",
            "attack": math.inf,
            "defense": 1,
            "column": "2:1",
            "result": "-",
        },
    ],
)
def test_invalid_actions_are_refused(data: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        act.ACTION.validate_python(data)
