"""The coverage table is honest: nothing is missing, every function and test it names exists."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

from engine.games.holland44.coverage import coverage
from engine.rules.answers import CoverageRow

ROOT = Path(__file__).parents[4]
LEDGER = ROOT.parent / "shared" / "rules" / "holland44" / "ledger.yaml"
ROWS = coverage()


def test_every_entry_of_the_ledger_has_one_row():
    ids = [row.id for row in ROWS]
    assert len(set(ids)) == len(ids) == 532
    if not LEDGER.exists():
        pytest.skip("the ledger is not here")
    rules = LEDGER.read_text(encoding="utf-8").split("\nrules:\n", 1)[1].split("\ngaps:")[0]
    known = re.findall(r"^- id: '?([^'\n]+)'?$", rules, re.MULTILINE)
    assert ids == known


def test_the_functions_named_exist():
    for row in ROWS:
        if row.function:
            name, _, attribute = row.function.partition(":")
            assert hasattr(import_module(name), attribute), row


def test_the_tests_named_exist():
    held: dict[str, set[str]] = {}
    for row in ROWS:
        if not row.test:
            continue
        file, _, name = row.test.partition("::")
        if file not in held:
            tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
            held[file] = {n.name for n in tree.body if isinstance(n, ast.FunctionDef)}
        assert name in held[file], row


def test_a_status_goes_with_its_evidence():
    for row in ROWS:
        assert row.title, row
        assert bool(row.function and row.test) == (row.status in ("enforced", "advised")), row
        assert bool(row.why) == (row.status in ("advised", "manual", "not a rule")), row


def test_no_rule_is_open():
    assert all(row.status != "open" for row in ROWS)
    assert CoverageRow(id="1", title="x", status="open").function == ""
