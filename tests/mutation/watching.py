"""Which tests call which functions: watched once, so that a change is tried by those alone."""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

Function = tuple[str, int]
"""A file and the line at which the function begins."""


class Watch:
    """A plug-in of pytest that notes the functions below a folder which each test calls."""

    def __init__(self, folder: Path) -> None:
        self._folder = f"{folder}/"
        self._seen: set[Function] = set()
        self.tests: dict[Function, set[str]] = defaultdict(set)
        self.seconds: dict[str, float] = {}
        self.failed: list[str] = []

    def _call(self, frame: FrameType, event: str, _arg: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(self._folder):
            self._seen.add((code.co_filename, code.co_firstlineno))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        """Watch a test with its fixtures."""
        self._seen = set()
        start = time.perf_counter()
        sys.setprofile(self._call)
        try:
            return (yield)
        finally:
            sys.setprofile(None)
            self.seconds[item.nodeid] = time.perf_counter() - start
            for function in self._seen:
                self.tests[function].add(item.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note what fails without any change."""
        if report.failed:
            self.failed.append(report.nodeid)
