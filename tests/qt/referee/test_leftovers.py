"""Messages about a moment disappear with it; messages about the file stay until read."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.i18n import t
from holland44_qt.advice.feature import Advice
from holland44_qt.replay.message_bar import MessageBar
from tests.qt.referee.conftest import Table

LASTING = "The file is damaged at line 7."


@pytest.fixture
def against(krafft: Table) -> Table:
    """A refused attack, after a message about the file."""
    krafft.session.failed.emit(LASTING)
    advice = krafft.window.feature(Advice)
    advice.show_attack(krafft.hex("6319"))
    advice.panel.odds.air.setValue(2)
    advice.attack_now()
    assert krafft.window.messages.lines == [LASTING, t("advice.attack.against")]
    return krafft


def test_objections_to_an_attack_disappear_with_undo(against: Table) -> None:
    against.window.phase.undo.click()
    assert against.window.messages.lines == [LASTING]


def test_objections_to_an_attack_disappear_after_another_action(against: Table) -> None:
    assert against.session.play(act.Note(text="We wait.")) is not None
    assert against.window.messages.lines == [LASTING]


def test_objections_to_an_attack_disappear_when_its_attackers_change(against: Table) -> None:
    advice = against.window.feature(Advice)
    advice.panel.odds.choices.attackers.boxes["BR-2SS-1A-half-A"].click()
    assert against.window.messages.lines == [LASTING]


def test_objections_to_an_attack_disappear_when_the_combat_is_closed(against: Table) -> None:
    against.window.feature(Advice).panel.odds.leave.click()
    assert against.window.messages.lines == [LASTING]


def test_objections_to_an_attack_disappear_with_its_game(against: Table) -> None:
    against.start("advisory")
    assert against.window.messages.lines == [LASTING]


def test_a_refusal_keeps_the_message_about_the_file(table: Table) -> None:
    table.start("enforced")
    table.session.failed.emit(LASTING)
    assert table.session.play(act.MoveUnits(units=("GE-Krafft",), path=("6319", "6320"))) is None
    assert len(table.window.messages.lines) == 2
    table.session.play(act.Note(text="Well."))
    assert table.window.messages.lines == [LASTING]


def test_details_and_colour_disappear_with_their_message(qapp: QApplication) -> None:
    bar = MessageBar()
    bar.add("Kept.")
    plain = bar.styleSheet()
    bar.add("Refused.", "error", "why", ("Do", lambda: None), ("7.2",), passing=True)
    assert (bar.details, bar.help.isHidden(), bar.rules.isHidden()) == ("why", False, False)
    bar.pass_on()
    assert (bar.details, bar.help.isHidden(), bar.rules.isHidden()) == ("", True, True)
    assert (bar.lines, bar.styleSheet()) == (["Kept."], plain)


@pytest.mark.slow
def test_one_click_undoes_and_one_click_redoes(qtbot: QtBot, table: Table) -> None:
    table.start("off")
    phase, session = table.window.phase, table.session
    end = phase.end.mapToGlobal(phase.end.rect().topLeft())
    qtbot.mouseClick(phase.end, Qt.MouseButton.LeftButton)
    done = session.step
    assert phase.end.mapToGlobal(phase.end.rect().topLeft()) == end, "it keeps its place"
    qtbot.mouseClick(phase.undo, Qt.MouseButton.LeftButton)
    assert session.step == done - 1
    assert phase.redo.isEnabled()
    qtbot.mouseClick(phase.redo, Qt.MouseButton.LeftButton)
    assert session.step == done
    assert not phase.redo.isEnabled()
    assert "Ctrl+Z" in phase.undo.text()
    assert "(N)" in phase.end.text()
    session.stop_playing()
    assert phase.undo.isHidden()
