"""Attacks under the rules: prepared on map and in the inspector, declared, refused, by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStyle, QStyleOptionSpinBox
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.games.holland44.rules.ch10_strengths import Combat
from engine.i18n import t
from engine.rules.answers import AttackPlan
from holland44_qt.advice.feature import Advice
from holland44_qt.advice.signs import key_sign
from tests.qt.referee.conftest import ATTACK, Table


@pytest.fixture
def advice(krafft: Table) -> Advice:
    """The attack of all neighbours on Krafft, in the inspector."""
    found = krafft.window.feature(Advice)
    found.show_attack(krafft.hex("6319"))
    return found


def test_attackers_are_chosen_in_the_inspector_and_on_the_map(
    krafft: Table, advice: Advice
) -> None:
    ticks = advice.panel.odds.choices.attackers
    assert set(ticks.ticked) == {"BR-2-1P", "BR-3-1P", "BR-1-1P", "BR-2SS-1A-half-A"}
    ticks.boxes["BR-2SS-1A-half-A"].click()
    assert "2SS" not in advice.panel.odds.items.text()
    krafft.look_at("6219", 110)
    assert krafft.stack("6219")[-1] == "BR-3-1P"
    krafft.click("6219")
    assert set(ticks.ticked) == {"BR-2-1P", "BR-1-1P"}
    krafft.click("6219")
    assert set(ticks.ticked) == {"BR-2-1P", "BR-3-1P", "BR-1-1P"}


def test_the_attack_is_declared_by_the_rules(krafft: Table, advice: Advice) -> None:
    advice.panel.odds.choices.attackers.boxes["BR-2SS-1A-half-A"].click()
    krafft.dice(3)
    assert advice.panel.odds.attack.text() == t("advice.odds.declare")
    advice.panel.odds.attack.click()
    action = krafft.last.action
    assert isinstance(action, act.DeclareAttack)
    assert set(action.attackers) == set(ATTACK.attackers)
    assert krafft.session.asked is not None
    assert krafft.session.asked.kind == "determined"
    assert advice.target is None


def test_the_attacker_may_choose_another_lead_unit(krafft: Table, advice: Advice) -> None:
    choices = advice.panel.odds.choices
    assert krafft.session.position is not None
    position = krafft.session.position.position
    ours = {
        u.profile.formation
        for u in Combat(
            position, tuple(position.units[u] for u in ATTACK.attackers), krafft.hex("6319")
        ).attackers
    }
    stranger = next(
        u.id
        for u in position.units.values()
        if u.profile.side == "allied" and u.profile.attack > 2 and u.profile.formation not in ours
    )
    krafft.put(stranger, "6220")
    advice.show_attack(krafft.hex("6319"))
    assert choices.lead.currentData() is None
    assert choices.lead.count() > 2
    other = next(
        k
        for k in range(1, choices.lead.count())
        if choices.lead.itemData(k) not in advice.panel.odds.lead.text()
    )
    choices.lead.setCurrentIndex(other)
    choices.lead.activated.emit(other)
    lead = choices.lead.currentData()
    assert lead in advice.panel.odds.lead.text()
    krafft.dice(1)
    advice.panel.odds.attack.click()
    action = krafft.last.action
    assert isinstance(action, act.DeclareAttack)
    assert action.lead == lead


def test_enforced_an_illegal_attack_cannot_be_declared(krafft: Table, advice: Advice) -> None:
    advice.panel.odds.air.setValue(2)
    assert not advice.panel.odds.attack.isEnabled()
    assert "10.7" in advice.panel.odds.items.text()


def test_advisory_it_is_rolled_by_hand_and_flagged(krafft: Table, advice: Advice) -> None:
    krafft.trigger("rules_advisory")
    advice.panel.odds.air.setValue(2)
    krafft.dice(4)
    assert advice.panel.odds.attack.text() == t("advice.odds.by_hand")
    advice.panel.odds.attack.click()
    action = krafft.last.action
    assert isinstance(action, act.Combat)
    assert action.target == "6319"
    assert krafft.last.dice[0].values == (4,)
    assert krafft.last.verdicts


def test_chances_include_determined_defence(krafft: Table, advice: Advice) -> None:
    position = krafft.session.position
    assert position is not None
    likely = position.prepared(AttackPlan(ATTACK.attackers, krafft.hex("6319"))).prospect
    assert likely is not None
    # DR twice, A1/D1, D1: four of six; Krafft holds every second time in woods.
    assert likely.falls == pytest.approx(4 / 6)
    assert likely.taken == pytest.approx(likely.falls * (1 - likely.holds))
    advice.refresh()
    chances = advice.panel.odds.chances
    assert set(chances.compared) == {
        r for r, *_ in chances.rows if r in ("DR", "A1/D1", "D1", "A1/DR")
    }


def test_a_closed_panel_targets_nothing(krafft: Table, advice: Advice) -> None:
    advice.panel.odds.leave.click()
    assert advice.target is None
    assert advice.over.sight.attackers == ()
    krafft.click("6219")
    assert krafft.view.selection.units == ("BR-3-1P",)


def test_the_combat_key_uses_the_rules_if_they_are_on(krafft: Table) -> None:
    krafft.view.hovered.emit(krafft.hex("6319"))
    krafft.trigger("combat")
    assert krafft.window.feature(Advice).target == krafft.hex("6319")


@pytest.mark.slow
def test_an_automatic_ds_is_chosen_and_declared_on_the_map(table: Table) -> None:
    table.start("off")
    for unit, place in (("GE-LXXXVIII", "1707"), ("BR-2IG/5", "1607"), ("BR-8RB/29", "1708")):
        table.put(unit, place)
    table.session.set_rules("enforced")
    table.look_at("1707")
    advice = table.window.feature(Advice)
    table.view.hovered.emit(table.hex("1707"))
    advice.ask_odds()
    panel, ticks = advice.panel.odds, advice.panel.odds.choices.attackers
    assert set(ticks.ticked) == {"BR-2IG/5", "BR-8RB/29"}
    assert panel.heading.text() == t("advice.odds.automatic")
    table.click("1607")
    assert set(ticks.ticked) == {"BR-8RB/29"}
    assert not panel.attack.isEnabled()
    assert "8.7" in panel.against.text()
    table.click("1607")
    table.drag("1708", "1808")  # a drag still moves
    assert table.place("BR-8RB/29") == "1808"
    table.trigger("undo")
    panel.attack.click()
    action = table.last.action
    assert isinstance(action, act.DeclareAttack)
    assert set(action.attackers) == {"BR-2IG/5", "BR-8RB/29"}
    assert table.session.state.clock.phase == "movement"


def test_a_click_on_another_enemy_targets_it(krafft: Table, advice: Advice) -> None:
    krafft.put("GE-LXXXVIII", "6220")
    krafft.look_at("6220")
    krafft.click("6220")
    assert advice.target == krafft.hex("6220")


def test_undoing_a_combat_hides_odds_and_die(krafft: Table, advice: Advice) -> None:
    krafft.dice(3)
    advice.panel.odds.choices.attackers.boxes["BR-2SS-1A-half-A"].click()
    advice.panel.odds.attack.click()
    assert advice.panel.odds.chances.isVisibleTo(advice.panel.odds)
    krafft.session.undo()
    assert not advice.panel.odds.chances.isVisibleTo(advice.panel.odds)
    advice.show_attack(krafft.hex("6319"))
    krafft.session.back()  # the fight was thought about in the position after this one
    assert advice.target is None
    assert advice.over.sight.attackers == ()


def test_an_eliminated_attacker_leaves_the_prepared_attack(table: Table, tmp_path: Path) -> None:
    assert table.session.new(tmp_path / "g.h44log", "normandy44", "campaign", mode="off")
    table.session.play(act.SetClock(turn=1, phase="combat", active="german"))
    table.put("GE-91-3/1058", "2711")
    found = table.window.feature(Advice)
    found.show_attack(table.hex("2811"))
    assert "GE-91-3/1058" in found.panel.odds.choices.attackers.ticked
    table.put("GE-91-3/1058", "eliminated-german")
    found.refresh()
    assert "GE-91-3/1058" not in found.panel.odds.choices.attackers.ticked


@pytest.fixture
def tank(table: Table, tmp_path: Path) -> Advice:
    """Two regiments, each with a tank battalion, attack Valognes in Normandy '44."""
    _around_valognes(table, tmp_path, "combat")
    found = table.window.feature(Advice)
    found.show_attack(table.hex("3209"))
    return found


