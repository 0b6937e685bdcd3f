"""Rules that are taken away: does the test that the coverage table names for them miss them?

For games whose rules are plain functions: ``python -m tests.games.silencing normandy44`` prints the
functions of the coverage table that nobody misses, with the tests that do not.

A function that is taken away says nothing: a generator yields nothing, what returns a number, text
or collection returns an empty one, a handler of a decision knows no answers. Of what says yes or no
the test must miss one of both constants.
"""

from __future__ import annotations

import contextlib
import inspect
import io
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib import import_module
from types import FunctionType
from typing import Any

import pytest

from engine.rules.coverage_table import rows_in

OPTIONS = ("-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:benchmark")

MOST_SECONDS = 20
"""What a test may take without a rule, on the processor: it fails too if it never ends."""


def _nothing(*_: Any, **__: Any) -> Any:
    return None


def _no(*_: Any, **__: Any) -> Any:
    return False


def _yes(*_: Any, **__: Any) -> Any:
    return True


def _zero(*_: Any, **__: Any) -> Any:
    return 0


def _no_words(*_: Any, **__: Any) -> Any:
    return ""


def _no_list(*_: Any, **__: Any) -> Any:
    return []


def _no_table(*_: Any, **__: Any) -> Any:
    return {}


def _none_of_them(*_: Any, **__: Any) -> Any:
    return frozenset()


def _no_row(*_: Any, **__: Any) -> Any:
    return ()


def _silence(*_: Any, **__: Any) -> Any:
    return
    yield


EMPTY: dict[str, Callable[..., Any]] = {
    "str": _no_words,
    "int": _zero,
    "list": _no_list,
    "dict": _no_table,
    "Mapping": _no_table,
    "set": _none_of_them,
    "frozenset": _none_of_them,
    "tuple": _no_row,
    "Sequence": _no_row,
    "Iterable": _no_row,
    "Iterator": _silence,
}
"""What stands in the place of a function, by the head of what it is said to return."""


def _plain(found: Any) -> FunctionType | None:
    """The function behind a property or a cache."""
    if isinstance(found, property):
        found = found.fget
    elif isinstance(found, cached_property):
        found = found.func
    return found if isinstance(found, FunctionType) else None


def silences(function: FunctionType) -> tuple[Callable[..., Any], ...]:
    """What may stand in the place of a function that is taken away."""
    if inspect.isgeneratorfunction(function):
        return (_silence,)
    said = str(inspect.get_annotations(function).get("return", "None"))
    if said == "bool":
        return (_no, _yes)
    return (_nothing if "None" in said else EMPTY.get(said.partition("[")[0], _nothing),)


def parts_of(function: str) -> list[tuple[Any, str]]:
    """A function of the coverage table, or the own methods of a class: holder and name."""
    name, _, path = function.partition(":")
    holder: Any = import_module(name)
    *outer, last = path.split(".")
    for part in outer:
        holder = inspect.getattr_static(holder, part)
    found = inspect.getattr_static(holder, last)
    if not inspect.isclass(found):
        return [(holder, last)]
    return [(found, k) for k, v in vars(found).items() if _plain(v) and not k.startswith("__")]


@contextlib.contextmanager
def taken_away(function: str, turn: int = 0) -> Iterator[None]:
    """The game without a function: those who imported it by its name miss it too."""
    undo: list[Callable[[], Any]] = []
    for holder, name in parts_of(function):
        kept = inspect.getattr_static(holder, name)
        plain = _plain(kept)
        assert plain is not None, f"{function} is no function"
        ways = silences(plain)
        silent = ways[min(turn, len(ways) - 1)]
        if inspect.isclass(holder):
            put = silent if isinstance(kept, FunctionType) else property(silent)
            setattr(holder, name, put)
            undo.append(lambda holder=holder, name=name, kept=kept: setattr(holder, name, kept))
        else:
            code, plain.__code__ = plain.__code__, silent.__code__
            undo.append(lambda plain=plain, code=code: setattr(plain, "__code__", code))
    try:
        yield
    finally:
        for deed in undo:
            deed()


def is_missed(function: str, test: str) -> bool:
    """Does the test fail without the function?"""
    turns = max(len(silences(plain)) for plain in map(_found, parts_of(function)))
    return any(_fails(function, test, turn) for turn in range(turns))


def _found(part: tuple[Any, str]) -> FunctionType:
    plain = _plain(inspect.getattr_static(*part))
    assert plain is not None, part
    return plain


def _fails(function: str, test: str, turn: int) -> bool:
    """A process of its own: what the crippled game has worked out stays there."""
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS + 1))
        with taken_away(function, turn), contextlib.redirect_stdout(io.StringIO()):
            code = pytest.main([*OPTIONS, "--tb=no", test])
        os._exit(code)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == -signal.SIGXCPU:
        return True
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        raise RuntimeError(f"{test} without {function} ends with {status}")
    return status == pytest.ExitCode.TESTS_FAILED


def unmissed(package: str) -> Iterator[tuple[str, str]]:
    """The functions of a game's coverage table that the test of a row does not miss."""
    pairs = {(row.function, row.test): None for row in rows_in(package) if row.test}
    tests = sorted({test for _, test in pairs})
    with contextlib.redirect_stdout(io.StringIO()):  # the modules of the tests are read whole
        assert pytest.main([*OPTIONS, "--collect-only", *tests]) == pytest.ExitCode.OK
    for function, test in pairs:
        if not is_missed(function, test):
            yield function, test


if __name__ == "__main__":
    left = 0
    for function, test in unmissed(f"engine.games.{sys.argv[1]}"):
        left += 1
        print(f"nobody misses {function}: {test}", flush=True)
    sys.exit(bool(left))
