"""The command table: everything the window can do, told by its features in one form.

Menus, tool bar, shortcuts and the page of shortcuts are all built from it. The texts stand in the
message catalogue under ``app.command.<id>`` and ``app.command.<id>.help``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from engine.i18n import t
from holland44_qt.icons import icon
from holland44_qt.look import FAINT, INK

MENUS = ("game", "edit", "view", "replay", "table", "help")
"""The menus from left to right; their titles stand under ``app.menu.<id>``."""


@dataclass(frozen=True)
class Command:
    """Something a user can ask for.

    ``handler`` names a method of the window or of the feature it belongs to; ``shortcuts`` are key
    sequences as Qt writes them, the first being the one shown; ``bar`` names the tool bar that has
    a button for it, ``separator`` puts a line above it in its menu. A command that is ``checkable``
    hands its handler whether it is on. With ``submenu`` it stands in a menu of its menu, whose
    title is under ``app.menu.<submenu>``.
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
        """The key of its name."""
        return f"app.command.{self.id}"

    @property
    def help_key(self) -> str:
        """The key of the sentence that explains it."""
        return f"{self.text_key}.help"


def build_actions(
    window: QWidget, commands: Iterable[Command], target: object
) -> dict[str, QAction]:
    """The actions of a window for some commands, by command id; ``target`` has their handlers."""
    actions = {}
    for command in commands:
        action = QAction(t(command.text_key), window)
        action.setObjectName(command.id)
        action.setShortcuts([QKeySequence(keys) for keys in command.shortcuts])
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.setCheckable(command.checkable)
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        action.setToolTip(f"{t(command.help_key)} ({keys})" if keys else t(command.help_key))
        action.setStatusTip(t(command.help_key))
        if command.icon:
            action.setIcon(icon(command.icon, INK, FAINT))
        action.triggered.connect(_call(target, command))
        # A shortcut has to work even while its menu and tool bar are hidden.
        window.addAction(action)
        actions[command.id] = action
    return actions


def _call(target: object, command: Command) -> object:
    handler = getattr(target, command.handler)
    if command.checkable:
        return handler
    return lambda: handler()
