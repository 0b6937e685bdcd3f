"""Normandy '44 as data: the board has every fact, all counters are in their places."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from engine.core import actions as act
from engine.games.normandy44.diagram import diagram_board
from engine.games.normandy44.position_schema import BoardIn
from engine.modules.module import Module, load_module
from engine.rules.base.sequence import Sequence
from engine.rules.positions.words import Words
from tests.games.data_games import broken, draw_all, facts, faults, misplaced, play_and_read, stale

GAME = "normandy44"


@pytest.fixture(scope="module")
def module() -> Module:
    return load_module(GAME)


def test_the_compiled_files_are_those_of_the_sources() -> None:
    assert stale(GAME) == []


def test_the_module_is_sound() -> None:
    assert faults(GAME) == []


def test_every_fact_holds(module: Module) -> None:
    statuses = Counter(fact.status for fact in facts(GAME))
    assert statuses["stated"] > 340
    assert broken(module) == []


def test_the_board_has_734_hexes_and_no_sea_hex(module: Module) -> None:
    board = module.board
    assert len(board.numbers) == 734
    assert Counter(board.terrain)["bocage"] == 528
    assert "2915" not in board.index  # the Bay of the Seine
    assert {n for n in ("1930", "2029", "2030") if board.settlement[board.hex(n)] == "city"}


def test_floods_causeways_and_impassable_sides_are_marks(module: Module) -> None:
    marks = Counter(mark for side in module.board.sides.values() for mark in side.marks)
    assert (marks["flooded"], marks["causeway"], marks["impassable"]) == (32, 4, 3)
    sides = module.board.sides.values()
    waters = Counter(side.water for side in sides if side.water)
    assert waters == {"minor_river": 394, "major_river": 24}
    board = module.board
    pair = next(p for p, found in board.marked.items() if "impassable" in found)
    assert board.marked[pair[::-1]] == board.marked[pair]


def test_lines_lie_along_hexsides(module: Module) -> None:
    kinds = {line.kind: line for line in module.board.lines}
    assert set(kinds) == {
        "front_27_june",
        "army_boundary",
        "perimeter",
        "naval_zone",
        "cherbourg_limit",
    }
    assert len(kinds["front_27_june"].hexsides) >= 80


def test_326_counters_with_the_values_that_the_module_declares(module: Module) -> None:
    counters = module.counters
    assert sum(counter.count for counter in counters) == len(counters.pieces) == 326
    infantry = counters.of("US-1-16")
    assert (infantry.front.value("cf"), infantry.front.value("movement")) == (7, 4)
    assert counters.of("US-82-505").front.value("tq") == 1
    bracketed = counters.of("GE-SP-Hillman").front
    assert (bracketed.value("cf"), bracketed.attack, bracketed.defense) == ("[2]", 0, 2)
    text = module.values_text(counters.of("US-82-505"), "front")
    assert "combat 4" in text
    assert "troop quality 1" in text


def test_no_two_units_have_one_name(module: Module) -> None:
    """A counter shows "8" and a colour; messages need a unique name, for cadres with the number."""
    pieces = [piece for counter in module.counters for piece in counter.pieces()]
    named: dict[str, list[str]] = {}
    for piece in pieces:
        named.setdefault(module.unit_name(piece), []).append(piece)
    assert [both for both in named.values() if len(both) > 1] == []
    assert module.unit_name("US-4-8") == "8/4 Inf"
    assert module.unit_name("CAN-3-8") == "8/3 Can Inf"
    assert module.unit_name("GE-Cadre-AJ-3") == "PzG Cadre 3"


def test_every_counter_and_marker_is_drawn(module: Module) -> None:
    assert draw_all(module) > 300


@pytest.mark.parametrize(
    ("scenario", "pieces", "turns"),
    [("campaign", 326, 22), ("seven_turns", 326, 7), ("cherbourg", 129, 12)],
)
def test_scenarios(module: Module, scenario: str, pieces: int, turns: int) -> None:
    found = module.scenario(scenario)
    assert misplaced(module, scenario) == []
    assert found.turns == turns
    assert len(found.units) == pieces


def test_a_turn_is_a_day_and_the_first_is_the_invasion(module: Module) -> None:
    sequence = Sequence.of(module, "campaign")
    assert sequence is not None
    first = [(step.phase, step.active) for step in sequence.phases(1)]
    assert first[:2] == [("invasion", "allied"), ("replacement", "german")]
    assert len(first) == 16
    second = [(step.phase, step.active) for step in sequence.phases(2)]
    assert second[0] == ("initial", "german")
    assert len(second) == 16
    assert sequence.last == 22
    assert len(sequence.turns) == 22


def test_it_is_played_saved_and_read_with_the_rules_off(tmp_path: Path) -> None:
    move = act.MoveUnits(units=("US-4-8",), path=("assault-utah", "2814"), mode="box")
    played, read = play_and_read(tmp_path / "game.h44log", GAME, move)
    place = read.module.places.index("2814")
    assert "US-4-8" in read.state(2).stack(place)
    assert read.step(2).sentence.endswith("Utah: initial assault → 2814.")
    assert len(read.state(1).pieces) == 326
    assert played.module.meta.id == GAME


def test_coastal_batteries_are_named_on_the_board():
    """17.5, 28.3."""
    board = load_module("normandy44").board
    names = {n: board.where(board.index[n]) for n in ("2437", "2623", "2818", "3012")}
    assert names == {
        "2437": "2437 Mont Canisy",
        "2623": "2623 Longues-sur-Mer",
        "2818": "2818 Pointe du Hoc",
        "3012": "3012 Crisbecq",
    }


@pytest.mark.parametrize(
    ("more", "inside"),
    [
        ({"hexsides": {"0303/0304": ["perimeter"]}}, {"0303"}),
        ({"hexsides": {"0303/0304": ["perimeter"]}, "inside": ["0304"]}, {"0304"}),
        ({"hexes": {"0305": {"inside": True}}, "inside": ["0304"]}, {"0304", "0305"}),
    ],
)
def test_the_inside_of_a_perimeter_is_listed_or_the_first_hex_of_a_side(
    module: Module, more: dict[str, object], inside: set[str]
) -> None:
    told = {"rows": (1, 6), "cols": (1, 6), "terrain": "clear"} | more
    board = diagram_board(BoardIn.model_validate(told, context=Words(module)))
    assert {n for n in board.numbers if "perimeter" in board.marks[board.index[n]]} == inside


def test_the_boxes_of_divisions_have_english_ordinals(module: Module) -> None:
    titles = {box.title for box in module.displays.values() if box.id.startswith("mobilisation-")}
    assert titles == {"243rd Division: mobilisation", "709th Division: mobilisation"}
