"""Undo and redo feature: the log tree under the two usual shortcuts."""

from __future__ import annotations

from holland44_qt.commands import Command
from holland44_qt.feature import Feature


class Play(Feature):
    """Undo and redo without loss: play after an undo becomes a branch."""

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
        """Undo one entry; the set-up cannot be undone."""
        self.session.undo()

    def redo(self) -> None:
        """Redo one entry."""
        self.session.redo()

    def _stepped(self) -> None:
        session, actions = self.session, self.commands
        actions["undo"].setEnabled(session.can_play and session.step > 1)
        more = session.is_cut or session.step < session.length
        actions["redo"].setEnabled(session.can_play and more)
