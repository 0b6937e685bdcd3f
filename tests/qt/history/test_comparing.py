"""Comparing two positions: the list, the ghosts, the arrows; also across branches."""

from __future__ import annotations

import shutil
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.core.places import Places
from engine.report.document import title_of
from holland44_qt.history.compare_feature import Comparing
from holland44_qt.models.changes_model import HEXES
from holland44_qt.samples import sample_games
from holland44_qt.window.table_window import TableWindow


def lines(window: TableWindow) -> list[str]:
    model = window.feature(Comparing).model
    return [model.index(k, 0).data() for k in range(model.rowCount())]


def test_changes_since_a_are_shown(battle: TableWindow) -> None:
    comparing = battle.feature(Comparing)
    places: Places = battle.session.module.places
    battle.session.go(2)
    QTest.keyClick(battle, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert comparing.panel.isVisible()
    assert lines(battle) == []
    battle.session.go(4)
    assert len(lines(battle)) == 2
    start, end = places.index("6217"), places.index("6120")
    assert (start, end) in comparing.layer.arrows
    assert len(comparing.layer.ghosts[start]) == 2
    battle.view.zoom_to([start])
    battle.view.viewport().grab()
    battle.session.go(7)
    said = lines(battle)
    assert any("Disrupted" in line or "disrupted" in line for line in said)
    assert places.index("6122") in comparing.layer.came  # it was drawn from the pool
    battle.session.go(2)
    assert comparing.layer.arrows == ()


def test_a_unit_that_only_changed_has_a_ring(battle: TableWindow) -> None:
    battle.session.go(6)
    battle.commands["compare"].trigger()
    battle.session.go(7)
    layer = battle.feature(Comparing).layer
    assert layer.changed == {battle.session.module.places.index("6122")}
    assert layer.ghosts == {}


def test_changes_are_shown_backwards(battle: TableWindow) -> None:
    comparing = battle.feature(Comparing)
    places: Places = battle.session.module.places
    battle.session.go(4)
    battle.commands["compare"].trigger()
    battle.session.go(2)
    assert (places.index("6120"), places.index("6217")) in comparing.layer.arrows


def test_a_is_kept_on_another_line(branched: TableWindow) -> None:
    branched.commands["compare"].trigger()
    branched.session.show_line(11)
    assert branched.session.step == 11
    assert any("blown" in line.lower() for line in lines(branched))


def test_entries_are_numbered_along_their_line(branched: TableWindow) -> None:
    session, title = branched.session, branched.feature(Comparing).panel.title
    step, current = session.step, session.current
    assert current is not None
    assert current.entry.id != step
    branched.commands["compare"].trigger()
    assert f"Entry {step} is A" in title.text()
    session.back()
    assert title.text().startswith(f"From entry {step} (A) to entry {step - 1}:")
    session.show_line(11)
    assert title.text().startswith(f"From entry {step} of another line (A) to entry 11:")


def test_a_change_is_located_on_the_board(battle: TableWindow) -> None:
    comparing = battle.feature(Comparing)
    battle.session.go(2)
    battle.commands["compare"].trigger()
    battle.session.go(4)
    index = next(
        comparing.model.index(k, 0)
        for k in range(comparing.model.rowCount())
        if comparing.model.index(k, 0).data(HEXES)
    )
    comparing.panel.list.clicked.emit(index)
    assert battle.view._flash.places == index.data(HEXES)[-1:]


def test_ending_the_comparison_clears_it(battle: TableWindow) -> None:
    battle.session.go(2)
    battle.commands["compare"].trigger()
    battle.session.go(4)
    assert battle.commands["compare_off"].isEnabled()
    battle.commands["compare_off"].trigger()
    assert lines(battle) == []
    assert battle.feature(Comparing).layer.ghosts == {}
    assert not battle.commands["compare_off"].isEnabled()


def test_two_positions_are_shown_side_by_side(battle: TableWindow) -> None:
    battle.session.go(battle.session.length)
    battle.commands["side_by_side"].trigger()
    twin = battle.feature(Comparing).twin
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


def test_a_is_shown_beside_the_current_position(battle: TableWindow) -> None:
    battle.session.go(2)
    battle.commands["compare"].trigger()
    battle.session.go(6)
    battle.feature(Comparing).panel.beside.click()
    twin = battle.feature(Comparing).twin
    assert twin is not None
    assert (twin.left.step.value(), twin.right.step.value()) == (2, 6)
    twin.close()


def test_another_game_is_shown_beside_this_one(battle: TableWindow, log_path: Path) -> None:
    battle.commands["side_by_side"].trigger()
    twin = battle.feature(Comparing).twin
    assert twin is not None
    other = log_path.with_name("other.h44log")
    shutil.copy(log_path, other)
    assert twin.left.show_game(other)
    shown = twin.left.recording
    assert shown is not battle.session.recording
    assert twin.left.other.text() == "other"
    foreign = next(path for path in sample_games() if path.stem == "normandy44-d-day")
    assert not twin.left.show_game(foreign)
    assert "normandy44-d-day" in twin.left.caption.text()
    assert twin.left.recording is shown
    twin.close()


def test_a_move_is_listed_with_both_places_under_its_formation(window: TableWindow) -> None:
    window.open_path(next(path for path in sample_games() if path.stem == "normandy44-d-day"))
    window.session.go(28)
    window.commands["compare"].trigger()
    window.session.go(75)
    said = lines(window)
    assert "German · 21 Pz Div" in said
    assert "125/21 Pz: 1732 Vimont → 2031" in said
    allied = said[said.index("Allied · 6 AB Div") :]
    assert allied[1] == "8/3/6 AB is eliminated", "what is lost comes first"
    assert not any("8/3/6 AB loses" in line for line in said)


def test_two_positions_open_at_the_current_view(battle: TableWindow) -> None:
    battle.session.go(7)
    battle.view.zoom_to([battle.session.module.board.hex("6122")])
    battle.commands["side_by_side"].trigger()
    twin = battle.feature(Comparing).twin
    assert twin is not None
    for half in (twin.left, twin.right):
        assert half.view.scale_now == battle.view.scale_now
        assert (half.view.middle - battle.view.middle).manhattanLength() < 0.1
    twin.close()


def test_escape_closes_the_comparison_window(qtbot: QtBot, battle: TableWindow) -> None:
    battle.session.go(7)
    battle.commands["side_by_side"].trigger()
    twin = battle.feature(Comparing).twin
    assert twin is not None
    twin.activateWindow()
    twin.left.view.setFocus()
    qtbot.waitUntil(twin.left.view.hasFocus)
    with qtbot.waitSignal(twin.destroyed):
        QTest.keyClick(twin.left.view, Qt.Key.Key_Escape)
    assert battle.feature(Comparing).twin is None


def test_each_map_has_the_name_of_its_game_and_entry(battle: TableWindow) -> None:
    battle.session.last()
    battle.commands["side_by_side"].trigger()
    twin = battle.feature(Comparing).twin
    assert twin is not None
    assert battle.session.recording is not None
    title = title_of(battle.session.recording)
    for half in (twin.left, twin.right):
        assert half.name.text() == f"{title} – entry {half.step.value()}"
    twin.left.step.setValue(1)
    assert twin.left.name.text() == f"{title} – entry 1"
    twin.close()
