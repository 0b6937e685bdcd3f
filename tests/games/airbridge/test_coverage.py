"""Check the coverage table: every rule has a row, a numbered function and a test."""

from __future__ import annotations

import importlib
import re
from collections import Counter
from pathlib import Path

from engine.games.airbridge.rulebook import rulebook

ROOT = Path(__file__).parents[3]
ROWS = rulebook().coverage()


def test_every_rule_has_a_coverage_row() -> None:
    assert [row.id for row in ROWS] == list(rulebook().titles)
    tally = Counter(row.status for row in ROWS)
    assert "manual" not in tally
    assert tally["enforced"] == 334


def test_coverage_names_numbered_functions_and_existing_tests() -> None:
    for row in ROWS:
        if row.status != "enforced":
            continue
        module, _, path = row.function.partition(":")
        found = importlib.import_module(module)
        for name in path.split("."):
            found = getattr(found, name)
        head = (found.__doc__ or "").partition(":")[0]
        assert row.id in re.split(r",\s*", head), row.id
        file, _, name = row.test.partition("::")
        assert re.search(rf"^def {name.partition('[')[0]}\b", (ROOT / file).read_text(), re.M), row
