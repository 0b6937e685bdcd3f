"""The page of a rule: its implementation, its place in the code, its tests and readings."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli.main import app
from engine.core.errors import UserError
from engine.games import RULEBOOKS, require_rulebook
from engine.rules.rule_page import ROOT, rule_page

BOOK = require_rulebook("holland44")


def test_a_rule_is_found_with_its_clause_its_test_and_its_readings():
    page = rule_page(BOOK, "13.1.3")
    assert page.title
    assert [entry.id for entry in page.entries][:3] == ["13.1.3", "13.1.3.1", "13.1.3.2"]
    clause = page.entries[0].clauses[0]
    assert clause.file == "engine/games/holland44/rules/ch13_retreat_paths.py"
    line = (ROOT / clause.file).read_text(encoding="utf-8").splitlines()[clause.line - 1]
    assert line.strip().startswith(("def ", "@"))
    assert any("13.1.3" in reading.rules for reading in page.readings)
    text = "\n".join(page.lines())
    assert f"{clause.file}:{clause.line}" in text
    assert page.entries[0].tests[0] in text


def test_a_number_does_not_match_longer_ones():
    assert {entry.id.partition(".")[0] for entry in rule_page(BOOK, "1").entries} <= {"1", "1a"}
    assert all(not e.id.startswith("8.10") for e in rule_page(BOOK, "8.1").entries)


@pytest.mark.parametrize("game", sorted(RULEBOOKS))
def test_every_clause_of_every_game_is_found(game):
    """At its line, each row's file has the name in the table."""
    book = require_rulebook(game)
    trees: dict[str, list[str]] = {}
    for row in random.Random(15).sample(book.coverage(), 60):
        page = rule_page(book, row.id)
        for clause in page.entries[0].clauses:
            lines = trees.setdefault(
                clause.file, Path(ROOT / clause.file).read_text(encoding="utf-8").splitlines()
            )
            here = " ".join(lines[clause.line - 1 : clause.line + 12])
            assert clause.line == 1 or clause.name.rpartition(":")[2].rpartition(".")[2] in here


def test_an_unknown_rule_is_reported_in_a_sentence():
    with pytest.raises(UserError, match=r"has no rule 99\.9; its chapters are 1, "):
        rule_page(BOOK, "99.9")


def test_the_command_prints_the_page():
    done = CliRunner().invoke(app, ["rule", "13.1.3"])
    assert done.exit_code == 0
    assert "ch13_retreats.py:" in done.output
    assert "Our reading (" in done.output
    assert CliRunner().invoke(app, ["rule", "99"]).exit_code != 0


@pytest.mark.parametrize(("game", "least"), [("holland44", 60), ("normandy44", 30)])
def test_each_reading_names_existing_rules(game: str, least: int):
    book = require_rulebook(game)
    numbers = {row.id for row in book.coverage()}
    plain = {number.rstrip("abcdefghijklmnopqrstuvwxyz") for number in numbers}
    assert len(book.readings) >= least
    for reading in book.readings:
        assert reading.rules, reading
        for rule in reading.rules:
            found = any(n == rule or n.startswith(f"{rule}.") for n in numbers | plain)
            assert found, (rule, reading.text)


@pytest.mark.parametrize("game", ["holland44", "normandy44"])
def test_each_reading_is_one_line_of_json(game: str):
    text = (ROOT / f"engine/games/{game}/readings.yaml").read_text(encoding="utf-8")
    held = [ast.literal_eval(line[2:]) for line in text.splitlines() if line.startswith("- ")]
    texts = {one["text"] for one in held}
    assert len(texts) == len(held)
    assert texts <= {one.text for one in require_rulebook(game).readings}
