"""A book of rules: the clauses, the decisions and the phases of a game, and how clauses are asked.

What is in the book of Holland '44 stands in ``contents``; a position knows it by its setting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from engine.core.verdicts import Verdict
from engine.rules.registry import Register


@dataclass(frozen=True, slots=True)
class Step:
    """A phase: what is done as it begins, what is owed before it ends, what is done as it ends.

    Each is worked out on a resolution. What is owed tells whether it is; while it is, a phase does
    not end. ``begins`` and ``ends`` are told the active side.
    """

    phase: str
    begins: tuple[Callable[[Any, str], None], ...] = ()
    owes: tuple[Callable[[Any], bool], ...] = ()
    ends: tuple[Callable[[Any, str], None], ...] = ()


@dataclass(frozen=True, slots=True)
class Book:
    """The clauses by the kind of question, the decisions by their word, the steps by their phase.

    Clauses, decisions and steps act on positions, which hold the book: their types stand where
    they are, not here.
    """

    clauses: Register
    decisions: Mapping[str, Any]
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
