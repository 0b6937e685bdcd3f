"""The visitor of a recorded game, on which every export is based."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from engine.core.dice import Dice
from engine.core.effects import SetPhase
from engine.log.annotations import Annotation, Annotations
from engine.log.entry import Entry


@dataclass(frozen=True)
class Step:
    """An entry on a timeline with the facts about it. ``number`` is 1 for the first entry."""

    number: int
    entry: Entry
    sentence: str
    describe: Callable[[], Iterable[str]] = field(compare=False, repr=False)
    """Computes ``details``: few steps of a game show them, and a set-up has hundreds."""
    annotation: Annotation
    dice: tuple[Dice, ...] = ()
    """The throws as they lie on the table; the entry records the sides of a common die."""

    @cached_property
    def details(self) -> tuple[str, ...]:
        """The effects, one short line each, without those in the sentence."""
        return tuple(self.describe())

    @property
    def place(self) -> str:
        """The number, with the id of the entry where undone entries make them differ."""
        id_ = self.entry.id
        return f"{self.number}" if id_ == self.number else f"{self.number} (#{id_})"


class Steps(Protocol):
    """Port for a recording that a visitor walks."""

    annotations: Annotations

    def __len__(self) -> int:
        """Return the number of steps."""
        ...

    def step(self, number: int) -> Step:
        """Return a step, 1 for the first."""
        ...


class Visitor:
    """Callbacks in the order of play; override those you need.

    ``chapter`` is called before the first entry of a chapter: a chapter title of the annotations,
    or, in a log without any, each new turn and phase.
    """

    def chapter(self, title: str, step: Step) -> None:
        """Handle a chapter that starts at this step."""

    def entry(self, step: Step) -> None:
        """Handle one entry."""


def visit(recording: Steps, visitor: Visitor) -> None:
    """Call a visitor for each step of a recording's line."""
    own = any(a.chapter for a in recording.annotations.entries.values())
    for number in range(1, len(recording) + 1):
        step = recording.step(number)
        title = step.annotation.chapter
        begins = any(isinstance(e, SetPhase) for e in step.entry.effects)
        if title is None and not own and begins and step.entry.action.kind != "setup":
            title = step.sentence.partition(". ")[0].removesuffix(".")
        if title:
            visitor.chapter(title, step)
        visitor.entry(step)
