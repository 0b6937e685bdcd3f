"""A book of rules: the clauses, the decisions and the phases of a game, and how clauses are asked.

What is in the book of Holland '44 stands in ``contents``; a position knows it by its setting.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from engine.core.verdicts import Verdict
from engine.rules.base.clauses import Register
from engine.rules.base.decisions import Decisions
from engine.rules.base.sequence import Step


@dataclass(frozen=True, slots=True)
class Book:
    """The clauses by the kind of question, the kinds of decisions, the steps by their phase.

    Clauses, decisions and steps act on positions, which refer to the book by their setting.
    """

    clauses: Register
    decisions: Decisions[Any, Any]
    steps: Mapping[str, Step]


class _Setting(Protocol):
    @property
    def book(self) -> Book: ...


class Seen(Protocol):
    """A position, as far as it is asked for its book."""

    @property
    def setting(self) -> _Setting:
        """What its positions share."""
        ...


def judge(position: Seen, kind: str, context: object, action: object = None) -> Iterator[Verdict]:
    """All verdicts of a kind's clauses (mode, move, attack …), in the order of the rulebook."""
    return position.setting.book.clauses.judge(kind, context, action)
