"""The command table: complete, without conflicts, in the menus, on the shortcut page."""

from __future__ import annotations

from importlib.resources import files

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QMenu, QScrollArea
from pytestqt.qtbot import QtBot

from engine.i18n import has, t
from holland44_qt.commands import MENUS
from holland44_qt.window.table_window import TableWindow

Key = Qt.Key


def press(window: TableWindow, key: Qt.Key, shift: bool = False) -> None:
    modifier = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    QTest.keyClick(window, key, modifier)


def test_every_command_is_complete(window: TableWindow) -> None:
    targets = window.features
    for command in window.commands.all:
        assert has(command.text_key), command.id
        assert has(command.help_key), command.id
        assert command.menu in MENUS
        assert any(callable(getattr(target, command.handler, None)) for target in targets)
        if command.icon:
            assert (files("resources") / "icons" / f"{command.icon}.svg").is_file()
            assert not window.commands[command.id].icon().isNull()
    assert len({c.id for c in window.commands.all}) == len(window.commands.all)


def test_shortcuts_are_unique(window: TableWindow) -> None:
    keys = [QKeySequence(k).toString() for c in window.commands.all for k in c.shortcuts]
    assert all(keys)
    assert len(set(keys)) == len(keys)


def test_mnemonics_of_a_menu_differ(window: TableWindow) -> None:
    for menu in {(c.menu, c.submenu) for c in window.commands.all}:
        texts = [t(c.text_key) for c in window.commands.all if (c.menu, c.submenu) == menu]
        letters = [text[text.index("&") + 1].lower() for text in texts if "&" in text]
        assert len(set(letters)) == len(letters), menu


def test_menus_hold_every_command(window: TableWindow) -> None:
    held = {
        action.objectName()
        for menu in window.menuBar().findChildren(QMenu)
        for action in menu.actions()
    }
    assert {c.id for c in window.commands.all} <= held


def test_the_page_of_shortcuts_lists_them_all(qtbot: QtBot, window: TableWindow) -> None:
    press(window, Key.Key_Question)
    dialog = window.findChild(QDialog)
    assert dialog is not None
    said = {label.text() for label in dialog.findChildren(QLabel)}
    for command in window.commands.all:
        if command.shortcuts:
            assert t(command.help_key) in said
    with qtbot.waitSignal(dialog.destroyed):
        dialog.close()


@pytest.mark.parametrize("language", ["en", "pt"])
def test_the_page_of_shortcuts_fits_a_small_window(
    window: TableWindow, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOLLAND44_LANG", language)
    window.resize(1024, 700)
    window.commands["shortcuts"].trigger()
    dialog = window.findChild(QDialog)
    assert dialog is not None
    QApplication.processEvents()
    area = dialog.findChild(QScrollArea)
    assert dialog.width() <= 1024
    assert area is not None
    assert area.horizontalScrollBar().maximum() == 0
    dialog.close()


def test_about_names_the_owner_and_the_sources(window: TableWindow) -> None:
    window.commands["about"].trigger()
    dialog = window.findChild(QDialog)
    assert dialog is not None
    said = "\n".join(label.text() for label in dialog.findChildren(QLabel))
    for line in (window.session.module.meta.owner, *window.session.module.board.credits):
        assert line in said


def test_keys_move_the_view(qtbot: QtBot, battle: TableWindow) -> None:
    view = battle.view
    press(battle, Key.Key_F)
    fitted = view.scale_now
    press(battle, Key.Key_Plus)
    press(battle, Key.Key_Plus)
    press(battle, Key.Key_Plus)
    press(battle, Key.Key_Plus)
    press(battle, Key.Key_Plus)
    press(battle, Key.Key_Minus)
    qtbot.waitUntil(lambda: not view._running())
    assert view.scale_now == pytest.approx(fitted * 1.25**4)
    at = view.mapToScene(QPoint(0, 0))
    press(battle, Key.Key_Right, shift=True)
    press(battle, Key.Key_Down, shift=True)
    moved = view.mapToScene(QPoint(0, 0)) - at
    assert moved.x() > 0
    assert moved.y() > 0
    assert battle.session.step == 1
    press(battle, Key.Key_F)
    assert view.scale_now == pytest.approx(view._smallest())
