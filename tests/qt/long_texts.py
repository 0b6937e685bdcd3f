"""Opens the window in a made-up language: accented English, 40 % longer. Prints what is wrong.

Run as a program with a log to open, so that no other test sees texts of that language.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QFileDialog,
    QLabel,
    QMenu,
    QMenuBar,
    QToolButton,
    QWidget,
)

from engine import i18n
from holland44_qt.app import application
from holland44_qt.window.table_window import TableWindow

ACCENTS = str.maketrans("aeiounyACEINOUYs", "áéíóúñýÀÇÈÌÑÒÙÝš")
BEGIN, END = "⟦", "⟧"
QT_BUTTONS = {"Cancel", "Close", "Save"}
"""Texts of Qt, which has its own translations."""
LONGER = 0.4
of_the_catalogue = i18n._message


def longer(text: str) -> str:
    """A template in the made-up language, with its fields as they were."""
    parts = re.split(r"(\{[^}]*\})", text)
    words = [part for part in parts if not part.startswith("{")]
    body = "".join(part.translate(ACCENTS) if part in words else part for part in parts)
    return BEGIN + body + "~" * max(1, round(len("".join(words)) * LONGER)) + END


def message(key: str) -> str | None:
    text = of_the_catalogue(key)
    return None if text is None else longer(text)


def texts(root: QWidget) -> Iterator[tuple[QWidget, str, int]]:
    """Each visible text below a widget, and the pixels that it needs in a line."""
    for widget in [root, *root.findChildren(QWidget)]:
        if not widget.isVisible():
            continue
        if type(widget) is QLabel and widget.text():
            yield widget, widget.text(), 0 if widget.wordWrap() else widget.sizeHint().width()
        elif isinstance(widget, QAbstractButton) and widget.text():
            icon_only = Qt.ToolButtonStyle.ToolButtonIconOnly
            if isinstance(widget, QToolButton) and widget.toolButtonStyle() == icon_only:
                continue
            plain = widget.text().replace("&", "")
            yield widget, widget.text(), widget.fontMetrics().horizontalAdvance(plain)


def report(root: QWidget, place: str, data: str) -> None:
    """Print the texts that are cut off, and those missing in all catalogues.

    ``data`` contains texts from files: titles, names and comments.
    """
    for widget, text, width in texts(root):
        plain = re.sub(r"<[^>]*>|^#\d+ +", "", text)
        is_known = BEGIN in text or plain in data or plain in QT_BUTTONS
        if re.search("[A-Za-z]{3}", plain) and not is_known:
            print(f"{place}: not in the catalogue: {plain!r}")
        if width > widget.width() + 2:
            print(f"{place}: cut off ({width} in {widget.width()}): {plain!r}")


def actions(menu: QMenu | QMenuBar) -> Iterator[QAction]:
    """Every action of a menu and the menus in it."""
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            yield from actions(inner)
        elif action.text():
            yield action


def settle(app: QApplication) -> None:
    for _ in range(40):
        app.processEvents()


def look_at_dialog(place: str, data: str) -> None:
    dialog = QApplication.activeModalWidget()
    if not isinstance(dialog, QDialog):
        return
    if not isinstance(dialog, QFileDialog):
        report(dialog, place, data)
    dialog.reject()


def main(path: Path) -> None:
    i18n._message = message
    app = application()
    window = TableWindow()
    window.resize(1366, 768)
    window.show()
    window.open_path(path, play=False)
    settle(app)
    data = path.read_text(encoding="utf-8") + repr(window.session.module.meta)
    data += path.with_suffix(".h44aar").read_text(encoding="utf-8")
    report(window, "window", data)
    for action in list(actions(window.menuBar())):
        if BEGIN not in action.text() and action.text() not in data:
            print(f"menu: not in the catalogue: {action.text()!r}")
        if "…" in action.text() and action.isEnabled():
            timer = QTimer()
            timer.timeout.connect(partial(look_at_dialog, action.text(), data))
            timer.start(100)
            action.trigger()
            settle(app)
            timer.stop()
    buttons = [b for b in window.findChildren(QToolButton) if b.isCheckable() and b.isVisible()]
    for button in buttons:
        button.click()
        settle(app)
        report(window, button.text(), data)
    window.close()
    print("looked at", len(buttons), "buttons")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
