"""Command table: every command of the window, declared by its features in one form.

Menus, toolbar, shortcuts and the page of shortcuts are built from it. The texts are in the message
catalogue under ``app.command.<id>`` and ``app.command.<id>.help``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from engine.i18n import t
from holland44_qt.icons import icon
from holland44_qt.look import FAINT, INK

FUNCTION = re.compile(r"F\d+")
MENUS = ("game", "edit", "view", "replay", "table", "help")
"""Menus from left to right; their titles are in the catalogue under ``app.menu.<id>``."""


@dataclass(frozen=True)
class Command:
    """Command of the window.

    ``handler`` names a method of the window or of its feature; ``shortcuts`` are key sequences as
    Qt writes them, the first being displayed; ``bar`` names the toolbar with a button for it,
    ``separator`` puts a line above it in its menu. A ``checkable`` command passes its state to the
    handler. With ``submenu`` it is in a submenu, whose title is under ``app.menu.<submenu>``.
    """

    id: str
    menu: str
    handler: str
    shortcuts: tuple[str, ...] = ()
    icon: str | None = None
    bar: str | None = None
    checkable: bool = False
    separator: bool = False
    submenu: str | None = None

    @property
    def text_key(self) -> str:
        """Return the message key of the command's name."""
        return f"app.command.{self.id}"

    @property
    def help_key(self) -> str:
        """Return the message key of the command's explanation."""
        return f"{self.text_key}.help"


class Commands:
    """Ordered commands of a window, each with its action."""

    def __init__(self) -> None:
        self.all: tuple[Command, ...] = ()
        self._actions: dict[str, QAction] = {}

    def add(self, commands: Iterable[Command], actions: Mapping[str, QAction]) -> None:
        """Add commands with their actions by command id."""
        self.all = (*self.all, *commands)
        self._actions |= actions

    def __getitem__(self, command: str) -> QAction:
        """Return the action of a command, for a menu or a button.

        Raises KeyError if there is none.
        """
        return self._actions[command]

    def enable(self, command: str, able: bool) -> None:
        """Enable or disable a command."""
        self[command].setEnabled(able)

    def tick(self, command: str, on: bool) -> None:
        """Check or uncheck a checkable command, with the same effect as by the user."""
        self[command].setChecked(on)

    def run(self, command: str) -> None:
        """Trigger a command as if the user had chosen it; ignored while disabled."""
        self[command].trigger()


def build_actions(
    window: QWidget, board: QWidget, commands: Iterable[Command], target: object
) -> dict[str, QAction]:
    """Return the actions for some commands, by command id; ``target`` has their handlers.

    Shortcuts that can be typed (letters, Tab, Enter, arrows …) work on the board only, not while a
    field or list has the focus. All others work in the whole window.
    """
    actions = {}
    for command in commands:
        action = QAction(t(command.text_key), window)
        action.setObjectName(command.id)
        keys = _keys(command.shortcuts)
        if keys.all:
            action.setShortcuts(keys.all)
        if len(keys.typed) == len(keys.all) > 0:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        if command.checkable:
            action.setCheckable(True)
        explained = t(command.help_key)
        action.setToolTip(f"{explained} ({keys.shown})" if keys.shown else explained)
        action.setStatusTip(explained)
        if command.icon:
            action.setIcon(icon(command.icon, INK, FAINT))
        action.triggered.connect(_call(target, command))
        # A shortcut has to work even while its menu and tool bar are hidden.
        (board if keys.typed else window).addAction(action)
        if 0 < len(keys.typed) < len(keys.all):
            _split(action, keys.typed, window, board)
        actions[command.id] = action
    return actions


class _Keys(NamedTuple):
    """Shortcuts of a command: all, those that can be typed, and the text of the first."""

    all: list[QKeySequence]
    typed: list[QKeySequence]
    shown: str


@cache
def _keys(shortcuts: tuple[str, ...]) -> _Keys:
    parsed = [QKeySequence(keys) for keys in shortcuts]
    shown = parsed[0].toString(QKeySequence.SequenceFormat.NativeText) if parsed else ""
    return _Keys(parsed, [keys for keys in parsed if is_typed(keys)], shown)


def is_typed(keys: QKeySequence) -> bool:
    """Return whether a shortcut can occur while typing: without Ctrl, Alt or Meta, and no
    function key.
    """
    text = keys.toString(QKeySequence.SequenceFormat.PortableText)
    has_modifier = any(f"{key}+" in text for key in ("Ctrl", "Alt", "Meta"))
    name = text.removeprefix("Shift+")
    return (
        keys.count() == 1 and not has_modifier and name != "Menu" and not FUNCTION.fullmatch(name)
    )


def _split(action: QAction, typed: list[QKeySequence], window: QWidget, board: QWidget) -> None:
    """Assign an action's typed shortcuts to the board and the others to the window."""
    board.removeAction(action)
    action.setShortcuts([keys for keys in action.shortcuts() if keys not in typed])
    window.addAction(action)
    heard = QAction(action.text(), board)
    heard.setShortcuts(typed)
    heard.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    heard.triggered.connect(action.trigger)
    board.addAction(heard)


def _call(target: object, command: Command) -> object:
    handler = getattr(target, command.handler)
    if command.checkable:
        return handler
    return lambda: handler()
