"""Kills of members and server at any moment, with a hostile member: nothing is lost or forged."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import random
import threading
import time
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from engine.core import actions as act
from engine.log.store import load
from engine.together.server import Server
from engine.together.shared_log import link_in
from tests.thoroughness import TIMES
from tests.together.appending import run
from tests.together.lines import ANN, Chain
from tests.together.serving import Serving

KILLS = int(os.environ.get("HOLLAND44_KILLS", 60 * TIMES))
SEED = int(os.environ.get("HOLLAND44_SEED", 1))
SIDES = ("allied", "german", "hostile")


PROCESSES = multiprocessing.get_context("forkserver")


class Member:
    """A process that appends lines; its acknowledged texts are collected."""

    def __init__(self, serving: Serving, path: Path, link: str, side: str) -> None:
        self._arguments = (path, serving.place, link, side)
        self.acknowledged: list[str] = []
        self.kills = 0
        self.start()

    def start(self) -> None:
        reading, writing = PROCESSES.Pipe(duplex=False)
        self._process = PROCESSES.Process(target=run, args=(*self._arguments, writing))
        self._process.start()
        writing.close()
        self._is_working = threading.Event()
        self._reader = threading.Thread(target=self._read, args=(reading, self._is_working))
        self._reader.start()

    def _read(self, reading: Connection, is_working: threading.Event) -> None:
        with reading, contextlib.suppress(EOFError, OSError):
            while True:
                text = reading.recv()
                is_working.set()
                if text:
                    self.acknowledged.append(text)

    def kill(self) -> None:
        """Kill the process while it works."""
        assert self._is_working.wait(60), "it does not get to work"
        assert self._process.is_alive(), "it ended by itself"
        self.close()
        self.kills += 1

    def close(self) -> None:
        self._process.kill()
        self._process.join()
        self._reader.join()


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_nothing_acknowledged_is_lost_and_nothing_forged_is_accepted(
    serving: Serving, tmp_path: Path
) -> None:
    chance = random.Random(SEED)
    chain = Chain()
    chain.add(ANN, "allied", action=act.Setup(scenario="none"))
    serving.run(serving.begin(chain.lines))
    link = link_in(chain.lines[0])
    PROCESSES.set_forkserver_preload(["tests.together.appending"])
    members = {side: Member(serving, tmp_path / f"{side}.h44log", link, side) for side in SIDES}
    server_kills = 0
    try:
        for _ in range(KILLS):
            time.sleep(chance.random() * 0.3)
            target = chance.choice(["server", *SIDES])
            if target == "server":
                serving.server.kill()
                server_kills += 1
                serving.server = Server(serving.folder)
                serving.server.start()
            else:
                members[target].kill()
                members[target].start()
        time.sleep(3)
    finally:
        for member in members.values():
            member.close()

    # In the end every member catches up in peace.
    async def catch_up() -> None:
        for side in ("allied", "german"):
            await serving.join(tmp_path / f"{side}.h44log", ANN, "allied", chain)

    serving.run(catch_up())
    files = {side: (tmp_path / f"{side}.h44log").read_bytes() for side in ("allied", "german")}
    assert files["allied"] == files["german"]
    texts = [
        entry.action.text
        for entry in load(tmp_path / "allied.h44log").log.entries
        if isinstance(entry.action, act.ManualEdit)
    ]
    acknowledged = {text for member in members.values() for text in member.acknowledged}
    print(f"{server_kills} kills of the server,", end=" ")
    print(", ".join(f"{member.kills} of {side}" for side, member in members.items()), end="; ")
    print(f"{len(texts)} entries, {len(acknowledged)} acknowledged")
    assert len(acknowledged) > KILLS
    assert acknowledged <= set(texts), "acknowledged entries were lost"
    assert len(set(texts)) == len(texts), "an entry was doubled"
    assert all(text.split()[0] in ("allied", "german") for text in texts)
    assert not any("forged" in text or "changed" in text for text in texts)
