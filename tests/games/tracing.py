"""Check that the test named in the coverage table for a rule runs the function named there.

``python -m tests.games.tracing normandy44`` runs every named test once, records which code of the
engine it enters, and prints the rows whose function its test never enters.
"""

from __future__ import annotations

import gc
import inspect
import sys
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from types import CodeType, FrameType
from typing import Any

import pytest

from engine.rules.answers import CoverageRow
from engine.rules.base.rulebook import Rulebook
from engine.rules.coverage_table import rows_in

READ_AT_IMPORT = {"marketgarden": frozenset({"T.TEC", "T.VUL"})}
"""Charts that the tests read without any code of the game's chapters."""


class Watch:
    """Keeps the code of the engine that each test enters."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.entered: dict[str, set[CodeType]] = defaultdict(set)
        self.failed: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Watch one test from its set-up to its end."""
        seen = self.entered[item.nodeid.partition("[")[0]]

        def enter(frame: FrameType, event: str, _: Any) -> None:
            if event == "call" and "engine/" in frame.f_code.co_filename:
                seen.add(frame.f_code)

        forget(self.game)
        sys.setprofile(enter)
        try:
            return (yield)
        finally:
            sys.setprofile(None)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Called by pytest after each part of a test."""
        if report.failed:
            self.failed.add(report.nodeid.partition("[")[0])


def forget(game: str) -> None:
    """Empty the caches of boards and rules, so that earlier tests leave no code out.

    The module's files stay cached: reading them takes long, and no row is about it.
    """
    for held in gc.get_objects():
        if isinstance(held, Rulebook):
            held.forget()
    for part in ("position", "positions"):
        for name, held in vars(import_module(f"engine.games.{game}.{part}")).items():
            if name != "module" and hasattr(held, "cache_clear"):
                held.cache_clear()


def codes(function: str) -> set[CodeType]:
    """Return the code of a function, or of everything in a class; nothing for plain data."""
    name, _, path = function.partition(":")
    found: Any = import_module(name)
    for part in path.split("."):
        found = inspect.getattr_static(found, part)
    return set(_codes(found))


def _codes(thing: Any) -> Iterator[CodeType]:
    thing = getattr(thing, "func", getattr(thing, "fget", thing))  # cached and plain properties
    thing = inspect.unwrap(thing) if callable(thing) else thing
    if inspect.isclass(thing):
        for part in vars(thing).values():
            yield from _codes(part)
    elif inspect.isfunction(thing) or isinstance(thing, staticmethod | classmethod):
        yield getattr(thing, "__func__", thing).__code__


def _name(row: CoverageRow) -> str:
    """The test of a row, without the case of it that the row names."""
    return row.test.partition("[")[0]


def unseen(game: str) -> list[CoverageRow]:
    """Return the rows whose test does not enter their function, or fails."""
    skipped = READ_AT_IMPORT.get(game, frozenset())
    found = rows_in(f"engine.games.{game}")
    rows = [row for row in found if row.test and row.id not in skipped]
    watch = Watch(game)
    tests = sorted({row.test for row in rows})
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:benchmark", *tests]
    pytest.main(options, plugins=[watch])
    return [
        row
        for row in rows
        if _name(row) in watch.failed
        or ((wanted := codes(row.function)) and not wanted & watch.entered[_name(row)])
    ]


if __name__ == "__main__":
    left = unseen(sys.argv[1])
    for row in left:
        print(row.id, row.function, row.test)
    sys.exit(bool(left))
