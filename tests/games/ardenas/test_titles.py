"""Titles of the rules in other languages."""

from __future__ import annotations

import pytest

from engine.games.ardenas.rulebook import rulebook
from engine.i18n import has


def test_rule_titles_speak_spanish_and_portuguese(monkeypatch: pytest.MonkeyPatch) -> None:
    book = rulebook()
    for language, title in (("es", "Intendencia"), ("pt", "Intendência")):
        monkeypatch.setenv("HOLLAND44_LANG", language)
        assert book.titles["12.0b"] == title
        assert all(has(f"title.ardenas.{number}") for number in book.titles)
