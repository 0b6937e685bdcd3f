"""Typed keys go to the focused field, never to the board behind it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest

from engine.log.store import load
from holland44_qt.commands import is_typed
from holland44_qt.window.table_window import TableWindow


@pytest.fixture
def game(window: TableWindow, log_path: Path) -> TableWindow:
    """The window with the battle open for play, at its end."""
    assert window.open_path(log_path, play=True)
    return window


@pytest.mark.parametrize(
    ("keys", "typed"),
    [("N", True), ("Shift+N", True), ("Tab", True), ("?", True), ("Shift+Up", True), ("+", True),
     ("F1", False), ("Shift+F10", False), ("Ctrl+N", False), ("Menu", False), ("Alt+Y", False)],
)  # fmt: skip
def test_typed_keys_go_to_the_focused_field(keys: str, typed: bool) -> None:
    assert is_typed(QKeySequence(keys)) == typed


def test_letters_in_the_comment_reach_the_comment_only(game: TableWindow) -> None:
    entries = len(load(game.session.path).log)  # type: ignore[arg-type]
    game.activateWindow()
    game.commands["comment"].trigger()
    field = game.focusWidget()
    assert field is not None
    QTest.keyClicks(field, "Nod. LX?")
    assert field.toPlainText() == "Nod. LX?"  # type: ignore[attr-defined]
    QTest.keyClick(field, Qt.Key.Key_Tab)
    assert game.focusWidget() is not field
    assert game.focusWidget() is not game.view
    QTest.keyClicks(game.focusWidget(), "n")
    QTest.keyClick(game.focusWidget(), Qt.Key.Key_Escape)
    assert game.focusWidget() is game.view
    assert len(load(game.session.path).log) == entries  # type: ignore[arg-type]


def test_letters_in_a_list_run_no_command(game: TableWindow) -> None:
    entries = len(load(game.session.path).log)  # type: ignore[arg-type]
    game.activateWindow()
    game.log.setFocus()
    QTest.keyClicks(game.log, "NODLX")
    QTest.keyClick(game.log, Qt.Key.Key_Delete)
    assert len(load(game.session.path).log) == entries  # type: ignore[arg-type]


def test_letters_on_the_board_run_commands(game: TableWindow) -> None:
    game.activateWindow()
    QTest.keyClick(game.view, Qt.Key.Key_Q)
    step = game.session.step
    QTest.keyClick(game.view, Qt.Key.Key_Left)
    assert game.session.step == step - 1


def test_closing_a_drawer_returns_focus_to_the_board(game: TableWindow) -> None:
    game.commands["branches"].trigger()
    assert game.panels.drawer.isAncestorOf(game.focusWidget())
    game.commands["compare"].trigger()
    assert game.focusWidget() is game.view, "the arrows step to what is compared"
    game.commands["branches"].trigger()
    game.panels.close_drawer()
    assert game.focusWidget() is game.view
    game.commands["comment"].trigger()
    assert game.focusWidget() is not game.view
