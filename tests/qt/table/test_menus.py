"""The context menu: units, markers, bridges; drops from and into the boxes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.core import effects as fx
from engine.i18n import t
from holland44_qt.board import drag_events as drags
from holland44_qt.board.drag_data import from_mime, to_mime
from holland44_qt.board.layer import side_middle
from holland44_qt.board.map_sheet import MapSheet
from holland44_qt.table.hex_words import bridge_words
from tests.qt.table.conftest import START, Player


def open_menu(player: Player, pos: QPoint) -> QMenu:
    port = player.view.viewport()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, pos, port.mapToGlobal(pos))
    QApplication.sendEvent(port, event)
    menu = player.orders.open_menu
    assert menu is not None
    return menu


def item(menu: QMenu, text: str) -> object:
    return next(a for a in menu.actions() if text in a.text())


@pytest.fixture(autouse=True)
def _closed(player: Player) -> object:
    yield
    if player.orders.open_menu is not None:
        player.orders.open_menu.close()


def test_the_menu_is_about_the_counter_under_the_mouse(player: Player) -> None:
    unit = player.stack(START)[-1]
    menu = open_menu(player, player.at(START))
    assert player.selection.units == (unit,)
    item(menu, player.window.commands["eliminate"].text()).trigger()
    assert player.place(unit) == "eliminated-allied"
    assert isinstance(player.last.action, act.MoveUnits)
    assert player.last.action.mode == "eliminated"


def test_a_bridge_is_set_by_a_click_on_its_hexside(player: Player) -> None:
    side = next(s for s, how in sorted(player.session.state.hexsides.items()) if how == "wired")
    player.look_at(side.partition("/")[0])
    middle = side_middle(player.session.module.board.grid, side)
    assert middle is not None
    menu = open_menu(player, player.view.mapFromScene(middle))
    item(menu, t("table.menu.bridge", how=bridge_words("blown"))).trigger()
    assert player.session.state.hexsides[side] == "blown"
    assert player.effects == (fx.SetHexside(hexside=side, before="wired", after="blown"),)


def test_a_bridge_is_set_by_a_click_where_it_is_drawn(player: Player) -> None:
    """The road at Neerbosch crosses the canal far from the middle of the hexside."""
    sheet, side = player.view._sheet, "5218/5219"
    bridges = player.session.module.board.sides[side].bridges
    middle = side_middle(player.session.module.board.grid, side)
    assert middle is not None
    assert isinstance(sheet, MapSheet)
    drawn = [sheet.bridges[bridge.id] for bridge in bridges]
    point = max(drawn, key=lambda at: (at - middle).manhattanLength())
    assert (point - middle).manhattanLength() > 0.3
    player.look_at("5218")
    menu = open_menu(player, player.view.mapFromScene(point))
    item(menu, t("table.menu.bridge", how=bridge_words("blown"))).trigger()
    assert player.session.state.hexsides[side] == "blown"


def test_a_marker_is_placed_dragged_and_removed(player: Player) -> None:
    menu = open_menu(player, player.at("6019"))
    place = player.session.module.place_name("6019")
    palette = item(menu, t("table.menu.place", place=place)).menu()
    item(palette, player.session.module.marker_name("traffic")).trigger()
    menu.close()
    assert player.session.state.markers["traffic-1"].at == "6019"
    # Markers lie in the lower left of their hex.
    player.press(player.at("6019", -0.24, 0.26))
    player.move(player.at("6020"))
    assert player.grip.ghost.isVisible()
    player.release(player.at("6020"))
    assert player.session.state.markers["traffic-1"].at == "6020"
    menu = open_menu(player, player.at("6020", -0.24, 0.26))
    name = player.session.module.marker_name("traffic")
    item(menu, t("table.menu.take_marker", marker=name)).trigger()
    assert player.session.state.markers["traffic-1"].at == "traffic"


# -- boxes -----------------------------------------------------------------------------------------


def drop(player: Player, units: tuple[str, ...], pos: QPoint) -> QDropEvent:
    mime, port = to_mime(units), player.view.viewport()
    QApplication.sendEvent(port, drags.drag_enter(pos, mime))
    event = drags.drop(pos, mime)
    QApplication.sendEvent(port, event)
    return event


def test_reinforcements_arrive_from_their_box(player: Player) -> None:
    unit = player.stack("turn-2")[0]
    assert drop(player, (unit,), player.at("6019")).isAccepted()
    assert player.last.action == act.MoveUnits(
        units=(unit,), path=("turn-2", "6019"), mode="arrival"
    )
    assert player.selection.units == (unit,)


def test_units_from_a_pool_are_no_reinforcements(player: Player) -> None:
    unit = player.stack("remnants-allied")[0]
    drop(player, (unit,), player.at("6019"))
    assert isinstance(player.last.action, act.MoveUnits)
    assert player.last.action.mode == "box"


def test_a_foreign_drop_is_refused(player: Player) -> None:
    assert not drop(player, ("nobody",), player.at("6019")).isAccepted()
    assert player.session.length == 1


def test_a_drag_ends_in_a_box_of_the_drawer(qtbot: QtBot, player: Player) -> None:
    player.window.panels.show("boxes")
    QApplication.processEvents()
    player.look_at(START)
    board = next(
        b for b in player.window.boxes.boards.values() if b.isVisible() and b.acceptDrops()
    )
    unit = player.stack(START)[-1]
    aim = board.mapToGlobal(QPoint(board.width() // 2, 40))
    player.press(player.at(START))
    player.move(player.at("6218"))
    player.move(player.view.viewport().mapFromGlobal(aim))
    assert player.grip._outside.wanted
    player.release(player.view.viewport().mapFromGlobal(aim))
    assert not player.session.module.places.is_hex(player.session.state.pieces[unit].place)
    assert isinstance(player.last.action, act.MoveUnits)
    assert player.last.action.units == (unit,)
    assert not player.grip.ghost.isVisible()
    assert player.view.stacks._lifted == frozenset()


def test_dragged_units_keep_their_order() -> None:
    dragged = from_mime(to_mime(("a", "b")))
    assert dragged is not None
    assert dragged.units == ("a", "b")


def test_in_review_the_menu_asks_and_changes_nothing(player: Player) -> None:
    session = player.window.session
    session.stop_playing()
    entries = len(session.recording.log)
    unit = player.stack(START)[-1]
    menu = open_menu(player, player.at(START))
    assert player.selection.units == (unit,)
    offered = [a.text() for a in menu.actions() if a.text()]
    commands = player.window.commands
    assert commands["about_selection"].text() in offered
    assert commands["advice_reach"].text() in offered
    assert commands["try_out"].text() in offered
    assert commands["eliminate"].text() not in offered
    item(menu, commands["about_selection"].text()).trigger()
    assert player.window.panels.is_shown("log")
    assert session.stance == "review"
    assert len(session.recording.log) == entries
