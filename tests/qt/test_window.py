"""The window: opening games, stepping by every means, messages, commands, what it remembers."""

from __future__ import annotations

import threading
from importlib.resources import files
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QThread, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeySequence, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QDockWidget, QLabel, QMenu
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.game import Game
from engine.i18n import has, t
from engine.log.annotations import Annotation, Annotations
from engine.log.store import load
from holland44_qt.commands import MENUS
from holland44_qt.models.log_model import Role
from holland44_qt.replay.opening import Opening
from holland44_qt.replay.player import NORMAL, SPEEDS
from holland44_qt.replay.replaying import Replaying
from holland44_qt.replay.window import ReplayWindow
from holland44_qt.settings import recent_files

Key = Qt.Key


def press(window: ReplayWindow, key: Qt.Key, shift: bool = False) -> None:
    modifier = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    QTest.keyClick(window, key, modifier)


# -- opening ---------------------------------------------------------------------------------------


def test_starts_with_a_board_and_says_how_to_go_on(window: ReplayWindow) -> None:
    assert window.messages.isVisible()
    assert window.messages.lines == [t("app.welcome")]
    assert window.windowTitle() == t("app.title")
    assert not window.actions_by_id["forward"].isEnabled()
    assert window.entry.sentence.text() == t("app.entry.before")


def test_opens_a_log_at_its_first_entry(battle: ReplayWindow) -> None:
    assert battle.session.step == 1
    assert len(battle.session.state.pieces) > 300
    assert not battle.messages.isVisible()
    assert "1 of 11" in battle.windowTitle()
    assert battle.model.listed == 11
    assert battle.log.currentIndex().data(Role.STEP) == 1
    assert battle.actions_by_id["forward"].isEnabled()


def test_a_missing_file_is_told_in_one_sentence(window: ReplayWindow, tmp_path: Path) -> None:
    path = tmp_path / "nowhere.h44log"
    assert not window.open_path(path)
    assert window.messages.lines == [t("log.error.missing", path=path)]
    assert window.messages.isVisible()


@pytest.mark.parametrize("content", [b"", b"\x89PNG\r\n", b"hello\n", b'{"format":"other"}\n'])
def test_a_foreign_file_is_told_and_the_open_game_stays(
    battle: ReplayWindow, tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "foreign.h44log"
    path.write_bytes(content)
    battle.session.go(5)
    assert not battle.open_path(path)
    (sentence,) = battle.messages.lines
    assert str(path) in sentence
    assert "\n" not in sentence
    assert battle.session.step == 5
    assert battle.session.length == 11


def test_a_damaged_log_shows_what_is_intact(window: ReplayWindow, log_path: Path) -> None:
    lines = log_path.read_bytes().splitlines(keepends=True)
    lines[5] = lines[5].replace(b"6", b"7", 1)
    log_path.write_bytes(b"".join(lines))
    assert window.open_path(log_path)
    assert window.messages.lines == [load(log_path).damage]
    assert not window.session.can_play
    assert window.session.length == 4
    window.session.last()
    assert "4 of 4" in window.windowTitle()


def test_a_log_that_contradicts_itself_stops_where_it_does(
    window: ReplayWindow, log_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Game.open(log_path) as game:
        unit = game.now.stack(game.module.places.index("6119"))[0]
        move = act.MoveUnits(units=(unit,), path=("6119", "6120"))
        game.play(move)
        # A second time from where it no longer stands: nobody but a forger writes this.
        entry = game.timeline.entries[-1]
        forged = entry.model_copy(update={"id": entry.id + 1, "parent": entry.id})
        game.file.append(forged)
    assert window.open_path(log_path)
    assert not window.session.can_play
    assert len(window.messages.lines) == 1
    window.session.go(12)
    window.session.go(13)
    assert window.session.step == 12


def test_a_dropped_file_is_opened(window: ReplayWindow, log_path: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(log_path))])
    buttons = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enter = QDragEnterEvent(QPoint(50, 50), Qt.DropAction.CopyAction, mime, *buttons)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(
        window, QDropEvent(QPointF(50, 50), Qt.DropAction.CopyAction, mime, *buttons)
    )
    assert window.session.path == log_path


