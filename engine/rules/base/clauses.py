"""Clauses: functions that judge by one rule, and their register.

A clause takes a context and an action and yields verdicts. It is pure, and does not raise for
illegal actions. All verdicts are collected, not only the first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from operator import call
from types import ModuleType
from typing import Any, NamedTuple

from engine.core.verdicts import Verdict
from engine.rules.registry import RuleMessages

NUMBER = re.compile(r"[A-Z]?\d+(?:\.[0-9A-Z]+)*[a-z]?")
HEAD = re.compile(rf"({NUMBER.pattern}(?:(?:,| and)\s+{NUMBER.pattern})*):\s")
"""The rule numbers at the start of a docstring."""
RuleFunction = Callable[[Any, Any], Iterable[Verdict]]


class Objection(NamedTuple):
    """An objection of a rule to a step, retreat or advance, before it becomes a verdict.

    ``why`` is the key of the reason, ``start`` the place before the step (or -1), ``units`` the
    barred units if not all are.
    """

    rule: str
    why: str
    place: int
    start: int = -1
    units: tuple[str, ...] = ()

    def verdict(
        self,
        messages: RuleMessages,
        number: Callable[[int], str],
        units: Sequence[str] = (),
        **args: str | float,
    ) -> Verdict:
        """Return the objection as a verdict; its places are the arguments here, there and hex."""
        hexes = [number(i) for i in (self.start, self.place) if i >= 0]
        names: dict[str, Any] = {**args}
        if hexes:
            names |= {"here": hexes[0], "there": hexes[-1], "hex": hexes[-1]}
        return messages(self.rule, self.why, units=self.units or units, hexes=hexes, **names)


@dataclass(frozen=True, slots=True)
class Rule:
    """A registered rule function with its number."""

    number: str
    speak: RuleFunction


def clause(number: str, *kinds: str) -> Callable[[RuleFunction], RuleFunction]:
    """Mark a function as the clause of a rule for some kinds of query.

    The game's contents list the chapters whose clauses are registered.
    """

    def mark(function: RuleFunction) -> RuleFunction:
        function.clause = (number, kinds)  # type: ignore[attr-defined]
        return function

    return mark


@dataclass(slots=True)
class Register:
    """The rules of a game by kind of query, in the rulebook's order."""

    _rules: dict[str, list[Rule]] = field(default_factory=dict)
    _functions: dict[str, tuple[RuleFunction, ...]] = field(default_factory=dict)

    def rule(self, number: str, *kinds: str) -> Callable[[RuleFunction], RuleFunction]:
        """Register a function for a rule number and some kinds of query."""

        def register(function: RuleFunction) -> RuleFunction:
            if number not in head_numbers(function.__doc__):
                raise ValueError(f"{function.__name__}: the docstring must begin with {number}")
            for kind in kinds:
                rules = self._rules.setdefault(kind, [])
                rules.append(Rule(number, function))
                rules.sort(key=lambda r: rulebook_order(r.number))
                self._functions[kind] = tuple(rule.speak for rule in rules)
            return function

        return register

    @classmethod
    def of_chapters(cls, chapters: Iterable[ModuleType]) -> Register:
        """Return the register of the clauses in some chapters, which are modules."""
        book = cls()
        for chapter in chapters:
            for function in vars(chapter).values():
                marked = getattr(function, "clause", None)
                if marked is not None and function.__module__ == chapter.__name__:
                    number, kinds = marked
                    book.rule(number, *kinds)(function)
        return book

    def of(self, kind: str) -> tuple[Rule, ...]:
        """Return the rules for a kind of query."""
        return tuple(self._rules.get(kind, ()))

    def judge(self, kind: str, context: object, action: object) -> Iterator[Verdict]:
        """Return the verdicts of a kind's rules on an action, each asked for in its turn."""
        functions = self._functions.get(kind, ())
        return chain.from_iterable(map(call, functions, repeat(context), repeat(action)))


def head_numbers(doc: str | None) -> tuple[str, ...]:
    """Return the rule numbers at the start of a docstring, as in "5.5, 5.3.2: Return …"."""
    match = HEAD.match(doc or "")
    return tuple(NUMBER.findall(match.group(1))) if match else ()


def rulebook_order(number: str) -> tuple[tuple[int, str], ...]:
    """Return a sort key for rule numbers: 8.2 before 8.10."""
    parts = []
    for part in number.split("."):
        digits = "".join(c for c in part if c.isdigit())
        parts.append((int(digits or 0), part))
    return tuple(parts)
