"""Playing together: appending, joining late, the referee, its proofs, and many games at once."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.core import actions as act
from engine.log.dice_chain import DiceProofs
from engine.log.members import order_link
from engine.play import referee
from engine.play.game import OrderSent
from engine.together.host_folder import HostFolder
from engine.together.host_thread import HostThread
from tests.perf.conftest import budget
from tests.together.appending import next_line
from tests.together.conftest import as_user, folder, host, serving
from tests.together.lines import ANN, BOB, Chain
from tests.together.many_games import ManyGames
from tests.together.serving import Serving
from tests.together.tables import Player, two_players
from tests.together.test_dice_chain import CHAIN, ROLL, add, folded, game, rolled

__all__ = ["as_user", "folder", "host", "serving"]

ENTRIES = 5_000
GAMES, EACH = 200, 2


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


def test_referee_order(
    benchmark: BenchmarkFixture,
    host: HostThread,
    folder: HostFolder,
    tmp_path: Path,
    as_user: Callable[[str], None],
) -> None:
    budget(benchmark, "an order to the referee: judged, thrown, appended, answered", 0.012)
    two_players(folder, tmp_path, as_user, mode="enforced", scenario="campaign", dice="referee")
    as_user("ann")
    ann = Player(tmp_path / "ann.h44log")
    ann.until_connected()
    shared = ann.table.game

    def next_order() -> tuple[tuple[act.Action], dict[str, object]]:
        ruling = referee.ruling_of(shared)
        assert ruling is not None
        legal = ruling.legal(shared.now, 4).actions
        return (next((a for a in legal if isinstance(a, act.MoveUnits)), legal[0]),), {}

    def give(action: act.Action) -> None:
        known = len(shared.log)
        with pytest.raises(OrderSent):
            referee.play(shared, action)
        while len(shared.log) == known:
            ann.table.handle(ann.events.get(timeout=20))

    benchmark.pedantic(give, setup=next_order, rounds=12)
    ann.table.close()


def test_proofs(benchmark: BenchmarkFixture) -> None:
    throws = 40
    budget(benchmark, f"proofs of {throws * 3} dice", throws * 3 * 120e-6)
    chain = game()
    questions = []
    for index in range(1, throws + 1):
        questions.append((chain.link, order_link(ROLL, "allied", chain.link)))
        add(chain, rolled(chain, index))
    log = folded(chain.lines).log
    assert log is not None

    def check() -> None:
        proofs = DiceProofs(bytes.fromhex(CHAIN.anchor))
        for entry, (link, order) in zip(log.entries[1:], questions, strict=True):
            assert proofs.objection(entry, link, order) is None
            proofs.record(entry)

    benchmark(check)


def test_many_games(
    benchmark: BenchmarkFixture, serving: Serving, loop: asyncio.Runner, tmp_path: Path
) -> None:
    budget(benchmark, f"{GAMES * EACH} entries in {GAMES} games at once", 6.0)
    games = ManyGames(serving, tmp_path, GAMES)
    loop.run(games.begin())
    benchmark.pedantic(lambda: loop.run(games.play(EACH)), rounds=3)
    loop.run(games.end())
    assert all(ann.read_bytes() == bob.read_bytes() for ann, bob in games.files())
