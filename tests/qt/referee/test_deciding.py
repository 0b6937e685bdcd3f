"""Decisions at the window: asked, highlighted, answered by map, list, key and drag, undone."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.core import effects as fx
from engine.i18n import t
from holland44_qt.advice.advice_marks import Sight
from holland44_qt.advice.feature import Advice
from holland44_qt.aids.fight_feature import FightFeature
from holland44_qt.referee.decision_feature import Deciding
from holland44_qt.table.hand import Hand
from tests.qt.referee.conftest import ATTACK, LEFT, NONE, Table


def deciding(table: Table) -> Deciding:
    return table.window.feature(Deciding)


def fight(table: Table, *dice: int) -> Deciding:
    table.dice(*dice)
    assert table.session.play(ATTACK) is not None
    return deciding(table)


def rows(found: Deciding) -> list[str]:
    listed = found.panel.list
    return [listed.item(k).text() for k in range(listed.count())]


def test_nothing_is_asked_without_a_pending_decision(krafft: Table) -> None:
    found = deciding(krafft)
    krafft.window.panels.show("decide")
    assert found.question is None
    assert found.panel.checks.isVisible(), "the phase's list stands there instead"
    assert not found.panel.list.isVisible()
    assert found.over.sight.choices == {}


def test_the_question_names_the_deciding_side(krafft: Table) -> None:
    found = fight(krafft, 3)
    assert found.question is not None
    assert (found.question.side, found.question.kind) == ("german", "determined")
    assert found.panel.isVisible()
    assert "German" in found.panel.title.text()
    assert "6319" in found.panel.sentence.text()
    assert "DR" in found.panel.sentence.text()
    assert rows(found)[0].endswith(t("ruling.holland44.answer.determined.decline"))
    assert "Krafft" in rows(found)[1]


def test_the_board_keeps_its_keys_during_a_question(krafft: Table) -> None:
    krafft.view.setFocus()
    found = fight(krafft, 3)
    while found.question is not None:
        assert krafft.window.focusWidget() is krafft.view
        scale = krafft.view.scale_now
        QTest.keyClick(krafft.view, Qt.Key.Key_Minus)
        assert krafft.view._zoom.endValue() < scale, "one looks round before one answers"
        row = found.panel.list.visualItemRect(found.panel.list.item(0))
        QTest.mouseClick(found.panel.list.viewport(), Qt.MouseButton.LeftButton, pos=row.center())
    assert krafft.window.focusWidget() is krafft.view


def test_enter_at_the_earlier_cursor_answers_nothing(krafft: Table) -> None:
    found = fight(krafft, 3)
    found.answer("decline")
    place = next(iter(found.over.sight.choices))
    krafft.window.hand.point_at(place)
    found._stepped()  # the question comes while the cursor stands there
    length = krafft.session.length
    QTest.keyClick(krafft.view, Qt.Key.Key_Return)
    assert krafft.session.length == length
    assert krafft.window.hand.carrying.load is None
    krafft.window.hand.point_at(place)
    QTest.keyClick(krafft.view, Qt.Key.Key_Return)
    assert krafft.session.length == length + 1


@pytest.mark.slow
def test_a_letter_selects_no_answer(krafft: Table) -> None:
    found = fight(krafft, 3)
    found.show()
    length = krafft.session.length
    assert krafft.window.focusWidget() is found.panel.list
    first = rows(found)[0].split(maxsplit=1)[-1][0]
    QTest.keyClicks(found.panel.list, first)
    assert found.panel.list.currentRow() < 0
    QTest.keyClick(found.panel.list, Qt.Key.Key_Return)
    assert krafft.session.length == length


def test_a_retreat_is_highlighted_and_chosen_on_the_map(krafft: Table) -> None:
    found = fight(krafft, 3)
    found.answer("decline")
    assert found.question is not None
    assert found.question.kind == "retreat"
    sight = found.over.sight
    assert sight.choices
    assert sight.refused
    assert not set(sight.choices) & set(sight.refused)
    end = next(iter(sight.choices))
    number = krafft.session.module.board.numbers[end]
    krafft.look_at(number)
    krafft.point_at(number)
    assert found.over.sight.hot == end
    assert found.over.sight.paths[0].hexes[-1] == end
    krafft.click(number)
    assert krafft.place("GE-Krafft") == number
    assert isinstance(krafft.last.action, act.Choose)
    assert krafft.last.by == "german"


def test_a_refused_hex_shows_the_reason(krafft: Table) -> None:
    found = fight(krafft, 3)
    found.answer("decline")
    place, barred = next(iter(found.barred.items()))
    number = krafft.session.module.board.numbers[place]
    krafft.look_at(number)
    krafft.point_at(number)
    assert found.panel.why.text() == barred.why
    assert "13" in barred.why
    krafft.click(number)
    assert krafft.place("GE-Krafft") == "6319"


def test_in_advisory_play_a_wrong_hex_may_be_chosen_from_the_list(krafft: Table) -> None:
    krafft.trigger("rules_advisory")
    found = fight(krafft, 3)
    found.answer("decline")
    place, why = next((p, b) for p, b in found.barred.items() if b.answer is not None)
    assert why.answer is not None
    number = krafft.session.module.board.numbers[place]
    krafft.look_at(number)
    krafft.click(number)
    assert krafft.place("GE-Krafft") == "6319", "one click alone breaks no rule"
    assert len(rows(found)) == 1
    assert why.why in found.panel.why.text()
    found.panel.list.setCurrentRow(0)
    QTest.keyClick(found.panel.list, Qt.Key.Key_Return)
    assert krafft.place("GE-Krafft") == number
    assert isinstance(krafft.last.action, act.Choose)
    assert krafft.last.action.option == why.answer.id
    assert any(v.rule.startswith("13") for v in krafft.last.verdicts)


def test_the_list_of_all_answers_returns_after_a_wrong_one(krafft: Table) -> None:
    krafft.trigger("rules_advisory")
    found = fight(krafft, 3)
    found.answer("decline")
    assert found.question is not None
    place = next(p for p, b in found.barred.items() if b.answer is not None)
    found.choose_at(place)
    assert len(rows(found)) == 1
    found.widen()
    assert len(rows(found)) == len(found.question.options)


def test_a_hex_closed_to_advance_shows_the_reason(krafft: Table) -> None:
    found = fight(krafft, 3)
    found.answer("decline")
    found.answer(found.answers[0].id)
    assert found.question is not None
    assert found.question.kind == "advance"
    assert set(found.barred).isdisjoint(a.place for a in found.answers)
    place, barred = next(iter(found.barred.items()))
    number = krafft.session.module.board.numbers[place]
    krafft.look_at(number)
    krafft.point_at(number)
    assert found.panel.why.text() == barred.why
    assert "(15." in barred.why


def test_counters_can_be_dragged_along_their_retreat(krafft: Table) -> None:
    found = fight(krafft, 3)
    found.answer("decline")
    way = next(a for a in found.answers if len(a.path) == 3)
    number = krafft.session.module.board.numbers[way.path[-1]]
    path = tuple(krafft.session.module.board.numbers[i] for i in way.path)
    krafft.session.play(act.MoveUnits(units=("GE-Krafft",), path=path))
    assert isinstance(krafft.last.action, act.Choose)
    assert krafft.place("GE-Krafft") == number


def test_a_drag_from_a_hex_that_is_an_answer_moves_its_counter(
    krafft: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = fight(krafft, 3)
    found.answer("decline")
    found.answer(found.answers[0].id)
    start, end = "6219", "6319"
    unit = krafft.stack(start)[-1]
    monkeypatch.setattr(found, "may_choose", lambda place: place == krafft.hex(start))
    krafft.look_at(end)
    krafft.drag(start, end)
    assert isinstance(krafft.last.action, act.Choose)
    assert krafft.place(unit) == end


def test_a_dragged_stack_answers_for_one_of_its_units(krafft: Table) -> None:
    """15.1: units advance one by one."""
    found = fight(krafft, 3)
    found.answer("decline")
    found.answer(found.answers[0].id)
    units = ("BR-2-1P", "BR-3-1P")
    assert krafft.session.play(act.MoveUnits(units=units, path=("6219", "6319"))) is not None
    assert isinstance(krafft.last.action, act.Choose)
    assert sorted(krafft.place(unit) for unit in units) == ["6219", "6319"]


def test_a_key_answers_and_undo_asks_again(krafft: Table) -> None:
    found = fight(krafft, 5)
    assert found.question is not None
    asked = krafft.session.asked
    assert asked.kind == "loss"
    krafft.trigger("decide")
    first = found.answers[0].units[0]
    before = krafft.session.state.pieces[first].steps
    QTest.keyClick(found.panel.list, Qt.Key.Key_1)
    assert krafft.session.state.pieces[first].steps == before - 1
    krafft.trigger("undo")
    assert krafft.session.asked == asked
    assert found.question is not None
    assert krafft.session.asked == asked
    QTest.keyClick(found.panel.list, Qt.Key.Key_Down)
    QTest.keyClick(found.panel.list, Qt.Key.Key_Return)
    assert krafft.session.asked != asked


def test_a_click_that_can_mean_several_units_lists_only_those(krafft: Table) -> None:
    found = fight(krafft, 5)
    assert len(found.answers) == 3
    krafft.click("6219", dx=0.45)  # beside the counters, where two of the three stand
    assert {a.units[0] for a in found.answers} == {"BR-2-1P", "BR-3-1P"}
    found.panel.all.click()
    assert len(found.answers) == 3


def test_selecting_a_unit_lists_only_its_paths(krafft: Table) -> None:
    """15.1: of all victors the player reads the one that is picked up; nothing else is lost."""
    found = fight(krafft, 3)
    found.answer("decline")
    found.answer(found.answers[0].id)
    assert found.question is not None
    assert found.question.kind == "advance"
    moving = {a.units for a in found.question.options if a.path}
    assert len(moving) == 3
    assert found.answers[0].id == "done"
    krafft.look_at("6219")
    krafft.click("6219")
    chosen = krafft.view.selection.units
    assert chosen
    assert {a.units for a in found.answers if a.path} == {(unit,) for unit in chosen}
    assert found.answers[0].id == "done"
    assert set(found.over.sight.choices) <= {a.place for a in found.answers}
    assert found.panel.all.isVisible()
    krafft.view.selection.set(())
    assert found.answers == found.question.options


def test_a_click_on_a_unit_that_may_advance_is_no_order_to_another_unit(krafft: Table) -> None:
    """15.1: 1/1P could advance into the hex of 2/1P and 3/1P, which are meant to be picked up."""
    found = fight(krafft, 3)
    found.answer("decline")
    found.answer(found.answers[0].id)
    krafft.put("BR-2SS-1A-half-A", "6019")  # so that there is room for others
    assert found.question is not None
    others = {a.units for a in found.question.options if a.place == krafft.hex("6318") and a.path}
    assert others
    assert ("BR-1-1P",) not in others
    length = krafft.session.length
    krafft.view.selection.set(())
    krafft.look_at("6318")
    krafft.click("6318")
    assert krafft.session.length == length
    assert krafft.view.selection.units == ("BR-1-1P",)
    (other,) = next(iter(others))
    krafft.view.selection.set((other,))
    krafft.click("6318", dx=0.45)
    assert krafft.session.length == length + 1
    assert krafft.place(other) == "6318"


def test_enforced_a_pending_decision_cannot_be_skipped(krafft: Table) -> None:
    found = fight(krafft, 3)
    assert not found.can_skip
    entries = krafft.session.length
    krafft.trigger("advance")
    found.skip()
    assert krafft.session.length == entries
    assert "3 " in krafft.window.messages.lines[0]


def test_advisory_a_step_can_be_skipped(krafft: Table) -> None:
    krafft.trigger("rules_advisory")
    found = fight(krafft, 3)
    waiting = len(krafft.session.state.pending)
    assert found.panel.skip.isVisible()
    found.panel.skip.click()
    assert len(krafft.session.state.pending) == waiting - 1
    assert isinstance(krafft.last.effects[0], fx.PopDecision)


def test_a_new_game_with_rules_opens_the_checklist(table: Table, tmp_path: Path) -> None:
    table.window.panels.show("entry")
    assert deciding(table).panel.visibleRegion().isEmpty()
    table.start("off")
    assert deciding(table).panel.visibleRegion().isEmpty()
    assert table.session.new(tmp_path / "ruled.h44log", "holland44", "campaign", mode="enforced")
    QApplication.processEvents()
    assert not deciding(table).panel.visibleRegion().isEmpty()


def test_an_entry_area_is_highlighted_beside_the_map_and_clicked(krafft: Table) -> None:
    for unit, place in (
        ("GE-Krafft", "6620"), ("BR-2-1P", "6519"), ("BR-3-1P", "6519"), ("BR-1-1P", "6520")
    ):  # fmt: skip
        krafft.put(unit, place)
    krafft.dice(3)
    attack = act.DeclareAttack(attackers=ATTACK.attackers, target="6620")
    assert krafft.session.play(attack) is not None
    found = deciding(krafft)
    found.answer("decline")
    assert found.question is not None
    area = krafft.session.module.places.index("area-G")
    assert area in found.over.sight.choices
    krafft.look_at("6620", 40)
    strip = found.over.strips[area][0]
    spot = krafft.view.mapFromScene(strip.center())
    krafft._send(QEvent.Type.MouseMove, spot, NONE, NONE)
    assert found.over.sight.hot == area
    krafft._send(QEvent.Type.MouseButtonPress, spot, LEFT, LEFT)
    krafft._send(QEvent.Type.MouseButtonRelease, spot, LEFT, NONE)
    assert krafft.place("GE-Krafft") == "area-G"


def test_the_reason_beside_a_refused_hex_is_not_covered(krafft: Table) -> None:
    found = fight(krafft, 3)
    found.answer("decline")
    krafft.point_at("6318")
    assert found.card.isVisible()
    assert t("ruling.holland44.fatal.held", at="6318") in found.card.text()
    grip = krafft.window.feature(Hand).grip
    grip._rested()
    assert not grip.card.isVisible()
    krafft.point_at("6313")
    assert not found.card.isVisible()


def test_the_roll_stays_visible_while_losses_are_chosen(krafft: Table) -> None:
    advice = krafft.window.feature(Advice)
    advice.show_attack(krafft.hex("6319"))
    krafft.dice(4)
    advice.panel.odds.attack.click()
    assert krafft.session.asked is not None
    odds = advice.panel.odds
    assert odds.chances.rolled == 4
    assert "4" in odds.heading.text()
    assert not odds.attack.isVisible()
    assert advice.target is None


def test_a_bridge_selected_in_the_list_is_marked_and_visible(table: Table) -> None:
    table.start("off", phase="artillery_resupply", active="german")
    table.put("US-1/504", "4918")
    table.session.set_rules("enforced")
    assert table.session.play(act.NextPhase()) is not None
    found = deciding(table)
    assert found.question is not None
    gates = [a for a in found.answers if a.hexside is not None]
    assert gates
    table.look_at("1010", 60)
    found.panel.looked_at.emit(gates[0].id)
    assert found.over.sight.hot_gate == gates[0].hexside
    seen = table.view.mapToScene(table.view.viewport().rect()).boundingRect()
    assert seen.contains(table.view.stacks.centre(gates[0].hexside[0]))


def through_1502(table: Table, *more: tuple[str, str]) -> Deciding:
    """The Welsh Guards have advanced to 1604, with Kerutt before them at 1704 and others nearby."""
    table.start("off", phase="combat")
    for unit, place in (
        ("BR-2GG/5", "1503"),
        ("BR-2WG", "1503"),
        ("BR-1CG/5", "1402"),
        ("BR-3IG/32", "1402"),
        ("GE-Stephan", "1502"),
        ("GE-I-vdH", "3903"),
        ("GE-6Penal", "1802"),
        ("GE-Kerutt", "1704"),
        *more,
    ):
        table.put(unit, place)
    table.session.set_rules("enforced")
    table.dice(6, 4)
    fought = ("BR-2GG/5", "BR-2WG", "BR-1CG/5", "BR-3IG/32")
    assert table.session.play(act.DeclareAttack(attackers=fought, target="1502")) is not None
    found = deciding(table)
    assert found.question is not None
    assert found.question.kind == "retreat"
    found.answer(found.answers[0].id)
    there = table.hex("1604")
    go_on = next(a for a in found.answers if a.units == ("BR-2WG",) and a.place == there)
    found.answer(go_on.id)
    return found


@pytest.mark.slow
def test_a_breakthrough_is_described_first_in_the_list_and_at_its_hex(table: Table) -> None:
    found = through_1502(table)
    through = found.answers[1]
    assert through.text == "Breakthrough against 1704 at 2:1: 2WG"
    assert found.over.sight.choices[table.hex("1704")] == "2:1"
    assert table.hex("1704") not in found.over.sight.refused
    table.look_at("1704")
    table.click("1704")
    assert table.session.current is not None
    assert table.session.current.sentence.startswith("Breakthrough: 2WG attacks 1704 at 2:1: die 4")


def test_a_joint_attack_shows_the_combined_odds(table: Table) -> None:
    found = through_1502(table, ("BR-1GG/5", "1605"))
    found.answer("join 1704 BR-2WG")
    assert found.question is not None
    assert found.question.kind == "joint_attack"
    assert found.answers[0].text.startswith("The attack of 1GG/5: ")
    assert not any("available" in a.text for a in found.answers)
    found.answer(found.answers[0].id)
    assert table.session.current is not None
    assert table.session.current.sentence.startswith("1GG/5 and 2WG attack 1704 at ")


def test_an_earlier_question_can_be_answered_after_resuming_play(krafft: Table) -> None:
    found = fight(krafft, 3)
    session = krafft.session
    asked = session.step
    assert found.question is not None
    session.stop_playing()
    assert not found.panel.list.isEnabled(), "it is only looked at"
    session.go(1)
    session.go(asked)
    assert session.play_on()
    assert found.panel.list.isEnabled()


def test_a_question_in_review_does_not_change_the_map(krafft: Table) -> None:
    found = fight(krafft, 3)
    found.answer("decline")
    assert found.over.sight.choices
    session = krafft.session
    session.stop_playing()
    assert found.question is not None, "the list still tells what was asked"
    assert found.over.sight == Sight()
    krafft.point_at("6319")
    assert not found.card.isVisible()
    found.panel.looked_at.emit(found.answers[0].id)
    assert found.over.sight.choices == {}
    assert found.over.sight.hot == found.answers[0].place
    session.try_out()
    assert found.over.sight.choices
    assert found.over.sight.refused


@pytest.mark.slow
def test_the_card_does_not_cover_the_choices(qtbot: QtBot, krafft: Table) -> None:
    krafft.dice(4, *[2] * 20)
    krafft.session.play(ATTACK)
    deciding, cards = krafft.window.feature(Deciding), krafft.window.feature(FightFeature)
    deciding.answer("decline")
    assert deciding.question is not None
    assert deciding.question.kind == "retreat"
    qtbot.waitUntil(lambda: cards.panel is not None and cards.panel.isVisible())
    krafft.view.show_at(50.0, krafft.view.stacks.centre(krafft.hex("6319")))
    qtbot.waitUntil(cards.panel.isVisible)
    card = cards.panel.geometry()
    assert deciding.over.sight.choices
    for place in deciding.over.sight.choices:
        assert not card.contains(krafft.view.mapFromScene(krafft.view.stacks.centre(place)))
    away = deciding.question.options[0]
    deciding.answer(away.id)
    krafft.view.show_at(50.0, krafft.view.stacks.centre(krafft.hex("6319")))
    qtbot.waitUntil(cards.panel.isVisible)
    end = krafft.session.state.pieces["GE-Krafft"].place
    assert end == away.place
    at = krafft.view.mapFromScene(krafft.view.stacks.centre(end))
    assert not cards.panel.geometry().contains(at), "nor who has retreated"


@pytest.mark.slow
def test_the_combat_card_is_hidden_off_screen_or_for_another_combat(
    qtbot: QtBot, krafft: Table
) -> None:
    krafft.dice(6, *[2] * 20)
    krafft.session.play(ATTACK)
    cards = krafft.window.feature(FightFeature)
    qtbot.waitUntil(lambda: cards.panel is not None and cards.panel.isVisible())
    krafft.look_at("1309")
    assert not cards.panel.isVisible()
    qtbot.wait(300)
    assert not cards.panel.isVisible()
    krafft.look_at("6319")
    qtbot.waitUntil(cards.panel.isVisible)
    krafft.window.feature(Advice).show_attack(krafft.hex("6122"))
    assert cards.panel.card is None
