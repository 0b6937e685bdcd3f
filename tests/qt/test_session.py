"""Playing through the session: recording, stepping, branches, illegal input."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.i18n import t
from engine.log.store import load
from engine.play.game import Game
from holland44_qt.session import Session
from holland44_qt.window.table_window import TableWindow


@pytest.fixture
def empty(qtbot: QtBot) -> Iterator[Session]:
    session = Session()
    yield session
    session.close()


@pytest.fixture
def session(empty: Session, log_path: Path) -> Session:
    assert empty.open(log_path)
    return empty


def test_your_own_log_opens_in_play_at_its_end(session: Session) -> None:
    assert session.can_play
    assert session.step == session.length == 11


def test_a_played_entry_is_on_disk_and_shown(
    qtbot: QtBot, session: Session, log_path: Path
) -> None:
    with qtbot.waitSignals([session.recorded, session.stepped]):
        session.play(act.Note(text="Onwards."))
    assert session.step == session.length == 12
    assert load(log_path).log.entries[-1].action == act.Note(text="Onwards.")


def test_playing_after_going_back_opens_a_branch(
    qtbot: QtBot, session: Session, log_path: Path
) -> None:
    session.go(9)
    assert session.play_on()
    with qtbot.waitSignal(session.line_changed):
        session.play(act.Note(text="Another way."))
    assert session.step == session.length == 10
    log = load(log_path).log
    assert len(log) == 12
    assert log.entries[-1].parent == 9
    session.show_line(11)
    assert session.length == 11
    assert session.current is not None
    assert session.current.entry.id == 11


def test_the_step_is_valid_when_a_line_change_is_emitted(session: Session) -> None:
    """A shorter line lacks the step that was shown on the longer one."""
    shown: list[int | None] = []
    session.line_changed.connect(
        lambda: shown.append(None if session.current is None else session.current.entry.id)
    )
    assert session.try_out()
    for number in range(3):
        session.play(act.Note(text=f"Tried {number}."))
    session.leave_trial()
    session.go(5)
    assert session.play_on()
    session.play(act.Note(text="Another way."))
    session.show_line(11)
    session.show_line(12)
    session.show_line(11, 2)
    assert shown == [11, 11, 5, 11, 12, 2]


def test_invalid_input_is_refused_without_changes(
    qtbot: QtBot, session: Session, log_path: Path
) -> None:
    before = log_path.read_bytes()
    session.go(9)
    assert session.play_on()
    with qtbot.waitSignal(session.objected):
        assert session.play(act.MoveUnits(units=("nobody",), path=("6119", "6120"))) is None
    assert (session.step, session.length) == (9, 11)
    assert log_path.read_bytes() == before


def test_a_replaced_log_continues_in_a_file_beside_it(session: Session, log_path: Path) -> None:
    session.annotate(lambda a: a.model_copy(update={"title": "Ours", "intro": "Words."}))
    session.play(act.Note(text="Ours."))
    older = log_path.with_name("older")
    older.write_bytes(b"".join(log_path.read_bytes().splitlines(keepends=True)[:-3]))
    older.replace(log_path)
    said: list[str] = []
    session.failed.connect(said.append)
    assert session.play(act.Note(text="Lost?")) is None
    assert len(said) == 1
    assert "replaced by another program" in said[0]
    kept = log_path.with_name("battle (continued).h44log")
    assert session.path == kept
    assert session.step == session.length == 12
    assert session.play(act.Note(text="And on.")) is not None
    assert len(load(kept).log) == 13
    assert session.recording is not None
    assert session.recording.annotations.title == "Ours"


def test_in_review_nothing_is_recorded(empty: Session, log_path: Path) -> None:
    session = empty
    session.open(log_path, play=False)
    said: list[str] = []
    session.reviewing.connect(lambda: said.append("reviewing"))
    assert session.play(act.Note(text="No.")) is None
    assert said == ["reviewing"]


def test_a_log_open_elsewhere_is_reported_as_read_only(empty: Session, log_path: Path) -> None:
    said: list[str] = []
    session = empty
    session.noticed.connect(said.append)
    with Game.open(log_path):
        assert session.open(log_path)
        assert not session.can_play
    assert said == [t("log.error.locked", path=log_path)]


def test_the_same_log_can_be_opened_again(session: Session, log_path: Path) -> None:
    assert session.open(log_path)
    assert session.can_play


def test_a_new_game_is_set_up_and_can_be_played(empty: Session, tmp_path: Path) -> None:
    session = empty
    assert session.new(tmp_path / "new.h44log", "holland44", "short")
    assert session.can_play
    assert len(session.state.pieces) == 323
    session.close()
    assert not session.can_play


def test_undo_and_redo_step_and_keep_the_set_up(window: TableWindow, log_path: Path) -> None:
    assert window.open_path(log_path, play=True)
    undo, redo = window.commands["undo"], window.commands["redo"]
    undo.trigger()
    assert window.session.step == 10
    redo.trigger()
    assert window.session.step == 11
    assert not redo.isEnabled()
    window.session.go(1)
    assert not undo.isEnabled()


def test_after_an_undo_the_timeline_names_number_and_id(
    window: TableWindow, log_path: Path
) -> None:
    assert window.open_path(log_path, play=True)
    window.commands["undo"].trigger()
    assert window.session.play(act.Note(text="instead"))
    assert window.windowTitle().endswith("Entry 11 of 11 (#12)")


def test_a_game_without_a_drawn_map_is_refused_and_the_open_game_stays(
    session: Session, log_path: Path, tmp_path: Path
) -> None:
    module = tmp_path / "plain"
    shutil.copytree(str(files("resources") / "holland44"), module)
    (module / "map.json").unlink()
    other = tmp_path / "plain.h44log"
    Game.new(other, str(module), "short").close()
    said: list[str] = []
    session.failed.connect(said.append)
    assert not session.open(other)
    assert "no drawn map" in said[0]
    assert session.path == log_path
    assert session.can_play


def _grow(path: Path, *texts: str, after: int = 0) -> None:
    with Game.open(path) as game:
        if after:
            game.follow(after)
        for text in texts:
            game.play(act.Note(text=text))


def test_playing_on_in_a_grown_file_goes_to_its_new_end(empty: Session, log_path: Path) -> None:
    assert empty.open(log_path, play=False)
    empty.go(11)
    _grow(log_path, "Elsewhere.", "Elsewhere again.")
    said: list[str] = []
    empty.noticed.connect(said.append)
    assert empty.play_on()
    assert (empty.step, empty.length, empty.stance) == (13, 13, "play")
    assert any("Entries 12 to 13" in line and "after entry 13" in line for line in said)
    assert empty.play(act.Note(text="Onwards.")) is not None
    assert load(log_path).log.entries[-1].parent == 13


@pytest.mark.parametrize(("step", "after"), [(9, 0), (11, 8)])
def test_playing_on_elsewhere_in_a_grown_file_is_reported(
    empty: Session, log_path: Path, step: int, after: int
) -> None:
    """In the past of the line, or if the new entries belong to another line."""
    assert empty.open(log_path, play=False)
    empty.go(step)
    _grow(log_path, "Elsewhere.", after=after)
    said: list[str] = []
    empty.noticed.connect(said.append)
    assert empty.play_on()
    assert empty.step == step
    assert any("Entry 12" in line and f"after entry {step}," in line for line in said)
