"""A feature: a part of the window with its own commands, panels and reactions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar

from PySide6.QtCore import QObject

from holland44_qt.commands import Command
from holland44_qt.frame.panels import Panel
from holland44_qt.ports import Window


class Feature(QObject):
    """Base of all features; lives as long as its window.

    ``COMMANDS`` is its part of the command table: handlers are methods of the feature. Features
    talk to the session, the view and the window's ports, not to each other.
    """

    COMMANDS: ClassVar[tuple[Command, ...]] = ()

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.window = window
        self.session = window.session
        self.view = window.view
        self.commands = window.commands

    def panels(self) -> Iterable[Panel]:
        """The panels it adds, asked for once while the window is laid out."""
        return ()

    def ready(self) -> None:
        """The window is laid out, its actions and menus exist: connect what needs them."""

    def opens(self, path: Path) -> bool:
        """Take a file or folder that was dropped or given; False if it is not for this feature."""
        return False

    def opens_several(self, paths: Sequence[Path]) -> bool:
        """Take files that were dropped together; False if they are not for this feature."""
        return False

    def flush(self) -> None:
        """Hand on what was typed and has not been yet: somebody is about to leave the game."""

    def may_close(self) -> bool:
        """May the game be left, or the window close? Asked before anything is released."""
        return True

    def release(self) -> None:
        """The window closes: stop whatever runs."""
