"""Clauses are removed one at a time; the tests that the coverage tables name detect it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games.clauses import clauses, listed, told
from tests.mutation.removals import parts

ROOT = Path(__file__).parents[2]
UNDETECTED = {
    "airbridge": 0,
    "ardenas": 0,
    "holland44": 0,
    "marketgarden": 0,
    "normandy44": 0,
}
"""Rows whose test does not detect that the clause is missing; these numbers may only fall."""
GAMES = tuple(UNDETECTED)
SOURCE = '''
def judge(a: int, b: int = 3) -> bool:
    """Judge two numbers."""
    if a < b and b:
        yield say("1.2a", left=a + b)
    for word in [x for x in (a, b) if x]:
        a = min(word, 5) if word else 7
    return a or b
'''


def function() -> ast.FunctionDef:
    found = ast.parse(SOURCE).body[0]
    assert isinstance(found, ast.FunctionDef)
    return found


def without(text: str) -> str:
    """Return the function's source without a part."""
    whole = function()
    next(part for part in parts(whole) if part.text == text).remove()
    return ast.unparse(ast.fix_missing_locations(whole))


def test_parts_are_statements_conditions_operands_elements_and_values() -> None:
    assert [part.text for part in parts(function())] == [
        "whole", "whole, always true", "if a < b and b", "always if a < b and b", "and a < b",
        "and b", "yield say('1.2a', left=a + b)", "left=a + b", "+ b", "a +",
        "for word in [x for x in (a, b) if x]", "filter x", "element a", "element b",
        "a = min(word, 5) if word else 7", "min(word, 5) if word", "else 7", "min word", "min 5",
        "return a or b", "full return a or b", "or a", "or b",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("and b", "if a < b and (b or True):"),
        ("yield say('1.2a', left=a + b)", "if False:\n            yield say('1.2a', left=a + b)"),
        ("filter x", "[x for x in (a, b) if x or True]"),
        ("min 5", "min(word, word if True else 5)"),
        ("or b", "return a or (b and False)"),
        ("whole, always true", "if True:\n        return True"),
    ],
)
def test_only_the_part_is_removed(text: str, left: str) -> None:
    assert left in without(text)
    assert len(without(text).splitlines()) <= len(SOURCE.splitlines()) + 1


def test_a_part_knows_the_rules_it_names() -> None:
    found = [part.text for part in parts(function()) if "1.2a" in part.words]
    assert found[-1] == "yield say('1.2a', left=a + b)"


@pytest.mark.parametrize("game", GAMES)
def test_every_enforced_rule_has_a_clause_to_remove(game: str) -> None:
    found = clauses(game)
    assert [told(c) for c in found if not c.ways and not c.reason] == []
    assert listed(game).keys() <= {c.row.id for c in found}


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_the_test_of_a_row_detects_its_missing_clause(game: str) -> None:
    command = [sys.executable, "-m", "tests.games.clauses", game]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    found = re.search(r"(\d+) not missed by their tests$", done.stdout.strip())
    assert found, done.stderr[-3000:]
    assert int(found[1]) <= UNDETECTED[game], done.stdout[-9000:]
