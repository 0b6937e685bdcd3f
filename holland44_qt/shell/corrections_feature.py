"""Lets owners of the printed game correct inferred and reconstructed data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.modules.module import builtin
from holland44_qt.commands import Command
from holland44_qt.feature import Feature

if TYPE_CHECKING:
    from holland44_qt.shell.corrections_dialog import CorrectionsDialog


class Correcting(Feature):
    """Feature with the command to correct the current game's data."""

    COMMANDS = (Command("corrections", "game", "correct", separator=True),)

    def ready(self) -> None:
        """Enable the command for games included with the program."""
        self.dialog: CorrectionsDialog | None = None
        self.session.opened.connect(self._opened)
        self._opened()

    def correct(self) -> None:
        """Open the corrections dialog."""
        from holland44_qt.shell.corrections_dialog import CorrectionsDialog

        self.dialog = CorrectionsDialog(self.session.module, self.window)
        self.dialog.open()

    def _opened(self) -> None:
        self.commands.enable(
            "corrections", self.session.module.source.partition("@")[0] in builtin()
        )
