"""Turn 1 of both sides under the rules with one device: keyboard, mouse, or one finger.

All three play the same game: a landing, two moves, a combat with its consequences, and then the
German half of the turn. The tests use only functions that the device can reach.
"""

from __future__ import annotations

import itertools
from typing import Protocol

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget, QWidget

from engine.core import actions as act
from holland44_qt.advice.feature import Advice
from holland44_qt.referee.decision_feature import Deciding
from tests.qt.referee.conftest import Table

Key = Qt.Key
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
PLAIN = Qt.KeyboardModifier.NoModifier
WAYS = (
    (Key.Key_Right, CTRL),
    (Key.Key_Down, CTRL),
    (Key.Key_Down, CTRL | SHIFT),
    (Key.Key_Left, CTRL),
    (Key.Key_Up, CTRL | SHIFT),
    (Key.Key_Up, CTRL),
)
"""The keys to the neighbours of a hex, in the order of the board."""


class Device(Protocol):
    """The actions of a player, independent of the device."""

    def next(self) -> None:
        """End the phase."""

    def answer(self, row: int) -> None:
        """Choose the answer of a row."""

    def move(self, unit: str, *hexes: str) -> None:
        """Move the top unit of a stack through hexes."""

    def attack(self, number: str) -> None:
        """Attack a hex with all units that can."""


class Keys:
    """A keyboard: keys go to the focused widget; Tab selects units and targets."""

    def __init__(self, table: Table) -> None:
        self.table, self.view = table, table.view
        table.window.activateWindow()
        table.view.setFocus()

    def press(self, key: Qt.Key, held: Qt.KeyboardModifier = PLAIN) -> None:
        focus = self.table.window.focusWidget()
        assert isinstance(focus, QWidget)
        QTest.keyClick(focus, key, held)

    def next(self) -> None:
        self.press(Key.Key_N)

    def answer(self, row: int) -> None:
        length = self.table.session.length
        self.press(Key.Key_Return)  # nobody has gone to an answer: it means none
        assert self.table.session.length == length
        self.press(Qt.Key(Key.Key_1.value + row))

    def move(self, unit: str, *hexes: str) -> None:
        for _ in range(90):
            self.press(Key.Key_Tab)
            if self.view.selection.units == (unit,):
                break
        assert self.view.selection.units == (unit,)
        self.press(Key.Key_Return)
        for a, b in itertools.pairwise(hexes):
            ring = self.table.session.module.board.neighbours[self.table.hex(a)]
            self.press(*WAYS[ring.index(self.table.hex(b))])
        self.press(Key.Key_Return)

    def attack(self, number: str) -> None:
        advice = self.table.window.feature(Advice)
        for _ in range(30):
            self.press(Key.Key_Tab)
            if advice.target == self.table.hex(number):
                break
        assert advice.target == self.table.hex(number)
        ticked = advice.panel.odds.choices.attackers.ticked
        self.press(Key.Key_1)
        assert advice.panel.odds.choices.attackers.ticked == ticked[1:]
        self.press(Key.Key_1)
        self.press(Key.Key_Return, SHIFT)


class Pointer:
    """The base of mouse and finger: places to press, and drags."""

    def __init__(self, table: Table) -> None:
        self.table, self.view = table, table.view

    def press(self, widget: QWidget, pos: QPoint) -> None:
        raise NotImplementedError

    def drag(self, *points: QPoint) -> None:
        raise NotImplementedError

    def next(self) -> None:
        end = self.table.window.phase.end
        self.press(end, end.rect().center())

    def answer(self, row: int) -> None:
        self._row(self.table.window.feature(Deciding).panel.list, row)

    def move(self, unit: str, *hexes: str) -> None:
        self.table.look_at(hexes[0])
        self.drag(*(self.table.at(number) for number in hexes))

    def attack(self, number: str) -> None:
        self.table.look_at(number)
        self.press(self.view.viewport(), self.table.at(number))
        button = self.table.window.feature(Advice).panel.odds.attack
        assert button.isVisible()
        self.press(button, button.rect().center())

    def _row(self, shown: QListWidget, row: int) -> None:
        assert shown.isVisible()
        shown.scrollToItem(shown.item(row))
        self.press(shown.viewport(), shown.visualItemRect(shown.item(row)).center())


