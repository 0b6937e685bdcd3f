"""Rules that fall silent: is each of them missed by a test?

``python -m tests.games.holland44.rules.silent`` takes one rule function after the other out of the
book, runs the tests that the coverage table names for it or for its number, and prints those that
nobody misses.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
from collections.abc import Iterator

import pytest

from engine.games.holland44.contents import BOOK
from engine.games.holland44.coverage import coverage
from engine.rules.base.clauses import Rule

SPEAKS = "tests/games/holland44/rules/test_every_rule_objects.py"
"""Tests of rules that speak beside others; asked about every rule."""


def rules() -> dict[str, Rule]:
    """The clauses by ``module:name`` of their function."""
    found = [rule for kind in BOOK.clauses._rules for rule in BOOK.clauses.of(kind)]
    return {f"{rule.speak.__module__}:{rule.speak.__name__}": rule for rule in found}


def tests_of(name: str, rule: Rule) -> set[str]:
    """The tests of the rows that name a function, or that are of its number or a part of it."""
    found = {SPEAKS}
    for row in coverage():
        number = re.sub("[a-z]+$", "", row.id)
        if row.test and (
            row.function == name or number == rule.number or number.startswith(f"{rule.number}.")
        ):
            found.add(row.test)
    return found


@contextlib.contextmanager
def silenced(rule: Rule) -> Iterator[None]:
    """The book without a rule function."""
    kept = {kind: list(held) for kind, held in BOOK.clauses._rules.items()}
    for held in BOOK.clauses._rules.values():
        held[:] = [other for other in held if other.speak is not rule.speak]
    try:
        yield
    finally:
        BOOK.clauses._rules.update(kept)


def is_missed(name: str, rule: Rule) -> bool:
    """Does one of the tests fail without the rule?"""
    tests = sorted(tests_of(name, rule))
    options = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=no"]
    with silenced(rule), contextlib.redirect_stdout(io.StringIO()):
        return pytest.main([*options, *tests]) == pytest.ExitCode.TESTS_FAILED


def main() -> int:
    """Print the rules whose absence no test notices; return 1 if there are any."""
    unmissed = [name for name, rule in sorted(rules().items()) if not is_missed(name, rule)]
    for name in unmissed:
        print(f"nobody misses {name}")
    return 1 if unmissed else 0


if __name__ == "__main__":
    sys.exit(main())
