"""The rules' rows of the budget table (design §6) for La Batalla de las Ardenas: 2,365 hexes."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.core import actions as act
from engine.core import effects as fx
from engine.games import require_rulebook
from engine.games.ardenas.position import Position
from engine.games.ardenas.rules.ch07_movement import DISPLACEMENT, NORMAL, Mover, reach
from engine.games.ardenas.rules.ch12_supply import served
from engine.games.ardenas.ruleset import Rules
from engine.games.ardenas.vocabulary import FUEL, GROUND, SIDES, SUPPLY
from tests.perf.conftest import budget


@pytest.fixture(scope="module")
def rules() -> Rules:
    """The rules of the full game, with the board's tables made."""
    found = require_rulebook("ardenas").ruleset("full")
    assert isinstance(found, Rules)
    return found


@pytest.fixture(scope="module")
def position(rules: Rules) -> Position:
    """The set-up of the full game in a German movement with good weather."""
    clock = fx.Clock(turn=7, phase="movement", active="german")
    return rules.position(replace(rules.opening(), clock=clock))


def afresh(position: Position) -> Position:
    """The same position without cached results."""
    return Position(position.setting, position.state)


def test_zones(benchmark: BenchmarkFixture, position: Position) -> None:
    budget(benchmark, "Ardenas: ZOC of both sides, from the state", 0.001)

    def work() -> int:
        fresh = afresh(position)
        return sum(len(fresh.zones[side]) for side in SIDES)

    assert benchmark(work) > 150


def test_supply(benchmark: BenchmarkFixture, position: Position) -> None:
    budget(benchmark, "Ardenas: supply and fuel of one side, all units", 0.010)

    def work() -> int:
        fresh = afresh(position)
        return sum(len(served(fresh, "german", kind)) for kind in (SUPPLY, FUEL))

    assert benchmark(work) > 20


def test_reach(benchmark: BenchmarkFixture, position: Position) -> None:
    budget(benchmark, "Ardenas: reachable hexes of one stack, both modes", 0.005)
    movers = list(position.layers["german", GROUND].values())
    turns = itertools.cycle(movers)
    for kind in (SUPPLY, FUEL):
        served(position, "german", kind)

    def work() -> int:
        stack = next(turns)
        return sum(len(reach(Mover(position, stack, mode))) for mode in (NORMAL, DISPLACEMENT))

    assert max(work() for _ in movers) > 25
    benchmark(work)


def test_gate(benchmark: BenchmarkFixture, rules: Rules, position: Position) -> None:
    budget(benchmark, "Ardenas: judge one order through the gate, all rules", 0.002)
    here = position.number(position.units["GE-Lehr-Pz"].place)
    order = act.MoveUnits(units=("GE-Lehr-Pz",), path=(here, "3921", "3821"), mode=NORMAL)
    verdicts = benchmark(lambda: rules.judge(position.state, order))
    assert any(v.level == "forbid" for v in verdicts)


def test_observe(benchmark: BenchmarkFixture, rules: Rules, position: Position) -> None:
    budget(benchmark, "Ardenas: the position as one side sees it", 0.010)

    def work() -> int:
        fresh = afresh(position)
        rules.setting.forget()
        return len(rules.observe(fresh.state, "allied").pieces)

    assert benchmark(work) > 300
