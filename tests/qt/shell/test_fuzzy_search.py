"""Fuzzy search: ranking and searchable items."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.core.state import Piece, State
from engine.modules.module import Module
from engine.play.game import Game
from holland44_qt.shell.fuzzy_search import Target, best, entries, fit, places, units, with_log


@pytest.mark.parametrize(
    ("letters", "better", "worse"),
    [
        ("arn", "Arnhem", "Barneveld"),
        ("zi", "Zoom in", "Zeist"),
        ("grave", "Grave", "Gravenhage by the sea"),
        ("4816", "4816", "4817"),
        ("wm", "Whole map", "Warm"),
        ("sel", "Zoom to the selection", "Show every leaf"),
        ("ARN", "arnhem", "tarn"),
    ],
)
def test_the_better_match_is_first(letters: str, better: str, worse: str) -> None:
    targets = [Target("command", name, "", lambda: None) for name in (worse, better)]
    assert best(letters, targets, 5)[0].title == better


def test_missing_letters_do_not_match() -> None:
    assert fit("xyz", "Arnhem") is None
    assert fit("mehnra", "Arnhem") is None
    assert fit("", "Arnhem") == 0


def test_descriptions_rank_below_names() -> None:
    told = Target("command", "Whole map", "Fit the whole map into the window", lambda: None)
    named = Target("command", "Window list", "", lambda: None)
    assert best("window", [told, named], 5) == [named, told]
    assert best("wndw", [told], 5) == []


def test_words_in_descriptions_rank_above_scattered_letters() -> None:
    told = Target("command", "Settings", "Theme: day or night", lambda: None)
    scattered = Target("command", "Turn right", "Turn a piece", lambda: None)
    assert best("night", [scattered, told], 5) == [told, scattered]


def test_disabled_commands_are_not_first() -> None:
    off = Target("command", "Zoom in", "", lambda: None, enabled=False)
    on = Target("command", "Zoom in on the fight", "", lambda: None)
    assert best("zi", [off, on], 5) == [on, off]


def test_without_letters_everything_is_listed_in_order() -> None:
    targets = [Target("command", name, "", lambda: None) for name in "bac"]
    assert [x.title for x in best("", targets, 2)] == ["b", "a"]


def test_every_hex_and_every_name_of_the_map_can_be_found(module: Module) -> None:
    went: list[int] = []
    found = list(places(module, went.append))
    assert {t.title for t in found if t.kind == "hex"} == set(module.board.numbers)
    (hex_,) = [t for t in found if t.title == "4816" and t.kind == "hex"]
    hex_.run()
    assert went == [module.board.index["4816"]]
    top = best("arnhem", found, 3)[0]
    top.run()
    assert "Arnhem" in module.board.names[went[-1]]


def test_units_show_their_side_and_place(module: Module) -> None:
    counter = next(iter(module.counters.counters))
    state = State(pieces={"x": Piece(counter, "allied", module.places.index("6217"), 2)})
    went: list[str] = []
    (unit,) = units(module, state, went.append)
    assert unit.title == module.unit_name(counter)
    assert "Allied" in unit.detail
    assert "6217" in unit.detail
    unit.run()
    assert went == ["x"]


ROWS = 4


def found(letters: str, *more: str) -> list[str]:
    """Return the matches of some letters among commands, a unit, and entries with sentences."""
    targets = [
        *(Target("command", name, "", lambda: None) for name in ("Export", "Exchange", *more)),
        Target("unit", "2/1P", "Allied", lambda: None),
        Target("hex", "9701", "Arnhem", lambda: None),
        Target("entry", "#12", "1 CG attacks the Exel bridge: die 6, EX.", lambda: None),
        Target("entry", "#97", "2/1P moves to 6319: a bridge.", lambda: None),
        Target("entry", "#98", "The next: DR.", lambda: None),
    ]
    log = Target("log", "all", "", lambda: None)
    shown = with_log(letters, best(letters, targets, 20), targets, log, ROWS)
    return [target.title for target in shown]


def test_a_combat_result_finds_its_entries() -> None:
    assert found("EX")[:3] == ["all", "#12", "Export"]
    assert found("all EX") == ["all", "#12"]
    assert found("DR")[:2] == ["all", "#98"]


def test_other_words_find_commands() -> None:
    assert found("exp")[0] == "Export"
    assert found("ex")[0] == "Export"
    assert "all" in found("e", *(f"Else {k}" for k in range(9)))[:ROWS]


def test_all_items_with_the_name_are_listed_next() -> None:
    assert found("2/1P")[:2] == ["2/1P", "all"]
    assert found("everything of 2/1P") == ["all"]
    assert found("97")[:2] == ["#97", "all"]
    assert found("#97")[:2] == ["#97", "all"]


def test_an_exact_entry_number_ranks_above_hex_prefixes() -> None:
    hexes = [Target("hex", number, "", print) for number in ("2061", "2306", "5206")]
    entry = Target("entry", "#206", "", print)
    assert best("206", [*hexes, entry], 5)[0] == entry


def test_entries_are_found_by_their_place_and_the_number_that_comments_use(game: Game) -> None:
    game.play(act.Note(text="undone"))
    game.follow(1)
    game.play(act.Note(text="kept"))
    went: list[int] = []
    found = list(entries(game, went.append))
    assert [target.title for target in found] == ["#1", "2", "#3"]
    found[2].run()
    assert went == [2]
