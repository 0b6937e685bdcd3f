"""Ardenas: commandos and confused units show where they may go; aircraft form groupings."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from engine.games.ardenas.own_actions import Group, PlaceCommando, Shift
from holland44_qt.advice.feature import Advice
from holland44_qt.referee.decision_feature import Deciding
from tests.qt.referee.conftest import Table

COMMANDO, CONFUSED, OTHER, PLANE = "GE-150-A", "US-28-112", "US-2-9", "GE-F2"


@pytest.fixture
def bulge(table: Table) -> Table:
    """The first turn of the full game, with free hands."""
    session = table.session
    assert session.new(table._folder / "bulge.h44log", "ardenas", "full", mode="off")
    return table


def test_a_confused_unit_shows_where_it_may_be_sent(bulge: Table) -> None:
    table, advice = bulge, bulge.window.feature(Advice)
    table.begin("commandos", "german")
    start, board = table.place(CONFUSED), table.session.module.board
    ring = [i for i in board.neighbours[table.hex(start)] if i >= 0]
    position = table.session.position
    assert position is not None
    free = position.reach((COMMANDO,)).hexes
    near = min(free, key=lambda i: board.grid.distance(start, board.numbers[i]))
    place = board.numbers[near]
    assert table.session.play(PlaceCommando(unit=COMMANDO, hex=place)) is not None
    position = table.session.position
    assert position is not None
    reached = position.reach((CONFUSED,)).hexes
    target = next(board.numbers[i] for i in reached if i in ring)
    table.look_at(start)
    table.view.selection.set((CONFUSED,))
    table.drag(start, target, drop=False)
    QApplication.processEvents()
    assert advice._carried == (CONFUSED,)
    table.drop(target)
    assert table.last.action == Shift(unit=CONFUSED, hex=target)
    position = table.session.position
    assert position is not None
    why = position.why_not((OTHER,), table.hex(target))
    assert "10.0d" in {v.rule for v in why.verdicts}


def test_aircraft_form_groupings_from_the_menu(bulge: Table) -> None:
    bulge.put(PLANE, "5419")
    bulge.begin("air1", "german")
    position = bulge.session.position
    assert position is not None
    formed = [o.action for o in position.orders((PLANE,)) if isinstance(o.action, Group)]
    assert (PLANE,) in {order.units for order in formed}


def test_the_to_do_tab_leads_to_the_box_of_the_commandos(bulge: Table) -> None:
    bulge.begin("commandos", "german")
    deciding, window = bulge.window.feature(Deciding), bulge.window
    position = bulge.session.position
    assert position is not None
    item = next(i for i in position.checklist() if i.rule == "10.0a")
    window.panels.close_drawer()
    deciding._pick(item)
    assert window.view.selection.units == (COMMANDO,)
    assert window.panels.is_shown("boxes")
    deciding._pick(item)
    assert window.view.selection.units == ("GE-150-B",)
