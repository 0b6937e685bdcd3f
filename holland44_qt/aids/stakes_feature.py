"""Stakes of the current entry's dice: the faces needed, and the effect of every other face."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from engine.games import is_loaded
from holland44_qt.feature import Feature

if TYPE_CHECKING:
    from engine.play.game import Recording
    from engine.rules.facts import Facts
    from engine.rules.ports import Ruleset

LATER = 60
"""Milliseconds a step must stay before its stakes are shown; scrubbing shows none."""


class Stakes(Feature):
    """Feature that shows the stakes in the entry panel once the game's rules are loaded."""

    def ready(self) -> None:
        """Follow the game."""
        self._known: tuple[Facts, Ruleset] | None = None
        """Facts and rules of the game. Never holds the game itself, so that it can be freed when
        closed.
        """
        self._later = QTimer(self, singleShot=True, interval=LATER)
        self._later.timeout.connect(self.update_stakes)
        session = self.session
        for changed in (session.opened, session.stepped, session.rules_came):
            changed.connect(self._stepped)

    def release(self) -> None:
        """Stop the timers."""
        self._later.stop()

    def _stepped(self) -> None:
        self._later.stop()
        self.window.entry.show_stakes(())
        current = self.session.current
        if current is not None and current.entry.dice:
            self._later.start()

    def update_stakes(self) -> None:
        """Show the stakes of the current step."""
        from engine.report.stakes import stakes

        recording, step = self.session.recording, self.session.step
        if recording is None or not step:
            return
        rows = [list(map(str, s.chances)) for s in stakes(recording, step, self._rules(recording))]
        lines = rows[0] if len(rows) == 1 else ["  ·  ".join(row) for row in rows]
        self.window.entry.show_stakes(lines)

    def _rules(self, recording: Recording) -> tuple[Facts, Ruleset] | None:
        """Return the scenario's facts, cached; None while its rules are not loaded."""
        rules = self.session.rules if is_loaded(self.session.module.meta.id) else None
        if rules is None:
            return None
        if self._known is None or self._known[1] is not rules:
            from engine.report.game_facts import facts_of

            self._known = facts_of(recording.module, recording.log.header.scenario), rules
        return self._known
