"""Convert the steps of VASSAL logs to log entries; undone steps become branches."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Dice
from engine.core.reducer import apply
from engine.core.state import State, digest
from engine.i18n import t
from engine.log.entry import Entry
from engine.log.store import DIGEST_EVERY
from engine.vassal.plain_text import shorten
from engine.vassal.spots import SpotPlaces


@dataclass
class Step:
    """A step whose place in the log's tree is not yet known."""

    effects: tuple[fx.Effect, ...]
    text: str
    by: str = ""
    dice: tuple[Dice, ...] = ()
    chapter: str = ""
    undo: bool = False
    comment: str = ""
    branch: str = ""
    """The name of the branch that begins with this step."""


Line = list[tuple[int, bool]]
"""The entries of a line, from the root; true for "undone" notes."""
KEPT = 64
"""Limit for the states kept; one with thousands of pieces takes some hundred kilobytes."""


class StepTree:
    """The entries of an imported log; undone steps become branches."""

    def __init__(self, at: str, places: SpotPlaces) -> None:
        self.at = at
        self.places = places
        self.entries: list[Entry] = []
        self.chapters: dict[int, str] = {}
        self.comments: dict[int, str] = {}
        self.branches: dict[int, str] = {}
        self.undone = 0
        self._line: Line = [(0, False)]
        self._states: dict[int, State] = {}
        """The latest states that were made, by entry."""

    def add(self, step: Step) -> None:
        """Add a step; an undo continues before the step that it undoes."""
        state = apply(self._state(self._line[-1][0]), step.effects, self.places)
        effects, folded = step.effects, False
        if step.undo:
            self.undone += 1
            folded = self._fold(state)
            effects = () if folded else effects
        number = len(self.entries) + 1
        self.entries.append(
            Entry(
                id=number,
                parent=self._line[-1][0],
                at=self.at,
                by=step.by,
                action=self._action(step.text, effects, undone=folded),
                dice=step.dice,
                effects=effects,
                digest=digest(state, self.places) if number % DIGEST_EVERY == 0 else None,
            )
        )
        self._line.append((number, folded))
        self._keep(number, state)
        if step.chapter:
            self.chapters[number] = step.chapter
        if step.comment:
            self.comments[number] = step.comment
        if step.branch:
            self.branches[number] = step.branch

    @property
    def line(self) -> Line:
        """A copy of the current line, for ``back_to``."""
        return list(self._line)

    def back_to(self, line: Line) -> None:
        """Continue from an earlier line."""
        self._line = list(line)

    def _fold(self, state: State) -> bool:
        """Return to the entry before the last step if its state matches the undo."""
        last = len(self._line) - 1
        while last > 0 and self._line[last][1]:
            last -= 1
        if last == 0 or self._state(self._line[last - 1][0]) != state:
            return False
        del self._line[last:]
        return True

    def _state(self, number: int) -> State:
        """Return the state after an entry, from the nearest earlier one that is still kept."""
        missing = []
        while number and number not in self._states:
            missing.append(self.entries[number - 1])
            number = missing[-1].parent
        state = self._states[number] if number else State()
        for entry in reversed(missing):
            state = apply(state, entry.effects, self.places)
            self._keep(entry.id, state)
        return state

    def _keep(self, number: int, state: State) -> None:
        self._states[number] = state
        if len(self._states) > KEPT:
            del self._states[next(iter(self._states))]

    def _action(self, text: str, effects: tuple[fx.Effect, ...], undone: bool) -> act.Action:
        if undone:
            return act.Note(text=shorten(t("vassal.say.undone", text=text).strip(), act.MAX_TEXT))
        if effects or not text:
            return act.ManualEdit(text=text, effects=effects)
        return act.Note(text=text)
