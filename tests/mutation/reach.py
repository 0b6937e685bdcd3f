"""The lines run by each test, recorded once and stored until a test file changes."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import coverage
import pytest

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build" / "mutation"
AT_ONCE = 8
"""Files of tests that are watched by one process, which stores the record of each it finishes."""
OPTIONS = ("-q", "-s", "-p", "no:benchmark", "-p", "no:cacheprovider", "-p", "no:rerunfailures",
           "-p", "no:xdist", "--timeout=0", "--tb=native", "-m", "not soak")  # fmt: skip


@dataclass(frozen=True)
class Reached:
    """The record of one test: its seconds, and per file the lines as the bits of a number."""

    seconds: float
    lines: dict[str, int]
    passed: bool = True

    def at(self, file: str, line: int) -> bool:
        """Return whether the test runs a line of a file."""
        return bool(self.lines.get(file, 0) >> line & 1)


class Reach:
    """The lines of a package run by tests, stored in a file; only new tests are recorded again."""

    def __init__(self, package: str, tests: Iterable[str]) -> None:
        self._package = package
        self._tests = tuple(tests)
        self._path = KEPT / f"{package.replace('/', '-')}.reach.json"
        self._known: dict[str, Any] = {"sources": {}, "tests": {}}
        if self._path.exists():
            self._known = json.loads(self._path.read_bytes())

    def by_test(self) -> dict[str, Reached]:
        """The record of each test by its id."""
        return {
            test: Reached(seconds, {f: int(bits, 16) for f, bits in lines.items()}, passed)
            for file in map(str, self._files())
            if file in self._known["tests"]  # it may have been written since
            for test, (seconds, lines, passed) in self._known["tests"][file]["reach"].items()
        }

    def moved(self, file: str) -> bool:
        """Return whether a source changed since it was recorded."""
        return bool(self._known["sources"].get(file) != _digest(ROOT / file))

    def refresh(self, *, whole: bool = False) -> None:
        """Record the test files that are new or changed; with `whole`, all of them."""
        self._take_in()
        known = {} if whole else self._known["tests"]
        new = [f for f in self._files() if known.get(str(f), {}).get("of") != _digest(ROOT / f)]
        if not new:
            return
        if whole or not known:
            self._known = {"sources": {}, "tests": {}}
        for start in range(0, len(new), AT_ONCE):
            some = new[start : start + AT_ONCE]
            print(f"watching {start + len(some)} of {len(new)} files of tests", flush=True)
            self._watch(some)

    def _watch(self, new: list[Path]) -> None:
        KEPT.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "tests.mutation.reach", str(self._told), self._package]
        names = [str(file) for file in new]
        done = subprocess.run([*command, *names], cwd=ROOT, capture_output=True, text=True)
        if done.returncode not in (0, 1, 5):
            sys.exit(done.stdout + done.stderr)
        for file in names:  # those without any test that is run have no record
            self._known["tests"][file] = {"of": _digest(ROOT / file), "reach": {}}
        self._take_in()

    @property
    def _told(self) -> Path:
        return self._path.with_suffix(".new")

    def _take_in(self) -> None:
        """Store the records that a process has left, also one that was interrupted."""
        if not self._told.exists():
            return
        self._known["tests"] |= json.loads(self._told.read_bytes())
        self._told.unlink()
        for path in sorted((ROOT / self._package).rglob("*.py")):
            name = str(path.relative_to(ROOT))
            self._known["sources"].setdefault(name, _digest(path))
        self._path.write_text(json.dumps(self._known), encoding="utf-8")

    def _files(self) -> list[Path]:
        found = []
        for name in self._tests:
            path = ROOT / name
            found += [path] if path.is_file() else sorted(path.rglob("test_*.py"))
        return [p.relative_to(ROOT) for p in found]


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@dataclass(eq=False)
class Watch:
    """A plug-in of pytest: each test is a context of coverage, each shared fixture another.

    A fixture of a wider scope is set up for the first test that uses it; its lines count for all
    tests that use it.
    """

    cov: coverage.Coverage
    package: Path
    out: Path
    seconds: dict[str, float] = field(default_factory=dict)
    fixtures: dict[str, set[str]] = field(default_factory=dict)
    failed: set[str] = field(default_factory=set)
    _context: list[str] = field(default_factory=lambda: [""])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> Any:
        """Record a test as a context, with its time; the last of a file ends its record."""
        self._enter(item.nodeid)
        start = time.process_time()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = time.process_time() - start
            info = getattr(item, "_fixtureinfo", None)
            definitions = info.name2fixturedefs.values() if info else ()
            self.fixtures[item.nodeid] = {_name(d) for some in definitions for d in some}
            self._leave()
            if nextitem is None or nextitem.path != item.path:
                self.store()

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Any:
        """Record a fixture shared by several tests as a context of its own."""
        if fixturedef.scope == "function":
            return (yield)
        self._enter(_name(fixturedef))
        try:
            return (yield)
        finally:
            self._leave()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record tests that fail without any change."""
        if report.failed:
            self.failed.add(report.nodeid)

    def _enter(self, name: str) -> None:
        self._context.append(name)
        self.cov.switch_context(name)

    def _leave(self) -> None:
        self._context.pop()
        self.cov.switch_context(self._context[-1])

    def store(self) -> None:
        """Write the records of all files up to here, each with the digest of its text."""
        files: dict[str, dict[str, Any]] = {}
        for test, reach in self.told().items():
            name = test.partition("::")[0]
            record = files.setdefault(name, {"of": _digest(ROOT / name), "reach": {}})
            record["reach"][test] = reach
        part = self.out.with_suffix(".part")
        part.write_text(json.dumps(files), encoding="utf-8")
        part.replace(self.out)

    def told(self) -> dict[str, tuple[float, dict[str, str], bool]]:
        """Return for each test the seconds, the lines, and whether it passed."""
        lines: dict[str, dict[str, int]] = {}
        data = self.cov.get_data()
        for path in sorted(self.package.rglob("*.py")):
            for line, contexts in data.contexts_by_lineno(str(path)).items():
                for context in contexts:
                    of = lines.setdefault(context, {})
                    name = str(path.relative_to(ROOT))
                    of[name] = of.get(name, 0) | 1 << line
        told = {}
        for test, seconds in self.seconds.items():
            reached = dict(lines.get(test, {}))
            for fixture in self.fixtures[test]:
                for name, bits in lines.get(fixture, {}).items():
                    reached[name] = reached.get(name, 0) | bits
            text = {name: f"{bits:x}" for name, bits in reached.items()}
            told[test] = (round(seconds, 4), text, test not in self.failed)
        return told


def _name(fixture: pytest.FixtureDef[Any]) -> str:
    return f"fixture {fixture.baseid}::{fixture.argname}"


def main() -> int:
    """``python -m tests.mutation.reach OUT PACKAGE TEST...``: record tests in their own process."""
    out, package, *tests = sys.argv[1:]
    folder = ROOT / package
    cov = coverage.Coverage(
        data_file=None, config_file=False, source=[str(folder)], data_suffix=None
    )
    watch = Watch(cov, folder, Path(out))
    cov.start()
    code = int(pytest.main([*OPTIONS, *tests], plugins=[watch]))
    cov.stop()
    return code


if __name__ == "__main__":
    sys.exit(main())
