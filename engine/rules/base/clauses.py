"""Clauses: the functions that say what a rule has against something, and the register of them.

A clause takes what is judged and the action and yields verdicts; it is pure and raises nothing for
what is merely illegal. All verdicts are collected, not the first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, NamedTuple

from engine.core.verdicts import Verdict
from engine.rules.registry import Voice

NUMBER = re.compile(r"[A-Z]?\d+(?:\.[0-9A-Z]+)*[a-z]?")
HEAD = re.compile(rf"({NUMBER.pattern}(?:(?:,| and)\s+{NUMBER.pattern})*):\s")
"""A rule number, and those at the head of a docstring."""
RuleFunction = Callable[[Any, Any], Iterable[Verdict]]


class Objection(NamedTuple):
    """An objection of a rule to a step, a retreat or an advance, before it is put into words.

    The rule, a word for the reason, the place it is about, where the step began (or -1), and the
    units that are barred where it does not bar all.
    """

    rule: str
    why: str
    place: int
    start: int = -1
    units: tuple[str, ...] = ()

    def verdict(
        self,
        say: Voice,
        number: Callable[[int], str],
        units: Sequence[str] = (),
        **args: str | float,
    ) -> Verdict:
        """Return the objection in words: its places are named here, there and hex."""
        hexes = [number(i) for i in (self.start, self.place) if i >= 0]
        names: dict[str, Any] = {**args}
        if hexes:
            names |= {"here": hexes[0], "there": hexes[-1], "hex": hexes[-1]}
        return say(self.rule, self.why, units=self.units or units, hexes=hexes, **names)


@dataclass(frozen=True, slots=True)
class Rule:
    """A registered rule function with its number."""

    number: str
    speak: RuleFunction


def clause(number: str, *kinds: str) -> Callable[[RuleFunction], RuleFunction]:
    """Say that a function is the clause of a rule, and which kinds of questions it answers.

    It only marks the function; the chapter it stands in is listed in its game's contents.
    """

    def mark(function: RuleFunction) -> RuleFunction:
        function.clause = (number, kinds)  # type: ignore[attr-defined]
        return function

    return mark


@dataclass(slots=True)
class Register:
    """The rules of one game, by the kind of question they answer, in the rulebook's order."""

    _rules: dict[str, list[Rule]] = field(default_factory=dict)

    def rule(self, number: str, *kinds: str) -> Callable[[RuleFunction], RuleFunction]:
        """Register a function for a rule number and some kinds of questions."""

        def register(function: RuleFunction) -> RuleFunction:
            if number not in head_numbers(function.__doc__):
                raise ValueError(f"{function.__name__}: the docstring must begin with {number}")
            for kind in kinds:
                rules = self._rules.setdefault(kind, [])
                rules.append(Rule(number, function))
                rules.sort(key=lambda r: rulebook_order(r.number))
            return function

        return register

    @classmethod
    def of_chapters(cls, chapters: Iterable[ModuleType]) -> Register:
        """The clauses that stand in chapters, each a module (:func:`clause`)."""
        book = cls()
        for chapter in chapters:
            for function in vars(chapter).values():
                found = getattr(function, "clause", None)
                if found is not None and function.__module__ == chapter.__name__:
                    number, kinds = found
                    book.rule(number, *kinds)(function)
        return book

    def of(self, kind: str) -> tuple[Rule, ...]:
        """The rules that answer a kind of question."""
        return tuple(self._rules.get(kind, ()))

    def judge(self, kind: str, context: object, action: object) -> Iterator[Verdict]:
        """All verdicts of a kind's rules on an action."""
        for rule in self._rules.get(kind, ()):
            yield from rule.speak(context, action)


def head_numbers(doc: str | None) -> tuple[str, ...]:
    """The rule numbers at the head of a docstring: "5.5, 5.3.2: what may be done…"."""
    found = HEAD.match(doc or "")
    return tuple(NUMBER.findall(found.group(1))) if found else ()


def rulebook_order(number: str) -> tuple[tuple[int, str], ...]:
    """A sort key for rule numbers: 8.2 before 8.10."""
    parts = []
    for part in number.split("."):
        digits = "".join(c for c in part if c.isdigit())
        parts.append((int(digits or 0), part))
    return tuple(parts)
