"""The front line on the board, and the list without details."""

from __future__ import annotations

from dataclasses import replace

from holland44_qt.models.entry_filter import EntryFilter
from holland44_qt.report.front_feature import Fronts
from holland44_qt.window.table_window import TableWindow


def test_the_front_is_drawn_when_enabled(battle: TableWindow) -> None:
    fronts = battle.feature(Fronts)
    battle.session.go(8)
    assert fronts.layer._marks == ()
    battle.commands["front_lines"].trigger()
    assert fronts.layer._marks
    battle.commands["front_lines"].trigger()
    assert fronts.layer._marks == ()


def test_the_list_can_hide_details(battle: TableWindow) -> None:
    recording = battle.session.recording
    assert recording is not None
    everything = battle.model.listed
    battle.log_panel._set(replace(EntryFilter(), clean=True))
    assert battle.model.listed < everything
    assert not battle.model.filter.is_empty
    battle.log_panel.clear()
    assert battle.model.listed == everything
