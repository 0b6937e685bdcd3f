"""Viewpoint of everything that the window shows: the referee's, a side's, or the neutral one.

the referee's, a side's, or nobody's.

A side's view is a recording of its own (:mod:`engine.report.viewpoint`): what is hidden is not in
it, so no panel can show it. Orders are still carried out on the whole game, and what comes of them
is seen through the view again.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engine.core.errors import UserError
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.i18n import t
from engine.log.entry import Entry
from engine.log.private_file import private_path
from engine.modules.module import Module
from engine.play.game import Recording
from engine.play.observed import Watch, Words, concealer_of
from engine.report.viewpoint import BOTH, Viewed, owned, viewed
from engine.rules.registry import NO_RULE
from holland44_qt.models.landmarks import Landmarks
from holland44_qt.session.shown import tip_of
from holland44_qt.session.trials import Trials


class Viewpoints(Trials):
    """The recording that is shown, from a viewpoint.

    ``viewpoint_leaving`` comes before it changes: write what is not written yet.
    ``viewpoint_changed`` comes after it: keep nothing of the view before.
    """

    viewpoint_leaving = Signal()
    viewpoint_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.viewpoint = BOTH
        self._cut: int | None = None
        """The step of the whole line that the view ends with; None for its end."""
        self._words: Words | None = None
        self._watch: Watch | None = None
        self._hides: tuple[Module, bool] | None = None

    @property
    def veiled(self) -> bool:
        """Return whether a side's view is shown, not all that the log holds."""
        return self.viewpoint != BOTH

    @property
    def hides(self) -> bool:
        """Return whether the game may hide something from a side."""
        if self._real is None:
            return False
        if self._hides is None or self._hides[0] is not self._real.module:
            concealer = concealer_of(self._real)
            self._hides = self._real.module, concealer is not None and concealer.hides
        return self._hides[1]

    @property
    def only_viewpoint(self) -> str:
        """Return the one viewpoint that exports may have; empty where all may be chosen."""
        return self.viewpoint if self.veiled else ""

    @property
    def whole_tip(self) -> int:
        """Return the entry of the log that the line shown ends with."""
        recording = self.recording
        if recording is None:
            return 0
        return tip_of(recording.whole if isinstance(recording, Viewed) else recording)

    @property
    def truth(self) -> State:
        """Return the whole position in which an order is carried out; never for showing."""
        if not self.veiled or self._real is None:
            return self.state
        return self._real.state(len(self._real) if self._cut is None else self._cut)

    def look_as(self, viewpoint: str) -> bool:
        """Show the game as a side sees it, as every side does (``neutral``), or all of it.

        False, and ``failed``, where the game does not declare what it hides.
        """
        if self.recording is None or self._real is None:
            self.objected.emit(t("session.nothing_open"))
            return False
        if viewpoint == self.viewpoint:
            return True
        self.viewpoint_leaving.emit()
        self.leave_trial()
        in_play, at_end = self.in_play, self.step == self.length
        before, step = self.viewpoint, self._whole_step()
        try:
            self.viewpoint = viewpoint
            self._cut = step if in_play and not at_end and before == BOTH else None
            self._look()
        except UserError as error:
            self.viewpoint = before
            self.failed.emit(str(error))
            return False
        self.beside = ()  # others' notes are shown again when they are asked for
        here = len(self.recording) if at_end else self._seen_step(step)
        self._at = len(self.recording) if in_play else None
        self._other_line(here)
        self.annotated.emit()
        self.viewpoint_changed.emit()
        self._tell_stance(always=True)
        return True

    @property
    def acting(self) -> str:
        """Return the side that has to act at the end of the line: to decide, or to play."""
        if self._real is None:
            return ""
        state = self.truth
        return state.pending[-1].side if state.pending else state.clock.active

    def look_as_player(self, path: Path) -> None:
        """Look as the player of a game that hides something and was just opened.

        The side whose private file is beside the log; in play, without one such side, the side
        that acts. The whole of a game that is only read stays shown.
        """
        if not self.hides:
            return
        sides = [side.id for side in self.module.meta.sides]
        mine = [side for side in sides if private_path(path, side).exists()]
        if len(mine) == 1:
            self.look_as(mine[0])
        elif self.in_play and self.acting in sides:
            self.look_as(self.acting)

    def _look(self) -> None:
        """Make the recording that the viewpoint shows, of the line up to the step of the view."""
        real = self._real
        assert real is not None
        if not self.veiled:
            self.recording = real
        else:
            entries = real.timeline.entries
            end = len(entries) if self._cut is None else self._cut
            tip = entries[end - 1].id if end else 0
            line = Recording(real.log, real.module, real.annotations, real.notices, tip)
            known = owned(line, self.viewpoint, self.path)
            self.recording = viewed(known, self.viewpoint, self._watch)
            if isinstance(self.recording, Viewed):
                self._watch = self.recording.watch
        self.landmarks = Landmarks.of(self.recording)

    def _look_again(self) -> None:
        """Show the view of a line that is longer or another by now; its end if that was shown."""
        at_end = self.step == self.length
        self._cut = None
        self._look()
        assert self.recording is not None
        self._at = len(self.recording)
        self._other_line(self._at if at_end else min(self.step, self._at))

    def _whole_step(self) -> int:
        """Return the step of the whole line that is shown."""
        if not isinstance(self.recording, Viewed) or self.recording.numbers is None:
            return self.step
        found = 0
        for step, entry in enumerate(self.recording.whole.timeline.entries, 1):
            if self.recording.number(entry.id) <= self.step:
                found = step
        return found

    def _seen_step(self, step: int) -> int:
        """Return the step of the view that shows a step of the whole line."""
        recording = self.recording
        assert recording is not None
        if not isinstance(recording, Viewed) or recording.numbers is None:
            return min(step, len(recording))
        entries = recording.whole.timeline.entries[:step]
        return max((recording.number(entry.id) for entry in entries), default=0)

    # -- playing through a view -------------------------------------------------------------------

    def _unveil(self) -> bool:
        """Make the whole game the recording, without showing it; return whether it was veiled."""
        if not self.veiled or self._real is None:
            return False
        self.recording = self._real
        self.landmarks = Landmarks.of(self._real)
        self.step = len(self._real) if self._cut is None else self._cut
        self.state = self._real.state(self.step)
        self._at = self.step
        return True

    def _veil(self, entry: Entry | None = None) -> None:
        """Show the view again: of the end of the line after an entry, else as before."""
        if entry is not None:
            self._cut = None
        self._look()
        assert self.recording is not None
        self.step = self._at = len(self.recording)
        self.state = self.recording.state(self.step)

    def _seen_entry(self, entry: Entry) -> Entry:
        """Return an entry of the whole line as the view shows it."""
        recording = self.recording
        if not isinstance(recording, Viewed) or recording.numbers is None:
            return entry
        return recording.log[recording.number(entry.id)]

    def _may_take_back(self) -> bool:
        """Return whether the last entry of the line is the side's own, and seen by it."""
        assert self._real is not None
        entries = self._real.timeline.entries
        last = entries[(len(entries) if self._cut is None else self._cut) - 1]
        return last.by == self.viewpoint

    def _cut_at(self, change: int) -> None:
        """Move the end of the view: take an entry back, or do it again."""
        assert self._real is not None
        last = len(self._real)
        cut = (last if self._cut is None else self._cut) + change
        if not 1 <= cut <= last:
            return
        self._cut = None if cut == last else cut
        self._look()
        assert self.recording is not None
        self._at = len(self.recording)
        self._other_line(self._at)

    def _seen_verdicts(self, verdicts: Sequence[Verdict]) -> list[Verdict]:
        """Return verdicts that name only what is seen; one without details for the others."""
        found = [v for v in verdicts if self.may_say(v.model_dump_json())]
        if len(found) < len(verdicts):
            found.append(Verdict(rule=NO_RULE, level="forbid", key="referee.unseen", args={}))
        return found

    def may_say(self, text: str) -> bool:
        """Return whether a text names only what the viewpoint sees."""
        if not self.veiled:
            return True
        self._words = self._words or Words(self.module)
        seen = self.recording.state(len(self.recording)) if self.recording is not None else State()
        hidden = self.truth.pieces.keys() - seen.pieces.keys()
        if any(unit in text for unit in hidden):
            return False
        used = self._words.in_text(text)
        for piece in seen.pieces.values():
            used -= self._words.of(piece.counter)
        return not used
