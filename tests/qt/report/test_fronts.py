"""The front on the board; two positions beside each other, with one cursor; the clean list."""

from __future__ import annotations

from dataclasses import replace

from holland44_qt.models.entry_filter import EntryFilter
from holland44_qt.report.fronts import Fronts
from holland44_qt.window.table_window import TableWindow


def test_the_front_is_drawn_while_it_is_wanted(battle: TableWindow) -> None:
    fronts = battle.feature(Fronts)
    battle.session.go(8)
    assert fronts.layer._marks == ()
    battle.commands["front_lines"].trigger()
    assert fronts.layer._marks
    battle.commands["front_lines"].trigger()
    assert fronts.layer._marks == ()


def test_two_positions_lie_beside_each_other(battle: TableWindow) -> None:
    battle.session.go(battle.session.length)
    battle.commands["side_by_side"].trigger()
    twin = battle.feature(Fronts).twin
    assert twin is not None
    assert twin.right.step.value() == battle.session.length
    assert twin.left.step.value() < twin.right.step.value()
    twin.left.view.hovered.emit(100)
    assert twin.right.pointer._marks
    assert twin.left.pointer._marks == ()
    twin.left.view.show_at(90.0, twin.left.view.middle)
    assert abs(twin.right.view.scale_now - 90.0) < 0.01
    twin.left.turns.setCurrentIndex(0)
    twin.left.turns.activated.emit(0)
    assert twin.left.step.value() == twin.left.turns.itemData(0)
    twin.close()


def test_the_list_can_be_clean(battle: TableWindow) -> None:
    recording = battle.session.recording
    assert recording is not None
    everything = battle.model.listed
    battle.log_panel._set(replace(EntryFilter(), clean=True))
    assert battle.model.listed < everything
    assert not battle.model.filter.is_empty
    battle.log_panel.clear()
    assert battle.model.listed == everything