def _around_valognes(table: Table, folder: Path, phase: str) -> None:
    assert table.session.new(folder / "g.h44log", "normandy44", "cherbourg", mode="off")
    table.session.play(act.SetClock(turn=3, phase=phase, active="allied"))
    for place, units in (("3109", ("US-4-12", "US-70Tk")), ("3210", ("US-4-22", "US-746Tk"))):
        for unit in units:
            table.put(unit, place)
    table.session.set_rules("enforced")


@pytest.mark.parametrize(("chosen", "column"), [(None, "3:1"), ("", "2:1"), ("US-70Tk", "3:1")])
def test_an_attack_has_the_odds_that_were_shown(
    table: Table, tank: Advice, chosen: str | None, column: str
) -> None:
    """10.3.3: the best unit is attached, or none, or the one that was chosen."""
    box = tank.panel.odds.choices.attached
    if chosen is not None:
        box.setCurrentIndex(box.findData(chosen))
        box.activated.emit(box.currentIndex())
    assert tank.panel.odds.heading.text() == t("advice.odds.column", column=column)
    tank.panel.odds.attack.click()
    assert f"3209 {column} " in str(table.session.state.tracks["combat"])


def test_choosing_by_mouse_leaves_the_board_its_keys(tank: Advice) -> None:
    choices = tank.panel.odds.choices
    for field in (choices.lead, choices.attached, choices.air):
        assert not field.focusPolicy() & Qt.FocusPolicy.ClickFocus


