"""Germans of Air Bridge to Victory assault a drop zone that nobody guards, by clicks (7.3d)."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from engine.core import actions as act
from holland44_qt.advice.feature import Advice
from tests.qt.referee.conftest import Table

ZONE, BESIDE, UNIT = "B4509", "B4510", "GE-16SS"


@pytest.fixture
def unguarded(table: Table) -> Table:
    """A German battalion beside the drop zone of the British, which they have left."""
    session = table.session
    assert session.new(table._folder / "zone.h44log", "airbridge", "tournament", mode="off")
    for unit in table.stack(ZONE):
        table.put(unit, "air-1-airborne")
    table.put(UNIT, BESIDE)
    table.begin("declaration", "german")
    table.look_at(ZONE)
    QApplication.processEvents()
    return table


def test_a_drop_zone_without_units_is_assaulted(unguarded: Table) -> None:
    table, advice = unguarded, unguarded.window.feature(Advice)
    assert table.place(UNIT) == BESIDE
    position = table.session.position
    assert position is not None
    assert table.hex(ZONE) in {item.attack for item in position.checklist()}
    table.click(ZONE)
    assert advice.target == table.hex(ZONE)
    attack = advice.panel.odds.attack
    assert attack.isEnabled()
    assert "No unit defends the hex." in advice.panel.odds.items.text()
    attack.click()
    assert table.last.action == act.DeclareAttack(
        attackers=(UNIT,), target=ZONE, combat="assault", attached=""
    )
    for phase in ("refusal", "reaction", "bombardment", "maneuver", "assault"):
        assert table.session.play(act.NextPhase()) is not None
        assert table.session.state.clock.phase == phase
    table.click(ZONE)
    assert attack.isEnabled()
    attack.click()
    assert isinstance(table.last.action, act.DeclareAttack)
    assert table.session.play(act.NextPhase()) is not None


def test_an_empty_hex_is_no_target(unguarded: Table) -> None:
    unguarded.click("B4508")
    assert unguarded.window.feature(Advice).target is None
