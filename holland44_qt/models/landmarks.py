"""The landmarks of a recording: where its phases start, its fights and its annotated entries."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from engine.core.effects import Clock, SetPhase
from engine.game import Recording


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase and the step it starts with."""

    step: int
    clock: Clock


@dataclass(frozen=True)
class Landmarks:
    """Steps worth finding again, each list in order of play."""

    length: int = 0
    phases: tuple[Phase, ...] = ()
    combats: tuple[int, ...] = ()
    annotated: tuple[int, ...] = ()

    @classmethod
    def of(cls, recording: Recording) -> Landmarks:
        """Read them from the entries alone, without playing the game through."""
        marks = cls()
        for step in range(1, len(recording) + 1):
            marks = marks.and_entry(recording, step)
        return marks

    def and_entry(self, recording: Recording, step: int | None = None) -> Landmarks:
        """The landmarks with one entry more: the last of the recording, or that of a step."""
        at = step or len(recording)
        entry = recording.timeline.entries[at - 1]
        clocks = [e.after for e in entry.effects if isinstance(e, SetPhase)]
        return Landmarks(
            at,
            (*self.phases, Phase(at, clocks[-1])) if clocks else self.phases,
            (*self.combats, at) if entry.action.kind == "combat" else self.combats,
            (*self.annotated, at) if entry.id in recording.annotations.entries else self.annotated,
        )

    def phase_at(self, step: int) -> Phase | None:
        """The phase that a step belongs to, None before the first. O(log n)."""
        found = bisect_right(self.phases, step, key=lambda p: p.step)
        return self.phases[found - 1] if found else None

    def next_phase(self, step: int) -> int:
        """The start of the next phase, or the last step."""
        found = bisect_right(self.phases, step, key=lambda p: p.step)
        return self.phases[found].step if found < len(self.phases) else self.length

    def previous_phase(self, step: int) -> int:
        """The start of this phase, or of the one before if the step is a start; 0 at last."""
        found = bisect_left(self.phases, step, key=lambda p: p.step)
        return self.phases[found - 1].step if found else 0
