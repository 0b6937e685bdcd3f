"""Decisions at the window: asked, lit, answered by map, list, key and drag, taken back."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.core import actions as act
from engine.core import effects as fx
from engine.i18n import t
from holland44_qt.umpire.deciding_feature import Deciding
from tests.qt.umpire.conftest import ATTACK, Table


def deciding(table: Table) -> Deciding:
    return table.window.feature(Deciding)


def fight(table: Table, *dice: int) -> Deciding:
    table.dice(*dice)
    assert table.session.play(ATTACK) is not None
    return deciding(table)


def rows(found: Deciding) -> list[str]:
    listed = found.panel.list
    return [listed.item(k).text() for k in range(listed.count())]


def test_nothing_is_asked_while_nothing_is_owed(krafft: Table) -> None:
    found = deciding(krafft)
    assert found.question is None
    assert found.panel.title.text() == t("umpire.nothing")
    assert not found.panel.list.isVisible()
    assert found.over.sight.choices == {}


def test_the_side_that_decides_is_asked_in_words(krafft: Table) -> None:
    found = fight(krafft, 3)
    assert found.question is not None
    assert (found.question.side, found.question.kind) == ("german", "determined")
    assert found.panel.isVisible()
    assert "German" in found.panel.title.text()
    assert "6319" in found.panel.sentence.text()
    assert "DR" in found.panel.sentence.text()
    assert rows(found)[0].endswith(t("umpire.answer.determined.decline"))
    assert "Krafft" in rows(found)[1]


def test_a_question_takes_the_keys_and_gives_them_back_to_the_board(krafft: Table) -> None:
    krafft.view.setFocus()
    found = fight(krafft, 3)
    while found.question is not None:
        assert krafft.window.focusWidget() is found.panel.list
        QTest.keyClick(found.panel.list, Qt.Key.Key_1)
    assert krafft.window.focusWidget() is krafft.view


def test_a_retreat_is_lit_and_chosen_on_the_map(krafft: Table) -> None:
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
    assert found.over.sight.ways[0].hexes[-1] == end
    krafft.click(number)
    assert krafft.place("GE-Krafft") == number
    assert isinstance(krafft.last.action, act.Choose)
    assert krafft.last.by == "german"


def test_a_refused_hex_says_why(krafft: Table) -> None:
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


def test_the_counters_may_be_led_where_they_retreat(krafft: Table) -> None:
    found = fight(krafft, 3)
    found.answer("decline")
    way = next(a for a in found.answers if len(a.path) == 3)
    number = krafft.session.module.board.numbers[way.path[-1]]
    path = tuple(krafft.session.module.board.numbers[i] for i in way.path)
    krafft.session.play(act.MoveUnits(units=("GE-Krafft",), path=path))
    assert isinstance(krafft.last.action, act.Choose)
    assert krafft.place("GE-Krafft") == number


def test_a_key_answers_and_undo_asks_again(krafft: Table) -> None:
    found = fight(krafft, 5)
    assert found.question is not None
    asked = found.question.asked
    assert asked.kind == "loss"
    krafft.trigger("decide")
    first = found.answers[0].units[0]
    before = krafft.session.state.pieces[first].steps
    QTest.keyClick(found.panel.list, Qt.Key.Key_1)
    assert krafft.session.state.pieces[first].steps == before - 1
    krafft.trigger("undo")
    assert krafft.session.asked == asked
    assert found.question is not None
    assert found.question.asked == asked
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


def test_enforced_nothing_else_is_done_first_and_nothing_is_passed_over(krafft: Table) -> None:
    found = fight(krafft, 3)
    assert not found.can_skip
    entries = krafft.session.length
    krafft.trigger("advance")
    found.skip()
    assert krafft.session.length == entries
    assert "3 " in krafft.window.messages.lines[0]


def test_advisory_a_step_may_be_passed_over(krafft: Table) -> None:
    krafft.trigger("rules_advisory")
    found = fight(krafft, 3)
    waiting = len(krafft.session.state.pending)
    assert found.panel.skip.isVisible()
    found.panel.skip.click()
    assert len(krafft.session.state.pending) == waiting - 1
    assert isinstance(krafft.last.effects[0], fx.PopDecision)
