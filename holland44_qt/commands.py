"""The command table: everything the window can do, in one place.

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


COMMANDS = (
    Command("open", "game", "ask_and_open", ("Ctrl+O",), "open", "main"),
    Command("sample", "game", "open_sample", (), "sample", "main"),
    Command("quit", "game", "close", ("Ctrl+Q",), separator=True),
    Command("zoom_in", "view", "zoom_in", ("+", "="), "zoom_in", "main"),
    Command("zoom_out", "view", "zoom_out", ("-",), "zoom_out", "main"),
    Command("fit", "view", "fit", ("F",), "fit", "main"),
    Command("action", "view", "zoom_to_action", ("Z",), "action", "main"),
    Command("pan_west", "view", "pan_west", ("Shift+Left",), separator=True),
    Command("pan_east", "view", "pan_east", ("Shift+Right",)),
    Command("pan_north", "view", "pan_north", ("Shift+Up",)),
    Command("pan_south", "view", "pan_south", ("Shift+Down",)),
    Command("follow", "view", "follow", ("C",), "follow", "main", checkable=True, separator=True),
    Command("full_screen", "view", "full_screen", ("F11",), checkable=True),
    Command("first", "replay", "first", ("Home",), "first", "time"),
    Command("previous_phase", "replay", "previous_phase", ("PgUp",), "previous_phase", "time"),
    Command("back", "replay", "back", ("Left",), "back", "time"),
    Command("play", "replay", "play", ("Space",), "play", "time", checkable=True),
    Command("forward", "replay", "forward", ("Right",), "forward", "time"),
    Command("next_phase", "replay", "next_phase", ("PgDown",), "next_phase", "time"),
    Command("last", "replay", "last", ("End",), "last", "time"),
    Command("stop", "replay", "stop", ("Esc",), separator=True),
    Command("faster", "replay", "faster", (".",)),
    Command("slower", "replay", "slower", (",",)),
    Command("shortcuts", "help", "shortcuts", ("?", "F1")),
    Command("about", "help", "about", separator=True),
)


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
