"""Sides: the hand-over screen, and games by exchanged files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.core import actions as act
from engine.i18n import t
from engine.play.exchange import export_turn
from engine.play.game import Game
from holland44_qt.shell.exchange import Exchange
from holland44_qt.shell.hand_over import HandOver, Screen
from holland44_qt.window.table_window import TableWindow
from tests.forging import added, elimination, forge_turn


@pytest.fixture
def played(window: TableWindow, log_path: Path) -> TableWindow:
    """The window with the game open for play; it is the Germans' turn."""
    assert window.open_path(log_path, play=True)
    assert window.session.state.clock.active == "german"
    return window


def pass_on(window: TableWindow, side: str) -> None:
    assert window.session.play(act.SetClock(turn=2, phase="combat", active=side))


def screen(window: TableWindow) -> Screen | None:
    return window.feature(HandOver).screen


def test_the_board_is_hidden_when_the_other_side_begins(played: TableWindow) -> None:
    played.commands["hand_over"].trigger()
    pass_on(played, "german")
    assert screen(played) is None
    pass_on(played, "allied")
    shown = screen(played)
    assert shown is not None
    assert shown.isVisible()
    assert shown.geometry() == played.rect()
    assert "Allied" in shown.accessibleName()
    played.resize(played.width() - 40, played.height())
    assert shown.geometry() == played.rect()
    QTest.keyClick(shown, Qt.Key.Key_Left)
    assert played.session.step == played.session.length
    shown.button.click()
    assert screen(played) is None
    assert not shown.isVisible()


def test_looking_back_does_not_hand_over(played: TableWindow) -> None:
    played.commands["hand_over"].trigger()
    for step in (2, 6, 10, 1):
        played.session.go(step)
        assert screen(played) is None


def test_hand_over_is_off_by_default_and_saved(played: TableWindow) -> None:
    pass_on(played, "allied")
    assert screen(played) is None
    played.commands["hand_over"].trigger()
    assert played.preferences.now.hand_over
    pass_on(played, "german")
    assert screen(played) is not None
    played.commands["hand_over"].trigger()
    assert screen(played) is None


# -- exchange --------------------------------------------------------------------------------------


@pytest.fixture
def theirs(log_path: Path, tmp_path: Path) -> Path:
    """The opponent's copy of the game with three more entries, and the turn file they sent."""
    folder = tmp_path / "theirs"
    folder.mkdir()
    copy = folder / log_path.name
    shutil.copy(log_path, copy)
    export_turn(copy, folder / "before.h44turn")
    with Game.open(copy) as game:
        for number in range(3):
            game.play(act.Note(text=f"theirs {number}"))
    export_turn(copy, folder / "sent.h44turn")
    return folder / "sent.h44turn"


def test_an_imported_turn_is_replayed_from_its_start(played: TableWindow, theirs: Path) -> None:
    assert played.session.length == 11
    assert played.feature(Exchange).read(theirs)
    assert (played.session.step, played.session.length) == (11, 14)
    assert played.session.in_play
    assert played.player.playing
    assert t("shell.turn.imported", first=12, last=14) in played.messages.lines


def test_importing_a_turn_twice_adds_nothing(played: TableWindow, theirs: Path) -> None:
    exchange = played.feature(Exchange)
    assert exchange.read(theirs)
    played.player.stop()
    assert exchange.read(theirs)
    assert played.session.length == 14
    assert played.messages.lines == [t("shell.turn.nothing", path=theirs)]


def test_a_turn_of_another_line_is_refused(played: TableWindow, theirs: Path) -> None:
    assert played.session.play(act.Note(text="ours"))
    played.session.go(3)
    assert not played.feature(Exchange).read(theirs)
    assert (played.session.step, played.session.length) == (3, 12)
    assert played.session.in_play
    (sentence,) = played.messages.lines
    assert str(theirs) in sentence


def press(exchange: Exchange) -> None:
    """Press the button that is not Cancel in the next question."""
    box = exchange.question
    assert box is not None
    assert box.textFormat() == Qt.TextFormat.PlainText
    (button,) = (b for b in box.buttons() if b is not box.button(box.StandardButton.Cancel))
    button.click()


def test_if_both_continued_one_side_merges_into_a_new_log(
    played: TableWindow, theirs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert played.session.play(act.Note(text="ours"))
    exchange, merged = played.feature(Exchange), tmp_path / "merged.h44log"
    monkeypatch.setattr("holland44_qt.shell.exchange.ask_where_to_save", lambda *_, **__: merged)
    assert not exchange.read(theirs)
    press(exchange)
    assert played.session.path == merged
    assert len(played.session.recording.log) == 11 + 3 + 1 + 1
    assert played.session.recording.log[15].parent == 11
    assert played.session.in_play


def test_an_unexplained_turn_is_imported_only_on_request(
    played: TableWindow, log_path: Path, tmp_path: Path
) -> None:
    recording = played.session.recording
    lost = elimination(played.session.state, recording, "german")
    turn = forge_turn(log_path, tmp_path / "t.h44turn", added(act.Note(text="Nice day"), (lost,)))
    exchange = played.feature(Exchange)
    before = log_path.read_bytes()
    assert not exchange.read(turn)
    assert log_path.read_bytes() == before
    assert "does not explain" in played.messages.lines[0]
    press(exchange)
    assert played.session.length == 13
    assert "Accepted" in played.session.recording.log[13].action.text
    assert "does not explain" in played.messages.details


def test_foreign_dice_are_labelled(played: TableWindow, log_path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "theirs"
    folder.mkdir()
    copy = shutil.copy(log_path, folder)
    with Game.open(Path(copy)) as game:
        game.play(act.Roll(reason="weather"))
    export_turn(Path(copy), folder / "t.h44turn", everything=True)
    assert played.feature(Exchange).read(folder / "t.h44turn")
    assert played.messages.lines[0].endswith(t("turn.dice"))


def test_new_entries_are_exported_once(played: TableWindow, tmp_path: Path) -> None:
    exchange = played.feature(Exchange)
    turn = tmp_path / "mine.h44turn"
    exchange.write(turn)
    assert played.messages.lines == [t("shell.turn.exported", path=turn, first=1, last=11)]
    played.messages.clear()
    exchange.write(tmp_path / "again.h44turn")
    assert not (tmp_path / "again.h44turn").exists()
    assert len(played.messages.lines) == 1
    assert played.session.play(act.Note(text="more"))
    played.messages.clear()
    exchange.write(tmp_path / "again.h44turn")
    assert t("shell.turn.exported", path=tmp_path / "again.h44turn", first=12, last=12) in (
        played.messages.lines
    )


def test_a_dropped_turn_file_is_imported(played: TableWindow, theirs: Path) -> None:
    assert played.open_any(theirs)
    assert played.session.length == 14
