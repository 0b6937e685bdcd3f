"""The coverage table is complete, and its functions and tests exist."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from importlib.resources import files
from inspect import getattr_static
from pathlib import Path
from typing import Any

import pytest

from engine.games.holland44.contents import CHAPTERS
from engine.games.holland44.coverage import coverage
from engine.rules.answers import CoverageRow
from engine.rules.base.clauses import head_numbers

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


def named(function: str) -> Any:
    """Return the object of ``module:name``; for properties their function."""
    module, _, path = function.partition(":")
    found: Any = import_module(module)
    for part in path.split("."):
        found = getattr_static(found, part)
    return getattr(found, "func", getattr(found, "fget", found))


def plain(number: str) -> str:
    """A number without the letter that the ledger gives to parts of a rule."""
    return re.sub(r"(?<=\d)[a-z]+$", "", number)


ENFORCED = [row for row in ROWS if row.function]


def test_every_row_that_is_enforced_has_its_clause():
    assert len(ENFORCED) == 492


@pytest.mark.parametrize("row", ENFORCED, ids=lambda row: row.id)
def test_a_clause_docstring_begins_with_its_rule_number(row):
    doc = named(row.function).__doc__
    heads = {plain(n) for line in doc.splitlines() for n in head_numbers(line.strip())}
    heads |= {plain(n) for n in head_numbers(doc)}
    assert plain(row.id) in heads, row.function


def chapter_docs() -> dict[int, str]:
    """Return the docstrings of the files of each chapter."""
    found: dict[int, str] = {}
    for module in CHAPTERS:
        chapter = re.search(r"\.ch(\d\d)_", module.__name__)
        assert chapter, module
        number = int(chapter.group(1))
        found[number] = found.get(number, "") + " ".join((module.__doc__ or "").split())
    return found


def test_the_clause_of_a_rule_is_in_its_chapter_or_named_there():
    docs = chapter_docs()
    for row in ENFORCED:
        if not row.id[0].isdigit():
            continue  # the scenarios are data
        chapter = int(re.match(r"\d+", row.id).group())
        if re.search(rf"\.rules\.ch{chapter:02d}_", row.function):
            continue
        name = re.sub(r"engine\.games\.holland44\.(rules\.(ch08_movement\.)?)?", "", row.function)
        assert f"``{name}``" in docs[chapter], row


def test_the_chapters_are_all_there_are():
    """No file of a chapter is left out of the contents; each begins with its numbers."""
    folder = Path(str(files("engine.games.holland44.rules")))
    there = {p.stem for p in folder.rglob("ch*.py")} | {p.stem for p in folder.glob("ch*/*.py")}
    assert {m.__name__.rpartition(".")[2] for m in CHAPTERS} == there - {"__init__"}
    assert len(set(CHAPTERS)) == len(CHAPTERS)


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
