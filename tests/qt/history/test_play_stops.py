"""The log's filter, stops of the replay, and glances at other moments."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip
from pytestqt.qtbot import QtBot

from engine.log.annotations import Annotation, Camera
from holland44_qt.models.log_model import Role
from holland44_qt.replay.log_list import LogList
from holland44_qt.replay.player import SPEEDS, STOPS
from holland44_qt.replay.timeline_marks import MARKS, legend
from holland44_qt.window.table_window import TableWindow

Button, Modifier = Qt.MouseButton, Qt.KeyboardModifier


@pytest.fixture(autouse=True)
def _log(battle: TableWindow) -> None:
    """Show the log."""
    battle.panels.show("log")


def listed(window: TableWindow) -> list[int]:
    model = window.model
    rows = (model.index(row, 0).data(Role.STEP) for row in range(model.rowCount()))
    return [step for step in rows if step is not None]


# -- the filter ------------------------------------------------------------------------------------


def test_search_words_filter_the_list(qtbot: QtBot, battle: TableWindow) -> None:
    battle.session.go(7)
    panel = battle.log_panel
    battle.commands["filter"].trigger()
    QTest.keyClicks(panel.words, "6122")
    qtbot.waitUntil(lambda: len(listed(battle)) < 11)
    assert 7 in listed(battle)
    assert battle.session.step == 7
    assert battle.log.currentIndex().data(Role.STEP) == 7
    assert panel.off.isVisible()
    QTest.mouseClick(panel.off, Button.LeftButton)
    assert listed(battle) == list(range(1, 12))
    assert panel.words.text() == ""
    assert not panel.off.isVisible()


def test_the_menu_filters_by_kind_and_side(battle: TableWindow) -> None:
    panel = battle.log_panel

    def choose(text: str) -> None:
        panel.menu.aboutToShow.emit()
        next(a for a in panel.menu.actions() if a.text() == text).trigger()

    choose("combats")
    assert listed(battle) == [7]
    choose("moves")
    assert listed(battle) == [3, 4, 7]
    choose("combats")
    assert listed(battle) == [3, 4]
    choose("List all entries")
    german = next(s for s in battle.session.module.meta.sides if s.id == "german")
    choose(f"by {german.title}")
    assert listed(battle) == [11]


def test_selected_units_filter_the_list(battle: TableWindow) -> None:
    state, module = battle.session.state, battle.session.module
    unit = state.stack(module.places.index("6217"))[0]
    battle.view.selection.set((unit,))
    battle.commands["about_selection"].trigger()
    assert listed(battle) == [3, 7]
    assert module.unit_name(state.pieces[unit].counter) in battle.log_panel._hint.text()
    QTest.keyClick(battle, Qt.Key.Key_H, Modifier.ShiftModifier)
    assert len(listed(battle)) == 11
    battle.view.selection.clear()
    battle.view.hovered.emit(module.board.index["6219"])
    QTest.keyClick(battle, Qt.Key.Key_H)
    assert listed(battle) == [3, 4]


def test_a_hidden_current_step_marks_the_gap(battle: TableWindow) -> None:
    battle.log_panel.words.setText("6122")
    battle.log_panel.words.returnPressed.emit()
    before, after = ([s for s in listed(battle) if (s <= 9) is early] for early in (True, False))
    log = battle.log
    battle.session.go(9)
    assert not log.currentIndex().isValid()
    assert log.gap is not None
    assert battle.model.index(log.gap, 0).data(Role.STEP) == before[-1]
    assert not after
    marked = log.grab().toImage()
    battle.session.go(before[-1])
    assert log.gap is None
    assert log.currentIndex().data(Role.STEP) == before[-1]
    assert log.grab().toImage() != marked


def test_the_current_entry_stays_visible_in_a_smaller_list(battle: TableWindow) -> None:
    battle.session.last()
    log = battle.log
    for height in (400, 120):
        log.resize(log.width(), height)
        assert log.viewport().rect().contains(log.visualRect(log.currentIndex()).center())


def test_keys_skip_headings_between_matches(battle: TableWindow) -> None:
    log, model = battle.log, battle.model
    battle.session.go(1)
    battle.log_panel.look_for("#11")
    assert listed(battle) == [11]
    assert model.index(0, 0).data(Role.STEP) is None, "a heading comes first"
    QTest.keyClick(log, Qt.Key.Key_Down)
    assert battle.session.step == 11
    battle.log_panel.look_for("#3")
    QTest.keyClick(log, Qt.Key.Key_Up)
    assert battle.session.step == 3
    battle.log_panel.look_for("#11")
    QTest.keyClick(log, Qt.Key.Key_Up)
    assert battle.session.step == 3, "nothing was found above"


def test_keys_go_from_the_gap_to_adjacent_rows(battle: TableWindow) -> None:
    battle.log_panel.words.setText("6122")
    battle.log_panel.words.returnPressed.emit()
    (first, *_, last) = listed(battle)
    ways = LogList.CursorAction
    for start, way, end in (
        (2, ways.MoveDown, first),
        (last + 1, ways.MoveUp, last),
    ):
        battle.session.go(start)
        index = battle.log.moveCursor(way, Qt.KeyboardModifier.NoModifier)
        assert index.data(Role.STEP) == end


# -- playing ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "start", "expected"),
    [("combat", 2, 7), ("note", 7, 8), ("phase", 2, 6), ("turn", 2, 10)],
)
def test_replay_stops_at_configured_events(
    qtbot: QtBot, battle: TableWindow, what: str, start: int, expected: int
) -> None:
    battle.commands[f"stop_{what}"].trigger()
    battle.player.set_speed(len(SPEEDS) - 1)
    battle.session.go(start)
    battle.player.start()
    qtbot.waitUntil(lambda: not battle.player.playing, timeout=5000)
    assert battle.session.step == expected


def test_replay_stops_at_the_selected_unit(qtbot: QtBot, battle: TableWindow) -> None:
    places = battle.session.module.places
    unit = battle.session.state.stack(places.index("6122"))[0]
    battle.view.selection.set((unit,))
    battle.commands["stop_unit"].trigger()
    battle.player.set_speed(len(SPEEDS) - 1)
    battle.player.start()
    qtbot.waitUntil(lambda: not battle.player.playing, timeout=5000)
    assert battle.session.step == 5  # it is turned over, and leaves the board


def test_stops_can_be_removed(battle: TableWindow) -> None:
    for _ in range(2):
        for what in STOPS:
            battle.commands[f"stop_{what}"].trigger()
    assert battle.player.stops == frozenset()


# -- looks -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("button", "modifier"),
    [
        (Button.RightButton, Modifier.NoModifier),
        (Button.LeftButton, Modifier.AltModifier),
    ],
)
def test_a_glance_ends_where_it_began(
    battle: TableWindow, button: Qt.MouseButton, modifier: Qt.KeyboardModifier
) -> None:
    battle.session.go(2)
    scrubber = battle.scrubber
    at = [QPoint(round(scrubber.x_of(step)), 25) for step in (8, 5)]
    QTest.mousePress(scrubber, button, modifier, at[0])
    assert scrubber.peeking
    assert battle.session.step == 8
    QTest.mouseMove(scrubber, at[1])
    assert battle.session.step == 5
    assert len(battle.session.state.pieces) > 300
    QTest.mouseRelease(scrubber, button, modifier, at[1])
    assert not scrubber.peeking
    assert battle.session.step == 2


def test_returning_restores_the_view(battle: TableWindow) -> None:
    session, scrubber, view = battle.session, battle.scrubber, battle.view
    view.smooth = False
    camera = Camera(hexes=("6217", "6218"))
    notes = session.recording.annotations if session.recording else None
    assert notes is not None
    entry = session.recording.timeline.entries[7].id if session.recording else 0
    chosen = {**notes.entries, entry: Annotation(camera=camera)}
    session.annotate(lambda held: held.model_copy(update={"entries": chosen}))
    session.go(2)
    spot = QPoint(round(scrubber.x_of(8)), 25)
    whole = view.fit, lambda: view.fitted
    near = lambda: view.show_at(40, view.map_bounds.center()), lambda: view.scale_now == 40
    for look, same in (whole, near):
        look()
        assert same()
        QTest.mousePress(scrubber, Button.RightButton, pos=spot)
        assert not same(), "the annotator's camera"
        QTest.mouseRelease(scrubber, Button.RightButton, pos=spot)
        assert same()
        battle.commands.run("look_aside")
        session.go(8)
        assert not same()
        battle.commands.run("look_aside")
        assert session.step == 2
        assert same()


def test_a_drag_shows_its_moment_without_covering_the_timeline(battle: TableWindow) -> None:
    scrubber = battle.scrubber
    spots = [QPoint(round(scrubber.x_of(step)), 25) for step in (5, 7)]
    QTest.mousePress(scrubber, Button.LeftButton, pos=spots[0])
    QTest.mouseMove(scrubber, spots[1])
    assert not QToolTip.isVisible()
    above = QRect(spots[1].x() - 3, 1, 6, 12)
    told = scrubber.grab(above).toImage()
    QTest.mouseRelease(scrubber, Button.LeftButton, pos=spots[1])
    assert scrubber.grab(above).toImage() != told, "the flag goes when the line is let go of"


def test_the_legend_names_every_mark(qapp: object) -> None:
    assert legend().count("<img") == len(MARKS)
    assert "branch" in legend()


def test_the_tooltip_shows_step_and_legend(battle: TableWindow) -> None:
    QTest.mouseMove(battle.scrubber, QPoint(round(battle.scrubber.x_of(7)), 25))
    assert "Entry 7" in battle.scrubber.toolTip()
    assert "<img" in battle.scrubber.toolTip()


def test_jumps_to_combats_and_to_a_units_next_action(battle: TableWindow) -> None:
    session, actions = battle.session, battle.commands
    session.go(1)
    actions["next_combat"].trigger()
    assert session.step in session.landmarks.combats
    actions["previous_combat"].trigger()
    assert session.step in session.landmarks.combats, "none before: it stays"
    session.go(1)
    unit = next(iter(session.recording.timeline.entries[2].action.units))
    battle.view.selection.set((unit,))
    actions["next_act"].trigger()
    assert session.step == 3
    session.last()
    actions["previous_act"].trigger()
    assert session.step == session.landmarks.combats[0]


def test_the_log_finds_a_unit_a_hex_and_a_number(battle: TableWindow) -> None:
    module, session = battle.session.module, battle.session
    unit = session.recording.timeline.entries[2].action.units[0]
    name = module.unit_name(session.state.pieces[unit].counter)
    for words, step in ((name, 3), ("6218", 3), ("#6", 6)):
        battle.log_panel.look_for(words)
        assert battle.model.row_of(step) > battle.model.row_of(step - 1)
        assert 0 < battle.model.listed < session.length
