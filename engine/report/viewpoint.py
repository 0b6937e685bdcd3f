"""Whose eyes a report is seen with: everybody's, one side's as it saw then, nobody's side."""

from __future__ import annotations

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.state import State
from engine.i18n import t
from engine.log.annotations import Annotation, Annotations
from engine.log.entry import Entry
from engine.log.visit import Step
from engine.play.game import Recording
from engine.play.referee import ruling_at_hand
from engine.rules.ports import Ruleset

BOTH, NEUTRAL = "both", "neutral"


def viewed(recording: Recording, viewpoint: str) -> Recording:
    """A recording as somebody sees it: ``both``, ``neutral``, or a side by its id.

    A side sees what its rules let it see of each position, and no annotations that the other side
    keeps to itself; ``neutral`` sees what every side sees. Raises UserError for another word.
    """
    if viewpoint == BOTH:
        return recording
    sides = [side.id for side in recording.module.meta.sides]
    if viewpoint != NEUTRAL and viewpoint not in sides:
        known = ", ".join((BOTH, NEUTRAL, *sides))
        raise UserError(t("report.viewpoint.unknown", given=viewpoint, known=known))
    return Viewed(recording, tuple(sides) if viewpoint == NEUTRAL else (viewpoint,))


class Viewed(Recording):
    """A recording of which only some sides' knowledge is shown."""

    def __init__(self, recording: Recording, eyes: tuple[str, ...]) -> None:
        notes = recording.annotations
        kept_back = bool(notes.side) and not notes.revealed and eyes != (notes.side,)
        if kept_back:
            notes = Annotations(log=notes.log, branches=notes.branches, main=notes.main)
        entries = recording.timeline.entries
        tip = entries[-1].id if entries else 0
        super().__init__(recording.log, recording.module, notes, recording.notices, tip)
        self.eyes = eyes
        self._rules: Ruleset | None = ruling_at_hand(recording)

    def state(self, step: int) -> State:
        """What the eyes see of the position after a step."""
        state = super().state(step)
        for side in self.eyes if self._rules is not None else ():
            assert self._rules is not None
            state = self._rules.observe(state, side)
        return state

    def step(self, number: int) -> Step:
        """What is known of a step; of what nobody could see, only that it happened."""
        if number not in self._steps and 1 <= number <= len(self):
            entry = self.timeline.entries[number - 1]
            if self._is_unseen(number, entry):
                said = t("report.viewpoint.unseen")
                bare = entry.model_copy(update={"action": act.Note(text=said), "effects": ()})
                note = self.annotations.entries.get(entry.id, Annotation())
                self._steps[number] = Step(number, bare, said, (), note)
        return super().step(number)

    def _is_unseen(self, number: int, entry: Entry) -> bool:
        """Was everything that it touched out of sight, before and after?"""
        touched = {unit for e in entry.effects if (unit := getattr(e, "unit", None))}
        if not touched:
            return False
        return not any(touched & self.state(n).pieces.keys() for n in (number - 1, number))
