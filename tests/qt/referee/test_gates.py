"""Arrivals wait on the strips of their entry areas, and are dragged in like units on the map."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.core.actions import MoveUnits
from holland44_qt.advice.feature import Advice
from holland44_qt.table.hand import Hand
from tests.qt.referee.conftest import Table

UNIT, EDGE = "BR-2L/9", "1009"


@pytest.fixture
def gate(table: Table) -> Table:
    """A British unit waits in its entry area in the Allied movement phase."""
    table.start("off", phase="movement")
    areas = table.session.module.board.areas
    area = next(name for name, a in areas.items() if table.hex(EDGE) in a.hexes)
    table.put(UNIT, f"area-{area}")
    table.session.set_rules("enforced")
    table.look_at(EDGE, 60)
    return table


def test_a_waiting_unit_is_dragged_from_its_strip_with_reach(gate: Table) -> None:
    hand, advice = gate.window.feature(Hand), gate.window.feature(Advice)
    slot = hand.grip.gates.slots[UNIT]
    start, port = gate.view.mapFromScene(slot.center()), gate.view.viewport()
    assert port.rect().contains(start)
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
    assert gate.view.selection.units == (UNIT,)
    QTest.mouseMove(port, gate.at(EDGE))
    assert advice.over.sight.reach
    assert hand.grip.carrying.load is not None
    to = next(iter(sorted(advice.over.sight.reach)))
    number = gate.session.module.board.numbers[to]
    QTest.mouseMove(port, gate.at(number))
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=gate.at(number))
    assert gate.place(UNIT) == number
    assert isinstance(gate.last.action, MoveUnits)
    assert UNIT not in hand.grip.gates.slots


def test_a_unit_dragged_from_its_box_shows_its_reach(gate: Table) -> None:
    advice = gate.window.feature(Advice)
    gate.window.boxes.picked_up.emit((UNIT,))
    assert advice.over.sight.reach
    gate.window.boxes.picked_up.emit(())
    assert not advice.over.sight.reach


def test_the_box_button_shows_the_number_of_waiting_units(gate: Table) -> None:
    panels = gate.window.panels
    assert panels.waiting("boxes") == 1
    gate.session.stop_playing()
    gate.session.first()
    assert panels.waiting("boxes") == 0
