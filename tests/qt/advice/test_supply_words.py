"""The supply of a unit in words, in games whose supply comes from no place."""

from __future__ import annotations

import pytest

from engine.games import require_rulebook
from engine.games.normandy44.rules.ch06_arrivals import COLOURS
from engine.games.normandy44.rules.ch18_supply import CHERBOURG, SOUTH
from engine.games.normandy44.vocabulary import BEACHES
from engine.i18n import has
from holland44_qt.advice.advice_words import source_name, source_words, trace_html


@pytest.mark.parametrize(
    ("game", "side", "unit", "told"),
    [
        ("marketgarden", "allied", "BR-8A", "the unit does not depend on the air"),
        ("marketgarden", "allied", "US-82-505", "In supply from the air"),
        ("airbridge", "german", None, "In supply from a town or the map edge"),
        ("normandy44", "german", "GE-Chr-Naval", "In supply from Cherbourg."),
    ],
)
def test_supply_without_a_place_has_words_of_the_game(game, side, unit, told):
    """Neither an entry area nor the name of a note that does not hold is shown."""
    found = require_rulebook(game).parse_position({"game": game})
    position = found.ruleset.answers(found.state)
    lines = position.supply(side)
    line = lines[unit] if unit else next(x for x in lines.values() if x.source == "road")
    text = trace_html(position, line)
    assert told in text
    assert "entry area" not in text
    assert "contact" not in text


def test_every_source_of_normandy_has_words():
    """18.1: the beaches, Mulberries, coloured entry hexes, Cherbourg and the south."""
    for source in (*BEACHES, "Mulberry", *COLOURS, CHERBOURG, SOUTH):
        assert has(f"source.normandy44.{source}"), source


def test_a_supply_path_is_labelled_with_the_name_of_its_source():
    """An entry area keeps its letter, and is called an area in sentences."""
    normandy, holland = (
        book.ruleset(scenario).answers(book.ruleset(scenario).opening())
        for book, scenario in (
            (require_rulebook("normandy44"), "campaign"),
            (require_rulebook("holland44"), "campaign"),
        )
    )
    assert source_name(normandy, "utah") == source_words(normandy, "utah") == "Utah beach"
    assert source_words(normandy, CHERBOURG) == "Cherbourg"
    assert source_name(holland, "A") == ""
    assert source_words(holland, "A") == "entry area A"
