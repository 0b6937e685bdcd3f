"""Saying on the board what just happened."""

from __future__ import annotations

from holland44_qt.aids.sayings import KEPT, Sayings
from holland44_qt.commands import Command
from holland44_qt.feature import Feature


class SayingsFeature(Feature):
    """The sentences of the step shown and of those before it."""

    COMMANDS = (Command("sayings", "view", "show_sayings", ("J",), checkable=True),)

    def ready(self) -> None:
        """Follow the game."""
        self.sayings = Sayings(self.view)
        self._shown = True
        self.commands.tick("sayings", True)
        self.window.panels.covers.connect(self.sayings.leave_left)
        self.session.opened.connect(self._stepped)
        self.session.stepped.connect(self._stepped)
        self._stepped()

    def release(self) -> None:
        """Wait for nothing any more."""
        self.sayings.stop()

    def show_sayings(self, on: bool) -> None:
        """Say it, or be silent."""
        self._shown = on
        self._stepped()

    def _stepped(self) -> None:
        recording, step = self.session.recording, self.session.step
        if recording is None:
            self.sayings.say([], shown=False)
            return
        steps = range(step, max(0, step - KEPT), -1)
        self.sayings.keep_clear(self.view.seen_at(self.window.highlight.hexes))
        self.sayings.say([recording.step(k).sentence for k in steps], shown=self._shown)
