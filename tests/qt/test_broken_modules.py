"""Games with a missing or damaged module: one message, and the open game stays."""

from __future__ import annotations

import shutil
from importlib.resources import files
from pathlib import Path

import pytest

from engine.play.game import Game
from holland44_qt.window.table_window import TableWindow


@pytest.mark.parametrize("damage", ["gone", "torn", "wrong", "no map"])
def test_a_game_with_a_damaged_module_is_reported_in_one_sentence(
    battle: TableWindow, tmp_path: Path, damage: str
) -> None:
    module, log = tmp_path / "mine", tmp_path / "mine.h44log"
    shutil.copytree(str(files("resources") / "holland44"), module)
    Game.new(log, str(module), "short").close()
    counters = module / "counters.json"
    if damage == "gone":
        shutil.rmtree(module)
    elif damage == "torn":
        counters.write_bytes(counters.read_bytes()[:-500])
    elif damage == "wrong":
        counters.write_text('{"counters": 44}')
    else:
        (module / "map.json").unlink()
    shown = battle.session.path
    for play in (True, False):
        assert not battle.open_path(log, play=play)
        (sentence,) = battle.messages.lines
        assert "mine" in sentence or "Holland" in sentence
        assert "Traceback" not in sentence
        assert battle.session.path == shown
        assert battle.session.step == 1
