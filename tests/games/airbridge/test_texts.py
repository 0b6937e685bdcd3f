"""Texts of decisions, duties, arrivals and the highway, as the window shows them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.airbridge.rulebook import rulebook
from engine.rules.base.decisions import Choice
from tests.games.airbridge.test_probe import fight

BOOK = rulebook()
DECLARED = [{"kind": k, "target": "0404", "units": ["a"]} for k in ("maneuver", "assault")]


@pytest.mark.parametrize(
    ("kind", "choice", "words", "tag"),
    [
        ("refuse", Choice("yes", ("a",), word="refuse"), "Refuse combat (6 in 10)", "6 in 10"),
        ("react", Choice("a", ("a",)), "a (6 in 10)", "6 in 10"),
        ("support", Choice("gun", ("gun",)), "gun (left afterwards: 1)", "left afterwards: 1"),
        ("support", Choice("air:3", points=3), "Air points: 3", ""),
        ("loss", Choice("a", ("a",), losses=1), "a", "-1 step"),
        ("loss", Choice("none"), "Nothing more", ""),
        ("stay", Choice("stay", ("a",), word="stay"), "Stay", ""),
    ],
)
def test_options_tell_their_cost_or_chance(kind: str, choice: Choice, words: str, tag: str) -> None:
    found = fight().option(choice, kind)
    assert (found.text, found.tag) == (words, tag)


def test_the_option_to_go_somewhere_names_unit_and_hex() -> None:
    table = fight()
    path = tuple(table.position.ground.index[number] for number in ("0403", "0402"))
    found = table.option(Choice("a 0402", ("a",), path), "retreat")
    assert (found.text, found.place) == ("a to 0402", path[-1])


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"phase": "maneuver", "declared": DECLARED}, "Fight the maneuver combat at 0404"),
        ({"phase": "assault", "declared": DECLARED}, "Fight the assault on 0404"),
        ({"phase": "declaration"}, "0404 may be attacked. It"),
        ({"phase": "bombardment"}, "25 air points are left"),
    ],
)
def test_duties_and_possibilities_of_a_phase(more: dict[str, Any], told: str) -> None:
    assert any(item.text.startswith(told) for item in fight(**more).checklist())


def opening(scenario: str) -> Any:
    rules = BOOK.ruleset(scenario)
    return rules.answers(rules.opening())


def test_arrivals_say_how_units_come() -> None:
    found = opening("campaign").arrivals()
    assert {(a.side, a.text) for a in found if a.waiting} == {
        ("allied", "set up before play"),
        ("allied", "by air, near its DZ"),
        ("german", "by its entry hex"),
    }
    assert ("allied", "by its entry hex") in {(a.side, a.text) for a in found if not a.waiting}


def test_the_highway_is_told_from_its_beginning_to_the_last_open_hex() -> None:
    found = opening("campaign").ribbon()
    assert (found.title, len(found.stops)) == ("The highway", 85)
    assert found.text == "Open from the south-west to A0306: 3 of 85 hexes (16.0r)."
    closed = fight().ribbon()
    assert closed.text.startswith("The highway is cut at its beginning")
