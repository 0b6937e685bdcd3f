"""An unknown unit that is attacked in play is turned over before the eyes of the players.

Who attacks, who it turns out to be, the dice, what follows: one after the other, as at the table.
The entry is on the disk by then; any key or click leads to its end at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QEvent, QObject, QTimer

from engine.core.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.log.entry import Entry
    from engine.report.beats import Beat
    from holland44_qt.board.view import BoardView
    from holland44_qt.ports import Window
    from holland44_qt.session import Session

LEAST, LETTER = 1100, 50
"""Milliseconds for which a stage is shown, and more of them for each letter of a long sentence."""
SKIPPED_BY = (
    QEvent.Type.KeyPress,
    QEvent.Type.ShortcutOverride,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.TouchBegin,
    QEvent.Type.Wheel,
)


class Teller(Protocol):
    """Source of the message."""

    @property
    def window(self) -> Window:
        """The window."""
        ...

    @property
    def view(self) -> BoardView:
        """Its board."""
        ...

    @property
    def session(self) -> Session:
        """Its game."""
        ...

    def tell(self, lines: Sequence[str]) -> None:
        """Say what has been told so far."""
        ...

    def tell_all(self) -> None:
        """Show and say the step as ever."""
        ...


class TurningOver(QObject):
    """Leads through the stages of an entry that was just played."""

    def __init__(self, teller: Teller) -> None:
        super().__init__(teller.view)
        self._teller = teller
        self._due = False
        self._left: list[Beat] = []
        self._thrown: Beat | None = None
        self._told: list[str] = []
        self._next = QTimer(self, singleShot=True)
        self._next.timeout.connect(self.go_on)
        for widget in (teller.view, teller.view.viewport()):
            widget.installEventFilter(self)

    @property
    def goes_on(self) -> bool:
        """Is something told?"""
        return self._next.isActive()

    def recorded(self, entry: Entry) -> None:
        """An entry was played: does it turn a unit over, and throw for what comes of it?"""
        from engine.core.dice import DRAW

        drawn = [dice.reason.startswith(DRAW) for dice in entry.dice]
        self._due = self._teller.view.moving and any(drawn) and not all(drawn)
        if self._due:
            self._teller.window.results_wait.emit(True)

    def begin(self) -> None:
        """The entry is shown: go back to where it began, and tell it."""
        if not self._due:
            return
        self._due = False
        self._left, self._told = self._stages(), []
        self.go_on()

    def stop(self) -> None:
        """Show how it ended, at once."""
        if self.goes_on:
            self._left = []
            self.go_on()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A key or a click leads to the end, and does its work."""
        if event.type() in SKIPPED_BY:
            self.stop()
        return False

    def _stages(self) -> list[Beat]:
        """Show attackers and target, then the revealed unit, the dice and the result."""
        from engine.report.beats import beats
        from engine.report.game_facts import facts_of

        session = self._teller.session
        recording = session.recording
        assert recording is not None, "it was played in one"
        facts = facts_of(session.module, recording.log.header.scenario)
        try:
            found = beats(recording, session.step, facts)
        except UserError:
            return []
        before = found[0].state
        drawn = next((beat for beat in found if beat.state is not before), None)
        if drawn is None:
            return []
        known = [beat for beat in found[:-1] if beat.state is drawn.state] or [drawn]
        self._thrown = known[-1]
        return [found[0], *known[:1], *known[1:][-1:], found[-1]]

    def release(self) -> None:
        """Stop when the window closes."""
        self._due, self._left = False, []
        self._next.stop()

    def go_on(self) -> None:
        """The next stage; after the last one the step is shown as ever."""
        self._next.stop()
        teller = self._teller
        if not self._left:
            teller.window.results_wait.emit(False)
            teller.tell_all()
            return
        stage = self._left.pop(0)
        self._told.append(stage.text)
        teller.view.show_state(stage.state)
        teller.tell(self._told)
        if stage is self._thrown:
            teller.window.results_wait.emit(False)  # the dice fall, the card is shown
        self._next.start(max(LEAST, LETTER * len(stage.text)))
