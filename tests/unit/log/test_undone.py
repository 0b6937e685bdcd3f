"""Undoing a die or a draw that was seen is reported by verify and on import."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core import actions as act
from engine.log.verify import verify
from engine.play.exchange import export_turn, import_turn
from engine.play.game import Game, Recording


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "game.h44log"
    with Game.new(path, "holland44", "campaign") as game:
        game.play(act.Note(text="two"))
        game.play(act.Roll(reason="weather", count=1))
        game.play(act.Note(text="four"))
    return path


def notices(path: Path) -> list[str]:
    recording = Recording.load(path)
    report = verify(recording.log, recording.module.places)
    assert report.problems == []
    return report.notices


def go_back(path: Path, entry: int, action: act.Action) -> None:
    with Game.open(path) as game:
        game.follow(entry)
        game.play(action)


def test_undone_dice_are_reported(log: Path, tmp_path: Path) -> None:
    turn, theirs = tmp_path / "turn", tmp_path / "theirs.h44log"
    export_turn(log, turn)
    assert not any("takes play back" in said for said in import_turn(turn, theirs).sentences())
    assert notices(log) == []
    go_back(log, 2, act.Roll(reason="weather", count=1))
    (said,) = notices(log)
    assert "Entry 5" in said
    assert "entry 3" in said
    export_turn(log, turn)
    assert said in import_turn(turn, theirs).sentences()
    with Game.open(log) as game:
        game.play(act.Note(text="six"))
    export_turn(log, turn)
    assert said not in import_turn(turn, theirs).sentences(), "reported once"


def test_undo_without_new_information_is_not_reported(log: Path) -> None:
    go_back(log, 3, act.Note(text="other"))
    assert notices(log) == []


def test_what_if_lines_are_no_undo(log: Path) -> None:
    go_back(log, 2, act.Note(text="tried", line="what if"))
    with Game.open(log) as game:
        game.follow(5)
        game.play(act.Note(text="tried on"))
        game.follow(4)
        game.play(act.Note(text="in earnest"))
    assert notices(log) == []
