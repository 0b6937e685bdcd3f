"""The command palette: opened by key, searched by letters, used by Enter or a click."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.core import effects as fx
from engine.i18n import t
from holland44_qt.shell.command_palette import Palette, PaletteFeature, TargetModel
from holland44_qt.shell.fuzzy_search import Target, best, entries
from holland44_qt.window.table_window import TableWindow

Key = Qt.Key


@pytest.fixture
def palette(qtbot: QtBot, battle: TableWindow) -> Palette:
    battle.activateWindow()
    qtbot.waitUntil(battle.isActiveWindow)
    QTest.keyClick(battle, Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    found = battle.findChild(Palette)
    assert found is not None
    return found


def titles(palette: Palette) -> list[str]:
    model = palette.model
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_commands_are_listed_before_typing(palette: Palette, battle: TableWindow) -> None:
    assert titles(palette)[0] == t(battle.commands.all[0].text_key).replace("&", "")


def test_a_command_is_run_by_enter(palette: Palette, battle: TableWindow) -> None:
    assert battle.session.step == 1
    QTest.keyClicks(palette.line, "step forw")
    QTest.keyClick(palette.line, Key.Key_Return)
    assert battle.session.step == 2
    assert not palette.isVisible()


def test_a_drawer_is_found_by_its_title(palette: Palette, battle: TableWindow) -> None:
    QTest.keyClicks(palette.line, "narrative")
    QTest.keyClick(palette.line, Key.Key_Return)
    assert battle.panels.is_shown("narrative")


def test_a_hex_is_shown_and_highlighted(palette: Palette, battle: TableWindow) -> None:
    QTest.keyClicks(palette.line, "4816")
    QTest.keyClick(palette.line, Key.Key_Return)
    view, place = battle.view, battle.session.module.board.index["4816"]
    assert view._flash.places == (place,)
    assert view.hex_at(view.viewport().rect().center()) == place


def test_a_place_is_shown(palette: Palette, battle: TableWindow) -> None:
    QTest.keyClicks(palette.line, "nijmegen")
    QTest.keyClick(palette.line, Key.Key_Return)
    (place,) = battle.view._flash.places
    assert "Nijmegen" in battle.session.module.board.names[place]


def test_arrows_move_in_the_list_and_stop_at_its_ends(palette: Palette) -> None:
    QTest.keyClicks(palette.line, "arnhem")
    rows = palette.model.rowCount()
    assert rows > 2
    for key, row in (
        (Key.Key_Up, 0), (Key.Key_Down, 1), (Key.Key_Down, 2), (Key.Key_Up, 1),
        (Key.Key_PageDown, min(rows - 1, 12)), (Key.Key_PageUp, max(0, min(rows - 1, 12) - 11)),
    ):  # fmt: skip
        QTest.keyClick(palette.line, key)
        assert palette.list.currentIndex().row() == row


def test_typed_text_can_be_searched_in_the_log(palette: Palette, battle: TableWindow) -> None:
    QTest.keyClicks(palette.line, "qqqqq")
    assert titles(palette) == [t("shell.find.log", words="qqqqq")]
    QTest.keyClick(palette.line, Key.Key_Return)
    assert battle.panels.is_shown("log")
    assert battle.log_panel.words.text() == "qqqqq"
    assert battle.model.listed == 0
    assert battle.session.step == 1


def test_no_match_is_reported_and_enter_does_nothing(window: TableWindow) -> None:
    window.feature(PaletteFeature).ask()
    palette = window.findChild(Palette)
    assert palette is not None
    QTest.keyClicks(palette.line, "qqqqq")
    assert palette.nothing.isVisible()
    QTest.keyClick(palette.line, Key.Key_Return)
    assert palette.isVisible()
    QTest.keyClick(palette.line, Key.Key_Escape)


@pytest.mark.slow
def test_a_disabled_command_is_shown_and_not_run(window: TableWindow) -> None:
    window.feature(PaletteFeature).ask()
    palette = window.findChild(Palette)
    assert palette is not None
    QTest.keyClicks(palette.line, "step forward")
    assert "Step forward" in titles(palette)[0]
    QTest.keyClick(palette.line, Key.Key_Return)
    assert palette.isVisible()


def test_a_unit_is_highlighted_on_the_map_or_its_box_is_named(battle: TableWindow) -> None:
    feature, session = battle.feature(PaletteFeature), battle.session
    places = session.module.places
    state = session.state
    on_map = next(u for u, p in state.pieces.items() if places.is_hex(p.place))
    in_box = next(u for u, p in state.pieces.items() if not places.is_hex(p.place))
    feature.go_to_unit(on_map)
    assert battle.view._flash.places == (state.pieces[on_map].place,)
    feature.go_to_unit(in_box)
    (sentence,) = battle.messages.lines
    assert session.module.unit_name(state.pieces[in_box].counter) in sentence
    feature.go_to_unit("nobody")
    assert len(battle.messages.lines) == 1


def test_a_click_runs_the_item(qtbot: QtBot, palette: Palette, battle: TableWindow) -> None:
    QTest.keyClicks(palette.line, "step forw")
    rect = palette.list.visualRect(palette.model.index(0, 0))
    qtbot.mouseClick(palette.list.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert battle.session.step == 2


def test_the_model_keeps_qt_contracts(qtbot: QtBot) -> None:
    model = TargetModel()
    mode = QAbstractItemModelTester.FailureReportingMode.Fatal
    tester = QAbstractItemModelTester(model, mode)
    for count in (0, 3, 1, 0):
        model.show([Target("hex", str(k), "detail", lambda: None, "K") for k in range(count)])
        assert model.rowCount() == count
    model.show([Target("hex", "4816", "Grave", lambda: None, "K")])
    read = model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert read == "4816. Grave. K"
    assert model.data(model.index(5, 0)) is None
    del tester


def test_moved_units_are_found_at_their_new_place(battle: TableWindow) -> None:
    battle.session.go(3)
    move = battle.session.current
    assert move is not None
    moved = next(e for e in move.entry.effects if isinstance(e, fx.Move))
    battle.feature(PaletteFeature).go_to_unit(moved.unit)
    places = battle.session.module.places
    assert battle.view._flash.places == (battle.session.state.pieces[moved.unit].place,)
    assert places.is_hex(battle.view._flash.places[0])


def test_an_entry_is_shown_by_its_number(palette: Palette, battle: TableWindow) -> None:
    QTest.keyClicks(palette.line, "#7")
    QTest.keyClick(palette.line, Key.Key_Return)
    assert battle.session.step == 7


def test_an_entry_of_a_side_line_is_found_by_its_place_in_the_line(battle: TableWindow) -> None:
    session = battle.session
    session.go(3)
    assert session.play_on("Another way")
    noted = session.play(act.Note(text="Here."))
    assert noted is not None
    assert (session.step, noted.id) == (4, session.length + 8)
    session.go(1)
    assert session.recording is not None
    found = best("4", entries(session.recording, session.go), 1)[0]
    assert (found.title, found.detail[:4]) == ("4", f"#{noted.id}:")
    found.run()
    assert session.step == 4


def test_filler_words_are_ignored_in_searches(palette: Palette, battle: TableWindow) -> None:
    QTest.keyClicks(palette.line, "all D1")
    QTest.keyClick(palette.line, Key.Key_Return)
    assert battle.log_panel.words.text() == "D1"
    assert battle.model.listed == 1


def test_arrows_go_through_the_matches(palette: Palette, battle: TableWindow) -> None:
    QTest.keyClicks(palette.line, "all 6122")
    QTest.keyClick(palette.line, Key.Key_Return)
    assert battle.focusWidget() is battle.log
    QTest.keyClick(battle.log, Key.Key_Down)
    first = battle.session.step
    assert first > 1
    QTest.keyClick(battle.log, Key.Key_Down)
    assert battle.session.step > first
    battle.commands.run("filter")
    QTest.keyClick(battle.log_panel.words, Key.Key_Return)
    assert battle.focusWidget() is battle.log


def test_the_logs_search_field_accepts_the_same_words(qtbot: QtBot, battle: TableWindow) -> None:
    battle.commands.run("filter")
    battle.log_panel.look_for("everything of 6122")
    assert 0 < battle.model.listed < 11


def test_ambiguous_commands_show_their_menu(palette: Palette, battle: TableWindow) -> None:
    QTest.keyClicks(palette.line, "stop at combats")
    QTest.keyClick(palette.line, Key.Key_Return)
    assert battle.player.stops == {"combat"}


def test_after_a_jump_the_board_has_focus(palette: Palette, battle: TableWindow) -> None:
    battle.commands.run("filter")
    for letters in ("#7", "4816"):
        battle.commands.run("filter")
        battle.feature(PaletteFeature).ask()
        found = battle.findChildren(Palette)[-1]
        QTest.keyClicks(found.line, letters)
        QTest.keyClick(found.line, Key.Key_Return)
        assert battle.focusWidget() is battle.view
    assert battle.session.step == 7


@pytest.mark.parametrize(
    ("typed", "command"), [("camera", "camera_here"), ("come back", "look_aside")]
)
def test_commands_are_found_by_the_words_of_the_readme(
    palette: Palette, battle: TableWindow, typed: str, command: str
) -> None:
    QTest.keyClicks(palette.line, typed)
    name = t(f"app.command.{command}").replace("&", "")
    assert titles(palette)[0].endswith(name)
    assert battle.commands[command].isEnabled()