def test_a_number_is_typed_after_a_click_on_it(qtbot: QtBot, advice: Advice) -> None:
    """A click on an arrow leaves the board its keys, one on the number until Enter."""
    air, view = advice.panel.odds.choices.air, advice.view
    view.setFocus()
    assert air.isVisible()
    option = QStyleOptionSpinBox()
    air.initStyleOption(option)
    box, part = QStyle.ComplexControl.CC_SpinBox, QStyle.SubControl.SC_SpinBoxUp
    arrow = air.style().subControlRect(box, option, part, air).center()
    qtbot.mouseClick(air, Qt.MouseButton.LeftButton, pos=arrow)
    assert air.value() == 1
    assert view.hasFocus()
    number = air.lineEdit()
    qtbot.mouseClick(number, Qt.MouseButton.LeftButton, pos=number.rect().center())
    assert air.hasFocus()
    air.selectAll()
    qtbot.keyClicks(air, "0")
    assert air.value() == 0
    qtbot.keyClick(air, Qt.Key.Key_Return)
    assert view.hasFocus()


def test_another_attack_is_shown_from_its_top(krafft: Table, advice: Advice) -> None:
    bar = advice.panel.odds_area.verticalScrollBar()
    bar.setRange(0, 500)
    bar.setValue(400)
    advice.show_attack(krafft.hex("6319"))
    assert bar.value() == 400, "it is the same attack"
    advice.attack(krafft.hex("6418"), ())
    assert bar.value() == 0


def test_a_refused_attack_shows_its_reasons(krafft: Table, advice: Advice) -> None:
    odds, bar = advice.panel.odds, advice.panel.odds_area.verticalScrollBar()
    odds.air.setValue(2)
    assert odds.against.isVisible()
    bar.setRange(0, 500)
    bar.setValue(400)
    krafft.trigger("attack")
    assert bar.value() == 0


def test_the_combat_card_is_not_covered_by_the_card_of_a_stack(
    krafft: Table, advice: Advice
) -> None:
    grip = krafft.window.hand
    grip.show_card(krafft.hex("6319"))
    assert grip.card.isVisible()
    krafft.dice(3)
    advice.panel.odds.attack.click()
    assert not grip.card.isVisible()


def test_a_unit_shows_the_digit_that_chooses_it(table: Table, tank: Advice) -> None:
    """The tenth unit has none, even if it was the first of another list."""
    for unit in ("US-4-8", "US-9-39", "US-9-47", "US-9-60", "US-90-357", "US-90-358"):
        table.put(unit, "3109")
    tank.show_attack(table.hex("3209"))
    boxes = list(tank.panel.odds.choices.attackers.boxes.values())
    signs = [box.icon().pixmap(20).toImage() for box in boxes]
    assert len(signs) == 10
    assert signs[9] != signs[8]
    assert signs[9] == key_sign("").pixmap(20).toImage()


def test_the_unit_that_was_moved_last_does_not_attack_alone(table: Table, tmp_path: Path) -> None:
    """Units selected in an earlier phase are not those meant to attack."""
    _around_valognes(table, tmp_path, "movement")
    table.view.selection.set(("US-70Tk",))
    while table.session.state.clock.phase == "movement":  # units may still arrive: asked first
        table.window.commands["advance"].trigger()
    table.look_at("3209", 110)
    table.point_at("3209")
    table.window.commands["advice_odds"].trigger()
    ticked = table.window.feature(Advice).panel.odds.choices.attackers.ticked
    assert set(ticked) == {"US-4-12", "US-70Tk", "US-4-22", "US-746Tk"}
