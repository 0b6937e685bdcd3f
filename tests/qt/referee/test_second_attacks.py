"""Ardenas: other units declare a second attack on a hex that is to be attacked (8.1a)."""

from __future__ import annotations

from engine.core import actions as act
from holland44_qt.advice.feature import Advice
from tests.qt.referee.conftest import Table

ENEMY, TARGET = "US-2-9", "4421"
FIRST, SECOND = ("GE-26VG-39", "GE-26VG-77"), "GE-116-156"


def test_other_units_declare_a_second_attack(table: Table) -> None:
    session, advice = table.session, table.window.feature(Advice)
    assert session.new(table._folder / "two.h44log", "ardenas", "full", mode="off")
    table.put(ENEMY, TARGET)
    session.play(act.SetClock(turn=1, phase="combat", active="german"))
    session.set_rules("enforced")
    position = session.position
    assert position is not None
    assert any("Ctrl+J" in item.text for item in position.checklist())  # several hexes (8.1d)
    boxes, place = advice.panel.odds.choices.attackers, table.hex(TARGET)
    assert session.play(act.DeclareAttack(attackers=FIRST, target=TARGET)) is not None
    advice.show_attack(place)
    assert set(boxes.ticked) == set(FIRST)  # it is fought unless the user ticks others
    boxes.boxes[SECOND].click()
    assert boxes.ticked == (SECOND,)
    advice.attack_now()
    assert table.last.action == act.DeclareAttack(attackers=(SECOND,), target=TARGET)
    assert not table.last.dice
    advice.show_attack(place)
    advice.attack_now()
    assert table.last.action == act.DeclareAttack(attackers=FIRST, target=TARGET)
    assert table.last.dice or session.state.pending
