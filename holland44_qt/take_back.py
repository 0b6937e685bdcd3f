"""Taking back and doing again: the tree of the log under the two keys everybody knows."""

from __future__ import annotations

from holland44_qt.commands import Command
from holland44_qt.feature import Feature


class Play(Feature):
    """Undo and redo. Nothing is lost: what is played after going back is a branch."""

    COMMANDS = (
        Command("undo", "edit", "undo", ("Ctrl+Z",), "undo"),
        Command("redo", "edit", "redo", ("Ctrl+Y", "Ctrl+Shift+Z"), "redo"),
    )

    def ready(self) -> None:
        """Keep the two commands enabled as they apply."""
        self.session.stepped.connect(self._stepped)
        self.session.stance_changed.connect(self._stepped)
        self._stepped()

    def undo(self) -> None:
        """One entry back; the set-up stays."""
        self.session.undo()

    def redo(self) -> None:
        """One entry on."""
        self.session.redo()

    def _stepped(self) -> None:
        session, actions = self.session, self.commands
        actions["undo"].setEnabled(session.can_play and session.step > 1)
        actions["redo"].setEnabled(session.can_play and session.step < session.length)
