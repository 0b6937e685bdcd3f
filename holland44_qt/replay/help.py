"""Dialogs of the help menu: shortcuts, about, error details."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from PySide6.QtCore import QBuffer, QMarginsF, QSizeF, Qt
from PySide6.QtGui import (
    QFont,
    QGuiApplication,
    QKeySequence,
    QPageLayout,
    QPageSize,
    QPdfWriter,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engine.core.errors import UserError
from engine.files import write_atomic
from engine.i18n import t
from engine.modules.module import Module
from engine.version import third_parties, version_text
from holland44_qt.commands import MENUS, Command
from holland44_qt.file_dialogs import ask_where_to_save
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, EDGE, PAGE, TEXT

Groups = list[tuple[str, list[Command]]]
COLUMN, KEYS = 400, 150
"""Width in pixels of a column of shortcuts, and of the widest of its keys."""
BETWEEN, MARGINS = 34, 110
"""Pixels between two columns, and around all of them with the scroll bar."""
FEW = 3
"""Minimum number of a group's shortcuts in a column of their own."""
LETTERS = 68
"""Approximate number of letters of an explanation in a line."""
SCREEN_DPI = 96
_PRINT = f"""
body {{ font-family: Barlow; font-size: 7.5pt; }}
h1 {{ font-family: "Barlow Condensed"; color: {ACCENT}; font-size: 17pt; margin: 0; }}
h2 {{ font-size: 9.5pt; color: {ACCENT}; margin-top: 5pt; margin-bottom: 1pt; }}
td {{ padding: 0 6pt 0 0; }}
td.keys {{ font-family: "Barlow Semi Condensed"; font-weight: 600; white-space: nowrap; }}
"""


def groups_of(table: Iterable[Command]) -> Groups:
    """Return the commands with keys, by menu in the order of the menus."""
    commands = list(table)
    result = (
        (t(f"app.menu.{menu}").replace("&", ""), [c for c in commands if _in(c, menu)])
        for menu in MENUS
    )
    return [(title, listed) for title, listed in result if listed]


