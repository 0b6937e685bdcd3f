"""Market-Garden as data: the L of 528 hexes, 76 counters, the campaign's set-up."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from engine.core import actions as act
from engine.modules.module import Module, load_module
from engine.rules.base.sequence import Sequence
from tests.games.data_games import broken, draw_all, facts, faults, misplaced, play_and_read, stale
from tests.grids import FLAT

GAME = "marketgarden"


@pytest.fixture(scope="module")
def module() -> Module:
    return load_module(GAME)


def test_the_compiled_files_are_those_of_the_sources() -> None:
    assert stale(GAME) == []


def test_the_module_is_sound() -> None:
    assert faults(GAME) == []


def test_every_fact_holds(module: Module) -> None:
    assert Counter(fact.status for fact in facts(GAME))["stated"] >= 40
    assert broken(module) == []


def test_the_board_is_an_l_of_flat_tops(module: Module) -> None:
    board = module.board
    assert board.grid == FLAT
    assert len(board.numbers) == 528
    terrain = Counter(board.terrain)
    assert terrain == {"open": 445, "forest": 50, "city": 19, "hill": 11, "marsh": 3}


def test_the_red_road_runs_from_the_south_to_arnhem(module: Module) -> None:
    red = next(road for road in module.board.roads if road.road_class == "red")
    numbers = module.board.numbers
    assert (numbers[red.hexes[0]], numbers[red.hexes[-1]]) == ("0528", "1705")
    assert len(red.hexes) == 30


def test_bridges_and_ferries(module: Module) -> None:
    kinds = Counter(bridge.kind for bridge in module.board.bridges.values())
    assert kinds["road"] >= 7
    assert kinds["ferry"] == 2
    assert sum(module.board.victory) == 100


def test_76_counters_by_nation(module: Module) -> None:
    nations: Counter[str] = Counter()
    for counter in module.counters:
        nations[counter.nationality] += counter.count
    assert nations == {
        "German": 48,
        "British": 17,
        "American": 8,
        "Dutch": 1,
        "Dutch (German service)": 1,
        "Polish": 1,
    }


def test_reverse_sides_are_marked_as_reconstructed(module: Module) -> None:
    for counter in module.counters:
        assert counter.back is not None
        assert counter.back.basis == {"attack": "reconstructed", "defense": "reconstructed"}
        assert counter.back.movement == counter.front.movement


def test_every_counter_and_marker_is_drawn(module: Module) -> None:
    assert draw_all(module) > 100


def test_the_set_up_is_complete(module: Module) -> None:
    assert misplaced(module, "campaign") == []
    assert len(module.scenario("campaign").units) == 76
    stacks = Counter(unit.at for unit in module.scenario("campaign").units)
    assert max(n for at, n in stacks.items() if at.isdigit()) <= 3


def test_the_german_does_not_play_on_the_first_day(module: Module) -> None:
    sequence = Sequence.of(module, "campaign")
    assert sequence is not None
    first = [(step.active, step.phase) for step in sequence.phases(1)]
    assert first == [("allied", "movement"), ("allied", "combat")]
    assert len(sequence.phases(2)) == 4
    assert sequence.last == 10


def test_it_is_played_saved_and_read_with_the_rules_off(tmp_path: Path) -> None:
    move = act.MoveUnits(units=("US-101-506",), path=("0820", "0719"))
    _, read = play_and_read(tmp_path / "game.h44log", GAME, move)
    assert read.state(2).stack(read.module.places.index("0719")) == ("US-101-506",)
