"""Module commands in the window: menus of pieces, shortcuts, prompts and buttons."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QInputDialog, QMenu, QWidget

from engine.vassal.command_questions import Ask, Question
from engine.vassal.keys import Key, key_name, make_key
from engine.vassal.menus import Item

_HELD = (
    (Qt.KeyboardModifier.ShiftModifier, 64),
    (Qt.KeyboardModifier.ControlModifier, 128),
    (Qt.KeyboardModifier.MetaModifier, 256),
    (Qt.KeyboardModifier.AltModifier, 512),
)
_CODES = {
    Qt.Key.Key_Backspace: 8, Qt.Key.Key_Tab: 9, Qt.Key.Key_Return: 10, Qt.Key.Key_Enter: 10,
    Qt.Key.Key_Escape: 27, Qt.Key.Key_PageUp: 33, Qt.Key.Key_PageDown: 34, Qt.Key.Key_End: 35,
    Qt.Key.Key_Home: 36, Qt.Key.Key_Left: 37, Qt.Key.Key_Up: 38, Qt.Key.Key_Right: 39,
    Qt.Key.Key_Down: 40, Qt.Key.Key_Delete: 127, Qt.Key.Key_Insert: 155,
}  # fmt: skip
_FUNCTION = 112


def key_of(event: QKeyEvent) -> Key:
    """Return the key stroke of an event in VASSAL's notation; empty for an unknown one."""
    modifiers = sum(bit for modifier, bit in _HELD if event.modifiers() & modifier)
    key = event.key()
    if Qt.Key.Key_F1 <= key <= Qt.Key.Key_F12:
        return make_key(_FUNCTION + key - Qt.Key.Key_F1, modifiers)
    code = _CODES.get(Qt.Key(key)) if key > 127 else key
    return make_key(code, modifiers) if code else ""


def fill(menu: QMenu, items: list[Item], send: Callable[[Key], None]) -> int:
    """Add a piece's commands to a menu, with submenus and separators; return their number."""
    inner: dict[str, QMenu] = {}
    for item in items:
        if item.link < 0:
            menu.addSeparator()
            continue
        if item.menu and item.menu not in inner:
            inner[item.menu] = menu.addMenu(item.menu.replace("&", "&&"))
        text = item.text.replace("&", "&&")
        shortcut = key_name(item.key)
        # Behind a tab the menu writes it on the right, without making it a shortcut of the window.
        action = inner.get(item.menu, menu).addAction(f"{text}\t{shortcut}" if shortcut else text)
        action.setEnabled(item.played)
        action.triggered.connect(partial(_send, send, item.key))
    return sum(1 for item in items if item.link >= 0)


def _send(send: Callable[[Key], None], key: Key, _checked: bool = False) -> None:
    send(key)


def asker(parent: QWidget) -> Ask:
    """Return a function that asks for inputs by dialogs, one after the other."""

    def ask(question: Question) -> str | None:
        dialog = QInputDialog(parent)
        dialog.setWindowTitle(question.text)
        dialog.setLabelText(question.text)
        if question.choices:
            dialog.setComboBoxItems(list(question.choices))
        elif "\n" in question.now:
            dialog.setOption(QInputDialog.InputDialogOption.UsePlainTextEditForTextInput)
        dialog.setTextValue(question.now or next(iter(question.choices), ""))
        done = dialog.exec()
        text = dialog.textValue()
        dialog.deleteLater()
        return text if done else None

    return ask
