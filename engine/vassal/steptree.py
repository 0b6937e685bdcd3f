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


Line = list[tuple[int, State, bool]]


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
        self._line: Line = [(0, State(), False)]
        """The entries of the line, with the state after each; true for "undone" notes."""

    def add(self, step: Step) -> None:
        """Add a step; an undo continues before the step that it undoes."""
        state = apply(self._line[-1][1], step.effects, self.places)
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
        self._line.append((number, state, folded))
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
        while last > 0 and self._line[last][2]:
            last -= 1
        if last == 0 or self._line[last - 1][1] != state:
            return False
        del self._line[last:]
        return True

    def _action(self, text: str, effects: tuple[fx.Effect, ...], undone: bool) -> act.Action:
        if undone:
            return act.Note(text=shorten(t("vassal.say.undone", text=text).strip(), act.MAX_TEXT))
        if effects or not text:
            return act.ManualEdit(text=text, effects=effects)
        return act.Note(text=text)
