"""The camera at the edges of the sheet: the point under the pointer and the sheet stay visible."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.opponent.seats import byline_of
from holland44_qt.board.view import BoardView
from holland44_qt.shell.overview import OverviewFeature
from holland44_qt.window.table_window import TableWindow


def wheel(qtbot: QtBot, view: BoardView, at: QPoint, notches: int) -> None:
    for _ in range(abs(notches)):
        event = QWheelEvent(
            QPointF(at),
            QPointF(view.viewport().mapToGlobal(at)),
            QPoint(),
            QPoint(0, 120 if notches > 0 else -120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(view.viewport(), event)
    qtbot.waitUntil(lambda: not view._running())


CORNERS = ("1001", "6624", "1024", "6601", "4012")
"""Hexes in the corners of the board, and one at its middle."""


def point_of(view: BoardView, place: int) -> QPoint:
    return view.mapFromScene(view.stacks.centre(place))


@pytest.mark.slow
@pytest.mark.parametrize("turned", [False, True])
def test_the_wheel_keeps_the_point_under_the_pointer(
    qtbot: QtBot, battle: TableWindow, turned: bool
) -> None:
    view, board = battle.view, battle.session.module.board
    if turned:
        view.turn_round()
    QApplication.processEvents()  # the window has come to its size
    for number in CORNERS:
        view.fit()
        at = point_of(view, board.hex(number))  # the sheet is narrower than the view now
        under = view.mapToScene(at)
        for notches in (1, 6, -4):
            wheel(qtbot, view, at, notches)
            assert (view.mapFromScene(under) - at).manhattanLength() <= 2, number


def test_the_sheet_is_always_visible(qtbot: QtBot, battle: TableWindow) -> None:
    view = battle.view
    view.zoom_by(4)
    qtbot.waitUntil(lambda: not view._running())
    near = view.map_bounds.adjusted(-0.5, -0.5, 0.5, 0.5)
    for dx, dy in ((-1, 0), (0, -1), (1, 0), (0, 1)):
        view.pan(dx * 50_000, dy * 50_000)
        assert near.contains(view.middle)


def test_minimum_zoom_shows_the_whole_sheet(qtbot: QtBot, battle: TableWindow) -> None:
    view = battle.view
    board = battle.session.module.board
    QApplication.processEvents()  # the window has come to its size
    view.zoom_to([board.hex("1001")])
    wheel(qtbot, view, QPoint(5, 5), -20)
    assert view.fitted
    battle.resize(QSize(900, 600))
    QApplication.processEvents()
    seen = view.mapToScene(view.viewport().rect()).boundingRect()
    assert seen.adjusted(-0.2, -0.2, 0.2, 0.2).contains(view.map_bounds)
    view.pan(300, 0)
    wheel(qtbot, view, QPoint(5, 5), -1)
    assert abs(view.middle.x() - view.map_bounds.center().x()) * view.scale_now <= 2


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("covered", [0, 300])
def test_a_jump_to_an_edge_shows_only_the_sheet(
    battle: TableWindow, covered: int, turned: bool
) -> None:
    view, board = battle.view, battle.session.module.board
    view.smooth = False
    if turned:
        view.turn_round()
    QApplication.processEvents()  # the window has come to its size
    view.leave_left(covered)
    sheet = view.map_bounds.adjusted(-0.1, -0.1, 0.1, 0.1)
    for place in map(board.hex, CORNERS):
        for go in (view.zoom_to, view.look_at, view.fit_to, view.frame):
            view.show_at(60, view.map_bounds.center())
            go([place])
            assert sheet.contains(view.visible_part)
            assert view.port.contains(point_of(view, place))
        before = view.middle
        view.frame([place])
        assert view.middle == before, "it is framed already"


def test_the_camera_respects_an_open_drawer(battle: TableWindow) -> None:
    view = battle.view
    QApplication.processEvents()
    battle.panels.show("log")
    assert view.port.left() == battle.panels.drawer.width()
    battle.panels.close_drawer()
    assert view.port == view.viewport().rect()


@pytest.mark.parametrize("turned", [False, True])
def test_the_map_is_fitted_beside_an_open_drawer(
    qtbot: QtBot, battle: TableWindow, turned: bool
) -> None:
    view, bounds = battle.view, battle.view.map_bounds
    QApplication.processEvents()
    if turned:
        view.turn_round()
    view.fit()
    whole, middle = view.scale_now, view.middle
    battle.panels.show("log")
    assert (view.scale_now, view.middle) == (whole, middle), "opening it moves nothing"
    for fit in (view.fit, view.fit_width):
        fit()
        assert view.visible_part.adjusted(-0.2, 0, 0.2, 0).contains(
            bounds.adjusted(
                0,
                view.visible_part.top() - bounds.top(),
                0,
                view.visible_part.bottom() - bounds.bottom(),
            )
        )
        assert view.port.left() == battle.panels.drawer.width()
    view.fit()
    assert view.visible_part.adjusted(-0.2, -0.2, 0.2, 0.2).contains(bounds)
    battle.panels.close_drawer()
    assert view.scale_now == pytest.approx(whole)
    assert (view.middle - middle).manhattanLength() < 0.1


def test_resizing_keeps_the_middle(battle: TableWindow) -> None:
    view = battle.view
    middle = view.stacks.centre(battle.session.module.board.hex("1001"))
    view.show_at(60, middle)
    battle.resize(QSize(1000, 620))
    QApplication.processEvents()
    away = view.mapFromScene(middle) - view.viewport().rect().center()
    assert away.manhattanLength() <= 4


@pytest.mark.parametrize("covered", [0, 300])
def test_a_window_that_grows_at_an_edge_shows_more_of_the_map(
    battle: TableWindow, covered: int
) -> None:
    view = battle.view
    QApplication.processEvents()
    view.leave_left(covered)
    for number in ("1001", "6624", "4012"):
        battle.resize(QSize(900, 600))
        QApplication.processEvents()
        place = battle.session.module.board.hex(number)
        view.zoom_to([place])
        before = view.middle
        battle.resize(QSize(1700, 900))
        QApplication.processEvents()
        assert view.map_bounds.adjusted(-0.1, -0.1, 0.1, 0.1).contains(view.visible_part)
        assert view.port.contains(point_of(view, place))
        if number == "4012":
            assert (view.middle - before).manhattanLength() * view.scale_now <= 6


def test_the_overview_frames_the_view_at_a_corner(battle: TableWindow) -> None:
    view, overview = battle.view, battle.feature(OverviewFeature).overview
    corner = view.stacks.centre(battle.session.module.board.hex("6624"))
    view.show_at(60, corner)
    expected = overview._to_scene().inverted()[0].map(corner)
    assert (overview.frame.center() - expected).manhattanLength() < 1


# -- the status line -------------------------------------------------------------------------------


def test_scrolling_updates_the_hovered_hex(qtbot: QtBot, battle: TableWindow) -> None:
    view, board = battle.view, battle.session.module.board
    view.zoom_to([board.hex("4012")])
    at = view.viewport().rect().center() + QPoint(90, 130)
    QTest.mouseMove(view.viewport(), at)
    for move in (lambda: view.zoom_by(0.5), lambda: view.pan(300, 90), view.fit):
        before = battle._hex.text()
        move()
        qtbot.waitUntil(lambda: not view._running())
        assert battle._hex.text().startswith(board.numbers[view.hex_at(at)])
        assert battle._hex.text() != before


def test_a_changed_stack_updates_the_hover(window: TableWindow, log_path: Path) -> None:
    assert window.open_path(log_path, play=True)
    view, session = window.view, window.session
    session.last()
    place = session.module.places.index("6220")
    unit = session.state.stack(session.module.places.index("6217"))[-1]
    name = session.module.unit_name(session.state.pieces[unit].counter)
    view.zoom_to([place])
    QTest.mouseMove(view.viewport(), point_of(view, place))
    assert name not in window._hex.text()
    session.play(act.MoveUnits(units=(unit,), path=("6217", "6218", "6219", "6220")))
    assert name in window._hex.text()
    assert name in view.viewport().toolTip()
    session.back()
    assert name not in window._hex.text()


@pytest.mark.parametrize("followed", [True, False])
def test_the_view_follows_the_orders_of_the_computer_only(
    window: TableWindow, tmp_path: Path, qtbot: QtBot, followed: bool
) -> None:
    session, view = window.session, window.view
    assert session.new(tmp_path / "game.h44log", "holland44", "campaign", mode="off")
    board = session.module.board
    view.zoom_to([board.hex("3108")])
    qtbot.waitUntil(lambda: not view._running())
    order = act.MoveUnits(units=("BR-3-1P",), path=("6217", "6218"))
    assert session.order(order, byline=byline_of("recruit") if followed else None)
    qtbot.waitUntil(lambda: not view.travelling)
    shown = view.visible_part.contains(view.stacks.centre(board.hex("6218")))
    assert shown is followed
