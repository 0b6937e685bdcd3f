"""Engineers of Air Bridge to Victory ferry over water by a drag (17.3); units land by one."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from holland44_qt.advice.feature import Advice
from holland44_qt.board.drag_data import Dragged
from tests.qt.referee.conftest import Table

CREW, CARGO = "BR-1AB-Eng", "BR-1AB-2/1"
BANK, OTHER_BANK = "B4208", "B4109"


@pytest.fixture
def rhine(table: Table) -> Table:
    """Engineers and a battalion on the bank of the Rhine, before all movement."""
    session = table.session
    assert session.new(table._folder / "rhine.h44log", "airbridge", "tournament", mode="off")
    for unit in (CREW, CARGO):
        table.put(unit, BANK)
    return table


@pytest.mark.parametrize("units", [(CREW,), (CREW, CARGO)])
def test_engineers_cross_without_a_bridge(units: tuple[str, ...], rhine: Table) -> None:
    rhine.begin("movement", "allied")
    rhine.look_at(BANK)
    rhine.view.selection.set(units)
    rhine.drag(BANK, OTHER_BANK, drop=False)
    assert rhine.window.feature(Advice)._carried == tuple(
        sorted(units, key=rhine.stack(BANK).index)
    )
    position = rhine.session.position
    assert position is not None
    assert rhine.hex(OTHER_BANK) in position.reach(units).hexes
    rhine.drop(OTHER_BANK)
    assert isinstance(rhine.last.action, act.MoveUnits)
    assert rhine.last.action.mode == "ferry"
    assert rhine.place(units[-1]) == OTHER_BANK


def test_a_unit_that_is_dragged_onto_the_map_lands(rhine: Table) -> None:
    rhine.begin("airborne", "allied")
    rhine.look_at(BANK)
    position = rhine.session.position
    assert position is not None
    unit = next(
        u for a in position.arrivals() if a.waiting for u in a.units if position.reach((u,)).hexes
    )
    hex_ = next(iter(position.reach((unit,)).hexes))
    number = position.ruleset.board.numbers[hex_]
    rhine.look_at(number)
    assert rhine.window.mouse._grip.receive(Dragged((unit,)), rhine.at(number))
    assert isinstance(rhine.last.action, act.MoveUnits)
    assert rhine.last.action.mode == "landing"
