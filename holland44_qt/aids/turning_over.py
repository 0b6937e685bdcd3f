"""Staged reveal of an unknown unit that is attacked in play.

Attackers, revealed unit, dice and consequences are shown one after the other. The entry is already
saved; any key or click skips to the end.
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
"""Milliseconds for each stage, and additional milliseconds per letter of a long sentence."""
SKIPPED_BY = (
    QEvent.Type.KeyPress,
    QEvent.Type.ShortcutOverride,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.TouchBegin,
    QEvent.Type.Wheel,
)


class CaptionDisplay(Protocol):
    """Protocol of the feature that shows the captions."""

    @property
    def window(self) -> Window:
        """Return the window."""
        ...

    @property
    def view(self) -> BoardView:
        """Return the board view."""
        ...

    @property
    def session(self) -> Session:
        """Return the session."""
        ...

    def show_captions(self, lines: Sequence[str]) -> None:
        """Show the captions revealed so far."""
        ...

    def report_all(self) -> None:
        """Show the step with all its captions."""
        ...


class TurningOver(QObject):
    """Player of the stages of an entry that was just recorded."""

    def __init__(self, display: CaptionDisplay) -> None:
        super().__init__(display.view)
        self._display = display
        self._due = False
        self._left: list[Beat] = []
        self._thrown: Beat | None = None
        self._descriptions: list[str] = []
        self._next = QTimer(self, singleShot=True)
        self._next.timeout.connect(self.go_on)
        for widget in (display.view, display.view.viewport()):
            widget.installEventFilter(self)

    @property
    def goes_on(self) -> bool:
        """Return whether a reveal is running."""
        return self._next.isActive()

    def recorded(self, entry: Entry) -> None:
        """Start a reveal if the recorded entry turns a unit over and rolls dice."""
        from engine.core.dice import DRAW

        drawn = [dice.reason.startswith(DRAW) for dice in entry.dice]
        self._due = self._display.view.moving and any(drawn) and not all(drawn)
        if self._due:
            self._display.window.results_wait.emit(True)

    def begin(self) -> None:
        """Return to the position before the entry and start the stages."""
        if not self._due:
            return
        self._due = False
        self._left, self._descriptions = self._stages(), []
        self.go_on()

    def stop(self) -> None:
        """Skip to the result."""
        if self.goes_on:
            self._left = []
            self.go_on()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Skip to the end on a key or click, which is still handled."""
        if event.type() in SKIPPED_BY:
            self.stop()
        return False

    def _stages(self) -> list[Beat]:
        """Show attackers and target, then the revealed unit, the dice and the result."""
        from engine.report.beats import beats
        from engine.report.game_facts import facts_of

        session = self._display.session
        recording = session.recording
        assert recording is not None, "it was played in one"
        facts = facts_of(session.module, recording.log.header.scenario)
        try:
            result = beats(recording, session.step, facts)
        except UserError:
            return []
        before = result[0].state
        drawn = next((beat for beat in result if beat.state is not before), None)
        if drawn is None:
            return []
        known = [beat for beat in result[:-1] if beat.state is drawn.state] or [drawn]
        self._thrown = known[-1]
        return [result[0], *known[:1], *known[1:][-1:], result[-1]]

    def release(self) -> None:
        """Stop when the window closes."""
        self._due, self._left = False, []
        self._next.stop()

    def go_on(self) -> None:
        """Show the next stage; after the last one, the step itself."""
        self._next.stop()
        display = self._display
        if not self._left:
            display.window.results_wait.emit(False)
            display.report_all()
            return
        stage = self._left.pop(0)
        self._descriptions.append(stage.text)
        display.view.show_state(stage.state)
        display.show_captions(self._descriptions)
        if stage is self._thrown:
            display.window.results_wait.emit(False)  # the dice fall, the card is shown
        self._next.start(max(LEAST, LETTER * len(stage.text)))
