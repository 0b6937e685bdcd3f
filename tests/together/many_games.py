"""Many games with two players each, all on one server."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from engine.core import actions as act
from engine.log.entry import Header
from engine.together import connection as net
from engine.together.server_config import Member
from engine.together.shared_log import SharedLog, link_in
from tests.together.appending import next_line
from tests.together.lines import ANN, BOB, Chain, header
from tests.together.serving import Heard, Serving


def named(game: str) -> Header:
    return header().model_copy(update={"id": game})


class ManyGames:
    """Games of Ann and Bob that go on all at once."""

    def __init__(self, serving: Serving, folder: Path, count: int) -> None:
        self._serving, self._folder = serving, folder
        self._games = [f"game{number}" for number in range(count)]
        self._logs: list[tuple[SharedLog, SharedLog]] = []
        self._following: list[asyncio.Task[None]] = []
        serving.members += [
            Member(key, game, (side,))
            for game in self._games
            for key, side in ((ANN.key, "allied"), (BOB.key, "german"))
        ]
        serving.server.stop()
        serving.start()

    def files(self) -> list[tuple[Path, Path]]:
        """Return the files of both players of each game."""
        return [(self._path(game, "allied"), self._path(game, "german")) for game in self._games]

    def _path(self, game: str, side: str) -> Path:
        return self._folder / f"{game}.{side}.h44log"

    async def begin(self) -> None:
        serving = self._serving
        clients = {signer.key: await serving.connect(signer) for signer in (ANN, BOB)}
        for game in self._games:
            chain = Chain(named(game))
            chain.add(ANN, "allied", action=act.Setup(scenario="none"))
            await serving.begin(chain.lines, game)
            pair = []
            for signer, side in ((ANN, "allied"), (BOB, "german")):
                path, first = self._path(game, side), link_in(chain.lines[0])
                log = SharedLog(path, game, first, Heard(), side=side)
                await log.attach(clients[signer.key])
                serving._logs.append(log)
                pair.append(log)
            self._logs.append((pair[0], pair[1]))
        self._following = [asyncio.create_task(log.follow()) for pair in self._logs for log in pair]

    async def play(self, entries: int) -> list[float]:
        """Append entries in all games at once; return the time that each append took."""
        took: list[float] = []

        async def play(ann: SharedLog, bob: SharedLog) -> None:
            for number in range(entries):
                line = next_line(ann, ANN, "allied", f"{number}")
                before = time.perf_counter()
                await ann.append(line)
                took.append(time.perf_counter() - before)
            while len(bob.lines) < len(ann.lines):
                await asyncio.sleep(0.01)

        await asyncio.gather(*(play(*pair) for pair in self._logs))
        return took

    async def end(self) -> None:
        await net.end_tasks(self._following)
