"""``python -m tests.mutation engine/search --sample 100``: makes changes and tells what survives.

The tests of a package are collected once; each change is made in a process forked from there, in
which the code of one function is exchanged, and the tests that call it run until one fails.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import io
import os
import pickle
import random
import signal
import sys
import time
from collections import defaultdict
from pathlib import Path
from types import CodeType, FunctionType

import pytest

from tests.mutation.changes import Change, changed, changes
from tests.mutation.watching import Watch

ROOT = Path(__file__).parents[2]
TESTS = {
    "engine/games/holland44": ("tests/games/holland44",),
    "engine/games/marketgarden": ("tests/games/marketgarden",),
    "engine/rules": ("tests/unit/rules", "tests/games/holland44", "tests/unit/test_referee.py",
                     "tests/unit/test_scrutiny.py", "tests/unit/test_exchange.py",
                     "tests/unit/test_cli_judge.py"),
    "engine/search": ("tests/unit/search", "tests/games/holland44/rules"),
    "engine/log": ("tests/unit/log", "tests/unit/core", "tests/unit/report", "tests/unit/export",
                   "tests/unit/test_cli.py", "tests/unit/test_exchange.py",
                   "tests/unit/test_scrutiny.py", "tests/unit/test_game.py",
                   "tests/unit/test_strange_logs.py", "tests/fuzz/test_damage.py",
                   "tests/games/holland44/test_sample_game.py"),
}  # fmt: skip
"""The packages that are measured, and the tests that answer for each."""
OPTIONS = ("-q", "-x", "-p", "no:benchmark", "-p", "no:cacheprovider", "-p", "no:randomly",
           "-m", "not soak")  # fmt: skip
KILLED, SURVIVED, UNTRIED = 0, 1, 2


def main() -> int:
    """Measure a package; 1 if fewer than nine in ten changes are found out."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation")
    parser.add_argument("package", choices=sorted(TESTS))
    parser.add_argument("--sample", type=int, default=100, help="how many changes, 0 for all")
    parser.add_argument("--seed", type=int, default=44)
    parser.add_argument("--seconds", type=int, default=90, help="of tests for a change")
    parser.add_argument("--watched", type=Path, help="keeps which tests call which functions")
    wish = parser.parse_args()
    os.chdir(ROOT)
    score = measure(wish.package, wish.sample, wish.seed, wish.seconds, wish.watched)
    return 0 if score >= 0.9 else 1


def measure(
    package: str, sample: int, seed: int, seconds: int, watched: Path | None = None
) -> float:
    """The share of changes that the tests of a package find out; each survivor is printed."""
    watch = _watch(package, watched)
    files = sorted((ROOT / package).rglob("*.py"))
    found = [c for f in files for c in changes(f) if watch.tests.get((str(f), c.first))]
    deaf = [c for f in files for c in changes(f) if not watch.tests.get((str(f), c.first))]
    tried = found + deaf
    random.Random(seed).shuffle(tried)
    tried = sorted(tried[: sample or None], key=str)
    functions = _functions(package)
    counts: dict[int, int] = defaultdict(int)
    start = time.monotonic()
    for change in tried:
        tests = watch.tests.get((str(change.file), change.first), set())
        code = functions.get((str(change.file), change.first))
        result = _try(change, code or [], _ordered(tests, watch, seconds), seconds)
        counts[result] += 1
        if result != KILLED:
            word = "survived" if tests else "no test calls it"
            print(f"{word}: {str(change).removeprefix(f'{ROOT}/')}", flush=True)
    share = counts[KILLED] / max(1, len(tried))
    print(
        f"{package}: {counts[KILLED]} of {len(tried)} found out ({share:.1%}),"
        f" of {len(found) + len(deaf)} changes; {time.monotonic() - start:.0f} s",
        flush=True,
    )
    return share


def _watch(package: str, kept: Path | None) -> Watch:
    watch = Watch(ROOT / package)
    collect = ["--collect-only", *OPTIONS, *TESTS[package]]
    if kept is not None and kept.exists():
        watch.tests, watch.seconds = pickle.loads(kept.read_bytes())
        with contextlib.redirect_stdout(io.StringIO()):
            pytest.main(collect)
        return watch
    with contextlib.redirect_stdout(io.StringIO()) as told:
        code = pytest.main([*(o for o in OPTIONS if o != "-x"), *TESTS[package]], plugins=[watch])
    if int(code) not in (0, 1, 5):
        sys.exit(told.getvalue())
    for test in watch.failed:  # what fails anyway finds nothing out
        print(f"fails without any change: {test}", flush=True)
        watch.seconds.pop(test, None)
        for tests in watch.tests.values():
            tests.discard(test)
    if kept is not None:
        kept.write_bytes(pickle.dumps((watch.tests, watch.seconds)))
    return watch


def _ordered(tests: set[str], watch: Watch, seconds: int) -> list[str]:
    """The tests of a function, the quickest first, as many as there is time for."""
    chosen, total = [], 0.0
    for test in sorted(tests, key=lambda name: (watch.seconds.get(name, 0.0), name)):
        total += watch.seconds.get(test, 0.0)
        if total > seconds and chosen:
            break
        chosen.append(test)
    return chosen


def _functions(package: str) -> dict[tuple[str, int], list[FunctionType]]:
    """The functions of a package as they live in this process."""
    folder = str(ROOT / package)
    found: dict[tuple[str, int], list[FunctionType]] = defaultdict(list)
    for item in gc.get_objects():
        if isinstance(item, FunctionType) and item.__code__.co_filename.startswith(folder):
            found[item.__code__.co_filename, item.__code__.co_firstlineno].append(item)
    return found


def _code(code: CodeType, change: Change) -> CodeType | None:
    for const in code.co_consts:
        if isinstance(const, CodeType):
            if (
                const.co_firstlineno == change.first
                and const.co_name == change.function.rpartition(".")[2]
            ):
                return const
            inner = _code(const, change)
            if inner is not None:
                return inner
    return None


def _try(change: Change, functions: list[FunctionType], tests: list[str], seconds: int) -> int:
    """Whether the tests find a change out: an error, a failure, or no end."""
    if not tests:
        return UNTRIED
    flags = functions[0].__code__.co_flags & 0x1FE0000 if functions else 0
    whole = compile(changed(change), str(change.file), "exec", flags=flags, dont_inherit=True)
    code = _code(whole, change)
    if code is None or not functions:
        return UNTRIED
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        return SURVIVED if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0 else KILLED
    signal.alarm(seconds * 3)
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    try:
        for function in functions:
            function.__code__ = code
        os._exit(int(pytest.main([*OPTIONS, *tests])))
    except BaseException:
        os._exit(3)


if __name__ == "__main__":
    sys.exit(main())
