"""The start page, new games, and the saved state of open games."""

from __future__ import annotations

import shutil
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.i18n import ENVIRONMENT, t
from engine.play.game import Game
from holland44_qt.board.tiles import TileStore
from holland44_qt.game_files import file_name, free_path
from holland44_qt.samples import sample_games
from holland44_qt.settings import (
    last_game,
    remember_mine,
    remember_running,
    remember_step,
    running_games,
)
from holland44_qt.shell.new_game import NewGame
from holland44_qt.shell.start import Start
from holland44_qt.shell.start_page import StartPage
from holland44_qt.shell.thumbnails import GamePreview, cache_folder, glimpse
from holland44_qt.window.table_window import TableWindow

Key = Qt.Key


def home(window: TableWindow, folder: Path | None = None) -> StartPage:
    start = window.feature(Start)
    start.home(folder)
    assert start.page is not None
    return start.page


def test_a_first_start_offers_the_sample_and_a_new_game(window: TableWindow) -> None:
    page = home(window)
    assert page.isVisible()
    assert [card.path for card in page.cards] == sample_games()
    focused = page.focusWidget()
    assert isinstance(focused, QPushButton)
    assert focused.objectName() == "home-new_game"
    assert page.geometry().bottom() == window.rect().bottom()
    window.resize(900, 640)
    assert page.width() == 900


