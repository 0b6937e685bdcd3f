"""An attacked unknown unit is revealed visibly before the dice are thrown."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from holland44_qt.aids import turning_over
from holland44_qt.aids.captions_feature import CaptionsFeature
from holland44_qt.aids.dice_feature import DiceFeature
from holland44_qt.aids.fight_feature import FightFeature
from tests.qt.referee.conftest import Table

UNKNOWN, GRAVE = "GE-unknown-4816", "4816"


@pytest.fixture
def grave(table: Table, monkeypatch: pytest.MonkeyPatch) -> Table:
    """The company at Grave attacks the units on the bridge."""
    monkeypatch.setattr(turning_over, "LEAST", 10**6)  # it goes on when the test says so
    table.start("enforced", phase="combat")
    table.view.moving = True
    table.dice(1, 6)
    attack = act.DeclareAttack(attackers=("US-A/82",), target=GRAVE)
    assert table.session.play(attack) is not None
    return table


def shown(table: Table) -> set[str]:
    """Return the pieces shown on the board at the bridge."""
    state = table.view._state
    return set(state.stack(table.hex(GRAVE)))


def said(table: Table) -> str:
    return table.window.feature(CaptionsFeature).captions.lines[0]


def test_attack_unit_dice_and_result_are_shown_in_order(qtbot: QtBot, grave: Table) -> None:
    dice, cards = grave.window.feature(DiceFeature), grave.window.feature(FightFeature)
    telling = grave.window.feature(CaptionsFeature).turning
    sentence = said_at_the_end(grave)
    assert telling.goes_on
    assert shown(grave) == {UNKNOWN}
    assert "an unknown unit" in said(grave)
    assert not dice.show.isVisible()
    panel = grave.window.entry
    grave.window.panels.show("entry")
    assert sentence not in panel.sentence.text(), "nor does the inspector tell it"
    telling.go_on()
    (drawn,) = shown(grave)
    assert drawn.startswith("GE-")
    assert "The unknown unit at" in said(grave)
    assert not dice.show.isVisible()
    assert cards.panel is None or cards.panel.card is None
    telling.go_on()
    assert dice.show.isVisible()
    assert shown(grave) == {drawn}, "what the result does to it is seen afterwards"
    telling.go_on()
    assert shown(grave) == set(grave.stack(GRAVE)) != {drawn}
    assert "eliminated" in said(grave)
    telling.go_on()
    assert not telling.goes_on
    assert said(grave) == sentence
    assert sentence in panel.sentence.text()
    assert shown(grave) == set(grave.stack(GRAVE))
    qtbot.waitUntil(lambda: cards.panel is not None and cards.panel.card is not None)


def said_at_the_end(table: Table) -> str:
    assert table.session.recording is not None
    return table.session.recording.step(table.session.step).sentence


@pytest.mark.slow
@pytest.mark.parametrize("way", ["key", "click", "undo"])
def test_input_skips_to_the_result(grave: Table, way: str) -> None:
    telling = grave.window.feature(CaptionsFeature).turning
    if way == "key":
        QTest.keyClick(grave.view, Qt.Key.Key_Shift)
    elif way == "click":
        grave.click("6219")
    else:
        grave.session.undo()
    assert not telling.goes_on
    assert said(grave) == said_at_the_end(grave)
    assert shown(grave) == set(grave.stack(GRAVE))
    if way == "undo":
        assert shown(grave) == {UNKNOWN}
        assert not grave.window.feature(DiceFeature).show.isVisible()


def test_without_animation_everything_is_shown_at_once(table: Table) -> None:
    table.start("enforced", phase="combat")
    table.view.moving = False
    table.dice(1, 6)
    attack = act.DeclareAttack(attackers=("US-A/82",), target=GRAVE)
    assert table.session.play(attack) is not None
    assert not table.window.feature(CaptionsFeature).turning.goes_on
    assert table.window.feature(DiceFeature).show.isVisible()
