"""The mouse: selecting, dragging with its path, undoing, the rubber band, unrecorded drags."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.i18n import t
from holland44_qt.settings import settings
from holland44_qt.window.table_window import TableWindow
from tests.qt.table.conftest import START, Player

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


# -- choosing --------------------------------------------------------------------------------------


def test_a_click_selects_the_top_counter_and_further_clicks_go_down(player: Player) -> None:
    stack = player.stack(START)
    for unit in (stack[2], stack[1], stack[0], stack[2]):
        player.click(player.at(START))
        assert player.selection.units == (unit,)
    assert player.session.length == 1


def test_a_click_beside_all_counters_selects_nothing(player: Player) -> None:
    player.click(player.at(START))
    player.click(player.at("6019"))
    assert player.selection.units == ()


def test_ctrl_click_adds_and_removes(player: Player) -> None:
    top, other = player.stack(START)[-1], player.stack("6122")[-1]
    player.click(player.at(START))
    player.click(player.at("6122"), CTRL)
    assert player.selection.units == (top, other)
    player.click(player.at("6122"), CTRL)
    assert player.selection.units == (top,)


def test_a_double_click_selects_the_whole_stack(player: Player) -> None:
    pos = player.at(START)
    QTest.mouseDClick(player.view.viewport(), Qt.MouseButton.LeftButton, pos=pos)
    assert set(player.selection.units) == set(player.stack(START))


def test_the_rubber_band_selects_counters_within_it(player: Player) -> None:
    player.press(player.at("6515"), SHIFT)
    player.move(player.at("6220"), SHIFT)
    player.release(player.at("6019"), SHIFT)
    inside = set(player.selection.units)
    assert set(player.stack(START)) <= inside
    assert not set(player.stack("6122")) & inside
    assert player.session.length == 1


# -- dragging --------------------------------------------------------------------------------------


def test_a_drag_moves_the_counter_along_its_path(player: Player) -> None:
    stack = player.stack(START)
    player.drag(START, "6218", "6219", "6119")
    assert player.last.action == act.MoveUnits(
        units=(stack[-1],), path=("6217", "6218", "6219", "6119")
    )
    assert player.stack(START) == stack[:-1]
    assert player.stack("6119") == (stack[-1],)
    assert player.selection.units == (stack[-1],)


def test_a_quick_drag_is_filled_with_the_shortest_path(player: Player) -> None:
    player.drag(START, "6221")
    assert isinstance(player.last.action, act.MoveUnits)
    assert player.last.action.path == ("6217", "6218", "6219", "6220", "6221")


def test_a_selected_stack_moves_together_in_its_order(player: Player) -> None:
    stack = player.stack(START)
    player.click(player.at(START), SHIFT)
    player.drag(START, "6218")
    assert isinstance(player.last.action, act.MoveUnits)
    assert player.last.action.units == stack
    assert player.stack("6218") == stack


def test_selected_stacks_keep_their_distance(player: Player) -> None:
    top, other = player.stack(START)[-1], player.stack("6122")[-1]
    player.click(player.at("6122"))
    player.click(player.at(START), CTRL)
    before = player.session.length
    player.drag(START, "6218", "6219")
    assert player.place(top) == "6219"
    assert player.place(other) == "6124"
    assert player.session.length == before + 1  # one gesture is taken back at once
    assert player.session.current is not None
    told = player.session.current.sentence
    assert "→ 6219" in told
    assert "→ 6124" in told
    QTest.keyClick(player.window, Qt.Key.Key_Z, CTRL)
    assert player.place(top) == START
    assert player.place(other) == "6122"


def test_a_drag_is_drawn_until_released(player: Player) -> None:
    unit = player.stack(START)[-1]
    player.drag(START, "6218", "6219", drop=False)
    assert player.grip.ghost.isVisible()
    assert player.view.stacks._lifted == {unit}
    assert player.grip.layer._trail == tuple(
        player.session.module.board.hex(h) for h in ("6217", "6218", "6219")
    )
    assert player.grip.layer._label == t("table.trail", length=2, straight=2)
    assert player.session.length == 1
    player.release(player.at("6219"))
    assert player.grip.layer._trail == ()


def test_a_drop_is_animated_to_the_recorded_position(qtbot: QtBot, player: Player) -> None:
    player.drag(START, "6219")
    qtbot.waitUntil(lambda: not player.grip.ghost.isVisible())
    assert player.view.stacks._lifted == frozenset()


def test_a_drop_on_the_start_hex_is_not_recorded(player: Player) -> None:
    player.drag(START, "6218", START)
    assert player.session.length == 1
    assert player.stack(START)


def test_a_drop_beside_the_map_is_not_recorded(player: Player) -> None:
    player.press(player.at(START))
    player.move(player.at("6218"))
    player.release(QPoint(-400, -400))
    assert player.session.length == 1
    assert player.grip.carrying.load is None


def test_escape_cancels_a_drag(qtbot: QtBot, player: Player) -> None:
    player.drag(START, "6218", drop=False)
    QTest.keyClick(player.view, Qt.Key.Key_Escape)
    player.move(player.at("6220"))
    player.release(player.at("6220"))
    assert player.session.length == 1
    qtbot.waitUntil(lambda: not player.grip.ghost.isVisible())


def test_a_right_click_undoes_the_last_waypoint(player: Player) -> None:
    player.drag(START, "6218", "6219", "6119", drop=False)
    for _ in range(2):
        player.right_click_while_dragging(player.at("6119"))
    assert player.grip.carrying.load is not None
    assert player.grip.carrying.load.trail is not None
    assert player.grip.carrying.load.trail.length == 1
    player.release(player.at("6119"))
    assert isinstance(player.last.action, act.MoveUnits)
    assert player.last.action.path[:2] == ("6217", "6218")
    assert player.last.action.path[-1] == "6119"


def test_undo_reverts_the_move(player: Player) -> None:
    stack = player.stack(START)
    player.drag(START, "6219")
    player.window.commands["undo"].trigger()
    assert player.stack(START) == stack
    player.window.commands["redo"].trigger()
    assert player.stack("6219") == stack[-1:]


def test_dragging_at_the_edge_scrolls_the_map(qtbot: QtBot, player: Player) -> None:
    room = player.view.viewport().rect()
    player.drag(START, "6218", drop=False)
    under = player.view.mapToScene(room.center())
    player.move(QPoint(room.right() - 3, room.center().y()))
    qtbot.waitUntil(lambda: player.view.mapToScene(room.center()).x() > under.x() + 0.5)
    player.grip.cancel()
    assert not player.grip._edge.isActive()


def test_edge_scrolling_can_be_disabled(qtbot: QtBot, player: Player) -> None:
    player.window.preferences.change(edge_scroll=False)
    room = player.view.viewport().rect()
    player.drag(START, "6218", drop=False)
    under = player.view.mapToScene(room.center())
    player.move(QPoint(room.right() - 3, room.center().y()))
    qtbot.wait(400)
    assert player.view.mapToScene(room.center()) == under
    assert settings() is not None


# -- pulling the map -------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["empty map", "middle button", "space"])
def test_the_map_is_panned_by_dragging(player: Player, how: str) -> None:
    start, end = player.at("6019" if how == "empty map" else START), QPoint(-90, -60)
    under = player.view.mapToScene(start)
    port = player.view.viewport()
    if how == "middle button":
        QTest.mousePress(port, Qt.MouseButton.MiddleButton, pos=start)
        QTest.mouseMove(port, start + end)
        QTest.mouseRelease(port, Qt.MouseButton.MiddleButton, pos=start + end)
    else:
        if how == "space":
            player.view.setFocus()
            QTest.keyPress(player.view, Qt.Key.Key_Space)
        player.press(start)
        player.move(start + end)
        player.release(start + end)
        if how == "space":
            QTest.keyRelease(player.view, Qt.Key.Key_Space)
    moved = player.view.mapToScene(start + end) - under
    assert abs(moved.x()) * player.view.scale_now <= 2
    assert abs(moved.y()) * player.view.scale_now <= 2
    assert player.session.length == 1
    assert not player.window.player.playing


def test_a_read_only_game_allows_panning_and_selecting_only(
    battle: TableWindow,
) -> None:
    player = Player(battle)
    battle.session.stop_playing()
    player.look_at(START)
    units = player.stack(START)
    player.drag(START, "6219")
    assert player.stack(START) == units
    assert battle.session.length == 11
    assert battle.messages.lines == [t("session.review")]


# -- choosing without a rectangle, moving without dragging -----------------------------------------


def test_the_lasso_selects_the_enclosed_counters(player: Player) -> None:
    loop = [player.at(START, dx, dy) for dx, dy in ((0.9, 0.5), (-0.9, 0.5), (0, -0.5))]
    player.press(loop[0], CTRL)
    for point in (*loop, loop[0]):
        player.move(point, CTRL)
    player.release(loop[0], CTRL)
    assert set(player.selection.units) == set(player.stack(START))
    assert player.session.length == 1
    player.press(player.at("6021"), CTRL)
    for number in ("6021", "6121", "6223", "6123"):
        player.move(player.at(number), CTRL)
    player.release(player.at("6021"), SHIFT)
    assert set(player.stack(START)) < set(player.selection.units)
    assert set(player.stack("6122")) < set(player.selection.units)


def test_clicks_move_counters_picked_up_by_keyboard(player: Player) -> None:
    unit = player.stack(START)[-1]
    player.window.activateWindow()
    player.view.setFocus()
    QTest.qWait(20)
    player.selection.set((unit,))
    QTest.keyClick(player.view, Qt.Key.Key_Return)
    assert player.grip.carrying.load is not None
    player.send(QEvent.Type.MouseMove, player.at("6219"))
    assert player.grip.carrying.load.trail.length == 0  # the mouse alone leads nowhere
    player.click(player.at("6219"), SHIFT)
    player.click(player.at("6119"), SHIFT)
    player.click(player.at("6118"))
    assert player.last.action == act.MoveUnits(
        units=(unit,), path=("6217", "6218", "6219", "6119", "6118")
    )


def test_zooming_does_not_end_a_drag(player: Player) -> None:
    player.drag(START, "6218", drop=False)
    wide = player.grip.ghost.width()
    player.view._set_scale(40.0)
    assert player.grip.carrying.load is not None
    assert player.grip.ghost.width() < wide
    player.release(player.at("6218"))
    assert player.last.action.kind == "move"
