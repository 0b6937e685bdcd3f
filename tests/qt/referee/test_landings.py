"""Landings and replacements at the window: asked, highlighted on the map, answered there."""

from __future__ import annotations

from engine.core import actions as act
from engine.i18n import t
from tests.qt.referee.conftest import Table
from tests.qt.referee.test_deciding import deciding, rows


def test_the_game_opens_with_the_landings(table: Table) -> None:
    table.start("enforced", phase="airlanding")
    assert table.session.play(act.NextPhase()) is not None
    found = deciding(table)
    assert found.question is not None
    assert found.panel.sentence.text() == t("ruling.holland44.ask.drop_hex")
    assert rows(found)[0].endswith(t("ruling.holland44.answer.drop_hex.done"))
    table.dice(6, *[1] * 13)  # the first hex is 6418
    found.answer("done")
    assert found.question.kind == "scattered"
    assert "6418" in found.panel.sentence.text()
    assert "S1" in found.panel.sentence.text()
    found.answer("BR-1-1P")
    assert found.question is None
    assert "scattered" in table.session.state.pieces["BR-1-1P"].status
    assert table.session.play(act.NextPhase()) is not None
    assert table.session.state.clock.phase == "movement"


def test_a_drop_hex_is_chosen_on_the_map(table: Table) -> None:
    table.start("off", phase="bridge")
    table.session.play(act.SetClock(turn=3, phase="bridge", active="allied"))
    table.session.set_rules("enforced")
    assert table.session.play(act.NextPhase()) is not None
    found = deciding(table)
    assert found.question is not None
    assert found.question.kind == "landing"
    assert any(row.endswith("1/401 ½B lands") for row in rows(found))
    found.answer("BR-10-4P")
    assert found.question.kind == "landing_hex"
    table.look_at("6516")
    assert found.over.sight.choices[table.hex("6516")] == "±0"
    assert rows(found)[3].endswith("landing die modifier ±0")
    table.click("6516")
    assert table.place("BR-10-4P") == "6516"
    assert found.question.kind == "landing"


def test_a_hex_closed_to_a_landing_shows_the_reason(table: Table) -> None:
    table.start("off", phase="bridge")
    table.session.play(act.SetClock(turn=3, phase="bridge", active="allied"))
    table.session.set_rules("enforced")
    assert table.session.play(act.NextPhase()) is not None
    found = deciding(table)
    found.answer("BR-10-4P")
    assert set(found.barred).isdisjoint(a.place for a in found.answers)
    table.look_at("6415")
    table.point_at("6415")
    assert "(22.2.1)" in found.panel.why.text()
    table.click("6415")
    assert table.place("BR-10-4P") != "6415"