def shortcuts_dialog(parent: QWidget, table: Iterable[Command]) -> QDialog:
    """Return the dialog of all commands with shortcuts, grouped, for reading and printing."""
    dialog = _dialog(parent, t("app.command.shortcuts").replace("&", ""))
    groups = groups_of(table)
    room = parent.width() - MARGINS
    across = max(1, min(3, room // COLUMN))
    sheet = QWidget()
    sheet.setObjectName("sheet")
    columns = QHBoxLayout(sheet)
    columns.setContentsMargins(16, 8, 16, 16)
    columns.setSpacing(BETWEEN)
    for group in _balanced(groups, across):
        columns.addLayout(_column(group, (room + BETWEEN) // across - BETWEEN))
    area = QScrollArea()
    area.setWidget(sheet)
    area.setWidgetResizable(True)
    area.setStyleSheet(
        f"#sheet {{ background: {PAGE}; }} QScrollArea {{ border: 1px solid {EDGE}; }}"
    )
    area.setAccessibleName(dialog.windowTitle())
    body = dialog.layout()
    assert isinstance(body, QVBoxLayout)
    body.insertWidget(0, area, 1)
    area.setFocus()
    save = QPushButton(t("shell.shortcuts.pdf"))
    save.setAutoDefault(False)
    save.clicked.connect(lambda: _ask_and_print(dialog, groups))
    buttons = dialog.findChild(QDialogButtonBox)
    assert buttons is not None
    buttons.addButton(save, QDialogButtonBox.ButtonRole.ActionRole)
    wanted = sheet.sizeHint()
    dialog.resize(
        min(wanted.width() + 70, parent.width()), min(wanted.height() + 110, parent.height())
    )
    return dialog


def print_shortcuts(groups: Groups, path: Path) -> None:
    """Write the shortcuts as PDF on A4. Raises UserError if the file cannot be written."""
    document = QTextDocument()
    document.setDefaultStyleSheet(_PRINT)
    parts = [f"<h1>{escape(t('app.title'))}</h1>", "<table width='100%'><tr>"]
    for column in _balanced(groups, 2):
        parts.append("<td width='50%' valign='top'>")
        for title, commands in column:
            parts.append(f"<h2>{escape(title)}</h2><table>")
            for command in commands:
                # On paper their names will do: the sentences would fill three pages.
                name = t(command.text_key).replace("&", "").rstrip("…")
                keys, version_text = escape(keys_of(command)), escape(name)
                parts.append(f"<tr><td class='keys'>{keys}</td><td>{version_text}</td></tr>")
            parts.append("</table>")
        parts.append("</td>")
    document.setHtml("".join([*parts, "</tr></table>"]))
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(t("app.command.shortcuts").replace("&", ""))
    millimetre = QPageLayout.Unit.Millimeter
    page = QPageLayout(
        QPageSize(QPageSize.PageSizeId.A4),
        QPageLayout.Orientation.Portrait,
        QMarginsF(12, 12, 12, 12),
        millimetre,
    )
    writer.setPageLayout(page)
    # A document measures its fonts at the resolution of a screen.
    document.setPageSize(QSizeF(page.paintRectPixels(SCREEN_DPI).size()))
    document.print_(writer)
    write_atomic(path, bytes(buffer.data().data()))


def about_dialog(parent: QWidget, module: Module) -> QDialog:
    """Return the dialog about the program, the game's owner and the sources of the map data."""
    dialog = _dialog(parent, t("app.command.about").replace("&", ""))
    lines = (
        version_text(),
        t("app.about"),
        module.owner,
        module.notice,
        *module.credits,
    )
    body = dialog.layout()
    assert isinstance(body, QVBoxLayout)
    for k, line in enumerate(lines):
        label = QLabel(line)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        body.insertWidget(k, label)
    packages = QPlainTextEdit("\n".join("  ".join(row) for row in third_parties()))
    packages.setReadOnly(True)
    packages.setAccessibleName(t("shell.about.packages"))
    body.insertWidget(len(lines), QLabel(t("shell.about.packages")))
    body.insertWidget(len(lines) + 1, packages, 1)
    dialog.resize(620, 620)
    return dialog


def details_dialog(parent: QWidget, sentence: str, details: str) -> QDialog:
    """Return a dialog with the details of an error, to be copied into a report."""
    dialog = _dialog(parent, t("shell.details.title"))
    label = QLabel(sentence)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    text = QPlainTextEdit(details)
    text.setReadOnly(True)
    text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
    text.setAccessibleName(t("shell.details.title"))
    copy = QPushButton(t("shell.details.copy"))
    copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(f"{sentence}\n\n{details}"))
    body = dialog.layout()
    assert isinstance(body, QVBoxLayout)
    body.insertWidget(0, label)
    body.insertWidget(1, text, 1)
    buttons = dialog.findChild(QDialogButtonBox)
    assert buttons is not None
    buttons.addButton(copy, QDialogButtonBox.ButtonRole.ActionRole)
    dialog.resize(760, 420)
    return dialog


def _in(command: Command, menu: str) -> bool:
    return command.menu == menu and bool(command.shortcuts)


def _balanced(groups: Groups, across: int) -> list[Groups]:
    """Distribute the groups over columns of about the same height, in order; long ones are
    split.
    """
    high = sum(2 + sum(map(_lines, commands)) for _, commands in groups) / across
    columns: list[Groups] = [[]]
    used = 0.0
    for title, commands in groups:
        part: list[Command] = []
        used += 2
        for k, command in enumerate(commands):
            full = used + _lines(command) > high and len(columns) < across
            if full and len(commands) - k >= FEW and (len(part) >= FEW or not part):
                if part:
                    columns[-1].append((title, part))
                columns.append([])
                part, used = [], 2.0
            part.append(command)
            used += _lines(command)
        columns[-1].append((title, part))
    return columns


def _lines(command: Command) -> int:
    return 1 + len(t(command.help_key)) // LETTERS


def _column(groups: Sequence[tuple[str, list[Command]]], width: int) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(16)
    grid.setVerticalSpacing(3)
    row = 0
    for name, commands in groups:
        title = QLabel(name)
        title.setFont(font("Barlow", TEXT + 1, QFont.Weight.DemiBold))
        title.setStyleSheet(f"color: {ACCENT}; padding-top: 8px;")
        grid.addWidget(title, row, 0, 1, 2)
        for command in commands:
            row += 1
            keys = QLabel(keys_of(command))
            keys.setFont(font("Barlow Semi Condensed", TEXT, QFont.Weight.DemiBold))
            grid.addWidget(keys, row, 0, Qt.AlignmentFlag.AlignTop)
            version_text = QLabel(t(command.help_key))
            version_text.setWordWrap(True)
            version_text.setMinimumWidth(min(width - KEYS, COLUMN))
            grid.addWidget(version_text, row, 1)
        row += 1
    grid.setRowStretch(row, 1)
    grid.setColumnStretch(1, 1)
    return grid


def _ask_and_print(dialog: QDialog, groups: Groups) -> None:
    title = t("shell.shortcuts.pdf").replace("&", "")
    path = ask_where_to_save(dialog, title, Path.home() / "holland44.pdf", "PDF (*.pdf)")
    if not path:
        return
    try:
        print_shortcuts(groups, path)
    except UserError as error:
        box = QMessageBox(dialog)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(str(error))
        box.open()


def keys_of(command: Command) -> str:
    """Give the keys of a command as this system writes them."""
    native = QKeySequence.SequenceFormat.NativeText
    return "  ".join(QKeySequence(keys).toString(native) for keys in command.shortcuts)


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
