"""Unknown units of Holland '44 are redeployed by a drag, to the hexes that are shown (25.6)."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from holland44_qt.advice.feature import Advice
from tests.qt.referee.conftest import Table

UNKNOWN = "GE-unknown-2914"


@pytest.fixture
def german_turn(table: Table) -> Table:
    """The German movement phase of turn 3, the first turn of redeployments."""
    session = table.session
    assert session.new(table._folder / "unknown.h44log", "holland44", "campaign", mode="off")
    table.begin("movement", "german", turn=3)
    return table


def test_an_unknown_unit_goes_where_its_reach_is_shown(german_turn: Table) -> None:
    table, advice = german_turn, german_turn.window.feature(Advice)
    position, start = table.session.position, table.place(UNKNOWN)
    assert position is not None
    board, hexes = position.ruleset.board, position.reach((UNKNOWN,)).hexes
    assert {end.mode for end in hexes.values()} == {"relocation"}
    near = min(hexes, key=lambda i: board.grid.distance(start, board.numbers[i]))
    target = board.numbers[near]
    table.look_at(start, 30)
    table.drag(start, target, drop=False)
    QApplication.processEvents()
    assert advice._carried == (UNKNOWN,)
    assert not advice.card.isVisible()  # nothing forbids it
    assert len(table.window.hand.carrying.path) == 2
    table.drop(target)
    assert table.place(UNKNOWN) == target
    left = table.session.position
    assert left is not None
    assert not left.reach((UNKNOWN,)).hexes  # one a turn