def test_the_board_is_not_painted_below_the_page(
    window: TableWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[object] = []
    monkeypatch.setattr(TileStore, "want", lambda *args: painted.append(args))
    page = home(window)
    window.grab()
    assert painted == []
    page.hide()
    window.grab()
    assert painted != []


@pytest.mark.slow
def test_the_last_game_is_continued_at_its_step(
    qtbot: QtBot, window: TableWindow, log_path: Path
) -> None:
    remember_mine(log_path)
    remember_step(log_path, 7)
    page = home(window)
    first = page.cards[0]
    assert first.path == log_path.resolve()
    qtbot.waitUntil(lambda: first.accessibleName().count("11") == 1, timeout=20000)
    assert "Turn 1" in first.accessibleName()
    assert t("shell.home.stood", step=7) in first.accessibleName()
    QTest.keyClick(first, Key.Key_Return)
    assert not page.isVisible()
    assert window.session.step == 7
    assert window.session.in_play
    window.session.last()
    assert window.session.can_play


def test_a_game_left_open_by_a_crash_is_labelled(window: TableWindow, log_path: Path) -> None:
    remember_step(log_path, 11)
    remember_running(log_path, True)
    card = home(window).cards[0]
    assert t("shell.home.died", step=11) in card.accessibleName()
    with Game.open(log_path):  # now it is open in another window
        card = home(window).cards[0]
        assert t("shell.home.died", step=11) not in card.accessibleName()


@pytest.mark.slow
def test_open_games_are_stored_until_closed(
    window: TableWindow, log_path: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.h44log"
    shutil.copy(log_path, other)
    assert window.open_path(log_path, play=True)
    assert running_games() == [log_path.resolve()]
    assert window.open_path(other, play=True)
    assert running_games() == [other.resolve()]
    window.session.go(4)
    window.close()
    assert running_games() == []
    assert last_game() == (other.resolve(), 4)


def test_a_game_reopens_on_the_line_last_shown(window: TableWindow, log_path: Path) -> None:
    session = window.session
    assert window.open_path(log_path, play=False)
    session.go(6)
    session.try_out()
    assert session.play(act.Note(text="Another way."))
    assert session.end_and_step == (11, 6), "what is tried is gone tomorrow"
    assert session.keep_trial("Another way")
    shown = session.length
    assert session.end_and_step[1] == shown
    window.close()
    again = TableWindow()
    page = home(again)
    kept = last_game()
    assert kept is not None
    page.chosen.emit(*kept)
    assert again.session.end_and_step == session.end_and_step
    assert again.session.step == shown
    assert again.session.state == session.state
    again.session.stand_at(999, 3)
    assert again.session.step == 3, "a line that is gone is no reason to show nothing"
    again.close()


def test_every_played_entry_is_stored_at_once(window: TableWindow, log_path: Path) -> None:
    assert window.open_path(log_path, play=True)
    assert window.session.play(act.Note(text="one more"))
    assert last_game() == (log_path.resolve(), 12)


def test_tab_and_arrows_stay_on_the_start_page(
    qtbot: QtBot, window: TableWindow, log_path: Path
) -> None:
    remember_step(log_path, 1)
    window.activateWindow()
    page = home(window)
    qtbot.waitUntil(page.cards[-1].isVisible)
    for key in (Key.Key_Tab,) * 12:
        QTest.keyClick(window.focusWidget() or page, key)
        focused = window.focusWidget()
        assert focused is not None
        assert page.isAncestorOf(focused)
    page.cards[0].setFocus()
    QTest.keyClick(page.cards[0], Key.Key_Down)
    assert page.focusWidget() is page.cards[1]
    QTest.keyClick(page.cards[1], Key.Key_Up)
    assert page.focusWidget() is page.cards[0]


def test_keys_on_the_start_page_run_no_board_command(battle: TableWindow) -> None:
    page = home(battle)
    battle.session.go(3)
    page.cards[0].setFocus()
    for key in (Key.Key_Right, Key.Key_Left, Key.Key_Home):
        QTest.keyClick(page.cards[0], key)
    assert battle.session.step == 3
    assert not battle.player.playing
    QTest.keyClick(page.cards[0], Key.Key_Escape)
    assert not page.isVisible()


@pytest.mark.slow
def test_a_damaged_game_is_labelled_on_the_start_page(
    qtbot: QtBot, window: TableWindow, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.h44log"
    broken.write_text("no log\n")
    page = home(window, tmp_path)
    (card,) = [c for c in page.cards if c.path == broken]
    qtbot.waitUntil(lambda: t("shell.card.unreadable") in card.accessibleName(), timeout=20000)
    card.click()
    assert page.isVisible()
    assert page.messages.isVisible()
    (sentence,) = page.messages.lines
    assert str(broken) in sentence


def test_a_dropped_folder_shows_its_games(
    window: TableWindow, log_path: Path, tmp_path: Path
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    assert window.open_any(log_path.parent)
    page = window.feature(Start).page
    assert page is not None
    assert log_path in [card.path for card in page.cards]
    assert window.open_any(empty)
    assert log_path not in [card.path for card in page.cards]


def test_notes_open_the_log_beside_them(window: TableWindow, log_path: Path) -> None:
    assert window.open_any(log_path.with_suffix(".h44aar"))
    assert window.session.path == log_path


# -- new games -------------------------------------------------------------------------------------


@pytest.fixture
def dialog(qtbot: QtBot, window: TableWindow, tmp_path: Path) -> NewGame:
    made = NewGame(window)
    qtbot.addWidget(made)
    made.folder.setText(str(tmp_path / "my games"))
    return made


def test_a_new_game_is_written_and_opened(
    window: TableWindow, dialog: NewGame, tmp_path: Path
) -> None:
    assert dialog.scenario.count() == 2
    dialog.scenario.setCurrentRow(1)
    dialog.rules.setCurrentIndex(dialog.rules.findData("enforced"))
    dialog.options["disengagement"].setChecked(True)
    dialog._accept()
    assert dialog.result() == NewGame.DialogCode.Accepted
    path, module, scenario, title, mode, options, players = dialog.answer
    assert players == {}
    assert (module, scenario) == ("holland44", "short")
    assert window.feature(Start).begin(path, module, scenario, title, mode, options)
    assert window.session.state.tracks["option/disengagement"] == 1
    assert "option/isolation_attrition" not in window.session.state.tracks
    assert window.session.mode == "enforced"
    assert path.parent == tmp_path / "my games"
    assert window.session.path == path
    assert window.session.can_play
    assert title in window.windowTitle()
    assert last_game() == (path.resolve(), 1)


def test_the_next_new_game_has_the_rules_of_the_last(
    qtbot: QtBot, window: TableWindow, dialog: NewGame
) -> None:
    assert dialog.rules.currentData() == "off"
    dialog.rules.setCurrentIndex(dialog.rules.findData("enforced"))
    dialog._accept()
    following = NewGame(window)
    qtbot.addWidget(following)
    assert following.rules.currentData() == "enforced"


def test_a_game_with_many_readings_fits_a_small_screen(
    dialog: NewGame,
) -> None:
    dialog.show()
    dialog.game.setCurrentIndex(dialog.game.findData("airbridge"))
    QApplication.processEvents()
    assert len(dialog.options) > 10
    assert dialog.sizeHint().height() <= 680
    assert dialog.options["air_points"].visibleRegion().boundingRect().height() > 15
    assert dialog.name.cursorPosition() == 0
    shown = dialog.options["canal_zoc"]
    assert isinstance(shown, QComboBox)
    assert [shown.itemText(n) for n in range(2)] == [
        "Zones of control across canals: over bridges", "Zones of control across canals: never",
    ]  # fmt: skip
    assert "(1 turn)" in dialog.scenario.item(0).text()


def test_the_arrows_of_long_readings_are_not_under_the_scroll_bar(dialog: NewGame) -> None:
    dialog.show()
    dialog.game.setCurrentIndex(dialog.game.findData("ardenas"))
    QApplication.processEvents()
    box = dialog.options["levels"]
    assert box.visibleRegion().boundingRect().width() == box.width()


def test_a_typed_name_is_kept(dialog: NewGame) -> None:
    suggested = dialog.name.text()
    dialog.scenario.setCurrentRow(1)
    assert dialog.name.text() != suggested
    dialog.name.clear()
    assert not dialog.start.isEnabled()
    QTest.keyClicks(dialog.name, "Rosie's game")
    dialog.scenario.setCurrentRow(0)
    assert dialog.name.text() == "Rosie's game"
    assert dialog.answer[0].name == "rosie-s-game.h44log"


def test_a_folder_that_cannot_be_created_is_reported(dialog: NewGame, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    dialog.folder.setText(str(tmp_path / "file" / "below"))
    dialog._accept()
    assert dialog.result() != NewGame.DialogCode.Accepted
    assert str(tmp_path / "file" / "below") in dialog.problem.text()


def test_file_names_are_safe_and_unused(tmp_path: Path) -> None:
    assert file_name("Größe / ../../etc") == "groe-etc.h44log"
    assert file_name("…") == "game.h44log"
    (tmp_path / "a.h44log").write_text("")
    (tmp_path / "a-2.h44log").write_text("")
    assert free_path(tmp_path, "A") == tmp_path / "a-3.h44log"


# -- thumbnails ------------------------------------------------------------------------------------


def test_a_thumbnail_is_cached_and_redrawn_after_new_entries(log_path: Path, qapp: object) -> None:
    first = glimpse(log_path)
    assert isinstance(first, GamePreview)
    assert first.entries == 11
    kept = set(cache_folder().glob("game-*.png"))
    again = glimpse(log_path)
    assert (again.title, again.where, again.entries) == (first.title, first.where, first.entries)
    assert set(cache_folder().glob("game-*.png")) == kept
    assert glimpse(log_path, 1).picture != first.picture
    with Game.open(log_path) as game:
        game.play(act.Note(text="on"))
    assert glimpse(log_path).entries == 12


def test_a_cached_thumbnail_is_described_in_the_current_language(
    log_path: Path, qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    english = glimpse(log_path).where
    monkeypatch.setenv(ENVIRONMENT, "es")
    assert glimpse(log_path).where != english
    assert "septiembre" in glimpse(log_path).where


def test_a_sample_has_its_title_in_the_current_language(
    qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample = sample_games()[0]
    assert glimpse(sample).title == "Market Garden, turn 1 and the night after"
    monkeypatch.setenv(ENVIRONMENT, "es")
    assert glimpse(sample).title == "Market Garden, el turno 1 y la noche siguiente"
    monkeypatch.setenv(ENVIRONMENT, "pt")  # without notes in Portuguese
    assert glimpse(sample).title == "Market Garden, turn 1 and the night after"


def test_a_thumbnail_is_drawn_without_a_cache_folder(
    log_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: object
) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file, no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert glimpse(log_path).entries == 11


def test_nothing_overlaps_in_the_dialog_of_a_new_game(qtbot: QtBot, window: TableWindow) -> None:
    made = NewGame(window)
    made.resize(520, 500)
    made.show()
    qtbot.waitExposed(made)
    for game in range(made.game.count()):
        made.game.setCurrentIndex(game)
        QApplication.processEvents()
        column = [
            made.game,
            made.scenario,
            made._won,
            made.rules,
            made._few,
            made.name,
            made.folder,
            made.file,
        ]
        parts = [part for part in (*column, made.start) if part.isVisible()]
        places = [QRect(part.mapTo(made, QPoint()), part.size()) for part in parts]
        for above, below in pairwise(places):
            assert above.bottom() < below.top(), made.game.currentText()
        assert made.rect().contains(places[-1])
        assert made.file.height() >= made.file.heightForWidth(made.file.width())
    made.close()


def test_a_game_closed_after_undo_reopens_there_in_play(
    window: TableWindow, log_path: Path
) -> None:
    session = window.session
    assert window.open_path(log_path, play=True)
    remember_mine(log_path)
    session.undo()
    session.undo()
    stood = session.step
    window.feature(Start).release()
    assert last_game() == (log_path.resolve(), stood)
    session.close()
    QTest.keyClick(home(window).cards[0], Key.Key_Return)
    assert (session.step, session.stance) == (stood, "play")
    session.redo()
    assert session.step == stood + 1
    # Who only looked at that step comes back to look at it.
    session.last()
    session.go(stood)
    window.feature(Start).release()
    session.close()
    QTest.keyClick(home(window).cards[0], Key.Key_Return)
    assert (session.step, session.stance) == (stood, "review")


def test_a_new_game_shows_how_each_scenario_is_won(window: TableWindow, dialog: NewGame) -> None:
    dialog.game.setCurrentIndex(dialog.game.findData("normandy44"))
    seen = set()
    for row in range(dialog.scenario.count()):
        dialog.scenario.setCurrentRow(row)
        seen.add(dialog.victory.text())
        assert not dialog._won.isHidden()
    assert len(seen) == 3
    assert t("victory.normandy44.cherbourg") in seen


def test_a_short_list_of_scenarios_leaves_room_for_their_conditions(dialog: NewGame) -> None:
    highs = {}
    for game in ("marketgarden", "normandy44"):
        dialog.game.setCurrentIndex(dialog.game.findData(game))
        highs[game] = dialog.scenario.height(), dialog._won.height()
    assert highs["marketgarden"][0] < highs["normandy44"][0]
    assert highs["marketgarden"][1] > highs["normandy44"][1]
    assert sum(highs["marketgarden"]) == sum(highs["normandy44"])


def test_scenarios_are_listed_in_the_users_language(
    window: TableWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOLLAND44_LANG", "es")
    dialog = NewGame(window)
    assert dialog.scenario.item(0).text().startswith("Campaña")
    assert dialog.name.text().endswith("Campaña")
    dialog.reject()
