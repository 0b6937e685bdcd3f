"""The changes of mutation testing: complete, one at a time, and only in executed code."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.mutation.__main__ import TESTS, explained, tell_stale
from tests.mutation.changes import Change, changed, changes
from tests.mutation.reach import ROOT

SOURCE = '''
LIMIT = 5


def first(a: int, b: int = 3) -> bool:
    """Not this 7."""
    if a < b and not a == 0:
        return a + 1 > b
    raise ValueError(f"{a + 2}")


class Held:
    def words(
        self, many: list[str]
    ) -> str:
        for word in many:
            if (
                word
                in ("x", "y")
            ):
                continue
            return word + "z"
        return ""
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path


def made(change: Change) -> dict[str, Any]:
    space: dict[str, Any] = {}
    exec(compile(changed(change), "small", "exec"), space)
    return space


def test_changes_cover_only_executed_code(file: Path) -> None:
    found = [(c.function, c.text.rpartition(" -> ")[2]) for c in changes(file)]
    assert found == [
        ("first", "if False"),
        ("first", "or"),
        ("first", "a <= b"),
        ("first", "without not"),
        ("first", "a != 0"),
        ("first", "1"),
        ("first", "return None"),
        ("first", "a + 1 >= b"),
        ("first", "Sub"),
        ("first", "2"),
        ("Held.words", "if False"),
        ("Held.words", "word not in ('x', 'y')"),
        ("Held.words", "break"),
        ("Held.words", "return None"),
    ]


def test_each_change_is_made_alone(file: Path) -> None:
    whole = ast.unparse(ast.parse(SOURCE)).splitlines()
    for change in changes(file):
        other = ast.unparse(changed(change)).splitlines()
        assert sum(a != b for a, b in zip(whole, other, strict=True)) == 1, change


def test_a_changed_function_behaves_differently(file: Path) -> None:
    by_text = {c.text: c for c in changes(file)}
    assert made(by_text["a < b -> a <= b"])["first"](3) is True
    assert made(by_text["1 -> 2"])["first"](2) is True
    with pytest.raises(ValueError, match="5"):
        made(by_text["1 -> 2"])["first"](3)
    assert made(by_text["continue -> break"])["Held"]().words(["x", "a"]) == ""


def test_a_change_knows_its_statement(file: Path) -> None:
    found = next(c for c in changes(file) if "not in" in c.text)
    lines = SOURCE.splitlines()
    assert lines[found.statement - 1].strip() == "if ("
    assert found.statement < found.line
    whole = next(c for c in changes(file) if c.text.startswith("if word in"))
    assert whole.line == whole.statement
    assert lines[whole.end - 1].strip() == 'in ("x", "y")'


def test_explained_changes_have_a_reason() -> None:
    """Outdated names are reported by the tool, not by a test, because code moves."""
    why = explained()
    packages = tuple(f"{package}/" for package in TESTS)
    assert all(each.startswith(packages) for each in why)
    assert all(" -> " in each for each in why)
    assert all(reason.endswith(".") for reason in why.values())
    assert list(why) == sorted(why)


def test_outdated_explanations_are_reported(
    capsys: pytest.CaptureFixture[str],
) -> None:
    tell_stale("engine/x", {"a", "b"}, {"engine/x/y.py f 0: a -> b": "So.", "engine/z.py g 1": "."})
    assert capsys.readouterr().out == "no longer there: engine/x/y.py f 0: a -> b\n"
    tell_stale("engine/x", {"engine/x/y.py f 0: a -> b"}, {"engine/x/y.py f 0: a -> b": "So."})
    assert capsys.readouterr().out == ""


@pytest.mark.slow
def test_changes_that_were_not_tried_are_no_empty_list_of_survivors(tmp_path: Path) -> None:
    script = (
        "from pathlib import Path; from tests.mutation.trying import Warm\n"
        f"Warm('engine/search', Path({str(tmp_path)!r}), lambda warm: 1 / 0).run([{__file__!r}])"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert "RuntimeError: the changes were not all tried" in done.stderr
