"""Current recording, current step and stance."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, Signal

from engine.core.actions import Action
from engine.core.effects import Decision
from engine.core.errors import UserError
from engine.core.modes import Mode, mode_of
from engine.core.state import State
from engine.games import DEFAULT, has_rulebook, is_loaded
from engine.i18n import t
from engine.log.annotations import Annotations
from engine.log.entry import Entry
from engine.log.timeline import Timeline
from engine.log.visit import Step
from engine.modules.module import Module, load_module
from engine.play import referee
from engine.play.game import Game, Recording
from engine.play.trial import Trial
from engine.report.references import References
from engine.report.viewpoint import Viewed
from engine.rules.ports import Answers, Ruleset
from holland44_qt.models.landmarks import Landmarks

Stance = Literal["review", "trial", "play"]
BEGINNINGS = frozenset({"setup", "set_rules"})
"""Kinds of action before play starts: the set-up, and the rules mode."""
EMPTY_BOARD = DEFAULT
"""Module whose board is shown while no game is open."""


class Shown(QObject):
    """The current recording with its current step and stance.

    In ``review`` nothing can be recorded. In ``trial`` entries stay in memory until they are saved.
    In ``play`` they are written to the file: at the end of the line, or at the step where play was
    continued or undone; at any other step a game in play is in review.

    ``leaving`` is emitted before another game is shown, for discarding hexes, units and sides of
    the old one. ``opened`` is emitted after another game was opened, ``line_changed`` after a
    change of the line of play, ``recorded`` with an entry added at the end of the line,
    ``annotated`` after a change of annotations, and ``stepped`` with the number of the new current
    step. ``stance_changed`` follows a change of the legal actions, ``rules_came`` the loading of
    the rules of a game in review, and ``reviewing`` an attempt to act in review. ``refused`` has
    all verdicts on an order that the rules forbid. ``objected`` has a sentence why the last request
    is impossible; it is outdated after the next change. ``failed`` and ``noticed`` have a sentence
    for the user that remains valid for longer.
    """

    leaving = Signal()
    opened = Signal()
    line_changed = Signal()
    recorded = Signal(object)
    annotated = Signal()
    stepped = Signal(int)
    stance_changed = Signal()
    rules_came = Signal()
    reviewing = Signal()
    refused = Signal(object)
    objected = Signal(str)
    failed = Signal(str)
    noticed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.recording: Recording | None = None
        self.path: Path | None = None
        self.module: Module = _empty_board()
        self.landmarks = Landmarks()
        self.step = 0
        self.state = State()
        self._real: Recording | None = None
        self._trial: Trial | None = None
        self._at: int | None = None
        self._left = (0, 0)
        self._begun: str | None = None
        self.tried: Action | None = None
        """The action tried last, which a refusal is about."""
        self._lead = True
        self._stance: Stance = "review"
        self._named: tuple[Timeline, References] | None = None
        self.beside: tuple[Annotations, ...] = ()
        """The contents of other annotation files, shown beside those of the edited one."""
        self.notes_path: Path | None = None
        """The annotation file being edited; None for the log's own."""

    @property
    def length(self) -> int:
        """Return the number of the last step; 0 while no game is open."""
        return self.landmarks.length

    @property
    def current(self) -> Step | None:
        """Return the entry that led to the current step; None before the first."""
        return self.recording.step(self.step) if self.recording and self.step else None

    @property
    def stance(self) -> Stance:
        """Return the stance at the current step."""
        if self.recording is not None and self.recording is self._trial:
            return "trial"
        here = self._at is not None and self.step in (self._at, self.length)
        return "play" if here and isinstance(self._real, Game) else "review"

    @property
    def game(self) -> Game | None:
        """The store of new entries, on disk or in memory; None in review and before the set-up."""
        recording = self.recording
        if isinstance(recording, Viewed):  # orders are carried out on the whole game
            recording = self._real
        if not isinstance(recording, Game) or self.stance == "review":
            return None
        return None if recording.log.entries and not self.step else recording

    @property
    def can_play(self) -> bool:
        """Return whether actions can be recorded."""
        return self.game is not None

    @property
    def in_play(self) -> bool:
        """Return whether a game is in play, even if an earlier step is shown."""
        return self._at is not None and isinstance(self._real, Game)

    @property
    def unsaved_trials(self) -> Sequence[Entry]:
        """The unsaved what-if entries."""
        return self._trial.tried if self._trial is not None else ()

    @property
    def only_tried(self) -> bool:
        """Return whether the current entry is saved in no file."""
        current, trial = self.current, self._trial
        return current is not None and trial is not None and current.entry.id > trial.known

    @property
    def lines(self) -> Recording | None:
        """Return all lines of play: those of the log, and what-if lines."""
        return self._whole_trial() or self.recording

    @property
    def references(self) -> References | None:
        """Finder of the entries, hexes, places and units that texts about the line refer to."""
        recording = self.recording
        if recording is None:
            return None
        if self._named is None or self._named[0] is not recording.timeline:
            self._named = recording.timeline, References(recording)
        return self._named[1]

    @property
    def rules(self) -> Ruleset | None:
        """Return the rules of the game; None where there are none, or they cannot be loaded."""
        return None if self.recording is None else referee.available_rules(self.recording)

    @property
    def has_rules(self) -> bool:
        """Return whether the game has rules, without loading them."""
        return self.recording is not None and has_rulebook(self.module.meta.id)

    @property
    def waits_for_rules(self) -> bool:
        """Return whether the game is in review with its rules not yet loaded."""
        return self.has_rules and not self.in_play and not is_loaded(self.module.meta.id)

    @property
    def lacks_rules(self) -> str | None:
        """Return a sentence why the game cannot be played as agreed: its rules are unavailable."""
        return None if self.recording is None else referee.lacks_rules(self.recording)

    @property
    def mode(self) -> Mode:
        """The rules mode at the current step; off for a game without rules."""
        return mode_of(self.state) if self.has_rules else "off"

    @property
    def position(self) -> Answers | None:
        """Return the position for the rules.

        None for another game, and for a position with a counter unknown to the module.
        """
        rules = self.rules
        try:
            return None if rules is None else rules.answers(self.state)
        except KeyError:
            return None

    @property
    def asked(self) -> Decision | None:
        """Return the pending decision of the current position."""
        return self.state.pending[-1] if self.state.pending else None

    def go(self, step: int) -> None:
        """Show a step; numbers beyond the ends are clamped."""
        step = max(0, min(step, self.length))
        if self.recording is None or step == self.step:
            return
        try:
            self.state = self.recording.state(step)
        except UserError as error:
            self.failed.emit(str(error))
            return
        self.step = step
        if self._at is not None and step == self.length:
            self._at = step  # at the end of the line play only goes on
        self._show_stance()
        self.stepped.emit(step)

    def forward(self) -> None:
        """Go forward one entry."""
        self.go(self.step + 1)

    def back(self) -> None:
        """Go back one entry."""
        self.go(self.step - 1)

    def first(self) -> None:
        """Go to the empty board before the first entry."""
        self.go(0)

    def last(self) -> None:
        """Go to the last step."""
        self.go(self.length)

    def next_phase(self) -> None:
        """Go to the start of the next phase."""
        self.go(self.landmarks.next_phase(self.step))

    def previous_phase(self) -> None:
        """Go to the start of this phase, or of the previous one."""
        self.go(self.landmarks.previous_phase(self.step))

    @property
    def _tip(self) -> int:
        """Return the last entry of the current line."""
        assert self.recording is not None
        return tip_of(self.recording)

    def _whole_trial(self) -> Trial | None:
        """Return the what-if line, updated to the log's current entries."""
        trial, real = self._trial, self._real
        if trial is None or real is None or trial.known == len(real.log):
            return trial
        self._trial = trial.over(real)
        return self._trial

    def _other_line(self, step: int) -> None:
        assert self.recording is not None
        self.landmarks = Landmarks.of(self.recording)
        # Who hears of another line may ask what is shown: never a step that only the last one had.
        self.step, self.state = step, self.recording.state(step)
        self.line_changed.emit()
        self._stand(step)

    def _show_stance(self, *, always: bool = False) -> None:
        stance = self.stance
        if always or stance != self._stance:
            self._stance = stance
            self.stance_changed.emit()

    def _stand(self, step: int) -> None:
        """Set the current step on a line that has just changed."""
        assert self.recording is not None
        self.step, self.state = step, self.recording.state(step)
        self._show_stance()
        self.stepped.emit(step)

    @property
    def has_only_begun(self) -> bool:
        """Return whether the game is at its set-up, with no moves and a writable file."""
        if self.recording is None or self.path is None or not os.access(self.path, os.W_OK):
            return False
        played = [e for e in self.recording.log.entries if e.action.kind not in BEGINNINGS]
        return self.length > 0 and not played and self.step == self.length

    def say_why_not(self) -> None:
        """Report why nothing can be recorded here."""
        if self.recording is None:
            self.objected.emit(t("session.nothing_open"))
        elif not self.step and self.recording.log.entries:
            self.objected.emit(t("game.error.before_setup"))
        else:
            self.reviewing.emit()


def tip_of(recording: Recording) -> int:
    """Return the last entry of a recording's line."""
    entries = recording.timeline.entries
    return entries[-1].id if entries else 0


@cache
def _empty_board() -> Module:
    """Return the cached module of all windows without a game."""
    return load_module(EMPTY_BOARD)
