"""The data of Air Bridge to Victory: a board of two sheets, counters, set-up."""

from __future__ import annotations

import itertools
import shutil
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.board.board import Board
from engine.cli.main import app
from engine.core import actions as act
from engine.modules.module import Module, load_module
from engine.modules.tables import Chart, lookup
from engine.rules.base.sequence import Sequence
from tests.games.airbridge.test_examples import Table
from tests.games.data_games import broken, draw_all, facts, faults, misplaced, play_and_read, stale

GAME = "airbridge"
ARNHEM = "B4315"


@pytest.fixture(scope="module")
def module() -> Module:
    return load_module(GAME)


def reached(board: Board, start: str) -> set[str]:
    """Return the hexes connected to one without crossing water, except by bridges."""
    spans = {bridge.hexside for bridge in board.bridges.values()}
    found, ahead = {start}, [start]
    while ahead:
        here = ahead.pop()
        for there in board.grid.neighbors(here):
            side = f"{min(here, there)}/{max(here, there)}"
            wet = side in board.sides and board.sides[side].water
            if there not in found and (not wet or side in spans):
                found.add(there)
                ahead.append(there)
    return found


def test_the_compiled_files_are_those_of_the_sources() -> None:
    assert stale(GAME) == []


def test_the_module_is_sound() -> None:
    assert faults(GAME) == []


def test_every_fact_holds(module: Module) -> None:
    statuses = Counter(fact.status for fact in facts(GAME))
    assert statuses["stated"] >= 45
    assert broken(module) == []


def test_two_sheets_are_one_board(module: Module) -> None:
    board = module.board
    assert len(board.numbers) == 1453
    assert board.grid.distance("A3104", "B0104") == 1
    assert board.grid.distance("B0605", "B0505") == 1
    terrains = Counter(board.terrain)
    assert terrains["urban"] == 38
    assert terrains["mixed"] > 120


def test_the_highway_is_one_road_from_end_to_end(module: Module) -> None:
    board = module.board
    (highway,) = (road for road in board.roads if road.road_class == "highway")
    numbers = [board.numbers[i] for i in highway.hexes]
    assert (numbers[0], numbers[-1], len(numbers)) == ("A0107", "B5014", 85)
    assert all(board.grid.distance(a, b) == 1 for a, b in itertools.pairwise(numbers))


def test_every_entry_reaches_arnhem_and_no_road_step_is_wet(module: Module) -> None:
    board = module.board
    joined = reached(board, ARNHEM)
    entries = {board.numbers[i] for area in board.areas.values() for i in area.hexes}
    assert entries <= joined
    assert {"B4125", "B3725", "A1714", "B3701", "B3301", "B4701"} <= joined
    spans = {bridge.hexside for bridge in board.bridges.values()}
    for road in board.roads:
        numbers = [board.numbers[i] for i in road.hexes]
        for a, b in itertools.pairwise(numbers):
            side = f"{min(a, b)}/{max(a, b)}"
            wet = side in board.sides and board.sides[side].water
            assert not wet or side in spans, (road.name, side)


def test_212_counters_with_the_values_of_the_game(module: Module) -> None:
    counters = module.counters
    assert sum(counter.count for counter in counters) == len(counters.pieces) == 212
    tanks = counters.of("GE-9SS-1/9")
    assert [tanks.front.value(name) for name in ("attack", "defense", "movement")] == [5, 4, 6]
    assert (tanks.front.value("efficiency"), tanks.front.value("stacking")) == (7, 2)
    assert tanks.front.value("armour_class") == "Arm"
    infantry = {c.front.value("armour_class") for c in module.counters if c.kind == "infantry"}
    assert infantry == {"Inf"}
    assert tanks.basis == "reconstructed"
    guns = counters.of("GE-10SS-Art-3")
    assert (guns.front.value("bombardment"), guns.front.basis["bombardment"]) == (3, "stated")
    assert draw_all(module) > 300


@pytest.mark.parametrize(
    ("scenario", "pieces", "turns"),
    [("introductory", 24, 1), ("tournament", 59, 10), ("campaign", 212, 22)],
)
def test_scenarios(module: Module, scenario: str, pieces: int, turns: int) -> None:
    found = module.scenario(scenario)
    assert misplaced(module, scenario) == []
    assert (found.turns, len(found.units)) == (turns, pieces)


def test_a_turn_is_half_a_day(module: Module) -> None:
    sequence = Sequence.of(module, "campaign")
    assert sequence is not None
    assert sequence.phases(1)[0].phase == "initial"
    assert sequence.phases(3)[0].phase == "strategic"
    assert sequence.phases(4)[0].phase == "initial"
    refusal = next(step for step in sequence.phases(1) if step.phase == "refusal")
    assert refusal.active == "german"


def test_charts_keep_the_stated_cells_apart() -> None:
    path = Path(__file__).parents[3] / "resources" / GAME / "charts" / "bombardment.json"
    chart = Chart.model_validate_json(path.read_bytes())
    assert chart.die == 10
    assert (lookup(chart, 1, "7-12").result, lookup(chart, 1, "7-12").basis) == ("4", "stated")
    assert lookup(chart, 10, "7-12").basis == "reconstructed"


def test_it_is_played_saved_and_read_with_the_rules_off(tmp_path: Path) -> None:
    move = act.MoveUnits(units=("GE-9SS-1/9",), path=("B4615", "B4614"), mode="move")
    played, read = play_and_read(tmp_path / "game.h44log", GAME, move)
    place = read.module.places.index("B4614")
    assert "GE-9SS-1/9" in read.state(2).stack(place)
    assert len(read.state(1).pieces) == 212
    assert played.module.meta.id == GAME


@pytest.mark.slow
def test_a_module_is_built_from_its_sources_alone(tmp_path: Path) -> None:
    folder = tmp_path / GAME
    resources = Path(__file__).parents[3] / "resources"
    shutil.copytree(resources / GAME, folder)
    shutil.copytree(resources / "geo", tmp_path / "geo")  # its waters follow the geography
    for made in ("board.json", "map.json", "counters.json"):
        (folder / made).unlink()
    shutil.rmtree(folder / "scenarios")
    done = CliRunner().invoke(app, ["modules", "build", str(folder)])
    assert done.exit_code == 0, done.output
    assert len(list((folder / "scenarios").iterdir())) == 3


def test_rivers_divide_the_land_and_canals_do_not() -> None:
    """CAMP.e, CAMP.v1: between Maas and Waal, north of the Neder Rijn, south of the Maas."""
    ground = Table("campaign").position.ground
    lands = ground.between, ground.north, ground.south_of_maas
    assert all(lands)
    assert not lands[0] & lands[1]
    assert not lands[0] & lands[2]
    assert not lands[1] & lands[2]
    assert ground.index["B4509"] in ground.north
