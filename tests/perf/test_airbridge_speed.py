"""The rules' rows of the budget table (design §6) for Air Bridge to Victory."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.core import actions as act
from engine.games import require_rulebook
from engine.games.airbridge.answers.combat import odds
from engine.games.airbridge.position import Position
from engine.games.airbridge.rules.ch04_movement import Mover, reach
from engine.games.airbridge.rules.ch12_retreat import retreat_paths
from engine.games.airbridge.rules.ch16_supply import supplied
from engine.games.airbridge.ruleset import Rules
from engine.games.airbridge.vocabulary import GERMAN, SIDES
from engine.play.autoplay import autoplay
from engine.play.game import Recording
from engine.rules.answers import AttackPlan
from tests.perf.conftest import budget

LOG = Path(__file__).parents[2] / "logs" / "air-bridge-introductory.h44log"
BEFORE_THE_MOVES = 16
MOVERS = ("BR-GA-1GG", "BR-1519H", "BR-GA-3IG", "BR-30-Eng")


@pytest.fixture(scope="module")
def rules() -> Rules:
    """The rules of the introduction, with the board's tables made."""
    found = require_rulebook("airbridge").ruleset("introductory")
    assert isinstance(found, Rules)
    return found


@pytest.fixture(scope="module")
def position(rules: Rules) -> Position:
    """The recorded break-out, all Guards set up."""
    found = rules.position(Recording.load(LOG).state(BEFORE_THE_MOVES))
    for name in MOVERS:
        reach(Mover(found, (found.units[name],)))
    return found


def afresh(position: Position) -> Position:
    """The same position without cached results."""
    return Position(position.setting, position.state)


def test_zones(benchmark: BenchmarkFixture, position: Position) -> None:
    budget(benchmark, "Air Bridge: ZOC of both sides, from the state", 0.001)
    assert benchmark(lambda: sum(len(afresh(position).zones[s]) for s in SIDES)) > 20


def test_supply(benchmark: BenchmarkFixture, position: Position) -> None:
    budget(benchmark, "Air Bridge: supply of one side, all units", 0.010)

    def work() -> int:
        fresh = afresh(position)
        return sum(supplied(fresh, unit) for unit in fresh.own(GERMAN))

    assert benchmark(work) > 4


def test_reach(benchmark: BenchmarkFixture, position: Position) -> None:
    budget(benchmark, "Air Bridge: reachable hexes of one unit", 0.005)
    names = itertools.cycle(MOVERS)
    assert benchmark(lambda: len(reach(Mover(position, (position.units[next(names)],))))) > 0


def test_retreat(benchmark: BenchmarkFixture, position: Position) -> None:
    budget(benchmark, "Air Bridge: all retreats of a unit over two hexes", 0.010)
    unit = position.units["GE-2P-1/2"]
    assert benchmark(lambda: len(retreat_paths(position, unit, 2))) > 0


def test_odds(benchmark: BenchmarkFixture, position: Position) -> None:
    budget(benchmark, "Air Bridge: one combat itemised, with support and bargains", 0.010)
    target = position.ground.index["A0505"]
    plan = AttackPlan(("BR-GA-2GG", "BR-GA-1CG"), target, ("BR-GA-Art-SP",), {"air": 5})
    assert len(benchmark(lambda: odds(position, plan)).chances) > 3


def test_gate(benchmark: BenchmarkFixture, rules: Rules, position: Position) -> None:
    budget(benchmark, "Air Bridge: judge one order through the gate, all rules", 0.002)
    order = act.MoveUnits(units=("BR-GA-1GG",), path=("A0407", "A0506"))
    assert isinstance(benchmark(lambda: rules.judge(position.state, order)), list)


def test_a_game(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    budget(benchmark, "Air Bridge: a random tournament, every position examined", 30)
    book, seeds = require_rulebook("airbridge"), itertools.count(3)

    def work() -> int:
        seed = next(seeds)
        return autoplay(book.ruleset("tournament"), seed, 10, tmp_path / f"{seed}.h44log").entries

    assert benchmark.pedantic(work, rounds=1) > 100
