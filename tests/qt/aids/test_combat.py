"""The combat helper: strengths from the counters, shifts, column, the recorded combat."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.core import actions as act
from engine.core.state import Piece
from engine.i18n import t
from engine.modules.tables import PairChart
from holland44_qt.aids.charts import chart
from holland44_qt.aids.combat_feature import CombatFeature
from holland44_qt.aids.combat_panel import CombatPanel
from holland44_qt.aids.strengths import face_of
from holland44_qt.frame.inspector import NARROW
from holland44_qt.window.table_window import TableWindow
from tests.qt.aids.dicing import load_dice

ATTACKERS = ("BR-2-1P", "BR-3-1P")


def panel(window: TableWindow) -> CombatPanel:
    window.panels.show("combat")
    return window.feature(CombatFeature).panel


def defender(window: TableWindow) -> str:
    """A German unit of the set-up with a strength of its own."""
    module, state = window.session.module, window.session.state
    return next(
        u
        for u, p in state.pieces.items()
        if p.side == "german"
        and module.places.is_hex(p.place)
        and module.counters.of(p.counter).front.defense == 5
    )


def prepare(window: TableWindow) -> str:
    window.view.selection.set(ATTACKERS)
    QTest.keyClick(window, Qt.Key.Key_K)
    against = defender(window)
    window.view.selection.set((against,))
    panel(window).defenders.wanted.emit()
    return against


def test_strengths_come_from_the_counters(table: TableWindow) -> None:
    against = prepare(table)
    shown = panel(table)
    assert shown.attackers.units == ATTACKERS
    assert (shown.attackers.strength, shown.defenders.strength) == (8, 5)
    place = table.session.state.pieces[against].place
    assert shown.target.text() == table.session.module.places.name(place)
    assert "1:1" in shown.heading.text()


@pytest.mark.parametrize(
    ("attack", "defense", "shifts", "column", "result"),
    [
        ("printed", "printed", (), "1:1", "A1/DR"),
        ("half", "printed", (), "1:2", "EX"),
        ("printed", "half", (), "2:1", "DR"),
        ("printed", "double", ("elite",), "1:1", "A1/DR"),
        ("printed", "zero", (), "7:1", "DS"),
        ("printed", "one", (), "7:1", "DS"),
        ("printed", "printed", ("air", "artillery", "armor_defender"), "2:1", "DR"),
    ],
)
def test_a_combat_is_computed_and_recorded(
    table: TableWindow,
    attack: str,
    defense: str,
    shifts: tuple[str, ...],
    column: str,
    result: str,
) -> None:
    against = prepare(table)
    shown = panel(table)
    before = table.session.state
    for force, change in ((shown.attackers, attack), (shown.defenders, defense)):
        for _, choice, _ in force._rows:
            choice.setCurrentIndex(choice.findData(change))
    for box, change_of in shown._shifts:
        box.setChecked(change_of.id in shifts)
    shown.lead.setCurrentIndex(1)
    load_dice(table, 5)
    assert f"5: {result}" in shown.chances.text()
    QTest.mouseClick(shown.row.roll, Qt.MouseButton.LeftButton)
    current = table.session.current
    assert current is not None
    fight = current.entry.action
    assert isinstance(fight, act.Combat)
    assert (fight.column, fight.result) == (column, result)
    assert (fight.attackers, fight.defenders, fight.lead) == (ATTACKERS, (against,), "BR-2-1P")
    assert len(fight.shifts) == len(shifts)
    assert current.entry.dice[0].values == (5,)
    # Losses are the players' own.
    assert table.session.state.pieces == before.pieces
    assert shown.attackers.units == ()


def test_missing_input_is_reported_and_nothing_is_thrown(table: TableWindow) -> None:
    shown = panel(table)
    assert shown.chances.text() == t("aids.combat.no_attackers")
    assert not shown.row.isEnabled()
    table.view.selection.set(ATTACKERS)
    shown.attackers.wanted.emit()
    assert shown.chances.text() == t("aids.combat.no_target")
    before = table.session.length
    table.feature(CombatFeature).fight(None)
    assert table.session.length == before
    assert table.messages.lines == [t("aids.combat.no_target")]


def test_removed_units_leave_the_combat(table: TableWindow) -> None:
    prepare(table)
    table.session.first()
    assert panel(table).attackers.units == ()
    assert panel(table).defenders.units == ()


def test_a_unit_at_its_last_step_fights_as_its_remnant(table: TableWindow) -> None:
    module = table.session.module
    piece = table.session.state.pieces["BR-2-1P"]
    weak = Piece(piece.counter, piece.side, piece.place, 1)
    face = face_of(module, weak)
    ((remnant, side), *_) = module.counters.remnants_for(module.counters.of("BR-2-1P"))
    assert face == remnant.face(side)
    full = face_of(module, piece)
    assert full is not None
    assert face is not None
    assert face.attack < full.attack
    assert face_of(module, Piece("nobody", "allied", 0, 1)) is None


def test_a_game_of_two_dice_is_fought_with_two(window: TableWindow, tmp_path: Path) -> None:
    assert window.session.new(tmp_path / "other.h44log", "marketgarden", "campaign")
    shown = panel(window)
    pieces = window.session.state.pieces
    ours, theirs = (
        next(u for u, p in pieces.items() if p.side == side and p.place < 400)
        for side in ("allied", "german")
    )
    shown.take("attack", (ours,))
    shown.take("defense", (theirs,))
    assert shown.dice == (2, 6)
    assert "2: " in shown.chances.text()
    assert "12: " in shown.chances.text()
    shown.row.by_hand.setText("3 4")
    QTest.keyClick(shown.row.by_hand, Qt.Key.Key_Return)
    recording = window.session.recording
    assert recording is not None
    entry = recording.timeline.entries[-1]
    assert isinstance(entry.action, act.Combat)
    assert entry.dice[0].values == (3, 4)
    column = chart(window.session.module, "crt", PairChart).column(entry.action.column)
    assert entry.action.result == chart(window.session.module, "crt", PairChart).result(7, column)


def test_k_sets_the_selection_against_the_enemy_under_the_pointer(table: TableWindow) -> None:
    against, state = defender(table), table.session.state
    far = next(u for u, p in state.pieces.items() if p.side == "german" and u != against)
    table.view.selection.set(ATTACKERS)
    table.view.hovered.emit(state.pieces[against].place)
    QTest.keyClick(table.view, Qt.Key.Key_K)
    shown = panel(table)
    assert (shown.attackers.units, against in shown.defenders.units) == (ATTACKERS, True)
    table.view.hovered.emit(-1)
    table.view.selection.set(ATTACKERS[:1])
    QTest.keyClick(table.view, Qt.Key.Key_K)
    assert shown.attackers.units == ATTACKERS[:1], "others attack now"
    table.view.selection.set((far,))
    QTest.keyClick(table.view, Qt.Key.Key_K)
    assert (shown.attackers.units, shown.defenders.units) == (ATTACKERS[:1], (far,))


def test_an_unknown_unit_has_no_strength_until_one_is_entered(table: TableWindow) -> None:
    state, counters = table.session.state, table.session.module.counters
    hidden = next(
        u for u, p in state.pieces.items() if counters.of(p.counter).role == "unknown" and p.place
    )
    shown = panel(table)
    shown.take("attack", ATTACKERS)
    shown.take("defense", (hidden,))
    assert shown.chances.text() == t("aids.combat.unknown")
    assert not shown.row.isEnabled()
    shown.defenders._rows[0][0].setValue(4)
    assert "2:1" in shown.heading.text()


def test_the_helper_fits_the_inspector_and_its_button_keeps_its_place(table: TableWindow) -> None:
    shown = panel(table)
    table.panels.show("combat")
    assert shown.minimumSizeHint().width() <= NARROW - 12, "nothing is cut off at the right"
    QApplication.processEvents()
    before = shown.row.geometry().top()
    shown.take("attack", ATTACKERS)
    shown.take("defense", (defender(table),))
    QApplication.processEvents()
    assert shown.row.geometry().top() == before
    shown.resize(NARROW - 12, 700)
    long = max((box for box, _ in shown._shifts), key=lambda box: len(box.text()))
    assert "\n" in long.text()
    assert long.sizeHint().width() <= shown.width()


def test_after_the_roll_the_board_has_keyboard_focus(table: TableWindow) -> None:
    prepare(table)
    shown = panel(table)
    shown.label.setFocus()
    QTest.mouseClick(shown.row.roll, Qt.MouseButton.LeftButton)
    assert table.focusWidget() is table.view


def test_a_click_on_a_button_keeps_focus_on_the_board(table: TableWindow) -> None:
    table.panels.show("combat")
    table.view.setFocus()
    box = panel(table)._shifts[0][0]
    QApplication.processEvents()  # laid out
    handle = table.windowHandle()
    assert handle is not None
    at = box.mapTo(table, QPoint(8, box.height() // 2))
    QTest.mouseClick(handle, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    assert box.isChecked()
    assert table.focusWidget() is table.view
