"""Motion: counters move along the recorded path from one entry to the next."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QVariantAnimation

from engine.log.entry import Entry
from holland44_qt.feature import Feature
from holland44_qt.history.glide import GlideLayer, glides_of

PER_HEX, LEAST, LONGEST = 120, 220, 900
"""Milliseconds of a movement: per hex, and its limits."""
SHARE = 0.75
"""Share of the time between two entries that movement may take during playback."""


class Motion(Feature):
    """Feature that animates steps to the next or previous entry.

    Jumps, scrubbing and the user's own manual moves are shown at once, and so is a step that
    arrives during a movement. The computer's orders are animated.
    """

    def ready(self) -> None:
        """Follow the steps."""
        session = self.session
        self.layer = GlideLayer(session.module.board, self.view.map_bounds, self.window.pictures)
        self.view.add_layer(self.layer, 1.5)
        self._run = QVariantAnimation(self, startValue=0.0, endValue=1.0)
        self._run.setEasingCurve(QEasingCurve.Type.InOutSine)
        self._run.valueChanged.connect(self.layer.show_moment)
        self._run.finished.connect(self._arrive)
        self._step, self._by_hand = session.step, False
        session.opened.connect(self._jumped)
        session.line_changed.connect(self._jumped)
        session.recorded.connect(self._recorded)
        session.stepped.connect(self._stepped)

    @property
    def gliding(self) -> bool:
        """Return whether a movement is in progress."""
        return self._run.state() == QVariantAnimation.State.Running

    def release(self) -> None:
        """Stop at once."""
        self._arrive()

    def _jumped(self) -> None:
        self._arrive()
        self._step = -2  # next to no step

    def _recorded(self, entry: Entry) -> None:
        self._by_hand = entry.author is None or entry.author.kind != "program"

    def _stepped(self, step: int) -> None:
        session, before, busy = self.session, self._step, self.gliding
        by_hand, self._step, self._by_hand = self._by_hand, step, False
        self._arrive()
        scrubbed = self.window.scrubber.isSliderDown()
        if busy or by_hand or scrubbed or abs(step - before) != 1 or not self.view.moving:
            return
        recording = session.recording
        if recording is None:
            return
        entry = recording.timeline.entries[max(step, before) - 1]
        back = step < before
        ways = glides_of(entry, session.state, session.module.places, back=back)
        if not ways:
            return
        longest = max(len(glide.hexes) - 1 for glide in ways)
        time = max(LEAST, min(PER_HEX * longest, LONGEST))
        player = self.window.player
        if player.playing:
            time = min(time, round(SHARE * player.interval))
        self.view.send_away(unit for glide in ways for unit in glide.units)
        self.layer.show_moves(ways)
        self._run.setDuration(time)
        self._run.start()

    def _arrive(self) -> None:
        """Finish the movement and show all pieces in place."""
        self._run.stop()
        self.layer.show_moves(())
        self.view.send_away(())
