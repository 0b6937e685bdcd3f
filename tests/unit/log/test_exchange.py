"""Two players exchange turn files; what does not continue a log is refused with a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core import actions as act
from engine.core.errors import Holland44Error
from engine.game import Game
from engine.log.exchange import export_turn, import_turn
from engine.log.store import load


def start(path: Path) -> Path:
    with Game.new(path, "holland44", "campaign") as game:
        game.play(act.Note(text="Allied: ready."))
    return path


def play(path: Path, *texts: str) -> None:
    with Game.open(path) as game:
        for text in texts:
            game.play(act.Note(text=text))


def refused(turn: Path, log: Path) -> str:
    before = log.read_bytes() if log.exists() else None
    with pytest.raises(Holland44Error) as caught:
        import_turn(turn, log)
    assert (log.read_bytes() if log.exists() else None) == before
    return str(caught.value)


def test_a_game_goes_back_and_forth(tmp_path: Path) -> None:
    mine, theirs, turn = start(tmp_path / "a.h44log"), tmp_path / "b.h44log", tmp_path / "t"
    export_turn(mine, turn)
    assert import_turn(turn, theirs).last == 2
    assert mine.read_bytes() == theirs.read_bytes()

    play(theirs, "German: move.", "German: combat.")
    sent = export_turn(theirs, turn)
    assert (sent.first, sent.last) == (3, 4)
    received = import_turn(turn, mine)
    assert (received.first, received.last) == (3, 4)
    assert mine.read_bytes() == theirs.read_bytes()
    assert load(mine).damage is None

    play(mine, "Allied: on.")
    assert export_turn(mine, turn).first == 5


def test_the_same_turn_twice_changes_nothing(tmp_path: Path) -> None:
    mine, theirs, turn = start(tmp_path / "a.h44log"), tmp_path / "b.h44log", tmp_path / "t"
    export_turn(mine, turn)
    import_turn(turn, theirs)
    again = import_turn(turn, theirs)
    assert again.last < again.first
    assert mine.read_bytes() == theirs.read_bytes()


def test_nothing_new_is_said_and_all_writes_the_whole_game(tmp_path: Path) -> None:
    mine, turn = start(tmp_path / "a.h44log"), tmp_path / "t"
    export_turn(mine, turn)
    with pytest.raises(Holland44Error, match="Nothing is new"):
        export_turn(mine, turn)
    assert export_turn(mine, turn, everything=True).first == 1


def test_another_game_is_refused(tmp_path: Path) -> None:
    mine, other, turn = start(tmp_path / "a.h44log"), start(tmp_path / "o.h44log"), tmp_path / "t"
    export_turn(other, turn)
    assert "belongs to another game" in refused(turn, mine)


def test_a_missing_turn_between_is_named(tmp_path: Path) -> None:
    mine, theirs, turn = start(tmp_path / "a.h44log"), tmp_path / "b.h44log", tmp_path / "t"
    export_turn(mine, turn)
    import_turn(turn, theirs)
    play(mine, "one")
    export_turn(mine, tmp_path / "lost")
    play(mine, "two")
    export_turn(mine, turn)
    assert "entries 3 to 3 are missing" in refused(turn, theirs)
    assert "continues entry 3" in refused(turn, tmp_path / "new.h44log")


def test_games_that_parted_are_refused(tmp_path: Path) -> None:
    mine, theirs, turn = start(tmp_path / "a.h44log"), tmp_path / "b.h44log", tmp_path / "t"
    export_turn(mine, turn)
    import_turn(turn, theirs)
    play(mine, "mine")
    play(theirs, "theirs")
    export_turn(mine, turn)
    assert "differ from entry 3" in refused(turn, theirs)


@pytest.mark.parametrize("spoil", ["flip", "cut", "foreign", "empty", "missing"])
def test_a_spoilt_turn_file_is_one_sentence(tmp_path: Path, spoil: str) -> None:
    mine, theirs, turn = start(tmp_path / "a.h44log"), tmp_path / "b.h44log", tmp_path / "t"
    export_turn(mine, turn)
    data = turn.read_bytes()
    if spoil == "flip":
        turn.write_bytes(data.replace(b"Allied: ready.", b"Allied: steady"))
    elif spoil == "cut":
        turn.write_bytes(data[:-20])
    elif spoil == "foreign":
        turn.write_bytes(b"hello\n" + data)
    elif spoil == "empty":
        turn.write_bytes(b"")
    else:
        turn.unlink()
    text = refused(turn, theirs)
    assert "\n" not in text
    assert str(turn) in text
    assert not theirs.exists()
