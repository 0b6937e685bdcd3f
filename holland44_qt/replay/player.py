"""Player: advances a session by a timer until its end or the next stop."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from holland44_qt.session import Session

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Available speeds in entries per second."""
NORMAL = SPEEDS.index(1.0)
WATCHED = 500
"""Milliseconds between entries above which dice and cards are animated."""
READING, PATIENT, SLOWEST = 15, 2.0, 20_000
"""Reading speed in characters per second, the playback speed up to which play waits for
readers, and the maximum waiting time in milliseconds.
"""
STOPS = ("note", "turn", "phase", "combat", "unit")
"""Available stops; whether an entry concerns a unit is decided by ``concerns``."""


class Player(QObject):
    """Player that steps a session forward until it is stopped, at its end or at one of ``stops``.

    After stepping or dragging the timeline, play continues from there (``skip``, ``hold``); any
    other navigation stops it. ``playing_changed`` emits whether it runs, ``speed_changed`` the
    index in SPEEDS, ``played`` each entry reached at a speed at which it can be watched.
    """

    playing_changed = Signal(bool)
    speed_changed = Signal(int)
    played = Signal(object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)
        self._speed = NORMAL
        self.stops: frozenset[str] = frozenset()
        """Which of STOPS hold."""
        self.concerns: Callable[[int], bool] = lambda step: False
        """Callback that returns whether a step concerns the unit at which playback stops."""
        self.reveal: Callable[[], int] = lambda: 0
        """Shows a part of the entry that follows and gives the characters there are to read; 0 if
        nothing is left of it but the entry itself."""
        self.length_of: Callable[[int], int] = lambda step: 0
        """Number of characters to read at a step."""
        self._leads = self._paused = False
        session.opened.connect(self.stop)
        session.failed.connect(self.stop)
        session.objected.connect(self.stop)
        session.stepped.connect(self._stepped)

    @property
    def playing(self) -> bool:
        """Return whether the player is running."""
        return self._timer.isActive()

    @property
    def speed(self) -> int:
        """Return the index of the speed in SPEEDS."""
        return self._speed

    @property
    def interval(self) -> int:
        """Milliseconds from entry to entry."""
        return round(1000 / SPEEDS[self._speed])

    def stay(self, step: int) -> int:
        """Return the milliseconds that a step is shown: at low speeds, as long as its text
        takes to read.
        """
        return self._reading(self.length_of(step))

    def _reading(self, length: int) -> int:
        speed = SPEEDS[self._speed]
        if speed > PATIENT:
            return self.interval
        reading = round(1000 * length / READING / speed)
        return max(self.interval, min(reading, SLOWEST))

    def set_speed(self, index: int) -> None:
        """Choose one of SPEEDS; indices beyond the ends are clamped."""
        index = max(0, min(index, len(SPEEDS) - 1))
        if index != self._speed:
            self._speed = index
            self._timer.setInterval(self.stay(self._session.step))
            self.speed_changed.emit(index)

    def stop_at(self, what: str, on: bool) -> None:
        """Add one of STOPS, or remove it."""
        self.stops = self.stops | {what} if on else self.stops - {what}

    def start(self) -> None:
        """Play from the current step; from the end, play again from the beginning."""
        if self.playing or not self._session.length:
            return
        if self._session.step == self._session.length:
            self.skip(self._session.first)
        self._timer.start(self.stay(self._session.step))
        self.playing_changed.emit(True)

    def stop(self) -> None:
        """Stop at the current step."""
        if self.playing:
            self._timer.stop()
            self.playing_changed.emit(False)

    def toggle(self) -> None:
        """Start or stop."""
        if self.playing:
            self.stop()
        else:
            self.start()

    def skip(self, go: Callable[[], object]) -> None:
        """Go to another step; during playback, continue from there after that step's time."""
        before, led = self._session.step, self._leads
        self._leads = True
        try:
            go()
        finally:
            self._leads = led
        if self.playing and self._session.step != before:
            self._timer.start(self.stay(self._session.step))

    def hold(self, on: bool) -> None:
        """Pause while the user drags the timeline."""
        self._paused = on
        if self.playing and not on:
            self._timer.start(self.stay(self._session.step))

    def _stepped(self) -> None:
        if not self._leads:
            self.stop()

    def _tick(self) -> None:
        if self._paused:
            return
        self._leads = True
        try:
            self._advance()
        finally:
            self._leads = False

    def _advance(self) -> None:
        length = self.reveal() if self.interval >= WATCHED else 0
        if not self.playing:
            return  # there was something that cannot be shown
        if length:
            self._timer.setInterval(self._reading(length))
            return
        self._session.forward()
        step, current = self._session.step, self._session.current
        if current is not None and self.interval >= WATCHED:
            self.played.emit(current.entry)
        if step == self._session.length or self._stops_at(step):
            self.stop()
        elif self.playing:
            self._timer.setInterval(self.stay(step))

    def _stops_at(self, step: int) -> bool:
        marks = self._session.landmarks
        phase = marks.phase_at(step)
        here = {
            "note": step in marks.notes or step in marks.annotated,
            "combat": step in marks.combats,
            "phase": phase is not None and phase.step == step,
            "turn": any(turn.step == step for turn in marks.turns),
            "unit": "unit" in self.stops and self.concerns(step),
        }
        return any(here[what] for what in self.stops)
