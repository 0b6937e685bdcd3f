"""The rules' rows of the budget table (design §6), on the campaign's set-up."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.core import actions as act
from engine.games import require_rulebook
from engine.games.holland44 import positions
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch08_movement.mover import Move
from engine.games.holland44.rules.ch08_movement.reach import reachable
from engine.games.holland44.rules.ch08_movement.why_not import judge_move, mover_of, why_not
from engine.games.holland44.rules.ch13_retreat_paths import Retreat
from engine.games.holland44.rules.ch18_supply import Supply
from engine.games.holland44.ruleset import Ruleset
from engine.play.autoplay import autoplay
from tests.perf.conftest import budget

BOOK = require_rulebook("holland44")


MOVERS = ("BR-2IG/5", "BR-2-1P", "US-1/504", "BR-2HC", "GE-Graebner", "GE-Segler")


@pytest.fixture(scope="module")
def position() -> Position:
    """The set-up of the campaign on the third turn, with the board's tables made."""
    setting, state, _ = positions.read({"scenario": "campaign", "turn": 3, "phase": "movement"})
    found = setting.position(state)
    for name in MOVERS:
        reachable(mover_of(found, [found.units[name]]))
    return found


def test_zones_and_bonds(benchmark: BenchmarkFixture, position: Position) -> None:
    budget(benchmark, "ZOC and bonds of both sides, from the state", 0.001)

    def work() -> int:
        fresh = Position(position.setting, position.state)
        return sum(len(f.zone) + len(f.bonds.sides) for f in fresh.fronts.values())

    assert benchmark(work) > 300


def test_supply(benchmark: BenchmarkFixture, position: Position) -> None:
    budget(benchmark, "supply of one side, all units, with paths", 0.010)
    germans = [u for stack in position.stacks["german"].values() for u in stack]

    def work() -> int:
        search = Supply(position, "german")
        return sum(len(search.line(unit).path) for unit in germans)

    assert benchmark(work) > len(germans)


def test_reach(benchmark: BenchmarkFixture, position: Position) -> None:
    budget(benchmark, "reachable hexes of one unit, all modes", 0.005)
    names = itertools.cycle(MOVERS)

    def work() -> int:
        return len(reachable(mover_of(position, [position.units[next(names)]])))

    assert benchmark(work) > 5


def test_retreat(benchmark: BenchmarkFixture, position: Position) -> None:
    budget(benchmark, "all retreats of a stack over three hexes, ranked", 0.010)
    kerutt = position.units["GE-Kerutt"]

    def work() -> int:
        return len(Retreat(position, (kerutt,), kerutt.place, 3).legal)

    assert benchmark(work) > 0


def test_judge(benchmark: BenchmarkFixture, position: Position) -> None:
    budget(benchmark, "judge one move, all rules", 0.002)
    mover = mover_of(position, [position.units["BR-2IG/5"]])
    path = [position.board.index[n] for n in ("1504", "1605", "1705", "1806", "1906")]
    verdicts = benchmark(lambda: judge_move(Move(mover_of(position, mover.units), "normal", path)))
    assert any(v.level == "forbid" for v in verdicts)


def test_why_not(benchmark: BenchmarkFixture, position: Position) -> None:
    budget(benchmark, "every reason against a hex far away", 0.100)
    mover = mover_of(position, [position.units["BR-2IG/5"]])
    target = position.board.index["6122"]
    assert benchmark(lambda: len(why_not(mover, target)[1])) > 3


def test_gate(benchmark: BenchmarkFixture, position: Position) -> None:
    budget(benchmark, "judge one order through the gate, all rules", 0.002)
    rules = Ruleset(position.setting)
    path = ("1504", "1605", "1705", "1806", "1906")
    order = act.MoveUnits(units=("BR-2IG/5",), path=path)
    verdicts = benchmark(lambda: rules.judge(position.state, order))
    assert any(v.level == "forbid" for v in verdicts)


def test_a_campaign(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    budget(benchmark, "a random campaign of 20 turns, every position examined", 60)
    seeds = itertools.count(3)

    def work() -> int:
        seed = next(seeds)
        return autoplay(BOOK.ruleset("campaign"), seed, 20, tmp_path / f"{seed}.h44log").entries

    assert benchmark.pedantic(work, rounds=2) > 100
