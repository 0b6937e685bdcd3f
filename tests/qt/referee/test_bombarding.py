"""Guns join a combat by a click, and fire at hexes without adjacent attackers."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from engine.core import actions as act
from engine.rules.answers import Odds
from holland44_qt.advice.feature import Advice
from holland44_qt.window.table_window import TableWindow
from tests.qt.referee.conftest import Table

SAMPLE = Path(__file__).parents[3] / "logs" / "ten-days-of-market-garden.h44log"
FIRST_ATTACK = 19
"""The Allied combat phase of the first day: two guns in 0528, Germans in 0426 and 0226."""
GUNS = ("BR-Art-a", "BR-Art-b")


@pytest.fixture
def battery(window: TableWindow, tmp_path: Path) -> Table:
    log = Path(shutil.copy(SAMPLE, tmp_path / "game.h44log"))
    assert window.open_path(log, play=True)
    window.session.go(FIRST_ATTACK)
    assert window.session.play_on("guns")
    found = Table(window, tmp_path)
    found.look_at("0427", 80)
    return found


def fight(advice: Advice) -> Odds:
    QApplication.processEvents()
    odds = advice._odds
    assert odds is not None
    return odds


def test_guns_join_an_attack_by_a_click_on_their_hex(battery: Table) -> None:
    """8.0h: artillery supports at long range."""
    advice = battery.window.feature(Advice)
    battery.click("0426")
    assert fight(advice).support == ()
    attackers = fight(advice).attackers
    assert len(attackers) == 6
    battery.click("0528")
    assert fight(advice).support == GUNS
    advice.panel.odds.kinds.setCurrentIndex(1)
    assert (fight(advice).attackers, fight(advice).kind) == ((), "bombardment")
    advice.panel.odds.kinds.setCurrentIndex(0)
    assert set(fight(advice).attackers) == set(attackers)
    battery.click("0528")
    assert fight(advice).support == ()


def test_guns_bombard_a_hex_without_adjacent_attackers(battery: Table) -> None:
    """8.0d: attack factors times vulnerability; without selected guns nothing fires."""
    advice = battery.window.feature(Advice)
    battery.click("0426")
    battery.click("0226")
    assert battery.hex("0226") == advice.target
    assert not advice.panel.odds.attack.isEnabled()
    battery.click("0528")
    assert fight(advice).column == "1-12"
    assert advice.panel.odds.attack.isEnabled()
    battery.dice(1, 1)
    advice.panel.odds.attack.click()
    assert battery.last.action == act.Bombard(artillery=GUNS, target="0226", air=0)
    assert battery.session.state.pieces["GE-Chill-2"].steps == 1
