"""Stepping and replaying with keys, timeline, list and clock."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from holland44_qt.models.log_model import Role
from holland44_qt.navigation.replay_feature import Replaying
from holland44_qt.replay.player import NORMAL, SPEEDS
from holland44_qt.window.table_window import TableWindow

Key = Qt.Key


def press(window: TableWindow, key: Qt.Key, shift: bool = False) -> None:
    modifier = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    QTest.keyClick(window, key, modifier)


def test_keys_step_through_the_game(battle: TableWindow) -> None:
    steps = []
    for key in (
        Key.Key_Right, Key.Key_Right, Key.Key_Left, Key.Key_End, Key.Key_Right,
        Key.Key_PageUp, Key.Key_PageUp, Key.Key_PageDown, Key.Key_Home, Key.Key_Left,
    ):  # fmt: skip
        press(battle, key)
        steps.append(battle.session.step)
    assert steps == [2, 3, 2, 11, 11, 10, 6, 10, 0, 0]


@pytest.mark.parametrize("focused", ["scrubber", "view"])
def test_keys_work_on_the_board_and_on_the_timeline(battle: TableWindow, focused: str) -> None:
    battle.activateWindow()
    widget = getattr(battle, focused)
    widget.setFocus()
    QTest.keyClick(widget, Key.Key_End)
    QTest.keyClick(widget, Key.Key_Left)
    assert battle.session.step == 10


def test_every_panel_shows_the_step(battle: TableWindow) -> None:
    battle.panels.show("log")
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


def test_going_back_shows_the_same_as_before(battle: TableWindow) -> None:
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


def test_the_timeline_follows_clicks_and_drags(battle: TableWindow) -> None:
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


def test_a_click_on_an_entry_goes_there(battle: TableWindow) -> None:
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


def test_plays_to_the_end_and_stops(qtbot: QtBot, battle: TableWindow) -> None:
    battle.player.set_speed(len(SPEEDS) - 1)
    battle.session.go(8)
    press(battle, Key.Key_Space)
    assert battle.player.playing
    assert battle.commands["play"].isChecked()
    with qtbot.waitSignal(battle.player.playing_changed, timeout=5000):
        pass
    assert battle.session.step == 11
    assert not battle.commands["play"].isChecked()


def test_space_pauses_and_escape_stops(qtbot: QtBot, battle: TableWindow) -> None:
    for key in (Key.Key_Space, Key.Key_Escape):
        press(battle, Key.Key_Space)
        assert battle.player.playing
        press(battle, key)
        assert not battle.player.playing
    assert battle.session.step == 1


def test_replay_from_the_end_restarts(battle: TableWindow) -> None:
    battle.session.last()
    battle.player.start()
    assert battle.session.step == 0
    assert battle.player.playing


def test_speed_keeps_within_its_limits(battle: TableWindow) -> None:
    for _ in range(20):
        press(battle, Key.Key_Period)
    assert battle.player.speed == len(SPEEDS) - 1
    for _ in range(20):
        press(battle, Key.Key_Comma)
    assert battle.player.speed == 0
    assert battle.feature(Replaying).speed.text() == "0.25×"
    battle.player.set_speed(NORMAL)
    assert battle.feature(Replaying).speed.text() == "1×"


def test_replay_without_a_game_does_nothing(window: TableWindow) -> None:
    window.commands["play"].setEnabled(True)
    window.commands["play"].trigger()
    assert not window.player.playing
    assert not window.commands["play"].isChecked()


def test_going_to_an_entry_pauses_there(battle: TableWindow) -> None:
    for go in (
        lambda: battle.session.go(7),
        lambda: battle.commands.run("next_combat"),
        lambda: battle.log.chosen.emit(7),
    ):
        battle.session.go(3)
        battle.player.start()
        go()
        assert battle.session.step == 7
        assert not battle.player.playing
        assert not battle.commands["play"].isChecked()


def test_a_step_during_replay_continues_from_there(battle: TableWindow) -> None:
    battle.player.start()
    timer = battle.player._timer
    for key, step in ((Key.Key_Right, 2), (Key.Key_PageDown, 6), (Key.Key_Left, 5)):
        press(battle, key)
        assert battle.session.step == step
        assert battle.player.playing
        assert timer.interval() == battle.player.stay(step)
    press(battle, Key.Key_End)
    assert battle.session.step == 11


@pytest.mark.slow
def test_the_view_is_still_while_the_timeline_is_dragged(qtbot: QtBot, battle: TableWindow) -> None:
    scrubber, player = battle.scrubber, battle.player
    player.set_speed(len(SPEEDS) - 1)
    player.start()
    spot = QPoint(round(scrubber.x_of(6)), 25)
    QTest.mousePress(scrubber, Qt.MouseButton.LeftButton, pos=spot)
    for _ in range(4):
        player._timer.timeout.emit()
    assert battle.session.step == 6
    QTest.mouseRelease(scrubber, Qt.MouseButton.LeftButton, pos=spot)
    assert player.playing
    qtbot.waitUntil(lambda: battle.session.step > 6, timeout=2000)
    # A look goes back to where it began, and play goes on there.
    player.set_speed(0)
    battle.session.go(2)
    player.start()
    QTest.mousePress(scrubber, Qt.MouseButton.RightButton, pos=spot)
    assert battle.session.step == 6
    QTest.mouseRelease(scrubber, Qt.MouseButton.RightButton, pos=spot)
    assert battle.session.step == 2
    assert player.playing


def test_one_key_shows_another_moment_and_returns(battle: TableWindow) -> None:
    battle.session.go(4)
    QTest.keyClick(battle, Key.Key_Home, Qt.KeyboardModifier.AltModifier)
    assert battle.commands["look_aside"].isChecked()
    assert battle.scrubber.mark == 4
    press(battle, Key.Key_End)
    press(battle, Key.Key_PageUp)
    assert battle.session.step == 10
    before = battle.scrubber.grab().toImage()
    QTest.keyClick(battle, Key.Key_Home, Qt.KeyboardModifier.AltModifier)
    assert battle.session.step == 4
    assert battle.scrubber.mark is None
    assert not battle.commands["look_aside"].isChecked()
    battle.session.go(10)
    assert battle.scrubber.grab().toImage() != before, "where one comes back to is seen"


def test_return_is_disabled_on_another_line(battle: TableWindow) -> None:
    battle.session.go(4)
    QTest.keyClick(battle, Key.Key_Home, Qt.KeyboardModifier.AltModifier)
    battle.session.go(2)
    assert battle.session.try_out()
    assert battle.scrubber.mark is None
    assert not battle.commands["look_aside"].isChecked()
