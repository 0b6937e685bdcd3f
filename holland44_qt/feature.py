"""Feature: base class for parts of the window with their own commands, panels and reactions."""

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

    ``COMMANDS`` is its part of the command table; handlers are methods of the feature. Features use
    the session, the view and the window's ports, not each other.
    """

    COMMANDS: ClassVar[tuple[Command, ...]] = ()

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.window = window
        self.session = window.session
        self.view = window.view
        self.commands = window.commands

    def panels(self) -> Iterable[Panel]:
        """Return the feature's panels; called once during the layout of the window."""
        return ()

    def ready(self) -> None:
        """Connect signals; called once the window is laid out and its actions and menus exist."""

    def opens(self, path: Path) -> bool:
        """Open a dropped or given file or folder; return False if another feature must open it."""
        return False

    def opens_several(self, paths: Sequence[Path]) -> bool:
        """Open files that were dropped together; return False if another feature must open them."""
        return False

    def flush(self) -> None:
        """Save pending input before the game is left."""

    def may_close(self) -> bool:
        """Return whether the game may be left or the window closed; called before anything is
        released.
        """
        return True

    def release(self) -> None:
        """Stop all running work when the window closes."""
