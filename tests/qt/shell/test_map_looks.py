"""Views of the map: layers, fits, rotation by 180°, the overview."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QTransform
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from holland44_qt.board.camera import READABLE
from holland44_qt.navigation.camera_feature import Viewing
from holland44_qt.settings import Choices
from holland44_qt.shell.map_looks import LAYERS
from holland44_qt.shell.overview import Overview, OverviewFeature
from holland44_qt.window.table_window import TableWindow


def test_every_layer_can_be_switched_off_and_on(battle: TableWindow) -> None:
    for layer in LAYERS:
        action = battle.commands[f"layer_{layer}"]
        assert action.isChecked()
        action.trigger()
        assert Choices.load().hidden == (layer,)
        action.trigger()
        assert battle.preferences.now.hidden == ()


@pytest.mark.slow
def test_a_hidden_layer_is_not_painted(qtbot: QtBot, battle: TableWindow) -> None:
    view = battle.view
    view.grab()
    qtbot.waitUntil(lambda: view.tiles.idle, timeout=30000)
    before = view.grab().toImage()
    battle.commands["layer_terrain"].trigger()
    qtbot.waitUntil(lambda: view.tiles.idle, timeout=30000)
    without = view.grab().toImage()
    assert without != before


def test_counters_of_a_side_and_markers_can_be_hidden(battle: TableWindow) -> None:
    layer = battle.view._stacks
    pieces = {p.side for stack in layer._stacks for p in stack.pieces}
    assert pieces == {"allied", "german"}
    battle.commands["layer_first_side"].trigger()
    assert {p.side for stack in layer._stacks for p in stack.pieces} == {"german"}
    assert all(stack.pieces for stack in layer._stacks)
    battle.session.go(5)
    assert {p.side for stack in layer._stacks for p in stack.pieces} == {"german"}
    flats = len(layer._flats)
    battle.commands["layer_markers"].trigger()
    on_map = [m for m in battle.session.state.markers.values() if layer._spot(m.at) is not None]
    assert len(layer._flats) == flats - len(on_map)


def test_the_menu_names_the_sides_of_the_game(battle: TableWindow) -> None:
    assert "Allied" in battle.commands["layer_first_side"].text()
    assert "German" in battle.commands["layer_second_side"].text()


def test_rotated_map_has_every_point_at_its_place(battle: TableWindow) -> None:
    view, board = battle.view, battle.session.module.board
    battle.commands["turn_round"].trigger()
    assert view.turned
    north, south = (
        view.mapFromScene(view._stacks.centre(board.index[number])) for number in ("6122", "1005")
    )
    assert north.y() > south.y()
    assert board.numbers[view.hex_at(north)] == "6122"
    scale = view.scale_now
    assert scale > 0
    battle.feature(Viewing).zoom_in()
    view._zoom.setCurrentTime(view._zoom.duration())
    assert view.scale_now == pytest.approx(scale * 1.25)
    assert view.turned
    battle.commands["turn_round"].trigger()
    assert not view.turned


@pytest.mark.slow
def test_rotated_map_is_drawn_upside_down(qtbot: QtBot, battle: TableWindow) -> None:
    view = battle.view
    for layer in ("first_side", "second_side", "markers"):
        battle.commands[f"layer_{layer}"].trigger()
    battle.session.go(0)  # no bridges, no highlight
    qtbot.waitUntil(lambda: view.tiles.idle, timeout=30000)
    upright = view.viewport().grab().toImage()
    battle.commands["turn_round"].trigger()
    qtbot.waitUntil(lambda: view.tiles.idle, timeout=30000)
    turned = view.viewport().grab().toImage().transformed(QTransform().rotate(180))
    size = upright.size()
    across, down = range(40, size.width() - 40, 23), range(40, size.height() - 40, 19)
    points = [QPoint(x, y) for x in across for y in down]

    def near(a: QPoint) -> bool:
        here = upright.pixelColor(a)
        there = [turned.pixelColor(a + QPoint(i, j)) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        return any(abs(here.lightness() - c.lightness()) < 40 for c in there)

    assert sum(map(near, points)) > 0.97 * len(points)


def test_fit_width_is_kept_on_resize(battle: TableWindow) -> None:
    view = battle.view
    battle.commands["fit_width"].trigger()
    wide = view.viewport().width() / view.map_bounds.width()
    assert view.scale_now == pytest.approx(wide)
    view.resize(view.width() - 100, view.height())
    assert view.scale_now == pytest.approx(view.viewport().width() / view.map_bounds.width())


def test_fit_selection_shows_the_selected_units(battle: TableWindow) -> None:
    view, session = battle.view, battle.session
    places = session.module.places
    far = [session.state.stack(places.index(n))[0] for n in ("6217", "6122")]
    view.selection.set(far)
    battle.commands["fit_selection"].trigger()
    seen = view.mapToScene(view.viewport().rect()).boundingRect()
    for unit in far:
        assert seen.contains(view._stacks.centre(session.state.pieces[unit].place))
    assert view.scale_now <= READABLE


@pytest.fixture
def overview(qtbot: QtBot, battle: TableWindow) -> Overview:
    battle.panels.show("overview")
    found = battle.feature(OverviewFeature).overview
    qtbot.waitUntil(lambda: not found._picture.isNull(), timeout=10000)
    return found


def test_the_overview_shows_the_same_layers_as_the_board(
    overview: Overview, battle: TableWindow
) -> None:
    battle.view.zoom_to((battle.session.module.board.index["4816"],))
    small = overview.frame
    battle.feature(Viewing).zoom_out()
    battle.view._zoom.setCurrentTime(battle.view._zoom.duration())
    assert overview.frame.width() == pytest.approx(small.width() * 1.25, rel=0.02)


@pytest.mark.slow
@pytest.mark.parametrize("turned", [False, True])
def test_dragging_the_frame_moves_the_board(
    overview: Overview, battle: TableWindow, turned: bool
) -> None:
    view = battle.view
    view.zoom_to((battle.session.module.board.index["4816"],))
    if turned:
        battle.commands["turn_round"].trigger()
    start = overview.frame.center()
    end = start + QPointF(18, -25)
    left = Qt.MouseButton.LeftButton
    QTest.mousePress(overview, left, pos=start.toPoint())
    QTest.mouseMove(overview, end.toPoint())
    QTest.mouseRelease(overview, left, pos=end.toPoint())
    moved = overview.frame.center() - start
    assert (moved.x(), moved.y()) == pytest.approx((18, -25), abs=2.5)
    QTest.mouseMove(overview, start.toPoint())
    assert overview.frame.center().x() == pytest.approx(end.x(), abs=2.5)
