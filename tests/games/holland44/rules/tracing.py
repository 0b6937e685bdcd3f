"""Check that the test named in the coverage table for a rule runs the function named there.

``python -m tests.games.holland44.rules.tracing`` runs every named test once, records which code it
enters, and prints the rows whose function its test never enters.
"""

from __future__ import annotations

import inspect
import sys
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from types import CodeType, FrameType
from typing import Any

import pytest

from engine.games import rulebook
from engine.games.holland44 import positions
from engine.games.holland44.coverage import coverage
from engine.rules.answers import CoverageRow

OWN = "engine/"


class Watch:
    """Keeps the code that each test enters, its fixtures included."""

    def __init__(self) -> None:
        self.entered: dict[str, set[CodeType]] = defaultdict(set)
        self.failed: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Watch one test from its set-up to its end."""
        name = item.nodeid.partition("[")[0]
        seen = self.entered[name]

        def enter(frame: FrameType, event: str, _: Any) -> None:
            if event == "call" and OWN in frame.f_code.co_filename:
                seen.add(frame.f_code)

        forget()
        sys.setprofile(enter)
        try:
            return (yield)
        finally:
            sys.setprofile(None)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Called by pytest after each part of a test."""
        if report.failed:
            self.failed.add(report.nodeid.partition("[")[0])


def forget() -> None:
    """Let each test compute its boards again, independent of earlier tests.

    The module's files stay cached: reading them takes long, and no row is about it.
    """
    for held in (*vars(positions).values(), rulebook):
        clear = getattr(held, "cache_clear", None)
        if clear is not None and held is not positions.module:
            clear()


def codes(function: str) -> set[CodeType]:
    """The code of a function, or of everything in a class; nothing for plain data."""
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


def unseen() -> list[CoverageRow]:
    """Return the rows whose test does not enter their function, or fails."""
    rows = [row for row in coverage() if row.test]
    watch = Watch()
    tests = sorted({row.test for row in rows})
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly", *tests]
    pytest.main(options, plugins=[watch])
    return [
        row
        for row in rows
        if row.test in watch.failed
        or ((wanted := codes(row.function)) and not wanted & watch.entered[row.test])
    ]


def main() -> int:
    """Print the rows; 1 if there are any."""
    found = unseen()
    for row in found:
        print(f"{row.id:10}{row.title}: {row.function} is not entered by {row.test}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
