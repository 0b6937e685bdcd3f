"""The host: runs the server, stores a copy of each game, and admits or expels members."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from engine.core.errors import UserError
from engine.i18n import t
from engine.log.entry import Entry, Header
from engine.log.members import Members
from engine.log.store import LogFile
from engine.together import connection as net
from engine.together.connection import OfflineError
from engine.together.delayed_copy import DelayedCopy
from engine.together.fold import Skipped
from engine.together.host_folder import HostFolder
from engine.together.invitation import Place
from engine.together.live_pages import Draw, LivePages
from engine.together.notices import Notice, notice_after, post
from engine.together.positions import Positions
from engine.together.referee_service import RefereeService, Seat
from engine.together.secret_files import write_secret
from engine.together.server import PATIENCE, Server
from engine.together.server_config import Listening, chat_of, config_bytes, late_of, server_config
from engine.together.shared_log import SharedLog, Standing

if TYPE_CHECKING:
    from nats.aio.client import Client

SIDE = "host"
"""The last part of the subject that the host uses for restored lines."""
MOST_NOTICED = 50
"""Maximum number of entries in a batch with notices; a larger one restores a game."""
GLANCE = 0.5
"""Seconds between two checks of the server and of ``host.json``."""

MessageCallback = Callable[[str], None]
"""Receives messages about events on the server."""


class Host:
    """A running host of the games in one folder."""

    def __init__(
        self,
        folder: HostFolder,
        on_message: MessageCallback = lambda _: None,
        draw: Draw | None = None,
    ) -> None:
        self.folder = folder
        self._is_elsewhere = bool(folder.record().account)
        pages = draw if not self._is_elsewhere else None
        self._pages = LivePages(folder, pages) if pages is not None else None
        self.server = Server(folder.path)
        self.games: dict[str, SharedLog] = {}
        self._on_message = on_message
        self._members: dict[str, Members] = {}
        self._positions: dict[str, Positions] = {}
        self._posting: set[asyncio.Task[None]] = set()
        self._client: Client | None = None
        self._is_lost = asyncio.Event()
        self._configured: bytes = b""
        self.referees: dict[str, RefereeService] = {}
        self._following: dict[str, asyncio.Task[None]] = {}
        self._late: dict[str, DelayedCopy] = {}
        self.is_ready = asyncio.Event()

    async def run(self, stop: asyncio.Event) -> None:
        """Serve until ``stop`` is set; then shut down the server.

        A server that ends unexpectedly is started again. Raises UserError if it does not start.
        """
        self._open_games()
        if self._pages is not None:
            self._pages.start()
        try:
            while not stop.is_set():
                if self._is_elsewhere:
                    await self._serve_elsewhere(stop)
                    continue
                self._configure()
                self.server.start()
                await self._serve(stop)
                if not stop.is_set():
                    self._on_message(t("together.host.restart"))
        finally:
            await self._leave()
            for log in self.games.values():
                if log.file is not None:
                    log.file.close()
            self.server.stop()
            if self._pages is not None:
                self._pages.stop()

    async def _serve_elsewhere(self, stop: asyncio.Event) -> None:
        """Keep the games at a server elsewhere until the connection is lost."""
        try:
            await self._serve(stop)
        except OfflineError as error:
            self._on_message(str(error))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await stop.wait()

    # -- one run of the server

    async def _serve(self, stop: asyncio.Event) -> None:
        self._is_lost.clear()
        self._client = await self._connected()
        try:
            for game in list(self.games):
                await self._take_up(game)
            self.is_ready.set()
            while not stop.is_set() and not self._is_lost.is_set():
                if not (self._is_elsewhere or self.server.is_running):
                    break
                self._open_games()
                for game in self.games:
                    if game not in self._following:
                        await self._take_up(game)
                self._configure(reload=True)
                self._copy_late()
                self._report_ended()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(GLANCE):
                        await stop.wait()
        except OfflineError as error:
            self._on_message(str(error))
        finally:
            await self._leave()

    def _copy_late(self) -> None:
        """Start the delayed copies of games whose spectators wait."""
        assert self._client is not None
        for game, hosted in self.folder.record().games.items():
            copy, delay = self._late.get(game), timedelta(minutes=hosted.delay)
            if copy is not None:
                copy.delay = delay
            elif delay and game in self.games:
                path = self.folder.copy_of(late_of(game))
                copy = self._late[game] = DelayedCopy(self.games[game], path, delay, SIDE)
                self._following[late_of(game)] = asyncio.create_task(copy.follow(self._client))

    async def _leave(self) -> None:
        await net.end_tasks(self._following.values())
        self._following.clear()
        for copy in self._late.values():
            copy.close()
        self._late.clear()
        for service in self.referees.values():
            service.close()
        self.referees.clear()
        for log in self.games.values():
            log.detach("")
        if self._client is not None:
            await net.close(self._client)
            self._client = None

    async def _connected(self) -> Client:
        """Connect as the host. Raises UserError if the server has ended or does not answer."""
        place = self.folder.place()
        if place.account:
            return await net.connect(place, self.folder.signer, self._is_lost.set)
        here = Place("127.0.0.1", place.port, place.certificate)
        end = asyncio.get_running_loop().time() + PATIENCE
        while True:
            self.server.need_running()
            try:
                return await net.connect(here, self.folder.signer, self._is_lost.set)
            except OfflineError:
                if asyncio.get_running_loop().time() > end:
                    raise
                await asyncio.sleep(0.05)

    async def _take_up(self, game: str) -> None:
        """Create a game's stream if it is missing, fill it, and follow it."""
        assert self._client is not None
        for stream in (game, chat_of(game)):
            error = (await net.create_stream(self._client, stream)).get("error")
            if error is not None:
                raise UserError(t("together.error.answer", why=error.get("description", "?")))
        log = self.games[game]
        try:
            await log.attach(self._client)
        except UserError as trouble:
            if isinstance(trouble, OfflineError):
                raise
            self._on_message(f"{self.folder.game(game).title}: {trouble}")
            self._following[game] = asyncio.create_task(asyncio.sleep(0))
            return
        self._following[game] = asyncio.create_task(log.follow())
        header = log.fold.log.header if log.fold.log is not None else None
        if header is not None and header.together is not None and header.together.anchor:
            await self._seat_referee(game, log, header.together.anchor)

    async def _seat_referee(self, game: str, log: SharedLog, anchor: str) -> None:
        """Start the referee of a game, unless it is on another machine."""
        assert self._client is not None
        if self.folder.referee_address(game) is not None:
            return
        try:
            seat = Seat(self.folder.path / "referees", anchor)
        except UserError as error:
            self._on_message(str(error))
            return
        service = RefereeService(log, seat)
        await service.serve(self._client)
        self.referees[game] = service

    def _report_ended(self) -> None:
        for game, task in self._following.items():
            if task.done() and not task.cancelled() and task.exception() is not None:
                self._on_message(f"{self._title(game)}: {task.exception()}")
                self._following[game] = asyncio.create_task(asyncio.sleep(0))

    def _title(self, stream: str) -> str:
        """Return the title of the game that a stream belongs to."""
        hosted = self.folder.record().games
        return next((hosted[game].title for game in hosted if stream.startswith(game)), stream)

    # -- games and members

    def _open_games(self) -> None:
        for game, hosted in self.folder.record().games.items():
            if game in self.games:
                continue
            path = self.folder.copy_of(game)
            file = LogFile.open(path)
            listener = _Copy(self, game)
            self._members[game] = self.folder.members(game)
            self._positions[game] = Positions(path)
            self.games[game] = SharedLog(
                path, game, hosted.link, listener, file, self._positions[game], side=SIDE
            )

    def _configure(self, *, reload: bool = False) -> None:
        """Write the configuration of an own server; reload the server if it has changed."""
        if self._is_elsewhere:
            return
        record = self.folder.record()
        listening = Listening("0.0.0.0", record.port, self.folder.path, record.port + 1)
        key = self.folder.signer.key
        config = config_bytes(server_config(listening, key, self.folder.users(self._members)))
        if config == self._configured:
            return
        write_secret(self.folder.path / "server.conf", config)
        self._configured = config
        if reload:
            self.server.reload()

    def accepted(self, game: str, header: Header, entries: Sequence[Entry]) -> None:
        """Process new lines; update the server's users if a member has changed keys."""
        if game in self.referees:
            self.referees[game].accepted(entries)
        self._notify(game, header, entries)
        members = self._members[game]
        before = dict(members.keys)
        for entry in entries:
            members.record(entry)
        for side, key in members.keys.items():
            if key != before[side]:
                name, title = members.names.get(key, "?"), header.title
                words = {"name": name, "side": self._side_name(game, side), "title": title}
                self._on_message(t("together.host.joined", **words))
        if members.keys != before:
            self._configure(reload=True)
            self.folder.drop_used_invitations(game, header, members)

    def _side_name(self, game: str, side: str) -> str:
        log = self.games[game].fold.log
        return side if log is None else self._positions[game].module_of(log).side_name(side)

    def _notify(self, game: str, header: Header, entries: Sequence[Entry]) -> None:
        """Send a notice to the web addresses of a side that has to act now."""
        hosted, log = self.folder.game(game), self.games[game].fold.log
        if not (hosted.webhook or hosted.webhooks) or log is None or len(entries) > MOST_NOTICED:
            return
        positions = self._positions[game]
        module = positions.module_of(log)
        found = None
        for entry in entries:
            before = positions.state_at(log, entry.parent).side_to_act
            state = positions.state_at(log, entry.id)
            found = notice_after(header, module, state, entry, before) or found
        if found is None:
            return
        for url in hosted.addresses(found.side):
            task = asyncio.create_task(self._post(url, found))
            self._posting.add(task)
            task.add_done_callback(self._posting.discard)

    async def _post(self, url: str, notice: Notice) -> None:
        try:
            await post(url, notice)
        except UserError as error:
            self._on_message(str(error))

    def report(self, sentence: str) -> None:
        """Report a message to the user of the host."""
        self._on_message(sentence)


class _Copy:
    """The listener of the host's copy of a game."""

    def __init__(self, host: Host, game: str) -> None:
        self._host, self._game = host, game

    def standing(self, standing: Standing, why: str) -> None:
        if standing == "restoring" and why:
            self._host.report(why)

    def accepted(self, header: Header, entries: Sequence[Entry], lines: Sequence[bytes]) -> None:
        self._host.accepted(self._game, header, entries)

    def skipped(self, skipped: Sequence[Skipped]) -> None:
        for skip in skipped[:3]:
            self._host.report(t("together.host.skipped", number=skip.sequence, why=skip.why))
