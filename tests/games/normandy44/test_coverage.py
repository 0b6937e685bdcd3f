"""The coverage table is correct: each number heads its clause, and each test exists."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

from engine.games import RULEBOOKS
from engine.rules.coverage_table import rows_in
from tests.games.normandy44.tabletop import BOOK

ROOT = Path(__file__).parents[3]
ROWS = rows_in("engine.games.normandy44")
HEAD = re.compile(r"(\d+(?:\.[0-9A-Z]+)*[a-z]?(?:, \d+(?:\.[0-9A-Z]+)*[a-z]?)*):")


def thing(function: str):
    name, _, path = function.partition(":")
    found = import_module(name)
    for part in path.split("."):
        found = getattr(found, part)
    return found


def test_every_entry_of_the_ledger_has_one_row():
    assert [row.id for row in ROWS] == list(BOOK._titles)
    assert len(ROWS) == 465


@pytest.mark.parametrize("row", [r for r in ROWS if r.function], ids=lambda r: r.id)
def test_a_clause_docstring_begins_with_its_rule_number(row):
    found = thing(row.function)
    text = found.fget.__doc__ if isinstance(found, property) else found.__doc__
    head = HEAD.match(re.sub(r"\s+", " ", text or "").strip())
    assert head is not None, text
    assert row.id in head[1].split(", ")


def test_the_tests_named_exist():
    held: dict[str, set[str]] = {}
    for row in ROWS:
        file, _, name = row.test.partition("[")[0].partition("::")
        if file and file not in held:
            tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
            held[file] = {n.name for n in tree.body if isinstance(n, ast.FunctionDef)}
        assert not file or name in held[file], row


def test_a_status_goes_with_its_evidence():
    for row in ROWS:
        assert bool(row.function and row.test) == (row.status == "enforced"), row
        assert bool(row.why) == (row.status in ("manual", "not a rule")), row


def test_the_game_is_a_folder_in_the_table_of_games():
    assert RULEBOOKS["normandy44"].startswith("engine.games.normandy44.")
