"""Shared games: entries of other players arrive while the game is open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject

from engine.log.entry import Entry
from engine.play.game import Game
from holland44_qt.models.landmarks import Landmarks
from holland44_qt.session.viewpoints import Viewpoints


class Shared(Viewpoints):
    """Session part that takes entries from the network code without depending on it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.open_shared: Callable[[Path], Game | None] = lambda _: None
        """Opens a shared game in which this machine has a seat; returns None for other logs. Raises
        UserError.
        """

    def arrived(self, entries: Sequence[Entry]) -> None:
        """Show entries of other players that were added to the game in play.

        If the end of the line was shown, a single entry is shown at once. After several entries the
        current step stays, so that the user can replay them.
        """
        game = self._real
        if isinstance(game, Game) and self.veiled:
            self._look_again()
            return
        if not isinstance(game, Game) or self.recording is not game:
            return  # what is tried goes on, and is laid over the longer game later
        at_end = self.step == self.length
        follows = len(game) == self.length + len(entries)
        self._at = len(game)
        if at_end and follows and len(entries) == 1:
            self.landmarks = self.landmarks.and_entry(game)
            self.recorded.emit(entries[0])
            self._stand(self.length)
            return
        known = self.step if follows else min(self.step, len(game))
        self.landmarks = Landmarks.of(game)
        self._other_line(known)

    def replaced(self, game: Game) -> None:
        """Switch to the same game after it was rebuilt, and show its end."""
        shown = self.recording is self._real
        self._real = game
        if self.veiled:
            self._look_again()
        if shown:
            self.recording = game
            self._at = len(game)
            self._other_line(len(game))
