"""Touch: one finger drags like a mouse, two zoom and pan, a long press opens the menu."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QNativeGestureEvent, QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from holland44_qt.board import touch
from tests.qt.table.conftest import START, Player


class Hand:
    """Fingers by number, with their positions in the viewport."""

    def __init__(self, player: Player, device: QPointingDevice) -> None:
        self.port, self.device = player.view.viewport(), device
        self.down: dict[int, QPoint] = {}

    def __call__(self, **fingers: QPoint | None) -> None:
        """Put down, move or lift fingers (``a``, ``b``); the others do not move."""
        event = QTest.touchEvent(self.port, self.device)
        for name, point in fingers.items():
            if point is None:
                event.release(ord(name), self.down.pop(name), self.port)
            elif name in self.down:
                event.move(ord(name), point, self.port)
            else:
                event.press(ord(name), point, self.port)
            if point is not None:
                self.down[name] = point
        for name in self.down.keys() - fingers.keys():
            event.move(ord(name), self.down[name], self.port)  # QTest's "stationary" is at 0, 0
        event.commit()
        QApplication.processEvents()


@pytest.fixture(scope="session")
def device(qapp: QApplication) -> QPointingDevice:
    return QTest.createTouchDevice()


@pytest.fixture
def hand(player: Player, device: QPointingDevice) -> Hand:
    return Hand(player, device)


def test_two_fingers_zoom_about_their_point(player: Player, hand: Hand) -> None:
    view, before = player.view, player.view.scale_now
    middle = player.at(START)
    hand(a=middle - QPoint(40, 0))
    hand(b=middle + QPoint(40, 0))
    for k in range(1, 5):
        hand(a=middle - QPoint(40 + 10 * k, 0), b=middle + QPoint(40 + 10 * k, 0))
    assert view.scale_now == pytest.approx(2 * before, rel=0.05)
    held = view.mapFromScene(view.stacks.centre(player.session.module.board.hex(START)))
    assert (held - middle).manhattanLength() < 12
    hand(a=None, b=None)
    assert player.session.length == 1
    assert not player.hand.mouse.busy


def test_two_fingers_pan_the_map(player: Player, hand: Hand) -> None:
    before, middle = player.view.scale_now, player.at(START)
    hand(a=middle - QPoint(40, 0))
    hand(b=middle + QPoint(40, 0))
    for k in range(1, 6):
        hand(a=middle + QPoint(-40, 12 * k), b=middle + QPoint(40, 12 * k))
    hand(a=None, b=None)
    assert player.view.scale_now == pytest.approx(before, rel=0.02)
    moved = player.at(START) - middle
    assert abs(moved.x()) < 4
    assert abs(moved.y() - 60) < 6


def test_one_finger_drags_a_counter(player: Player, hand: Hand) -> None:
    unit = player.stack(START)[-1]
    hand(a=player.at(START))
    for number in ("6218", "6219"):
        hand(a=player.at(number))
    hand(a=None)
    assert player.last.action == act.MoveUnits(units=(unit,), path=("6217", "6218", "6219"))


def test_a_tap_selects(player: Player, hand: Hand) -> None:
    hand(a=player.at(START))
    hand(a=None)
    assert player.selection.units == player.stack(START)[-1:]


def test_a_long_press_opens_the_menu(qtbot: QtBot, player: Player, hand: Hand) -> None:
    hand(a=player.at(START))
    qtbot.waitUntil(lambda: player.orders.open_menu is not None, timeout=3 * touch.HELD)
    assert player.orders.open_menu is not None
    player.orders.open_menu.close()
    hand(a=None)
    assert player.selection.units == player.stack(START)[-1:]


def test_a_touch_pad_zooms_about_the_cursor(player: Player) -> None:
    before, at = player.view.scale_now, QPointF(player.at("6219"))
    event = QNativeGestureEvent(
        Qt.NativeGestureType.ZoomNativeGesture,
        QPointingDevice.primaryPointingDevice(),
        2, at, at, at, 0.25, QPointF(),
    )  # fmt: skip
    assert event.type() == QEvent.Type.NativeGesture
    QApplication.sendEvent(player.view.viewport(), event)
    assert player.view.scale_now == pytest.approx(1.25 * before)
    assert (QPointF(player.at("6219")) - at).manhattanLength() < 4


def test_releasing_a_long_press_selects_nothing(
    qtbot: QtBot, player: Player, device: QPointingDevice
) -> None:
    window = player.window.windowHandle()
    assert window is not None
    port = player.view.viewport()
    at = port.mapTo(player.window, player.at(START))
    QTest.touchEvent(window, device).press(1, at, window).commit()
    qtbot.waitUntil(lambda: player.orders.open_menu is not None, timeout=3 * touch.HELD)
    menu = player.orders.open_menu
    assert menu is not None
    QTest.qWait(100)
    QTest.touchEvent(window, device).release(1, at, window).commit()
    QTest.qWait(50)
    assert menu.isVisible()
    assert not player.grip.card.isVisible()
    line = menu.actionGeometry(menu.actions()[0]).center()
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, line)
    assert not menu.isVisible(), "what is chosen then is chosen"
