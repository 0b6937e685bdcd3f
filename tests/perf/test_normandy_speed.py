"""The rules' rows of the budget table (design §6) for Normandy '44, on the evening of D-Day."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.core import actions as act
from engine.games import require_rulebook
from engine.games.normandy44.combat import CombatRecord
from engine.games.normandy44.position import Position
from engine.games.normandy44.rules.ch09_movement import Mover, path_verdicts, reach
from engine.games.normandy44.rules.ch13_retreat import survivable
from engine.games.normandy44.rules.ch18_supply import supplied
from engine.games.normandy44.ruleset import Rules
from engine.games.normandy44.vocabulary import NORMAL, SIDES, STRATEGIC, TACTICAL
from engine.play.autoplay import autoplay
from engine.play.game import Recording
from tests.perf.conftest import budget

LOG = Path(__file__).parents[2] / "logs" / "normandy44-d-day.h44log"
MOVERS = ("GE-21-1/22", "GE-6FJ", "GE-30", "US-70Tk", "BR-8A-NY", "GE-711-Fus")


@pytest.fixture(scope="module")
def rules() -> Rules:
    """The rules of the campaign, with the board's tables made."""
    found = require_rulebook("normandy44").ruleset("campaign")
    assert isinstance(found, Rules)
    return found


@pytest.fixture(scope="module")
def position(rules: Rules) -> Position:
    """The last position of the recorded D-Day, with its cached results."""
    recording = Recording.load(LOG)
    found = rules.position(recording.state(len(recording)))
    for name in MOVERS:
        reach(Mover(found, (found.units[name],)))
    return found


def afresh(position: Position) -> Position:
    """The same position without cached results."""
    return Position(position.setting, position.state)


def test_zones_and_bonds(benchmark: BenchmarkFixture, position: Position) -> None:
    budget(benchmark, "Normandy '44: ZOC and bonds of both sides, from the state", 0.001)

    def work() -> int:
        fresh = afresh(position)
        return sum(len(fresh.zones[s]) + len(fresh.bonds[s].sides) for s in SIDES)

    assert benchmark(work) > 150


def test_supply(benchmark: BenchmarkFixture, position: Position) -> None:
    budget(benchmark, "Normandy '44: supply of one side, all units, with paths", 0.010)

    def work() -> int:
        fresh = afresh(position)
        routes = supplied(fresh, "german")
        own = [u for u in fresh.own("german") if u.place in routes.distance]
        return sum(len(routes.path(u.place)) for u in own)

    assert benchmark(work) > 100


def test_reach(benchmark: BenchmarkFixture, position: Position) -> None:
    budget(benchmark, "Normandy '44: reachable hexes of one unit, all modes", 0.005)
    names = itertools.cycle(MOVERS)

    def work() -> int:
        unit = position.units[next(names)]
        return sum(len(reach(Mover(position, (unit,), m))) for m in (NORMAL, TACTICAL, STRATEGIC))

    assert benchmark(work) > 5


def test_retreat(benchmark: BenchmarkFixture, position: Position) -> None:
    budget(benchmark, "Normandy '44: all retreats of a unit over two hexes, ranked", 0.010)
    unit = position.units["GE-352-1/915"]
    record = CombatRecord(side="allied", target=position.number(unit.place))
    assert benchmark(lambda: len(survivable(position, unit, record))) > 0


def test_judge(benchmark: BenchmarkFixture, position: Position) -> None:
    budget(benchmark, "Normandy '44: judge one move, all rules", 0.002)
    unit = position.units["GE-21-1/22"]
    path = [position.ground.index[n] for n in ("1930", "1929", "1928", "1927")]
    assert isinstance(benchmark(lambda: list(path_verdicts(Mover(position, (unit,)), path))), list)


def test_gate(benchmark: BenchmarkFixture, rules: Rules, position: Position) -> None:
    budget(benchmark, "Normandy '44: judge one order through the gate, all rules", 0.002)
    order = act.MoveUnits(units=("GE-21-1/22",), path=("1930", "1929", "1928", "1927"))
    verdicts = benchmark(lambda: rules.judge(position.state, order))
    assert any(v.level == "forbid" for v in verdicts)  # it is the Allied player's turn


def test_a_game(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    budget(benchmark, "Normandy '44: a random game of 7 turns, every position examined", 60)
    book, seeds = require_rulebook("normandy44"), itertools.count(3)

    def work() -> int:
        seed = next(seeds)
        return autoplay(book.ruleset("seven_turns"), seed, 7, tmp_path / f"{seed}.h44log").entries

    assert benchmark.pedantic(work, rounds=1) > 100
