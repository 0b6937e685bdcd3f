"""Lets owners of the printed game correct inferred and reconstructed data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.modules.module import builtin
from holland44_qt.commands import Command
from holland44_qt.feature import Feature

if TYPE_CHECKING:
    from holland44_qt.shell.corrections_dialog import CorrectionsDialog


class Correcting(Feature):
    """The command; corrections are of the game on the table."""

    COMMANDS = (Command("corrections", "game", "correct", separator=True),)

    def ready(self) -> None:
        """Only a game that comes with the program has its data here."""
        self.dialog: CorrectionsDialog | None = None
        self.session.opened.connect(self._opened)
        self._opened()

    def correct(self) -> None:
        """Show what may be corrected."""
        from holland44_qt.shell.corrections_dialog import CorrectionsDialog

        self.dialog = CorrectionsDialog(self.session.module, self.window)
        self.dialog.open()

    def _opened(self) -> None:
        self.commands.enable(
            "corrections", self.session.module.source.partition("@")[0] in builtin()
        )
