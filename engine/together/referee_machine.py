"""A referee on a third person's machine: it serves games of other hosts from a folder of its own.

The host begins a game with the line that names a seat of the referee. A seat serves one game: in a
second one its dice would be known.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.core.errors import UserError
from engine.files import read_limited
from engine.i18n import t
from engine.log.entry import Entry, Header
from engine.log.store import LogFile
from engine.play.bylines import LIMIT
from engine.together import connection as net
from engine.together.connection import OfflineError
from engine.together.invitation import Invitation
from engine.together.joining import need_same_data
from engine.together.positions import Positions
from engine.together.referee_service import RefereeName, RefereeService, Seat
from engine.together.secret_files import secret_folder, write_secret
from engine.together.server_config import REFEREE
from engine.together.shared_log import SharedLog, Silent

PAUSE = 3.0
"""Seconds between two attempts to connect."""


class RefereeFolder:
    """The seats and games of a referee, in a folder that only its owner can open."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.seats = path / "referees"

    def new_seat(self) -> RefereeName:
        """Make a seat for one game."""
        for folder in (self.path, self.seats):
            secret_folder(folder)
        return Seat.make(self.seats).name

    def add(self, address: Invitation) -> None:
        """Store the address of a game to serve."""
        secret_folder(self.path)
        write_secret(self.path / f"{address.game}.address", address.to_text().encode())

    def addresses(self) -> list[Invitation]:
        """Return the addresses of the games to serve. Raises UserError for an unreadable one."""
        files = sorted(self.path.glob("*.address"))
        return [Invitation.parse(read_limited(file, LIMIT).decode()) for file in files]

    def seat_of(self, address: Invitation) -> Seat:
        """Return the seat of a game, bound to that game from now on.

        Raises UserError if the game has another referee, or the seat serves another game.
        """
        anchor = address.anchor
        if not anchor or not (self.seats / f"{anchor}.seed").exists():
            raise UserError(t("together.error.not_referee", place=address.place.host))
        bound = self.seats / f"{anchor}.game"
        if bound.exists() and read_limited(bound, LIMIT).decode() != address.link:
            raise UserError(t("together.error.seat_used", place=address.place.host))
        write_secret(bound, address.link.encode())
        return Seat(self.seats, anchor)


class RefereeMachine:
    """Serves the games of a folder, each over the server of its host."""

    def __init__(self, folder: RefereeFolder, on_message: Callable[[str], None]) -> None:
        self.folder, self._on_message = folder, on_message

    async def run(self, stop: asyncio.Event) -> None:
        """Serve all games until ``stop`` is set. Raises UserError without a game."""
        addresses = self.folder.addresses()
        if not addresses:
            raise UserError(t("together.error.no_games_to_judge"))
        await asyncio.gather(*(self._serve(address, stop) for address in addresses))

    async def _serve(self, address: Invitation, stop: asyncio.Event) -> None:
        said = ""
        while not stop.is_set():
            try:
                await self._connected(address, stop)
                said = ""
            except UserError as error:
                if str(error) != said:
                    self._on_message(said := str(error))
                if not isinstance(error, OfflineError):
                    return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PAUSE):
                    await stop.wait()

    async def _connected(self, address: Invitation, stop: asyncio.Event) -> None:
        """Serve a game until the connection is lost or ``stop`` is set."""
        seat = self.folder.seat_of(address)
        path = self.folder.path / f"{address.game}.h44log"
        listener = _Copy()
        file = LogFile.open(path) if path.exists() else None
        lost = asyncio.Event()
        log = SharedLog(
            path, address.game, address.link, listener, file, Positions(path), side=REFEREE
        )
        client = None
        try:
            client = await net.connect(address.place, seat.signer, lost.set)
            await log.attach(client)
            if log.file is None:
                raise OfflineError(t("together.error.empty", place=address.place.host))
            header = log.file.log.header
            if header.together is None or header.together.anchor != address.anchor:
                raise UserError(t("together.error.not_referee", place=address.place.host))
            need_same_data(header, path)
            listener.service = RefereeService(log, seat)
            await listener.service.serve(client)
            self._on_message(t("cli.referee.serving", title=header.title, place=address.place.host))
            work = [asyncio.create_task(task) for task in (log.follow(), lost.wait(), stop.wait())]
            done, _ = await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
            await net.end_tasks(work)
            for task in done:
                task.result()
        finally:
            log.detach("")
            if listener.service is not None:
                listener.service.close()
            if client is not None:
                await net.close(client)
            if log.file is not None:
                log.file.close()


class _Copy(Silent):
    """The listener of the referee's copy of a game; host and players see everything else."""

    def __init__(self) -> None:
        self.service: RefereeService | None = None

    def accepted(self, header: Header, entries: Sequence[Entry], lines: Sequence[bytes]) -> None:
        """Show the service the lines of others."""
        if self.service is not None:
            self.service.accepted(entries)
