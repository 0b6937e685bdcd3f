"""The tool that tunes the weights of the computer player."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from engine.modules.module import load_module
from engine.opponent.weights import weights_of

TOOL = Path(__file__).parents[3] / "packaging" / "tune.py"


@pytest.fixture(scope="module")
def tool() -> dict[str, Any]:
    return runpy.run_path(str(TOOL))


def test_a_change_multiplies_one_line(tool: dict[str, Any]) -> None:
    weights = weights_of(load_module("airbridge"))
    changed = tool["Change"]("move.danger", 2.0).applied(weights)
    assert changed.move.danger == 2 * weights.move.danger
    assert changed.move.model_copy(update={"danger": weights.move.danger}) == weights.move
    assert tool["toml_line"](tool["Change"]("move.danger", 2.0), weights) == "[move] danger = 1"


def test_every_change_plays_each_seed_on_both_sides(tool: dict[str, Any]) -> None:
    change = tool["Change"]("move.danger", 2.0)
    played = [(d.side, d.seed) for d in tool["duels"]([change], ("a", "b"), 4, 7)]
    assert played == [("a", 7), ("b", 7), ("a", 8), ("b", 8)]


@pytest.mark.slow
def test_scores_of_changes_are_printed(
    tool: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["airbridge", "--lines", "move.goal", "--games", "2"]
    assert tool["main"](words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("move.goal × 0.7: ")
    assert [line for line in lines if line.startswith("move.goal × 1.4")]


@pytest.mark.parametrize(
    ("words", "message"),
    [(["airbridge", "--lines", "value.win"], "value.win"), (["airbridge", "--lines", "x"], "x")],
)
def test_unknown_lines_are_reported(
    tool: dict[str, Any], capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    assert tool["main"](words) == 2
    assert message in capsys.readouterr().err
