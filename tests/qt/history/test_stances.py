"""Reviewing never changes a game: look, try in memory, and play on only deliberately."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.i18n import t
from engine.log.annotations import SUFFIX
from engine.log.lines import main_tip
from engine.log.store import load
from engine.play.game import Game, Recording
from holland44_qt.game_files import FOLDER
from holland44_qt.history.branches import Branches
from holland44_qt.history.stances import Stances
from holland44_qt.samples import sample_games
from holland44_qt.settings import settings
from holland44_qt.shell.start import Start
from holland44_qt.window.table_window import TableWindow

ANOTHER = act.Note(text="Another way.")


@pytest.fixture
def review(window: TableWindow, log_path: Path) -> TableWindow:
    """A log received from another player."""
    assert window.open_path(log_path)
    window.feature(Stances).ask = lambda count: True  # the tests end as a user would
    return window


def test_a_recorded_game_opens_in_review_without_changing_its_file(
    review: TableWindow, log_path: Path
) -> None:
    before, when = log_path.read_bytes(), log_path.stat().st_mtime_ns
    session = review.session
    assert (session.stance, session.can_play) == ("review", False)
    review.view.setFocus()
    for step in (0, 1, 5, session.length):
        session.go(step)
        for key in "NODLXSBEUK":
            QTest.keyClick(review.view, key)  # type: ignore[call-overload]
        QTest.keyClick(review.view, Qt.Key.Key_Delete)
    assert session.play(ANOTHER) is None
    assert log_path.read_bytes() == before
    assert log_path.stat().st_mtime_ns == when
    assert not log_path.with_suffix(".h44log.lock").exists()
    assert len(session.recording.log) == 11  # type: ignore[union-attr]


def test_an_action_in_review_explains_how_to_play_on(review: TableWindow) -> None:
    review.session.go(4)
    review.commands["advance"].trigger()
    assert review.messages.lines == [t("session.review")]
    review.session.forward()
    assert review.messages.lines == [], "whoever goes on has read it"
    review.commands["advance"].trigger()
    review.messages.add("Something else.")
    review.session.forward()
    assert len(review.messages.lines) == 2, "what else there is to read stays"


def test_nothing_is_playable_before_the_set_up(review: TableWindow) -> None:
    session = review.session
    session.go(0)
    assert not session.play_on()
    assert session.try_out()
    assert session.play(ANOTHER) is None
    assert t("game.error.before_setup") in review.messages.lines


def test_playing_on_is_confirmed_once(review: TableWindow, log_path: Path, qtbot: QtBot) -> None:
    session, stances = review.session, review.feature(Stances)
    session.last()
    review.commands["play_on"].trigger()
    assert stances.dialog is not None
    assert session.stance == "review"
    stances.dialog.reject()
    assert session.stance == "review"
    review.commands["play_on"].trigger()
    stances.dialog.accept()
    assert session.stance == "play"
    session.play(act.Note(text="On."))
    assert len(load(log_path).log) == 12
    review.commands["only_look"].trigger()
    assert session.stance == "review"
    stances.dialog = None
    review.commands["play_on"].trigger()
    assert stances.dialog is None, "asked once per window"
    assert session.stance == "play"


def test_your_own_unfinished_game_opens_in_play_at_its_end(
    review: TableWindow, log_path: Path
) -> None:
    review.session.last()
    assert review.session.play_on()
    assert review.open_path(log_path)
    assert review.session.stance == "play"
    assert review.session.step == review.session.length


def test_looking_back_in_play_creates_no_branch(game: TableWindow, log_path: Path) -> None:
    session = game.session
    session.back()
    assert session.stance == "review"
    game.commands["advance"].trigger()
    assert game.messages.lines == [t("session.past")]
    game.commands["resume"].trigger()
    assert session.stance == "play"
    assert len(load(log_path).log) == 11


def test_play_after_undo_opens_a_branch(game: TableWindow, log_path: Path) -> None:
    session = game.session
    session.undo()
    session.undo()
    assert session.stance == "play"
    session.play(ANOTHER)
    assert load(log_path).log.entries[-1].parent == 9
    assert Recording.load(log_path).timeline.entries[-1].action == ANOTHER, "play stands there"


def test_the_end_of_the_line_ends_an_undo(game: TableWindow) -> None:
    session = game.session
    session.undo()
    session.last()
    session.back()
    assert session.stance == "review"


def test_what_if_stays_in_memory_until_saved(review: TableWindow, log_path: Path) -> None:
    session, before = review.session, log_path.read_bytes()
    session.go(8)
    review.commands["try_out"].trigger()
    assert session.stance == "trial"
    session.play(ANOTHER)
    session.play(act.Note(text="And on."))
    assert (session.step, session.length) == (10, 10)
    session.back()
    assert session.can_play, "in a trial every way may be gone"
    review.commands["try_out"].trigger()
    assert (session.stance, session.step, session.length) == ("review", 8, 11)
    assert log_path.read_bytes() == before
    model = review.feature(Branches).model
    tried = [line for line in model._lines.values() if model.is_tried(line)]
    assert len(tried) == 1
    session.show_line(tried[0].tip)
    assert session.stance == "trial", "a line that was tried is tried further"


def test_a_saved_line_is_named_and_is_not_the_main_line(
    review: TableWindow, log_path: Path
) -> None:
    session, stances = review.session, review.feature(Stances)
    session.last()  # where nothing else goes on
    session.try_out()
    session.play(ANOTHER)
    assert not stances.keep(" ")
    assert stances.keep("Frost waits")
    loaded = load(log_path)
    assert [entry.action for entry in loaded.log.entries[11:]] == [
        act.Note(text=t("trial.begins", name="Frost waits"), line="Frost waits"),
        ANOTHER,
    ]
    assert review.session.unsaved_trials == ()
    again = Recording.load(log_path)
    assert again.timeline.entries[-1].id == 11
    assert len(Recording.load(log_path, line="frost waits")) == 13
    session.first()
    session.try_out()
    session.go(5)
    session.play(ANOTHER)
    assert not stances.keep("frost WAITS"), "no two lines of one name"


def test_the_main_line_is_chosen_and_reopened(game: TableWindow, log_path: Path) -> None:
    session = game.session
    session.go(8)
    assert session.play_on("The other bank", lead=False)
    session.play(ANOTHER)
    assert Recording.load(log_path).timeline.entries[-1].id == 11
    assert session.choose_main(12)
    assert Recording.load(log_path).timeline.entries[-1].id == 12
    assert session.choose_main(1)
    session.go(8)
    assert session.play_on("A third", lead=True)
    session.play(act.Note(text="Third."))
    log = load(log_path).log
    assert main_tip(log, session.recording.annotations) == 13  # type: ignore[union-attr]


def test_the_sample_can_be_tried_but_not_played_on(window: TableWindow) -> None:
    sample = sample_games()[0]
    before = sample.read_bytes()
    assert window.open_path(sample, play=True)
    window.session.go(3)
    window.commands["play_on"].trigger()
    assert t("stance.sample") in window.messages.lines
    window.commands["try_out"].trigger()
    assert window.session.play(ANOTHER) is not None
    window.session.drop_all_trials()
    assert sample.read_bytes() == before


def test_a_copy_of_the_sample_is_played_on_at_the_same_step(
    window: TableWindow, tmp_path: Path
) -> None:
    settings().setValue(FOLDER, str(tmp_path / "games"))
    sample = sample_games()[0]
    assert window.open_path(sample)
    window.session.go(3)
    window.commands["play_on"].trigger()
    window.messages.help.click()
    dialog = window.feature(Stances).dialog
    assert dialog is not None
    dialog.accept()
    assert window.session.path == tmp_path / "games" / sample.name
    assert (window.session.step, window.session.stance) == (3, "play")


def test_a_game_with_secrets_is_played_on_by_the_side_that_acts(
    window: TableWindow, tmp_path: Path
) -> None:
    sample = next(path for path in sample_games() if path.stem == "two-groupings")
    copy = Path(shutil.copy(sample, tmp_path))
    assert window.open_path(copy, play=False)
    window.session.go(11)
    assert not window.session.veiled
    window.commands["play_on"].trigger()
    dialog = window.feature(Stances).dialog
    assert dialog is not None
    dialog.accept()
    assert window.session.viewpoint == "german"


def test_closing_asks_about_unsaved_what_if_entries(review: TableWindow) -> None:
    review.session.go(8)
    review.session.try_out()
    review.session.play(ANOTHER)
    asked: list[int] = []

    def stay(count: int) -> bool:
        asked.append(count)
        return False

    review.feature(Stances).ask = stay
    assert not review.close()
    assert review.isVisible()
    review.session.drop_all_trials()
    assert asked == [1]


def test_a_game_with_only_a_set_up_opens_in_play(window: TableWindow, tmp_path: Path) -> None:
    path = tmp_path / "fresh.h44log"
    Game.new(path, "holland44", "campaign").close()
    assert window.messages.lines
    assert window.session.open(path)
    assert not window.messages.lines, "that no game is open is true no more"
    assert window.open_path(path)
    assert window.session.stance == "play"


def test_one_key_returns_to_the_main_line(review: TableWindow, log_path: Path) -> None:
    session, stances = review.session, review.feature(Stances)
    session.go(8)
    session.try_out()
    session.play(ANOTHER)
    assert stances.keep("Frost waits")
    bar = stances.bar
    assert session.length == 10
    assert bar.word.text().endswith("Frost waits")
    button = bar.buttons["to_main"]
    assert not button.isHidden()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert (session.step, session.length) == (8, 11), "where that line left it"
    assert button.isHidden()
    assert bar.word.text() == t("stance.review")
    assert not review.commands["to_main"].isEnabled()
    review.commands["next_line"].trigger()
    session.go(3)
    review.commands["to_main"].trigger()
    assert (session.step, session.length) == (3, 11)


def test_a_file_that_was_replaced_under_a_review_is_never_written(
    review: TableWindow, log_path: Path
) -> None:
    session, stances = review.session, review.feature(Stances)
    session.go(4)
    session.try_out()
    session.play(ANOTHER)
    other = sample_games()[0].read_bytes()
    log_path.write_bytes(other)
    wanted = t("session.another", path=log_path)
    assert not stances.keep("Frost waits")
    assert review.messages.lines == [wanted]
    assert session.unsaved_trials, "what was tried is not lost"
    session.leave_trial()
    assert not session.play_on("The other bank")
    assert session.stance == "review"
    assert session.play(ANOTHER) is None
    assert log_path.read_bytes() == other
    assert len(session.recording.log) == 11  # type: ignore[union-attr]


def test_what_if_entries_cannot_be_annotated(review: TableWindow, log_path: Path) -> None:
    session = review.session
    beside = log_path.with_suffix(SUFFIX)
    before = beside.read_bytes() if beside.is_file() else None
    session.go(8)
    review.commands["try_out"].trigger()
    assert session.play(ANOTHER)
    assert session.only_tried
    for command in ("comment", "bookmark", "take_moment", "camera_here", "add_photo"):
        assert not review.commands[command].isEnabled(), command
    assert session.current is not None
    entry = session.current.entry.id
    said: list[str] = []
    session.failed.connect(said.append)
    assert not session.annotate(lambda notes: notes.with_moment(entry, True))
    assert said == [t("session.only_tried")]
    assert (beside.read_bytes() if beside.is_file() else None) == before
    assert session.keep_trial("Bridge")
    assert not session.only_tried
    kept = session.current.entry.id
    assert session.annotate(lambda notes: notes.with_moment(kept, True)), "it is in the file now"


def test_opening_another_game_asks_about_what_if_entries(
    review: TableWindow, log_path: Path
) -> None:
    session, feature = review.session, review.feature(Stances)
    session.go(4)
    session.try_out()
    assert session.play(act.Note(text="tried")) is not None
    asked: list[int] = []

    def stay(count: int) -> bool:
        asked.append(count)
        return False

    feature.ask = stay
    assert not review.open_path(sample_games()[0], play=False)
    assert not review.feature(Start).begin(
        log_path.with_name("new.h44log"), "holland44", "campaign", ""
    )
    assert not log_path.with_name("new.h44log").exists()
    assert asked == [1, 1]
    assert len(session.unsaved_trials) == 1
    feature.ask = lambda count: True
    assert review.open_path(sample_games()[0], play=False)
    assert not session.unsaved_trials


def test_a_line_cannot_have_the_main_lines_name(review: TableWindow) -> None:
    session, stances = review.session, review.feature(Stances)
    session.go(4)
    session.try_out()
    assert session.play(ANOTHER) is not None
    first = t("history.branch.main")
    for name in (first, f" {first.upper()} ", "main"):
        assert not stances.keep(name)
        assert session.unsaved_trials
    assert stances.keep("Another way")
    branches = review.feature(Branches)
    named = branches.model.index(0, 0, branches.model.index(0, 0))
    assert branches.model.setData(named, first)
    assert "Another way" in branches.model.index(0, 0, branches.model.index(0, 0)).data()
    assert branches.model.setData(branches.model.index(0, 0), first), "it is called so already"
    assert first in branches.model.index(0, 0).data()
    # Whoever plays on in the past is told before he begins.
    session.go(2)
    review.commands.run("play_on")
    assert stances.dialog is not None
    for name in (first, "another WAY"):
        stances.dialog.name.setText(name)
        stances.dialog.accept()
        assert stances.dialog is not None, "it stays open"
        assert name in stances.dialog.why_not.text()
    stances.dialog.name.setText("A third way")
    stances.dialog.accept()
    assert session.in_play


def test_a_name_in_use_is_asked_for_again(
    review: TableWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, stances = review.session, review.feature(Stances)
    session.go(4)
    session.try_out()
    assert session.play(ANOTHER) is not None
    told = [t("history.branch.main"), "Another way"]
    offered: list[str] = []

    def answer(*asked: object) -> tuple[str, bool]:
        offered.append(str(asked[-1]))
        return told[len(offered) - 1], True

    monkeypatch.setattr("holland44_qt.history.stances.QInputDialog.getText", answer)
    with monkeypatch.context() as patch:
        patch.setattr(session, "keep_trial", lambda name: False)
        stances.keep_line()
    assert offered == ["", told[0]], "what was typed is not lost"
    assert session.unsaved_trials, "and what no name mends is not asked about again"


def test_the_play_bar_offers_what_if_and_explains_saving(
    window: TableWindow, tmp_path: Path
) -> None:
    assert window.session.new(tmp_path / "own.h44log", "holland44", "campaign")
    stances = window.feature(Stances)
    assert stances.bar.buttons["try_out"].isVisible()
    assert stances.bar.word.text() == t("stance.play")
    stances.bar.buttons["try_out"].click()
    assert window.session.stance == "trial"
    assert window.session.play(ANOTHER) is not None
    window.session.leave_trial()
    assert stances.bar.word.text() == "Play · 1 what-if"
    assert t("stance.tried.tip.one", count=1) in stances.bar.word.toolTip()
    window.session.drop_all_trials()


def test_a_what_if_reports_a_reveal_as_not_final(
    review: TableWindow,
) -> None:
    session = review.session
    session.go(1)
    session.try_out()
    reveal = act.RevealUnit(unit="GE-unknown-6122", pool="unknown-pool")
    assert session.play(reveal) is not None
    assert review.messages.lines == [t("trial.revealed")]
    session.drop_all_trials()


def test_delete_under_enforced_rules_explains_alternatives(
    window: TableWindow, tmp_path: Path
) -> None:
    path = tmp_path / "strict.h44log"
    assert window.session.new(path, "holland44", "campaign", mode="enforced")
    window.messages.clear()
    place = window.session.module.places.index("6217")
    (unit, *_) = window.session.state.stack(place)
    window.view.selection.set((unit,))
    window.commands.run("eliminate")
    assert window.messages.lines == [t("session.removal")]
    assert window.session.state.pieces[unit].place == place


def test_messages_and_undo_do_not_move_the_map(window: TableWindow, tmp_path: Path) -> None:
    assert window.session.new(tmp_path / "own.h44log", "holland44", "campaign")
    assert window.session.play(ANOTHER) is not None
    QTest.qWait(20)
    port = window.view.viewport()

    def place() -> tuple[object, ...]:
        QTest.qWait(20)
        return port.mapTo(window, port.rect().topLeft()), port.size()

    before = place()
    window.messages.add("A long sentence. " * 40, "error")
    assert place() == before
    window.messages.clear()
    window.session.back()
    assert window.session.stance == "review"
    assert place() == before
    window.session.last()
    window.session.try_out()
    assert place() == before
    window.session.drop_all_trials()
