"""The dialogs of the help menu: all shortcuts, and whose program and game this is."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QLabel, QVBoxLayout, QWidget

from engine.i18n import t
from engine.modules import Module
from holland44_qt.commands import MENUS, Command
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, TEXT


def shortcuts_dialog(parent: QWidget, table: Iterable[Command]) -> QDialog:
    """Every command of a table that has keys, with what it does."""
    dialog = _dialog(parent, t("app.command.shortcuts").replace("&", ""))
    grid = QGridLayout()
    grid.setHorizontalSpacing(18)
    grid.setVerticalSpacing(3)
    row = 0
    for menu in MENUS:
        commands = [c for c in table if c.menu == menu and c.shortcuts]
        if not commands:
            continue
        title = QLabel(t(f"app.menu.{menu}").replace("&", ""))
        title.setFont(font("Barlow", TEXT + 1, QFont.Weight.DemiBold))
        title.setStyleSheet(f"color: {ACCENT}; padding-top: 8px;")
        grid.addWidget(title, row, 0, 1, 2)
        row += 1
        for command in commands:
            keys = QLabel("  ".join(_native(k) for k in command.shortcuts))
            keys.setFont(font("Barlow Semi Condensed", TEXT, QFont.Weight.DemiBold))
            grid.addWidget(keys, row, 0)
            grid.addWidget(QLabel(t(command.help_key)), row, 1)
            row += 1
    body = dialog.layout()
    assert isinstance(body, QVBoxLayout)
    body.insertLayout(0, grid)
    return dialog


def about_dialog(parent: QWidget, module: Module) -> QDialog:
    """The program, the game's owner, and where the geography comes from."""
    dialog = _dialog(parent, t("app.command.about").replace("&", ""))
    lines = (t("app.about"), module.meta.owner, module.meta.notice, *module.board.credits)
    body = dialog.layout()
    assert isinstance(body, QVBoxLayout)
    for k, line in enumerate(lines):
        label = QLabel(line)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        body.insertWidget(k, label)
    dialog.setMinimumWidth(520)
    return dialog


def _native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def _dialog(parent: QWidget, title: str) -> QDialog:
    dialog = QDialog(parent)
    dialog.setWindowTitle(title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    column = QVBoxLayout(dialog)
    column.setContentsMargins(22, 16, 22, 16)
    column.setSpacing(10)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.close)
    column.addWidget(buttons)
    return dialog