def test_dropped_text_is_not_taken(window: ReplayWindow) -> None:
    mime = QMimeData()
    mime.setText("no file")
    enter = QDragEnterEvent(
        QPoint(50, 50),
        Qt.DropAction.CopyAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    enter.ignore()
    QApplication.sendEvent(window, enter)
    assert not enter.isAccepted()


def test_opened_games_are_listed_newest_first(
    window: ReplayWindow, log_path: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.h44log"
    other.write_bytes(log_path.read_bytes())
    for path in (log_path, other, log_path):
        assert window.open_path(path)
    window.open_path(tmp_path / "missing.h44log")
    assert recent_files() == [log_path.resolve(), other.resolve()]
    window.feature(Opening).recent.aboutToShow.emit()
    entries = window.feature(Opening).recent.actions()
    assert [a.text() for a in entries] == [str(log_path.resolve()), str(other.resolve())]
    entries[1].trigger()
    assert window.session.path == other.resolve()
    other.unlink()
    assert recent_files() == [log_path.resolve()]


# -- stepping --------------------------------------------------------------------------------------


def test_keys_step_through_the_game(battle: ReplayWindow) -> None:
    steps = []
    for key in (
        Key.Key_Right, Key.Key_Right, Key.Key_Left, Key.Key_End, Key.Key_Right,
        Key.Key_PageUp, Key.Key_PageUp, Key.Key_PageDown, Key.Key_Home, Key.Key_Left,
    ):  # fmt: skip
        press(battle, key)
        steps.append(battle.session.step)
    assert steps == [2, 3, 2, 11, 11, 10, 6, 10, 0, 0]


@pytest.mark.parametrize("focused", ["log", "scrubber", "view"])
def test_keys_work_whatever_has_the_focus(battle: ReplayWindow, focused: str) -> None:
    battle.activateWindow()
    widget = getattr(battle, focused)
    widget.setFocus()
    QTest.keyClick(widget, Key.Key_End)
    QTest.keyClick(widget, Key.Key_Left)
    assert battle.session.step == 10


def test_every_part_shows_the_step(battle: ReplayWindow) -> None:
    battle.session.go(7)
    recording = battle.session.recording
    assert recording is not None
    step = recording.step(7)
    assert battle.entry.sentence.text() == step.sentence
    assert battle.entry._details.toPlainText() == "\n".join(step.details)
    assert battle.entry.dice._thrown == [(6, 5)]
    assert battle.scrubber.value() == 7
    assert battle.log.currentIndex().data(Role.STEP) == 7
    assert "Turn 1" in battle.entry._clock.text()
    assert battle.session.state == recording.state(7)


def test_going_back_shows_the_same_as_before(battle: ReplayWindow) -> None:
    shown = {}
    for step in range(12):
        battle.session.go(step)
        shown[step] = (battle.session.state, battle.entry.sentence.text(), battle.boxes.titles)
    for step in reversed(range(12)):
        battle.session.go(step)
        assert shown[step] == (
            battle.session.state,
            battle.entry.sentence.text(),
            battle.boxes.titles,
        )


def test_the_scrubber_goes_where_it_is_clicked_and_dragged(battle: ReplayWindow) -> None:
    scrubber = battle.scrubber
    for step in (4, 9, 0, 11):
        QTest.mouseClick(
            scrubber, Qt.MouseButton.LeftButton, pos=QPoint(round(scrubber.x_of(step)), 25)
        )
        assert battle.session.step == step
    QTest.mousePress(scrubber, Qt.MouseButton.LeftButton, pos=QPoint(round(scrubber.x_of(2)), 25))
    QTest.mouseMove(scrubber, QPoint(round(scrubber.x_of(6)), 25))
    assert battle.session.step == 6
    QTest.mouseRelease(scrubber, Qt.MouseButton.LeftButton, pos=QPoint(5, 25))
    QTest.mouseMove(scrubber, QPoint(round(scrubber.x_of(3)), 25))
    assert battle.session.step == 6
    assert "3" in scrubber.toolTip()


def test_a_click_on_the_list_goes_there(battle: ReplayWindow) -> None:
    index = battle.model.index(battle.model.row_of(7), 0)
    battle.log.scrollTo(index)
    QTest.mouseClick(
        battle.log.viewport(),
        Qt.MouseButton.LeftButton,
        pos=battle.log.visualRect(index).center(),
    )
    assert battle.session.step == 7
    QTest.keyClick(battle.log, Key.Key_Down)
    assert battle.session.step == 8


# -- playing ---------------------------------------------------------------------------------------


def test_plays_to_the_end_and_stops(qtbot: QtBot, battle: ReplayWindow) -> None:
    battle.player.set_speed(len(SPEEDS) - 1)
    battle.session.go(8)
    press(battle, Key.Key_Space)
    assert battle.player.playing
    assert battle.actions_by_id["play"].isChecked()
    with qtbot.waitSignal(battle.player.playing_changed, timeout=5000):
        pass
    assert battle.session.step == 11
    assert not battle.actions_by_id["play"].isChecked()


def test_space_pauses_and_escape_stops(qtbot: QtBot, battle: ReplayWindow) -> None:
    for key in (Key.Key_Space, Key.Key_Escape):
        press(battle, Key.Key_Space)
        assert battle.player.playing
        press(battle, key)
        assert not battle.player.playing
    assert battle.session.step == 1


def test_playing_from_the_end_starts_anew(battle: ReplayWindow) -> None:
    battle.session.last()
    battle.player.start()
    assert battle.session.step == 0
    assert battle.player.playing


def test_speed_keeps_within_its_limits(battle: ReplayWindow) -> None:
    for _ in range(20):
        press(battle, Key.Key_Period)
    assert battle.player.speed == len(SPEEDS) - 1
    for _ in range(20):
        press(battle, Key.Key_Comma)
    assert battle.player.speed == 0
    assert battle.feature(Replaying).speed.text() == "0.25×"
    battle.player.set_speed(NORMAL)
    assert battle.feature(Replaying).speed.text() == "1×"


def test_nothing_to_play(window: ReplayWindow) -> None:
    window.actions_by_id["play"].setEnabled(True)
    window.actions_by_id["play"].trigger()
    assert not window.player.playing
    assert not window.actions_by_id["play"].isChecked()


# -- what a stranger wrote -------------------------------------------------------------------------


def test_comments_are_markdown_without_html(battle: ReplayWindow) -> None:
    battle.session.go(7)
    plain = battle.entry.comment.toPlainText()
    assert "Arnhem" in plain
    assert "first" in plain
    assert "**" not in plain
    assert "<b>no HTML</b>" in plain
    kind = QTextDocument.ResourceType.ImageResource.value
    assert battle.entry.comment.loadResource(kind, QUrl("file:///etc/hostname")) is None


def test_sentences_are_plain_text(battle: ReplayWindow) -> None:
    battle.session.go(8)
    assert battle.entry.sentence.text() == "A remark with <b>tags</b>."
    assert battle.entry.sentence.textFormat() == Qt.TextFormat.PlainText


def test_annotations_about_hexes_that_do_not_exist(window: ReplayWindow, log_path: Path) -> None:
    notes = Annotations.load(log_path.with_suffix(".h44aar"))
    text = notes.model_dump_json().replace('"6122"', '"9999"')
    changed = Annotations.model_validate_json(text)
    changed.entries[2] = Annotation.model_validate({"camera": {"hexes": ["9998"]}})
    changed.save(log_path.with_suffix(".h44aar"))
    assert window.open_path(log_path)
    for step in (2, 7):
        window.session.go(step)
        window.view.viewport().grab()
    assert window.messages.lines == []


# -- boxes -----------------------------------------------------------------------------------------


def test_the_empty_board_has_no_boxes(battle: ReplayWindow) -> None:
    battle.session.first()
    assert battle.boxes.titles == []


# -- commands --------------------------------------------------------------------------------------


def test_every_command_is_complete(window: ReplayWindow) -> None:
    targets = window.features
    for command in window.commands:
        assert has(command.text_key), command.id
        assert has(command.help_key), command.id
        assert command.menu in MENUS
        assert any(callable(getattr(target, command.handler, None)) for target in targets)
        if command.icon:
            assert (files("resources") / "icons" / f"{command.icon}.svg").is_file()
            assert not window.actions_by_id[command.id].icon().isNull()
    assert len({c.id for c in window.commands}) == len(window.commands)


def test_no_shortcut_is_given_twice(window: ReplayWindow) -> None:
    keys = [QKeySequence(k).toString() for c in window.commands for k in c.shortcuts]
    assert all(keys)
    assert len(set(keys)) == len(keys)


def test_mnemonics_of_a_menu_differ(window: ReplayWindow) -> None:
    for menu in {(c.menu, c.submenu) for c in window.commands}:
        texts = [t(c.text_key) for c in window.commands if (c.menu, c.submenu) == menu]
        letters = [text[text.index("&") + 1].lower() for text in texts if "&" in text]
        assert len(set(letters)) == len(letters), menu


def test_menus_hold_every_command(window: ReplayWindow) -> None:
    held = {
        action.objectName()
        for menu in window.menuBar().findChildren(QMenu)
        for action in menu.actions()
    }
    assert {c.id for c in window.commands} <= held


def test_the_page_of_shortcuts_lists_them_all(qtbot: QtBot, window: ReplayWindow) -> None:
    press(window, Key.Key_F1)
    dialog = window.findChild(QDialog)
    assert dialog is not None
    said = {label.text() for label in dialog.findChildren(QLabel)}
    for command in window.commands:
        if command.shortcuts:
            assert t(command.help_key) in said
    with qtbot.waitSignal(dialog.destroyed):
        dialog.close()


def test_the_question_mark_asks_for_help(window: ReplayWindow) -> None:
    press(window, Key.Key_Question)
    assert window.findChild(QDialog) is not None


def test_about_names_the_owner_and_the_sources(window: ReplayWindow) -> None:
    window.actions_by_id["about"].trigger()
    dialog = window.findChild(QDialog)
    assert dialog is not None
    said = "\n".join(label.text() for label in dialog.findChildren(QLabel))
    for line in (window.session.module.meta.owner, *window.session.module.board.credits):
        assert line in said


def test_keys_move_the_view(qtbot: QtBot, battle: ReplayWindow) -> None:
    view = battle.view
    press(battle, Key.Key_F)
    fitted = view.scale_now
    press(battle, Key.Key_Plus)
    press(battle, Key.Key_Plus)
    press(battle, Key.Key_Plus)
    press(battle, Key.Key_Plus)
    press(battle, Key.Key_Plus)
    press(battle, Key.Key_Minus)
    qtbot.waitUntil(lambda: not view._running())
    assert view.scale_now == pytest.approx(fitted * 1.25**4)
    at = view.mapToScene(QPoint(0, 0))
    press(battle, Key.Key_Right, shift=True)
    press(battle, Key.Key_Down, shift=True)
    moved = view.mapToScene(QPoint(0, 0)) - at
    assert moved.x() > 0
    assert moved.y() > 0
    assert battle.session.step == 1
    press(battle, Key.Key_F)
    assert view.scale_now == pytest.approx(view._smallest())


# -- the window itself -----------------------------------------------------------------------------


def test_remembers_size_and_docks(qtbot: QtBot, battle: ReplayWindow) -> None:
    # Within the screen of the offscreen platform, 800 pixels square: larger windows are cut to it.
    battle.resize(799, 690)
    dock = battle.findChild(QDockWidget, "boxes")
    assert dock is not None
    dock.hide()
    size = battle.size()
    battle.close()
    again = ReplayWindow()
    qtbot.addWidget(again)
    assert again.size() == size
    assert again.height() == 690
    hidden = again.findChild(QDockWidget, "boxes")
    assert hidden is not None
    assert hidden.isHidden()
    again.close()


def test_messages_can_be_closed_and_are_not_repeated(window: ReplayWindow) -> None:
    window.messages.clear()
    for _ in range(3):
        window.messages.say("One.")
    window.messages.say("Two.", "error")
    assert window.messages.lines == ["One.", "Two."]
    window.messages.clear()
    assert not window.messages.isVisible()


def test_a_message_does_not_move_the_board(window: ReplayWindow) -> None:
    window.messages.clear()
    QApplication.processEvents()
    before = window.view.geometry()
    window.messages.say("one")
    QApplication.processEvents()
    assert window.messages.isVisible()
    assert window.messages.height() < window.view.height() / 4
    assert window.view.geometry() == before


def test_nothing_runs_on_after_closing(qtbot: QtBot, battle: ReplayWindow) -> None:
    battle.player.start()
    battle.close()
    QApplication.processEvents()
    assert not battle.player.playing
    assert not [timer for timer in battle.findChildren(QTimer) if timer.isActive()]
    assert battle.view.tiles._pool.activeThreadCount() == 0
    assert battle.findChildren(QThread) == []
    assert threading.active_count() == 1
