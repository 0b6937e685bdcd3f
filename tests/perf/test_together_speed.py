"""Playing together: an entry on the server and in both files; a late joiner."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.perf.conftest import budget
from tests.together.appending import next_line
from tests.together.conftest import serving
from tests.together.lines import ANN, BOB, Chain
from tests.together.serving import Serving

__all__ = ["serving"]

ENTRIES = 5_000


@pytest.fixture
def loop(serving: Serving) -> Iterator[asyncio.Runner]:
    """One event loop for a whole benchmark; connections are closed with it."""
    with asyncio.Runner() as runner:
        yield runner
        runner.run(serving.close())


def test_append(
    benchmark: BenchmarkFixture, serving: Serving, loop: asyncio.Runner, tmp_path: Path
) -> None:
    budget(benchmark, "append an entry: on the server and in both files", 0.01)
    chain = Chain()
    chain.add(ANN, "allied")
    loop.run(serving.begin(chain.lines))
    allied, _ = loop.run(serving.join(tmp_path / "a.h44log", ANN, "allied", chain))
    german, _ = loop.run(serving.join(tmp_path / "b.h44log", BOB, "german", chain))
    following = loop.get_loop().create_task(german.follow())
    number = itertools.count()

    async def append(line: bytes) -> None:
        await allied.append(line)
        while len(german.lines) < len(allied.lines):
            await asyncio.sleep(0)

    def order() -> tuple[tuple[bytes], dict[str, object]]:
        return (next_line(allied, ANN, "allied", f"order {next(number)}"),), {}

    benchmark.pedantic(lambda line: loop.run(append(line)), setup=order, rounds=200)
    following.cancel()
    assert len(german.lines) == 202


def test_late_joiner(
    benchmark: BenchmarkFixture, serving: Serving, loop: asyncio.Runner, tmp_path: Path
) -> None:
    budget(benchmark, "5,000 entries to a late joiner", 2.5)
    chain = Chain()
    for number in range(ENTRIES):
        chain.add(ANN, "allied", f"order {number}")
    loop.run(serving.begin(chain.lines))
    paths = iter(tmp_path / f"{number}.h44log" for number in itertools.count())

    def join() -> int:
        log, _ = loop.run(serving.join(next(paths), BOB, "german", chain))
        return len(log.lines)

    assert benchmark.pedantic(join, rounds=3) == ENTRIES + 1
