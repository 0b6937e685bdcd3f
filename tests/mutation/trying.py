"""Try changes in a warm process: tests are collected once, and each change runs in a fork.

Nothing runs before the fork, so no fixture or cached answer hides a change.
"""

from __future__ import annotations

import ast
import gc
import importlib
import os
import resource
import shutil
import signal
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import CodeType, FunctionType
from typing import Protocol

import pytest

from tests.mutation.reach import OPTIONS, ROOT


class Edit(Protocol):
    """A change of one function, whose code begins in the line ``first`` of a file."""

    @property
    def file(self) -> Path: ...
    @property
    def function(self) -> str: ...
    @property
    def first(self) -> int: ...
    def tree(self) -> ast.Module:
        """Return the file's tree with the change made."""


KILLED, SURVIVED, ENDLESS = "killed", "survived", "endless"


class Warm:
    """A plug-in of pytest that collects its tests and then does `work` instead of running them."""

    def __init__(self, package: str, scratch: Path, work: Callable[[Warm], None]) -> None:
        self._package = package
        self._scratch = scratch
        self._work = work
        self._sound: dict[str, bool] = {}
        self._failed = False
        self._finished = False
        self._functions: dict[tuple[str, int], list[FunctionType]] = {}
        self.items: dict[str, pytest.Item] = {}

    def run(self, tests: Iterable[str]) -> None:
        """Collect the tests, then do the work; raise RuntimeError where that was not finished."""
        base = f"--basetemp={self._scratch}"
        pytest.main([*OPTIONS, base, *tests], plugins=[self])
        if not self._finished:
            raise RuntimeError("the changes were not all tried; pytest reports why")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Replace pytest's loop over the tests."""
        for path in sorted((ROOT / self._package).rglob("*.py")):
            self._import(".".join(path.relative_to(ROOT).with_suffix("").parts))
        self.items = {item.nodeid: item for item in session.items}
        self._functions = self._living()
        gc.collect()
        gc.freeze()
        self._work(self)
        self._finished = True
        return True

    @staticmethod
    def _import(module: str) -> None:
        """Import a module, unless it needs a package of an extra that is not installed."""
        try:
            importlib.import_module(module)
        except ModuleNotFoundError as missing:
            if (missing.name or "").startswith("engine"):
                raise

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record, in a fork, the test that found the change."""
        self._failed = self._failed or report.failed

    def attempt(self, edits: Sequence[Edit], tests: list[str], seconds: float) -> tuple[str, str]:
        """Return the result of edits made together, and the test that found them.

        A test that fails in a fork without any change finds nothing. A change after which the tests
        exceed `seconds` of computing is found too.
        """
        exchanged = [self._exchange(edit) for edit in edits]
        pairs = [pair for each in exchanged for pair in each]
        if not all(exchanged):
            return SURVIVED, "its function does not live in this process"
        left = list(tests)
        while left:
            result, test = self._fork(pairs, left, seconds)
            if result == SURVIVED:
                break
            if test not in self._sound:
                self._sound[test] = self._fork([], [test], seconds)[0] == SURVIVED
            if self._sound[test]:
                return result, test
            left = left[left.index(test) + 1 :]
        return SURVIVED, ""

    def _fork(
        self, pairs: list[tuple[FunctionType, CodeType]], tests: list[str], seconds: float
    ) -> tuple[str, str]:
        told, tell = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(told)
            try:
                self._child(pairs, tests, seconds, tell)
            finally:
                os._exit(1)
        os.close(tell)
        with os.fdopen(told, "rb") as stream:
            begun = stream.read().split()  # the number of each test as it begins
        _, status = os.waitpid(child, 0)
        for left in self._scratch.iterdir():
            shutil.rmtree(left, ignore_errors=True)
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0:
            return SURVIVED, ""
        last = tests[int(begun[-1])] if begun else tests[0]
        return (ENDLESS if os.WIFSIGNALED(status) else KILLED), last

    def _child(
        self,
        pairs: list[tuple[FunctionType, CodeType]],
        tests: list[str],
        seconds: float,
        tell: int,
    ) -> None:
        spent = resource.getrusage(resource.RUSAGE_SELF)
        limit = int(spent.ru_utime + spent.ru_stime + seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
        signal.alarm(int(20 * seconds) + 60)  # what waits for ever takes no computing
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        for function, code in pairs:
            function.__code__ = code
        for number, test in enumerate(tests):
            os.write(tell, b"%d " % number)
            item = self.items[test]
            after = self.items[tests[number + 1]] if number + 1 < len(tests) else item
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            if self._failed:
                os._exit(1)
        os._exit(0)

    def _living(self) -> dict[tuple[str, int], list[FunctionType]]:
        folder = str(ROOT / self._package)
        found: dict[tuple[str, int], list[FunctionType]] = defaultdict(list)
        for item in gc.get_objects():
            if isinstance(item, FunctionType) and item.__code__.co_filename.startswith(folder):
                found[item.__code__.co_filename, item.__code__.co_firstlineno].append(item)
        return found

    def _exchange(self, edit: Edit) -> list[tuple[FunctionType, CodeType]]:
        functions = self._functions.get((str(edit.file), edit.first), [])
        if not functions:
            return []
        flags = functions[0].__code__.co_flags & 0x1FE0000  # what comes from __future__
        whole = compile(edit.tree(), str(edit.file), "exec", flags=flags, dont_inherit=True)
        code = _code(whole, edit)
        return [(f, code) for f in functions] if code else []


def _code(code: CodeType, edit: Edit) -> CodeType | None:
    """Return the code of the changed function within that of its file."""
    name = edit.function.rpartition(".")[2]
    for const in code.co_consts:
        if isinstance(const, CodeType):
            if const.co_firstlineno == edit.first and const.co_name == name:
                return const
            inner = _code(const, edit)
            if inner is not None:
                return inner
    return None
