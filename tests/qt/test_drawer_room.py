"""Overlays avoid an open drawer, and opening a game clears the drawers."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.core.dice import Dice
from holland44_qt.advice.why_card import WhyCard
from holland44_qt.aids.combat_feature import CombatFeature
from holland44_qt.aids.dice_feature import DiceFeature
from holland44_qt.window.table_window import TableWindow


@pytest.fixture
def covered(battle: TableWindow) -> TableWindow:
    """A game with the Dice drawer open."""
    battle.resize(1100, 800)
    battle.panels.show("dice")
    return battle


def edge(window: TableWindow) -> int:
    """The right edge of the drawer in the window."""
    drawer = window.panels.drawer
    return drawer.mapTo(window, drawer.rect().topRight()).x()


def test_the_dice_tray_is_beside_the_drawer(covered: TableWindow) -> None:
    show = covered.feature(DiceFeature).show
    show.show_dice((Dice(sides=6, count=12, values=(3,) * 12, source="entered", reason="x" * 99),))
    assert show.mapTo(covered, QPoint(0, 0)).x() > edge(covered)


def test_the_tray_moves_when_a_drawer_opens(battle: TableWindow) -> None:
    battle.resize(1100, 800)
    show = battle.feature(DiceFeature).show
    show.show_dice((Dice(sides=6, count=12, values=(3,) * 12, source="entered", reason="x" * 99),))
    battle.panels.show("dice")
    assert show.mapTo(battle, QPoint(0, 0)).x() > edge(battle)


def test_the_hint_line_is_beside_the_drawer_and_shortens_long_reasons(
    covered: TableWindow,
) -> None:
    hints = covered.hints
    hints.showMessage("The rules forbid it for a reason. " * 20)
    assert hints.mapTo(covered, QPoint(0, 0)).x() > edge(covered)
    assert hints.currentMessage().endswith("…")
    shown = hints.fontMetrics().horizontalAdvance(hints.currentMessage())
    assert shown < covered.view.width() - covered.panels.drawer.width()


def test_cards_are_beside_the_drawer(covered: TableWindow) -> None:
    view = covered.view
    index = covered.session.module.board.index["6218"]
    covered.hand.show_card(index)
    card = covered.hand.card
    card.stand_beside(QPoint(covered.panels.drawer.width() + 30, 300), 20)
    assert card.mapTo(covered, QPoint(0, 0)).x() > edge(covered)
    why = WhyCard(view)
    why.show_text(index, "No.")
    assert why.mapTo(covered, QPoint(0, 0)).x() > edge(covered)


def test_the_arrivals_are_beside_the_drawer(covered: TableWindow, qtbot: QtBot) -> None:
    session, strip = covered.session, covered.arrivals
    right = covered.view.mapTo(covered, covered.view.rect().topRight()).x()

    def beside() -> bool:
        # Shown again each time, because the game's own arrivals replace them after a moment.
        strip.show_units(session.module, session.state, list(session.state.pieces)[:6])
        left = strip.board.mapTo(covered, QPoint(0, 0)).x()
        return edge(covered) < left and left + strip.board.width() < right

    qtbot.waitUntil(beside)


@pytest.mark.parametrize("key", [Qt.Key.Key_0, Qt.Key.Key_O])
def test_alt_0_closes_a_drawer_with_any_focus(
    covered: TableWindow, qtbot: QtBot, key: Qt.Key
) -> None:
    covered.activateWindow()
    field = covered.feature(DiceFeature).dice.reason
    for target in (covered.view, field):
        covered.panels.show("dice")
        target.setFocus()
        QTest.keyClick(target, key, Qt.KeyboardModifier.AltModifier)
        assert not covered.panels.is_shown("dice")


def test_drawers_forget_the_game_before(covered: TableWindow, tmp_path: Path) -> None:
    feature, combat = covered.feature(DiceFeature), covered.feature(CombatFeature).panel
    feature.tables.place.setText("A0406")
    feature.dice.reason.setCurrentText("Weather of mine")
    units = covered.session.state.stack(covered.session.module.board.index["6218"])
    combat.take("defense", units)
    assert combat.target.text() == "6218" or not units
    assert covered.session.new(tmp_path / "next.h44log", "holland44", "campaign")
    assert feature.tables.place.text() == ""
    assert feature.dice.reason.currentText() == ""
    assert combat.target.text() == ""
    assert combat.defenders.units == ()
