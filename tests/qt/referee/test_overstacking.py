"""Overstacking in Normandy '44: the window asks the owner, in the usual place."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.core import actions as act
from engine.i18n import t
from holland44_qt.window.table_window import TableWindow
from tests.qt.referee.conftest import Table
from tests.qt.referee.test_deciding import deciding, rows

REGIMENTS = ("US-4-8", "US-4-12", "US-4-22")


@pytest.fixture
def crowded(table: Table, tmp_path: Path) -> Table:
    """Turn 2: three regiments in one hex behind Utah as the Allied movement phase ends."""
    assert table.session.new(tmp_path / "g.h44log", "normandy44", "campaign", mode="off")
    table.session.play(act.SetClock(turn=2, phase="movement", active="allied"))
    for unit in REGIMENTS:
        table.put(unit, "2609")
    table.session.set_rules("enforced")
    return table


def test_the_owner_is_asked_and_answers_with_a_key(crowded: Table) -> None:
    assert crowded.session.play(act.NextPhase()) is not None
    found = deciding(crowded)
    assert found.question is not None
    assert (found.question.side, found.question.kind) == ("allied", "overstack")
    assert found.panel.sentence.text() == t(
        "decide.normandy44.overstack.text", hex=crowded.session.module.place_name("2609")
    )
    assert rows(found) == ["8/4 Inf", "12/4 Inf", "22/4 Inf"]
    QTest.keyClick(found.panel.list, Qt.Key.Key_2)
    assert found.question is None
    assert crowded.place("US-4-12") == "eliminated-allied"
    assert crowded.stack("2609") == ("US-4-8", "US-4-22")
    assert crowded.session.state.clock.phase == "combat"


def test_the_answer_can_be_undone(crowded: Table, window: TableWindow) -> None:
    crowded.session.play(act.NextPhase())
    found = deciding(crowded)
    found.answer("US-4-8")
    crowded.trigger("undo")
    assert found.question is not None
    assert crowded.place("US-4-8") == "2609"


def test_a_click_is_not_lost_when_the_answers_are_shown_again(crowded: Table) -> None:
    assert crowded.session.play(act.NextPhase()) is not None
    found = deciding(crowded)
    answers = found.panel.list
    where = answers.visualItemRect(answers.item(1)).center()
    QTest.mousePress(answers.viewport(), Qt.MouseButton.LeftButton, pos=where)
    found._ask()  # as after a comment that was still being written
    QTest.mouseRelease(answers.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert isinstance(crowded.last.action, act.Choose)
    assert found.question is None
