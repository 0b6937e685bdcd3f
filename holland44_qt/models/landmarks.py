"""The landmarks of a recording: where its turns and phases start, its fights, dice and notes."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from functools import cached_property

from engine.core.effects import Clock, SetPhase
from engine.log.lines import forks
from engine.play.game import Recording


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase and the step it starts with."""

    step: int
    clock: Clock


@dataclass(frozen=True)
class Landmarks:
    """Steps worth finding again, each list in order of play.

    ``annotated`` are the entries somebody wrote about, ``notes`` the remarks in the log itself;
    after each of ``branches`` play went on in more than one way.
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
        """Read them from the entries alone, without playing the game through. O(n)."""
        marks = _Marks()
        for step in range(1, len(recording) + 1):
            marks.add(recording, step)
        return replace(marks.frozen(len(recording)), branches=_forks(recording))

    def and_entry(self, recording: Recording) -> Landmarks:
        """The landmarks with one entry more, the last of the recording."""
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
        """The phases that start a turn."""
        return tuple(
            phase
            for k, phase in enumerate(self.phases)
            if not k or self.phases[k - 1].clock.turn != phase.clock.turn
        )

    def phase_at(self, step: int) -> Phase | None:
        """The phase that a step belongs to, None before the first. O(log n)."""
        found = bisect_right(self.phases, step, key=lambda p: p.step)
        return self.phases[found - 1] if found else None

    def turn_at(self, step: int) -> Phase | None:
        """The phase that began the turn of a step, None before the first. O(log n)."""
        found = bisect_right(self.turns, step, key=lambda p: p.step)
        return self.turns[found - 1] if found else None

    def next_phase(self, step: int) -> int:
        """The start of the next phase, or the last step."""
        found = bisect_right(self.phases, step, key=lambda p: p.step)
        return self.phases[found].step if found < len(self.phases) else self.length

    def previous_phase(self, step: int) -> int:
        """The start of this phase, or of the one before if the step is a start; 0 at last."""
        found = bisect_left(self.phases, step, key=lambda p: p.step)
        return self.phases[found - 1].step if found else 0


def _forks(recording: Recording) -> tuple[int, ...]:
    return forks(recording.log, recording.annotations, recording.timeline.entries)


class _Marks:
    """Landmarks while they are gathered."""

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
