"""The script that measures the speed of play plays the same games from the same seed."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "actions_per_second.py"


def test_actions_of_a_game_are_counted_and_have_a_digest(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = importlib.util.spec_from_file_location("actions_per_second", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    rules = script.rules_of("marketgarden")
    first = script.random_play(rules, 30, 1)
    assert first == script.random_play(rules, 30, 1) != script.random_play(rules, 30, 2)
    monkeypatch.setattr(sys, "argv", ["actions", "marketgarden", "--actions", "30"])
    monkeypatch.setattr(script, "chess_moves", lambda moves, seed: 17_000)
    script.main()
    assert f"actions a second (30 actions, {first[1]})" in capsys.readouterr().out
