"""The copy of a game for spectators: each line some minutes after the players had it."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from engine.log.store import LogFile
from engine.together import connection as net
from engine.together.clocks import server_time
from engine.together.positions import Positions
from engine.together.server_config import late_of
from engine.together.shared_log import SharedLog, Silent

if TYPE_CHECKING:
    from nats.aio.client import Client

GLANCE = 0.5
"""Seconds between two checks for lines that are old enough."""


class DelayedCopy:
    """Copies the lines of a game to the stream that its spectators may read."""

    def __init__(self, source: SharedLog, path: Path, delay: timedelta, side: str) -> None:
        self._source, self._path, self.delay = source, path, delay
        self._side = side
        self._log: SharedLog | None = None

    async def follow(self, client: Client) -> None:
        """Copy lines until cancelled. Raises OfflineError, and UserError for an unusable file."""
        game, path = late_of(self._source.game), self._path
        file = LogFile.open(path) if path.exists() else None
        link, fits = self._source.first_link, Positions(path)
        log = self._log = SharedLog(path, game, link, Silent(), file, fits, side=self._side)
        await net.create_stream(client, game)
        await log.attach(client)
        while True:
            for number in range(len(log.fold.lines), len(self._source.lines)):
                if not self._is_old(number):
                    break
                await log.append(self._source.lines[number])
            await asyncio.sleep(GLANCE)

    def _is_old(self, number: int) -> bool:
        """Return whether a line is old enough; the header is as old as the set-up."""
        received = server_time(self._source.fold.times, max(number, 1))
        return received is not None and datetime.now(UTC) >= received + self.delay

    def close(self) -> None:
        """Release the file."""
        if self._log is not None:
            self._log.detach("")
            if self._log.file is not None:
                self._log.file.close()
