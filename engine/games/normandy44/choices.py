"""What an answer to a decision is, and what a kind of decision has to know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.verdicts import Verdict
from engine.games.normandy44.position import Situation
from engine.games.normandy44.resolution import Resolution

Args = Mapping[str, Any]

NONE = "none"
"""The answer that does nothing more."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: the words that a log keeps, and what it is about.

    ``losses`` are the steps it costs; ``word`` is the key of its sentence where it is no unit's.
    """

    id: str
    units: tuple[str, ...] = ()
    path: tuple[int, ...] = ()
    losses: int = 0
    word: str = ""


class Handler:
    """A kind of decision."""

    kind = ""

    def choices(self, situation: Situation, args: Args) -> Sequence[Choice]:
        """The answers that the rules allow now, a bounded list."""
        raise NotImplementedError

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Let an answer happen; the decision is off the stack already."""
        raise NotImplementedError

    def refuse(self, situation: Situation, args: Args, words: Sequence[str]) -> Iterable[Verdict]:
        """What the rules have against an answer that is none; often nothing."""
        return ()
