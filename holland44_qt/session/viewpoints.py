"""Viewpoint of everything shown in the window: the whole game, one side's view, or the neutral one.

A side's view is a separate recording (:mod:`engine.report.viewpoint`) without any hidden
information, so no panel can show it. Orders are carried out on the whole game, and their results
are then shown through the view.
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
    """Session part with the recording as shown from a viewpoint.

    ``viewpoint_leaving`` is emitted before a change, for saving unsaved changes.
    ``viewpoint_changed`` is emitted after it, for discarding data of the old view.
    """

    viewpoint_leaving = Signal()
    viewpoint_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.viewpoint = BOTH
        self.computers: frozenset[str] = frozenset()
        """The sides that the computer plays."""
        self.computer_decides = False
        """Whether the next order or answer is the computer's, which is not paused."""
        self._cut: int | None = None
        """The step of the whole line at which the view ends; None for its end."""
        self._words: Words | None = None
        self._watch: Watch | None = None
        self._hides: tuple[Module, bool] | None = None

    @property
    def veiled(self) -> bool:
        """Return whether a view is shown instead of the whole game."""
        return self.viewpoint != BOTH

    @property
    def hides(self) -> bool:
        """Return whether the game may hide information from a side."""
        if self._real is None or self._real.is_view:
            return False
        if self._hides is None or self._hides[0] is not self._real.module:
            concealer = concealer_of(self._real)
            self._hides = self._real.module, concealer is not None and concealer.hides
        return self._hides[1]

    @property
    def is_cut(self) -> bool:
        """Return whether the view ends before the whole line."""
        return self._cut is not None

    @property
    def only_viewpoint(self) -> str:
        """Return the only viewpoint allowed for exports; empty if all are allowed."""
        return self.viewpoint if self.veiled else ""

    @property
    def whole_tip(self) -> int:
        """Return the log's entry at the end of the current line."""
        recording = self.recording
        if recording is None:
            return 0
        return tip_of(recording.whole if isinstance(recording, Viewed) else recording)

    @property
    def truth(self) -> State:
        """Return the whole position, for carrying out orders; never for display."""
        if not self.veiled or self._real is None:
            return self.state
        return self._real.state(len(self._real) if self._cut is None else self._cut)

    def look_as(self, viewpoint: str) -> bool:
        """Show the game from a side's viewpoint, from the neutral one, or as a whole.

        Returns False, and emits ``failed``, if the game does not declare what it hides.
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
        self._show_stance(always=True)
        return True

    @property
    def acting(self) -> str:
        """Return the side that must decide or move at the end of the line."""
        if self._real is None:
            return ""
        state = self.truth
        return state.side_to_act

    def look_as_player(self, path: Path) -> None:
        """Choose the viewpoint for a newly opened game with hidden information.

        It is the side whose private file is beside the log, if there is exactly one, or the only
        side that the computer does not play. Otherwise it is the active side of a game in play. A
        game in review stays shown as a whole.
        """
        if not self.hides:
            return
        sides = [side.id for side in self.module.meta.sides]
        mine = [side for side in sides if private_path(path, side).exists()]
        if len(mine) != 1 and self.in_play and self.computers:
            mine = [side for side in sides if side not in self.computers]
        if len(mine) == 1:
            self.look_as(mine[0])
        elif self.in_play and self.acting in sides:
            self.look_as(self.acting)

    def _look(self) -> None:
        """Compute the recording for the viewpoint, up to the end of the view."""
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
        """Update the view after a change of the line; show its end if the end was shown."""
        at_end = self.step == self.length
        self._cut = None
        self._look()
        assert self.recording is not None
        self._at = len(self.recording)
        self._other_line(self._at if at_end else min(self.step, self._at))

    def _whole_step(self) -> int:
        """Return the current step's number in the whole line."""
        if not isinstance(self.recording, Viewed) or self.recording.numbers is None:
            return self.step
        result = 0
        for step, entry in enumerate(self.recording.whole.timeline.entries, 1):
            if self.recording.number(entry.id) <= self.step:
                result = step
        return result

    def _seen_step(self, step: int) -> int:
        """Return the view's step for a step of the whole line."""
        recording = self.recording
        assert recording is not None
        if not isinstance(recording, Viewed) or recording.numbers is None:
            return min(step, len(recording))
        entries = recording.whole.timeline.entries[:step]
        return max((recording.number(entry.id) for entry in entries), default=0)

    # -- playing through a view -------------------------------------------------------------------

    def _unveil(self) -> bool:
        """Switch to the whole game without showing it; return whether a view was active."""
        if not self.veiled or self._real is None:
            return False
        self.recording = self._real
        self.landmarks = Landmarks.of(self._real)
        self.step = len(self._real) if self._cut is None else self._cut
        self.state = self._real.state(self.step)
        self._at = self.step
        return True

    def _veil(self, entry: Entry | None = None) -> None:
        """Return to the view; after a new entry it is extended to the end of the line."""
        if entry is not None:
            self._cut = None
        self._look()
        assert self.recording is not None
        self.step = self._at = len(self.recording)
        self.state = self.recording.state(self.step)

    def _seen_entry(self, entry: Entry) -> Entry:
        """Return the view's version of an entry of the whole line."""
        recording = self.recording
        if not isinstance(recording, Viewed) or recording.numbers is None:
            return entry
        return recording.log[recording.number(entry.id)]

    def _may_take_back(self) -> bool:
        """Return whether the last entry of the line is the side's own."""
        assert self._real is not None
        entries = self._real.timeline.entries
        last = entries[(len(entries) if self._cut is None else self._cut) - 1]
        return last.by == self.viewpoint

    def _cut_at(self, change: int) -> None:
        """Move the end of the view by ``change`` entries, for undo and redo."""
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
        """Return the verdicts that reveal nothing hidden, with one general verdict for
        all others.
        """
        result = [v for v in verdicts if self.may_show(v.model_dump_json())]
        if len(result) < len(verdicts):
            result.append(Verdict(rule=NO_RULE, level="forbid", key="referee.unseen", args={}))
        return result

    def may_show(self, text: str) -> bool:
        """Return whether a text names nothing hidden from the viewpoint."""
        if not self.veiled:
            return True
        self._words = self._words or Words(self.module)
        state = self.recording.state(len(self.recording)) if self.recording is not None else State()
        hidden = self.truth.pieces.keys() - state.pieces.keys()
        if any(unit in text for unit in hidden):
            return False
        used = self._words.in_text(text)
        for piece in state.pieces.values():
            used -= self._words.of(piece.counter)
        return not used
