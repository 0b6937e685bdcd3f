"""The player: steps a session on by the clock."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from holland44_qt.session import Session

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Entries a second that can be chosen."""
NORMAL = SPEEDS.index(1.0)


class Player(QObject):
    """Plays a session forward until it is stopped or at its end.

    ``playing_changed`` tells whether it runs, ``speed_changed`` which of SPEEDS holds.
    """

    playing_changed = Signal(bool)
    speed_changed = Signal(int)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)
        self._speed = NORMAL
        session.opened.connect(self.stop)
        session.failed.connect(self.stop)

    @property
    def playing(self) -> bool:
        """Does it run?"""
        return self._timer.isActive()

    @property
    def speed(self) -> int:
        """Which of SPEEDS holds."""
        return self._speed

    def set_speed(self, index: int) -> None:
        """Choose one of SPEEDS; beyond the ends the ends hold."""
        index = max(0, min(index, len(SPEEDS) - 1))
        if index != self._speed:
            self._speed = index
            self._timer.setInterval(self._interval())
            self.speed_changed.emit(index)

    def start(self) -> None:
        """Play from the step that is shown; from the end, play again from the beginning."""
        if self.playing or not self._session.length:
            return
        if self._session.step == self._session.length:
            self._session.first()
        self._timer.start(self._interval())
        self.playing_changed.emit(True)

    def stop(self) -> None:
        """Stay at the step that is shown."""
        if self.playing:
            self._timer.stop()
            self.playing_changed.emit(False)

    def toggle(self) -> None:
        """Start, or stop."""
        if self.playing:
            self.stop()
        else:
            self.start()

    def _interval(self) -> int:
        return round(1000 / SPEEDS[self._speed])

    def _tick(self) -> None:
        self._session.forward()
        if self._session.step == self._session.length:
            self.stop()
