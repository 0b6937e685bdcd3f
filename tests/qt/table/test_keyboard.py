"""Playing without a mouse: cursor, picking up and putting down, stack, orders."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog, QMenu
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.core import effects as fx
from engine.i18n import t
from tests.qt.table.conftest import START, Player

Key = Qt.Key
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def keys(player: Player) -> Player:
    """The board with focus and the cursor on the stack at Arnhem."""
    player.window.activateWindow()
    player.view.setFocus()
    player.selection.set(player.stack(START)[-1:])
    press(player, Key.Key_Right, CTRL)
    player.selection.clear()
    assert player.hand.cursor == player.session.module.board.hex(START)
    return player


def press(
    player: Player, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    QTest.keyClick(player.view, key, modifier)


def menu_item(menu: QMenu, text: str) -> object:
    return next(a for a in menu.actions() if text in a.text())


def test_a_move_is_played_with_keys(keys: Player) -> None:
    unit = keys.stack(START)[-1]
    press(keys, Key.Key_Return)
    assert keys.selection.units == (unit,)
    assert keys.grip.ghost.isVisible()
    for key, shift in ((Key.Key_Right, False), (Key.Key_Down, False), (Key.Key_Down, True)):
        press(keys, key, CTRL | SHIFT if shift else CTRL)
    press(keys, Key.Key_Return)
    assert keys.last.action == act.MoveUnits(units=(unit,), path=("6217", "6218", "6118", "6018"))
    assert keys.place(unit) == "6018"


def test_enter_picks_up_the_clicked_counter_not_the_one_at_the_cursor(keys: Player) -> None:
    keys.click(keys.at("6317"))
    clicked = keys.stack("6317")[-1]
    assert keys.selection.units == (clicked,)
    press(keys, Key.Key_Return)
    assert keys.grip.carrying.load is not None
    assert keys.grip.carrying.load.units == (clicked,)
    assert keys.hand.cursor == keys.session.module.board.hex("6317")


def test_a_waypoint_is_undone(keys: Player) -> None:
    press(keys, Key.Key_Return)
    press(keys, Key.Key_Right, CTRL)
    press(keys, Key.Key_Right, CTRL)
    press(keys, Key.Key_Backspace)
    press(keys, Key.Key_Return)
    assert isinstance(keys.last.action, act.MoveUnits)
    assert keys.last.action.path == ("6217", "6218")


def test_escape_returns_the_counters_then_deselects(keys: Player) -> None:
    press(keys, Key.Key_Return)
    press(keys, Key.Key_Left, CTRL)
    press(keys, Key.Key_Escape)
    assert keys.session.length == 1
    assert keys.grip.carrying.load is None
    press(keys, Key.Key_Escape)
    assert keys.hand.cursor is None
    assert keys.selection.units == ()


def test_escape_stops_the_replay(keys: Player) -> None:
    keys.session.first()
    press(keys, Key.Key_Escape)
    press(keys, Key.Key_Space)
    assert keys.window.player.playing
    press(keys, Key.Key_Escape)
    assert not keys.window.player.playing


def test_escape_stops_the_replay_while_a_unit_is_selected(keys: Player) -> None:
    keys.session.first()
    press(keys, Key.Key_Space)
    keys.selection.set(keys.stack(START)[:1])
    press(keys, Key.Key_Escape)
    assert keys.selection.units == ()
    assert not keys.window.player.playing


def test_tab_selects_the_next_counter_of_the_stack(keys: Player) -> None:
    stack = keys.stack(START)
    for unit in (stack[2], stack[1], stack[0], stack[2]):
        press(keys, Key.Key_Tab)
        assert keys.selection.units == (unit,)
    press(keys, Key.Key_A)
    assert set(keys.selection.units) == set(stack)


def test_the_cursor_stays_on_the_map(keys: Player) -> None:
    for _ in range(30):
        press(keys, Key.Key_Left, CTRL)
    assert keys.session.module.board.numbers[keys.hand.cursor or 0] == "6200"


def test_the_cursor_follows_the_screen_on_a_rotated_map(keys: Player) -> None:
    keys.view.turn_round()
    press(keys, Key.Key_Right, CTRL)
    assert keys.session.module.board.numbers[keys.hand.cursor or 0] == "6216"


def test_ten_actions_are_played_with_keys(keys: Player) -> None:
    unit = keys.stack(START)[-1]
    press(keys, Key.Key_Tab)
    whole = keys.session.state.pieces[unit].steps
    press(keys, Key.Key_L)
    assert keys.session.state.pieces[unit].steps == whole - 1
    press(keys, Key.Key_L, SHIFT)
    press(keys, Key.Key_X)
    press(keys, Key.Key_X)
    press(keys, Key.Key_PageDown, SHIFT)
    assert keys.stack(START)[0] == unit
    press(keys, Key.Key_PageUp, SHIFT)
    assert keys.stack(START)[-1] == unit
    press(keys, Key.Key_Return)
    press(keys, Key.Key_Right, CTRL)
    press(keys, Key.Key_Return)
    press(keys, Key.Key_Delete)
    assert keys.place(unit) == "eliminated-allied"
    press(keys, Key.Key_Z, CTRL)
    assert keys.place(unit) == "6218"
    press(keys, Key.Key_Y, CTRL)
    assert keys.place(unit) == "eliminated-allied"
    assert keys.session.length == 9


def test_a_status_is_set_with_keys(qtbot: QtBot, keys: Player) -> None:
    unit = keys.stack(START)[-1]
    press(keys, Key.Key_Tab)
    press(keys, Key.Key_S)
    menu = keys.orders.open_menu
    assert menu is not None
    menu_item(menu, keys.session.module.marker_name("disrupted")).trigger()
    assert keys.session.state.pieces[unit].status == {"disrupted"}
    menu.close()
    qtbot.waitUntil(lambda: keys.orders.open_menu is None)


def test_units_are_boxed_and_exchanged_by_menu(qtbot: QtBot, keys: Player) -> None:
    unit = keys.stack(START)[-1]
    press(keys, Key.Key_Tab)
    press(keys, Key.Key_E)
    assert keys.orders.open_menu is not None
    keys.orders.open_menu.actions()[0].trigger()
    keys.orders.open_menu.close()
    (stand_in,) = keys.selection.units
    assert keys.place(stand_in) == START
    assert keys.place(unit) == "remnant-parents-allied"
    press(keys, Key.Key_B)
    turns = menu_item(keys.orders.open_menu, t("table.menu.turns")).menu()
    menu_item(turns, "7").trigger()
    assert keys.place(stand_in) == "turn-7"
    keys.orders.open_menu.close()


def test_a_remark_is_recorded_in_the_log(qtbot: QtBot, keys: Player) -> None:
    press(keys, Key.Key_Tab)
    press(keys, Key.Key_Return, CTRL)
    dialog = keys.window.findChild(QInputDialog)
    assert dialog is not None
    dialog.setTextValue("Held the bridge.")
    dialog.accept()
    qtbot.waitUntil(lambda: keys.window.findChild(QInputDialog) is None)
    name = keys.session.module.unit_name(keys.session.state.pieces[keys.selection.units[0]].counter)
    assert keys.last.action == act.Note(text=f"{name}: Held the bridge.")


def test_an_unknown_unit_is_revealed(keys: Player) -> None:
    keys.selection.set(("GE-unknown-6122",))
    press(keys, Key.Key_U)
    assert isinstance(keys.last.action, act.RevealUnit)
    assert any(isinstance(e, fx.Remove) for e in keys.effects)
    assert keys.selection.units == ()


def test_inapplicable_commands_are_disabled(keys: Player) -> None:
    actions = keys.window.commands
    assert not actions["lose_step"].isEnabled()
    keys.selection.set(keys.stack(START)[-1:])
    assert actions["lose_step"].isEnabled()
    assert not actions["gain_step"].isEnabled()
    assert not actions["reveal"].isEnabled()
    keys.session.close()
    keys.session.go(0)
    QApplication.processEvents()
    assert not actions["lose_step"].isEnabled()


def test_board_keys_work_only_on_the_board(keys: Player) -> None:
    keys.selection.set(keys.stack(START)[-1:])
    keys.window.log.setFocus()
    QTest.keyClick(keys.window.log, Key.Key_Return)
    assert keys.grip.carrying.load is None


def test_escape_closes_a_message(keys: Player) -> None:
    keys.window.messages.add("Not this way.", "error")
    press(keys, Key.Key_Escape)
    assert keys.window.messages.lines == []


@pytest.mark.slow
def test_hiding_the_cursor_clears_its_highlight(keys: Player, tmp_path: Path) -> None:
    told: list[int] = []
    # A mouse that rests over the board points at what it holds by then.
    keys.view.viewport().setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
    keys.view._mouse = None
    keys.view.hovered.connect(told.append)
    assert keys.session.new(tmp_path / "another.h44log", "holland44", "campaign")
    assert keys.hand.cursor is None
    assert told[-1] == -1
    assert START not in keys.window._hex.text()
