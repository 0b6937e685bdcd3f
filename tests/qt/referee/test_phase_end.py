"""The list of pending items, and the end of a phase while units may still arrive."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.i18n import t
from engine.play.game import Game
from engine.rules.answers import CheckItem
from holland44_qt.aids.turn_feature import TurnFeature
from holland44_qt.referee.decision_feature import Deciding
from holland44_qt.samples import sample_games
from holland44_qt.window.table_window import TableWindow


def test_an_empty_list_reports_that_nothing_is_pending(window: TableWindow) -> None:
    panel = window.feature(Deciding).panel
    note = CheckItem("told", "6217 is overstacked, which is no fault.")
    for items in ((), (note,)):
        panel.show_checklist("Recovery", items, "Supply")
        assert panel.checks.item(0).text() == t("ruling.check.nothing")
        assert panel.checks.count() == 1 + len(items)
    panel.show_checklist("Movement", (CheckItem("possible", "9/3 may enter"),), "Combat")
    assert panel.checks.count() == 1


def test_the_list_of_a_game_that_is_over_names_the_winner(
    window: TableWindow, tmp_path: Path
) -> None:
    assert window.session.new(tmp_path / "g.h44log", "normandy44", "cherbourg", mode="enforced")
    game = window.session.game
    assert isinstance(game, Game)
    game.play(act.ManualEdit(effects=(fx.SetTrack(track="winner", before=None, after="allied"),)))
    window.session.show_line(game.head)
    panel = window.feature(Deciding).panel
    assert panel.title.text() == "The game is over: Allied victory."
    assert panel.checks.isHidden()
    assert panel.next.isHidden()


@pytest.mark.slow
def test_a_phase_with_possible_arrivals_ends_with_a_second_key(
    window: TableWindow,
) -> None:
    sample = next(path for path in sample_games() if path.stem.startswith("normandy"))
    assert window.open_path(sample)
    session = window.session
    session.try_out()
    turn = window.feature(TurnFeature)
    steps = range(2, session.length)
    for step in steps:
        session.go(step)
        if session.state.clock.phase == "movement" and turn._waiting():
            break
    before = session.state.clock
    assert turn._waiting() > 0
    window.commands.run("advance")
    assert session.state.clock == before
    assert "again" in window.messages.lines[-1]
    window.commands.run("advance")
    assert session.state.clock != before or session.asked is not None
    session.drop_all_trials()


def test_a_note_is_last_in_the_list_of_the_first_turn(window: TableWindow, tmp_path: Path) -> None:
    path = tmp_path / "first.h44log"
    assert window.session.new(path, "holland44", "campaign", mode="enforced")
    position = window.session.position
    assert position is not None
    notes = [item.rule == "6.4.1" for item in position.checklist()]
    assert notes == sorted(notes)
    assert any(notes)
