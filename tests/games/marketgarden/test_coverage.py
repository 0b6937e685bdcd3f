"""Check the coverage table: rules are in their chapters, tests run their functions."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

from engine.games import RULEBOOKS
from engine.rules.coverage_table import rows_in
from tests.games.marketgarden.tabletop import BOOK

ROOT = Path(__file__).parents[3]
LEDGER = ROOT.parent / "shared" / "rules" / "marketgarden" / "ledger.yaml"
ROWS = rows_in("engine.games.marketgarden")
NUMBER = r"(?:T\.[A-Z]+(?:\.\d+)?|\d+(?:\.\d+)*[a-z]?)"
SET_UP = {"2.1", "2.2a", "11.1a", "11.1.1b", "11.1.2a", "11.1.2b"}
"""Rules implemented as data of the module."""
BESIDE = {
    *("2.2b", "2.2.1d", "2.2.1e", "2.4.1", "2.4.2", "2.4.3", "2.4.4", "6.2a", "6.2b"),
    *("6.2d", "6.2e", "7.0e", "8.0a", "8.0i", "8.0j", "8.0k", "10.1h", "10.2a", "11.1.3a"),
    *("11.1.3b", "11.1.4a", "11.1.4b"),
}
"""Rules on the use of another chapter's clause, implemented in that clause."""
HEAD = re.compile(rf"({NUMBER}(?:, {NUMBER})*):")


def thing(function: str):
    name, _, path = function.partition(":")
    found = import_module(name)
    for part in path.split("."):
        found = getattr(found, part)
    return found


def test_every_entry_of_the_ledger_has_one_row():
    ids = [row.id for row in ROWS]
    assert len(set(ids)) == len(ids) == 182
    if not LEDGER.exists():
        pytest.skip("the ledger is not here")
    rules = LEDGER.read_text(encoding="utf-8").split("\nrules:\n", 1)[1].split("\ngaps:")[0]
    assert ids == re.findall(r"^- id: '?([^'\n]+)'?$", rules, re.MULTILINE)


@pytest.mark.parametrize("row", [r for r in ROWS if r.function], ids=lambda r: r.id)
def test_clause_docstring_starts_with_its_rule_number(row):
    text = re.sub(r"\s+", " ", thing(row.function).__doc__ or "").strip()
    head = HEAD.match(text)
    assert head is not None, text
    assert row.id in head[1].split(", ")


def test_the_tests_named_exist():
    held: dict[str, set[str]] = {}
    for row in ROWS:
        file, _, name = row.test.partition("::")
        if file and file not in held:
            tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
            held[file] = {n.name for n in tree.body if isinstance(n, ast.FunctionDef)}
        assert not file or name in held[file], row


def test_coverage_status_has_evidence():
    for row in ROWS:
        assert bool(row.function and row.test) == (row.status in ("enforced", "advised")), row
        assert bool(row.why) == (row.status in ("advised", "manual", "not a rule")), row
        assert row.title == BOOK._titles[row.id], row
    assert not [row for row in ROWS if row.status == "open"]


def test_the_game_is_a_folder_in_the_table_of_games():
    assert RULEBOOKS["marketgarden"].startswith("engine.games.marketgarden.")


def test_clause_is_in_its_chapters_file():
    for row in ROWS:
        chapter = re.match(r"\d+", row.id)
        if not row.function or chapter is None:
            continue
        name, _, _ = row.function.partition(":")
        own = f".rules.ch{int(chapter[0]):02d}" in name
        assert own != (row.id in SET_UP | BESIDE), row
        assert ".rules.ch" in name or row.id in SET_UP, row
