"""Advances (chapter 14): their paths, under enforced and advisory rules."""

from __future__ import annotations

from tests.games.normandy44.givens import against_the_rules, beaten, refused


def test_an_advance_takes_any_path_to_a_listed_hex() -> None:
    """14.2: in any direction; over the vacated hex or past it."""
    table = beaten()
    table.choose("x 0506 0407")
    assert "a 0505 0406" in table.options
    assert "a 0405 0406" not in table.options
    assert refused(table, "a 0605 0606 0607") == {"14.1a"}
    table.choose("a 0405 0406")
    assert table.at("a") == "0406"


def test_advisory_rules_let_units_advance_too_far() -> None:
    """14.1."""
    table = beaten()
    table.choose("x 0506 0407")
    assert refused(table, "a 0605 0606 0607") == {"14.1a"}
    against_the_rules(table, "a 0605 0606 0607")
    assert table.at("a") == "0607"
