"""A nats-server in a test's folder, and members who connect to it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.log.entry import Entry, Header
from engine.log.signatures import KeySigner
from engine.log.store import LogFile
from engine.together import connection as net
from engine.together.certificate import fingerprint, make_certificate
from engine.together.connection import OfflineError
from engine.together.fold import Skipped
from engine.together.invitation import Place
from engine.together.secret_files import secret_folder, write_secret
from engine.together.server import Server
from engine.together.server_config import (
    Listening,
    Member,
    config_bytes,
    server_config,
)
from engine.together.shared_log import SharedLog, Standing, link_in
from tests.together.lines import ANN, BOB, Chain

HOST = KeySigner.from_seed(bytes([9]) * 32)
SPECTATOR = KeySigner.from_seed(bytes([8]) * 32)


@dataclass
class Heard:
    """A recorder of the events of a shared log."""

    standings: list[tuple[Standing, str]] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    skips: list[Skipped] = field(default_factory=list)

    def standing(self, standing: Standing, why: str) -> None:
        self.standings.append((standing, why))

    def accepted(self, header: Header, entries: Sequence[Entry], lines: Sequence[bytes]) -> None:
        self.entries += entries

    def skipped(self, skipped: Sequence[Skipped]) -> None:
        self.skips += skipped


class Serving:
    """The server of a test: Ann plays the Allies, Bob the Germans, and there is a spectator."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = secret_folder(folder), port
        make_certificate(folder, "127.0.0.1")
        self.place = Place("127.0.0.1", port, fingerprint(folder))
        self.members = [
            Member(ANN.key, "small", ("allied",)),
            Member(BOB.key, "small", ("german",)),
            Member(SPECTATOR.key, "small"),
        ]
        self.server = Server(folder)
        self._clients: list[Any] = []
        self._logs: list[SharedLog] = []

    def run(self, play: Coroutine[Any, Any, None], seconds: float = 120) -> None:
        """Run a test, and close all connections it opened."""
        asyncio.run(self._run(play, seconds))

    async def _run(self, play: Coroutine[Any, Any, None], seconds: float) -> None:
        try:
            await asyncio.wait_for(play, seconds)
        finally:
            await self.close()

    async def close(self) -> None:
        """Close the files and connections of all members."""
        for log in self._logs:
            if log.file is not None:
                log.file.close()
        for client in self._clients:
            await client.close()
        await asyncio.sleep(0.05)  # transports close in the next turns of the loop

    def configure(self) -> None:
        listening = Listening("127.0.0.1", self.port, self.folder)
        config = server_config(listening, HOST.key, self.members)
        write_secret(self.folder / "server.conf", config_bytes(config))

    def start(self) -> None:
        self.configure()
        self.server.start()

    async def connect(self, signer: KeySigner) -> Any:
        for _ in range(100):
            try:
                client = await net.connect(self.place, signer)
                self._clients.append(client)
                return client
            except OfflineError:
                self.server.need_running()
                await asyncio.sleep(0.1)
        raise AssertionError("the server does not start")

    async def begin(self, lines: Sequence[bytes], game: str = "small") -> None:
        """Create a game's stream with its first lines, as the host does."""
        client = await self.connect(HOST)
        made = await net.create_stream(client, game)
        assert "error" not in made, made
        for line in lines:
            answer = await net.publish(
                client, f"h44.{game}.log.allied", line, {"Nats-Msg-Id": link_in(line)}
            )
            assert "error" not in answer, answer
        await client.close()

    async def join(
        self, path: Path, signer: KeySigner, side: str, chain: Chain
    ) -> tuple[SharedLog, Heard]:
        """A member who has caught up."""
        heard = Heard()
        file = LogFile.open(path) if path.exists() else None
        first = link_in(chain.lines[0])
        log = SharedLog(path, "small", first, heard, file, side=side)
        self._logs.append(log)
        await log.attach(await self.connect(signer))
        return log, heard
