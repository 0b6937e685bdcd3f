"""Coverage of every rule in the ledger: its status, its place, and the number of its function."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from engine.games.ardenas.rulebook import rulebook
from engine.i18n import has

ROOT = Path(__file__).parents[3]
ROWS = rulebook().coverage()


def test_every_rule_has_a_row() -> None:
    assert [row.id for row in ROWS] == list(rulebook().titles)
    assert len(ROWS) == 181


def test_a_function_has_the_number_of_its_rule_and_the_test_exists() -> None:
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
        assert re.search(rf"^def {name}\b", (ROOT / file).read_text(), re.M), row


def test_rule_titles_speak_spanish_and_portuguese(monkeypatch: pytest.MonkeyPatch) -> None:
    book = rulebook()
    for language, title in (("es", "Intendencia"), ("pt", "Intendência")):
        monkeypatch.setenv("HOLLAND44_LANG", language)
        assert book.titles["12.0b"] == title
        assert all(has(f"title.ardenas.{number}") for number in book.titles)