class Mouse(Pointer):
    """The left button."""

    def press(self, widget: QWidget, pos: QPoint) -> None:
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=pos)

    def drag(self, *points: QPoint) -> None:
        port = self.view.viewport()
        QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=points[0])
        for point in points[1:]:
            QTest.mouseMove(port, point)
        QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=points[-1])


class Finger(Pointer):
    """One finger."""

    def __init__(self, table: Table, device: QPointingDevice) -> None:
        super().__init__(table)
        self.device = device

    def press(self, widget: QWidget, pos: QPoint) -> None:
        QTest.touchEvent(widget, self.device).press(1, pos, widget).commit()
        QTest.touchEvent(widget, self.device).release(1, pos, widget).commit()
        QApplication.processEvents()

    def drag(self, *points: QPoint) -> None:
        port = self.view.viewport()
        QTest.touchEvent(port, self.device).press(1, points[0], port).commit()
        for point in points[1:]:
            QTest.touchEvent(port, self.device).move(1, point, port).commit()
        QTest.touchEvent(port, self.device).release(1, points[-1], port).commit()
        QApplication.processEvents()


@pytest.fixture(scope="session")
def touch_screen(qapp: QApplication) -> QPointingDevice:
    return QTest.createTouchDevice()


@pytest.fixture(params=["keys", "mouse", "finger"])
def player(request: pytest.FixtureRequest, table: Table, touch_screen: QPointingDevice) -> Device:
    path = table._folder / "turn.h44log"
    assert table.session.new(path, "holland44", "campaign", mode="enforced")
    table.dice(*[2] * 200)
    if request.param == "keys":
        return Keys(table)
    if request.param == "mouse":
        return Mouse(table)
    # Qt drops touches beyond the screen, and that of the offscreen platform is small.
    table.window.setGeometry(table.window.screen().availableGeometry())
    QApplication.processEvents()
    return Finger(table, touch_screen)


def asked(table: Table) -> str | None:
    return table.session.asked.kind if table.session.asked is not None else None


def until(player: Device, table: Table, turn: int, phase: str, active: str) -> None:
    """Continue to a phase; bridges and traffic stay unchanged, which is the first answer."""
    for _ in range(12):
        clock = table.session.state.clock
        if (clock.turn, clock.phase, clock.active) == (turn, phase, active):
            return
        length = table.session.length
        player.next()
        assert table.session.length == length + 1 or asked(table), f"stuck in {clock.phase}"
        while asked(table):
            player.answer(0)
    raise AssertionError(f"{phase} never came")


@pytest.mark.slow
def test_both_sides_play_turn_one(table: Table, player: Device) -> None:
    player.next()
    assert asked(table) == "drop_hex"
    player.answer(0)  # all land where they stand
    assert asked(table) is None
    until(player, table, 1, "movement", "allied")
    player.move("BR-3-1P", "6217", "6218", "6219")
    assert table.place("BR-3-1P") == "6219"
    player.move("BR-1-1P", "6418", "6318")
    assert table.place("BR-1-1P") == "6318"

    until(player, table, 1, "combat", "allied")
    table.dice(4, *[2] * 200)
    player.attack("6319")
    assert isinstance(table.session.recording.timeline.entries[-1].action, act.DeclareAttack)
    for _ in range(12):
        if asked(table) is None:
            break
        player.answer(0)
    assert asked(table) is None

    until(player, table, 1, "movement", "german")
    position = table.session.position
    unit = "GE-Krafft"
    start = table.session.state.pieces[unit].place
    ring = set(table.session.module.board.neighbours[start])
    to = next(hex_ for hex_ in position.reach((unit,)).hexes if hex_ in ring)
    numbers = table.session.module.board.numbers
    player.move(unit, numbers[start], numbers[to])
    assert table.place(unit) == numbers[to]
    until(player, table, 2, "artillery_resupply", "allied")
    levels = [v.level for e in table.session.recording.timeline.entries for v in e.verdicts]
    assert "forbid" not in levels
