"""Clauses, decisions and phases of a game, and the query of clauses.

``contents`` lists those of Holland '44; a position reaches them through its setting.
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
    """Clauses by kind of question, decisions by kind, and steps by phase.

    All of them act on positions, which refer to this record through their setting.
    """

    clauses: Register
    decisions: Decisions[Any, Any]
    steps: Mapping[str, Step]


class _Setting(Protocol):
    @property
    def book(self) -> Book: ...


class HasBook(Protocol):
    """A position whose setting has a book."""

    @property
    def setting(self) -> _Setting:
        """Return the setting that the positions of a scenario share."""
        ...


def judge(
    position: HasBook, kind: str, context: object, action: object = None
) -> Iterator[Verdict]:
    """Yield the verdicts of all clauses of a kind (mode, move, attack …), in rulebook order."""
    return position.setting.book.clauses.judge(kind, context, action)
