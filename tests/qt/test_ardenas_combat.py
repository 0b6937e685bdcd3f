"""La Batalla de las Ardenas in the window: an attack is declared and fought by the odds panel."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.games.ardenas import tracks
from engine.games.ardenas.rulebook import rulebook
from engine.play.autoplay import autoplay
from holland44_qt.advice.feature import Advice
from holland44_qt.window.table_window import TableWindow
from logs.build import FOLDER

RULES = rulebook().ruleset("short")


def first_attack(window: TableWindow) -> act.DeclareAttack:
    """Show the first step in which an attack may be declared, and play on there."""
    session = window.session
    assert session.recording is not None
    for step in range(1, len(session.recording.log) + 1):
        session.go(step)
        state = session.state
        if state.clock.phase != "combat" or state.pending or tracks.ATTACKS in state.tracks:
            continue
        for order in RULES.legal(state, 200).actions:
            if isinstance(order, act.DeclareAttack) and not order.artillery:
                assert session.play_on("from the combat phase")
                return order
    raise AssertionError("no attack in this game")


@pytest.mark.slow
def test_an_attack_is_declared_and_then_fought(
    window: TableWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    log = tmp_path / "random.h44log"
    autoplay(RULES, 3, 3, log, check=False)
    assert window.open_path(log, play=True)
    order = first_attack(window)
    advice, session = window.feature(Advice), window.session
    assert session.recording is not None
    place = session.module.places.index(order.target)
    advice.show_attack(place)
    assert advice.panel.odds.chances.rows
    begun = len(session.recording.log)
    advice.attack_now()
    declared = session.recording.log[begun + 1]
    assert isinstance(declared.action, act.DeclareAttack)
    assert not declared.dice
    advice.show_attack(place)
    advice.attack_now()
    fought = session.recording.log[begun + 2]
    assert fought.action == declared.action
    assert fought.dice or session.state.pending
    qtbot.wait(20)


def test_guns_selected_before_their_target_fire(window: TableWindow, tmp_path: Path) -> None:
    """8.3c: in the bombardment guns alone fire, without a column of the combat table."""
    log = tmp_path / "diagram.h44log"
    lines = (FOLDER / "two-groupings.h44log").read_text(encoding="utf-8").splitlines()
    log.write_text("\n".join(lines[:11]) + "\n", encoding="utf-8")
    assert window.open_path(log, play=True)
    advice, session = window.feature(Advice), window.session
    assert session.state.clock.phase == "bombardment"
    window.view.selection.set(["GE-Lehr-Art"])
    advice.show_attack(session.module.places.index("3621"))
    assert advice.panel.odds.artillery == ("GE-Lehr-Art",)
    assert advice.panel.odds.heading.isHidden()
    advice.attack_now()
    assert session.current is not None
    assert session.current.entry.action == act.Bombard(artillery=("GE-Lehr-Art",), target="3621")
