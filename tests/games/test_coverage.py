"""The coverage table of each game: a row for each rule, with a numbered clause and a test."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from importlib import import_module
from inspect import getattr_static
from pathlib import Path
from typing import Any

import pytest

from engine.games import RULEBOOKS
from engine.rules.answers import CoverageRow
from engine.rules.coverage_table import rows_in

ROOT = Path(__file__).parents[2]
ROWS = {game: rows_in(f"engine.games.{game}") for game in RULEBOOKS}
RULES = {
    "airbridge": (362, 334),
    "ardenas": (181, 164),
    "holland44": (532, 492),
    "marketgarden": (182, 174),
    "normandy44": (465, 456),
}
"""Rules of the ledger, and those enforced."""
NUMBERED_BY_THE_BOOK = "engine.games.holland44."
"""The game whose clauses omit the letters that the ledger gives to parts of a rule."""
LETTERS = re.compile(r"(?<=\d)[a-z]+$")

every_game = pytest.mark.parametrize("game", RULEBOOKS)


@every_game
def test_every_rule_has_one_row(game: str) -> None:
    rows = ROWS[game]
    assert len({row.id for row in rows}) == len(rows)
    assert all(row.title for row in rows)
    tally = Counter(row.status for row in rows)
    assert (len(rows), tally["enforced"]) == RULES[game]
    assert tally["open"] == 0


@every_game
def test_a_status_has_its_evidence(game: str) -> None:
    for row in ROWS[game]:
        assert bool(row.function and row.test) == (row.status in ("enforced", "advised")), row
        assert bool(row.why) == (row.status in ("advised", "manual", "not a rule")), row


@every_game
def test_a_clause_docstring_begins_with_its_rule_number(game: str) -> None:
    assert [row for row in ROWS[game] if row.function and not _heads(row)] == []


def _heads(row: CoverageRow) -> bool:
    """Return whether the number of a rule heads the docstring of its function, or a line of it."""
    doc = _documented(row.function)
    heads = (text.partition(":")[0] for text in (" ".join(doc.split()), *doc.splitlines()))
    numbers = {number for head in heads for number in re.split(r",\s*|\s+and\s+", head.strip())}
    if row.function.startswith(NUMBERED_BY_THE_BOOK):
        return LETTERS.sub("", row.id) in {LETTERS.sub("", number) for number in numbers}
    return row.id in numbers


def _documented(function: str) -> str:
    """Return the docstring of ``module:name``, also of a property."""
    module, _, path = function.partition(":")
    found: Any = import_module(module)
    for part in path.split("."):
        found = getattr_static(found, part)
    return str(getattr(found, "func", getattr(found, "fget", found)).__doc__)


@every_game
def test_the_tests_named_exist(game: str) -> None:
    for row in ROWS[game]:
        file, _, name = row.test.partition("[")[0].partition("::")
        assert not file or name in _functions(file), row


@cache
def _functions(file: str) -> set[str]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
