"""The log's rows of the budget table (design §6), and their parts."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.core import actions as act
from engine.core.reducer import apply
from engine.core.state import digest
from engine.log.entry import Entry
from engine.log.store import LogFile, load
from engine.log.verify import verify
from engine.play.game import Recording
from tests.perf.conftest import budget
from tests.perf.long_game import ENTRIES, PIECES

FRAME = 0.016


@pytest.fixture(scope="module")
def recording(long_game: Path) -> Recording:
    """The long game, replayed once to its end."""
    opened = Recording.load(long_game)
    assert len(opened.state(len(opened)).pieces) == PIECES
    return opened


def each(steps: Iterator[int]) -> Callable[[], tuple[tuple[int], dict[str, object]]]:
    """Return a function that does one step a round, for ``benchmark.pedantic``."""
    return lambda: ((next(steps),), {})


def test_open(benchmark: BenchmarkFixture, long_game: Path) -> None:
    budget(benchmark, "open a 5,000-entry log", 0.5)
    loaded = benchmark.pedantic(load, (long_game,), rounds=9, warmup_rounds=1)
    assert len(loaded.log) == ENTRIES


def test_open_and_show_the_end(benchmark: BenchmarkFixture, long_game: Path) -> None:
    budget(benchmark, "open it with its board, stand at the last entry", 1.0)

    def show() -> int:
        recording = Recording.load(long_game)
        return len(recording.state(len(recording)).pieces)

    assert benchmark.pedantic(show, rounds=7, warmup_rounds=1) == PIECES


def test_jump(benchmark: BenchmarkFixture, recording: Recording) -> None:
    budget(benchmark, "jump to any entry", FRAME, p95=True)
    chance = random.Random(1)
    steps = iter(lambda: chance.randint(0, len(recording)), None)
    benchmark.pedantic(recording.state, setup=each(steps), rounds=1_000)


def test_step_forwards(benchmark: BenchmarkFixture, recording: Recording) -> None:
    budget(benchmark, "one entry forwards", FRAME, p95=True)
    recording.state(1_000)
    benchmark.pedantic(recording.state, setup=each(iter(range(1_001, 4_000))), rounds=2_000)


def test_step_backwards(benchmark: BenchmarkFixture, recording: Recording) -> None:
    budget(benchmark, "one entry backwards", FRAME, p95=True)
    recording.state(4_000)
    benchmark.pedantic(recording.state, setup=each(iter(range(3_999, 0, -1))), rounds=2_000)


def test_describe_a_step(benchmark: BenchmarkFixture, long_game: Path) -> None:
    budget(benchmark, "jump and tell the entry, never seen before", FRAME, p95=True)
    recording = Recording.load(long_game)
    recording.state(len(recording))
    order = list(range(1, len(recording) + 1))
    random.Random(2).shuffle(order)
    benchmark.pedantic(recording.step, setup=each(iter(order)), rounds=1_000)


def test_append(benchmark: BenchmarkFixture, tmp_path: Path, long_game: Path) -> None:
    budget(benchmark, "append an entry, safely on the disk", FRAME, p95=True)
    path = tmp_path / "copy.h44log"
    path.write_bytes(long_game.read_bytes())
    with LogFile.open(path) as file:

        def append() -> None:
            number = len(file.log) + 1
            action = act.MoveUnits(units=("a",), path=("1000", "1001"))
            file.append(Entry(id=number, parent=number - 1, at="", by="", action=action))

        benchmark.pedantic(append, rounds=500)


def test_apply(benchmark: BenchmarkFixture, recording: Recording) -> None:
    budget(benchmark, "apply one entry's effects", 0.001)
    places = recording.module.places
    before = recording.state(2_999)
    effects = recording.timeline.entries[2_999].effects
    assert effects
    benchmark(apply, before, effects, places)


def test_digest(benchmark: BenchmarkFixture, recording: Recording) -> None:
    budget(benchmark, "digest of a position", FRAME)
    state = recording.state(len(recording))
    assert len(benchmark(digest, state, recording.module.places)) == 32


def test_describe_all_steps(benchmark: BenchmarkFixture, long_game: Path) -> None:
    budget(benchmark, "tell all 5,000 entries, with details", 1.0)

    def on_progress() -> int:
        recording = Recording.load(long_game)
        steps = [recording.step(n) for n in range(1, len(recording) + 1)]
        return sum(len(step.sentence) + len(step.details) for step in steps)

    assert benchmark.pedantic(on_progress, rounds=5) > 5_000


def test_verify(benchmark: BenchmarkFixture, recording: Recording) -> None:
    budget(benchmark, "verify all 5,000 entries, to and fro", 2.0)
    report = benchmark.pedantic(verify, (recording.log, recording.module.places), rounds=5)
    assert report.problems == []
    assert report.digests >= ENTRIES // 100
