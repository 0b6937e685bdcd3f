"""Landmarks of a recording: starts of turns and phases, combats, dice and notes."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from functools import cached_property

from engine.core.effects import Clock, SetPhase
from engine.log.lines import forks
from engine.play.game import Recording


@dataclass(frozen=True, slots=True)
class Phase:
    """Phase with its first step."""

    step: int
    clock: Clock


@dataclass(frozen=True)
class Landmarks:
    """Notable steps, each list in order of play.

    ``annotated`` are the annotated entries, ``notes`` the remarks in the log itself; ``branches``
    are steps after which play continued on several lines.
    """

    length: int = 0
    phases: tuple[Phase, ...] = ()
    combats: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()
    notes: tuple[int, ...] = ()
    annotated: tuple[int, ...] = ()
    bookmarks: tuple[int, ...] = ()
    branches: tuple[int, ...] = ()

    @classmethod
    def of(cls, recording: Recording) -> Landmarks:
        """Collect the landmarks from the entries alone, without replaying the game. O(n)."""
        marks = _Marks()
        for step in range(1, len(recording) + 1):
            marks.add(recording, step)
        return replace(marks.frozen(len(recording)), branches=_forks(recording))

    def and_entry(self, recording: Recording) -> Landmarks:
        """Return the landmarks with one more entry, the last of the recording."""
        new = _Marks()
        new.add(recording, len(recording))
        one = new.frozen(len(recording))
        return Landmarks(
            one.length,
            self.phases + one.phases,
            self.combats + one.combats,
            self.dice + one.dice,
            self.notes + one.notes,
            self.annotated + one.annotated,
            self.bookmarks + one.bookmarks,
            self.branches,
        )

    @cached_property
    def turns(self) -> tuple[Phase, ...]:
        """Return the phases that start a turn."""
        return tuple(
            phase
            for k, phase in enumerate(self.phases)
            if not k or self.phases[k - 1].clock.turn != phase.clock.turn
        )

    def phase_at(self, step: int) -> Phase | None:
        """Return the phase of a step, None before the first. O(log n)."""
        result = bisect_right(self.phases, step, key=lambda p: p.step)
        return self.phases[result - 1] if result else None

    def turn_at(self, step: int) -> Phase | None:
        """Return the phase that began the turn of a step, None before the first. O(log n)."""
        result = bisect_right(self.turns, step, key=lambda p: p.step)
        return self.turns[result - 1] if result else None

    def next_phase(self, step: int) -> int:
        """Return the start of the next phase, or the last step."""
        result = bisect_right(self.phases, step, key=lambda p: p.step)
        return self.phases[result].step if result < len(self.phases) else self.length

    def previous_phase(self, step: int) -> int:
        """Return the start of this phase, or of the previous one at a start; 0 before the first."""
        result = bisect_left(self.phases, step, key=lambda p: p.step)
        return self.phases[result - 1].step if result else 0


def _forks(recording: Recording) -> tuple[int, ...]:
    return forks(recording.log, recording.annotations, recording.timeline.entries)


class _Marks:
    """Builder of landmarks."""

    def __init__(self) -> None:
        self.phases: list[Phase] = []
        self.combats: list[int] = []
        self.dice: list[int] = []
        self.notes: list[int] = []
        self.annotated: list[int] = []
        self.bookmarks: list[int] = []

    def add(self, recording: Recording, step: int) -> None:
        entry = recording.timeline.entries[step - 1]
        clocks = [e.after for e in entry.effects if isinstance(e, SetPhase)]
        if clocks:
            self.phases.append(Phase(step, clocks[-1]))
        if entry.action.kind in ("combat", "declare_attack"):
            self.combats.append(step)
        elif entry.dice:
            self.dice.append(step)
        if entry.action.kind == "note":
            self.notes.append(step)
        note = recording.annotations.entries.get(entry.id)
        if note is None:
            return
        if note.comment or note.title or note.glyph or note.chapter or note.shapes or note.camera:
            self.annotated.append(step)
        if note.bookmark:
            self.bookmarks.append(step)

    def frozen(self, length: int) -> Landmarks:
        return Landmarks(
            length,
            tuple(self.phases),
            tuple(self.combats),
            tuple(self.dice),
            tuple(self.notes),
            tuple(self.annotated),
            tuple(self.bookmarks),
        )
