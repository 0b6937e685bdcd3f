"""Decisions: what may be answered, and what an answer does.

Nothing but the position (and the combat in hand) says which answers there are. A decision with one
answer is no question: it is settled at once; one without answers has lost its object.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.verdicts import Verdict
from engine.games.marketgarden.position import Situation
from engine.games.marketgarden.resolution import Resolution

Args = Mapping[str, Any]

NONE = "none"
"""The answer that does nothing more."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: the words that a log keeps, and what it is about.

    ``losses`` are the steps it costs, ``points`` the air points it spends.
    """

    id: str
    units: tuple[str, ...] = ()
    path: tuple[int, ...] = ()
    hexside: str = ""
    losses: int = 0
    points: int = 0


class Handler:
    """A kind of decision."""

    kind = ""

    def choices(self, situation: Situation, args: Args) -> Sequence[Choice]:
        """The answers that the rules allow now, a bounded list."""
        raise NotImplementedError

    def other(self, situation: Situation, args: Args, words: Sequence[str]) -> Choice | None:
        """An answer that the rules allow but the list leaves out."""
        return None

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Let an answer happen; the decision is off the stack already."""
        raise NotImplementedError

    def refuse(self, situation: Situation, args: Args, words: Sequence[str]) -> Iterable[Verdict]:
        """What the rules have against an answer that is none; often nothing."""
        return ()
