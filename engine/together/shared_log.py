"""A shared log: the stream of a game on a server, and the local file of accepted lines.

A line is acknowledged once it is on the server and fsynced locally. Only lines accepted by the fold
are added to the file. If the server has fewer lines than the file, it has lost data; nothing new is
appended until the signed lines are restored. If both have different lines from some entry on, the
chains have parted, and the players choose.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from engine.core.errors import UserError, unreadable
from engine.i18n import t
from engine.log.entry import Entry, Header
from engine.log.store import LogFile
from engine.together import connection as net
from engine.together.connection import OfflineError
from engine.together.fold import Fits, Fold, Message, Skipped, any_effects
from engine.together.server_config import live_of, order_of, subject_of

if TYPE_CHECKING:
    from nats.aio.client import Client

WRONG_SEQUENCE = 10071
"""JetStream's error code for a message that was appended by someone else first."""
NOISY = 5
"""Number of refusals after which a line is appended behind whatever comes first."""
POLL = 10.0
"""Seconds after which the stream is read even without a live copy."""

Standing = Literal["offline", "catching_up", "restoring", "connected", "parted", "rejected"]


class Listener(Protocol):
    """Receives the events of a shared log, in the thread of the network."""

    def standing(self, standing: Standing, why: str) -> None:
        """Handle a change of the connection's state."""

    def accepted(self, header: Header, entries: Sequence[Entry], lines: Sequence[bytes]) -> None:
        """Handle acknowledged lines, which are on the server and in the file."""

    def skipped(self, skipped: Sequence[Skipped]) -> None:
        """Handle messages that are not lines."""


class Silent:
    """A listener that ignores all events of a shared log."""

    def standing(self, standing: Standing, why: str) -> None:
        """Do nothing."""

    def accepted(self, header: Header, entries: Sequence[Entry], lines: Sequence[bytes]) -> None:
        """Do nothing."""

    def skipped(self, skipped: Sequence[Skipped]) -> None:
        """Do nothing."""


class StaleError(UserError):
    """A line to append no longer continues the log."""

    is_outrun = False
    """Whether only another line came first, after which the order can be judged again."""


class PartedError(UserError):
    """The server and this machine have different lines from some entry on."""


@dataclass
class SharedLog:
    """One member's copy of a game. All methods run in the connection's event loop.

    ``file`` is None until the first lines have arrived; then it is created at ``path``.
    """

    path: Path
    game: str
    first_link: str
    listener: Listener
    file: LogFile | None = None
    fits: Fits = any_effects
    side: str = ""
    """The side whose subject is used for sending; empty for spectators, who cannot send."""
    fold: Fold = field(default_factory=Fold)
    """The lines on the server."""
    lines: list[bytes] = field(default_factory=list)
    """The lines in the file."""
    _client: Client | None = None
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _woken: asyncio.Event = field(default_factory=asyncio.Event)
    _is_current: bool = False

    def __post_init__(self) -> None:
        if self.file is not None:
            self.lines = lines_of(self.file.path, self.file.loaded.size)

    # -- the connection

    async def attach(self, client: Client) -> None:
        """Start using a new connection: read the whole stream, and restore lines lost by the
        server.

        Raises OfflineError, PartedError, and UserError if the file cannot be written.
        """
        self._client, self._is_current = client, False

        async def wake(_message: object) -> None:
            self._woken.set()

        self.listener.standing("catching_up", "")
        await client.subscribe(live_of(self.game), cb=wake)
        async with self._lock:
            own = self.file.log.entries if self.file is not None else []
            known = list(zip(self.lines[1:], own, strict=True))
            self.fold = Fold(self.first_link, self.fits, known)
            await self._read()
            await self._compare()
            self._is_current = True
        self.listener.standing("connected", "")

    def detach(self, why: str) -> None:
        """Handle the end of the connection."""
        was_current, self._is_current, self._client = self._is_current, False, None
        if was_current:
            self.listener.standing("offline", why)

    async def follow(self) -> None:
        """Follow the stream until the connection ends. Raises the same errors as :meth:`attach`."""
        while self._client is not None:
            self._woken.clear()
            async with self._lock:
                if self._client is not None:
                    await self._catch_up()
            try:
                async with asyncio.timeout(POLL):
                    await self._woken.wait()
            except TimeoutError:
                pass

    def wake(self) -> None:
        """Make :meth:`follow` read the stream now."""
        self._woken.set()

    # -- appending

    async def append(self, line: bytes) -> None:
        """Append a sealed line; on return it is on the server and fsynced locally.

        Raises StaleError if the log has continued meanwhile; OfflineError if the outcome is unknown
        (the line is then looked for on the next connection); UserError for a line that would not be
        accepted.
        """
        async with self._lock:
            if not self._is_current:
                raise OfflineError(t("together.error.not_current"))
            await self._append(line)

    async def _append(self, line: bytes) -> None:
        name, refusals = True, 0
        while line not in self.fold.lines[-_SOUGHT:]:
            why = self.fold.objection(line)
            if why is not None:
                stale = StaleError(why)
                stale.is_outrun = not self.fold.continues(line)
                raise stale
            known = self.fold.sequence
            # Noise that always comes first must not keep a line out; the fold decides what counts.
            is_refused = await self._publish(line, named=name, in_order=refusals < NOISY)
            refusals += is_refused
            await self._catch_up()
            # Named like a message that is no line of the log: a member has taken the name.
            name = name and is_refused
            if is_refused and self.fold.sequence == known:
                await self._correct_sequence()

    async def _publish(self, line: bytes, *, named: bool, in_order: bool) -> bool:
        """Send a line to the stream; return whether it was refused because another message came
        first. Without ``in_order`` it is appended all the same.
        """
        client = self._connected()
        headers = {"Nats-Expected-Last-Sequence": str(self.fold.sequence)} if in_order else {}
        if named:
            headers["Nats-Msg-Id"] = link_in(line)
        subject = subject_of(self.game, self.side)
        answer = await net.publish(client, subject, line, headers)
        error = answer.get("error")
        if error is None:
            return False
        if error.get("err_code") == WRONG_SEQUENCE:
            return True
        raise OfflineError(t("together.error.answer", why=error.get("description", "?")))

    async def _correct_sequence(self) -> None:
        """Update the last sequence number after the stream's last messages were lost."""
        info = await net.stream_info(self._connected(), self.game)
        self.fold.sequence = int(info["state"]["last_seq"])

    def _connected(self) -> Client:
        if self._client is None:
            raise OfflineError(t("together.error.not_current"))
        return self._client

    async def ask_referee(self, order: bytes) -> Any:
        """Send an order to the referee; return its answer. Raises OfflineError without one."""
        client, subject = self._connected(), order_of(self.game, self.side)
        return await net.ask(client, subject, order)

    # -- reading

    async def _catch_up(self) -> None:
        """Read new lines and write them to the file."""
        await self._read()
        shared = min(len(self.lines), len(self.fold.lines))
        # Each line's link covers all lines before it: equal last lines mean equal logs.
        if shared and self.lines[shared - 1] != self.fold.lines[shared - 1]:
            raise self._parted()
        self._write()

    async def _read(self) -> None:
        messages: list[Message] = await net.messages_after(
            self._connected(), self.game, self.fold.sequence
        )
        known = len(self.fold.skipped)
        for number, message in enumerate(messages, 1):
            self.fold.process(message)
            if number % 100 == 0:
                await asyncio.sleep(0)
        if len(self.fold.skipped) > known:
            self.listener.skipped(self.fold.skipped[known:])

    async def _compare(self) -> None:
        """Synchronise file and server, or raise PartedError."""
        shared = 0
        for ours, theirs in zip(self.lines, self.fold.lines, strict=False):
            if ours != theirs:
                raise self._parted()
            shared += 1
        missing = self.lines[shared:]
        if missing and self.side:
            is_loss = bool(self.fold.log)  # a server with the header alone has just begun
            count, last = len(missing), len(self.lines) - 1
            first = max(shared, 1)
            why = t("together.restoring", count=count, first=first, last=last)
            self.listener.standing("restoring", why if is_loss else "")
            for line in missing:
                await self._append(line)
        elif missing:
            raise OfflineError(t("together.error.server_lost", first=max(shared, 1)))
        self._write()

    def _write(self) -> None:
        """Write the server's lines that are missing in the file."""
        log = self.fold.log
        if log is None or len(self.fold.lines) <= len(self.lines):
            return
        if self.file is None:
            if len(log) == 0:
                return  # a game comes to be with its set-up
            self.file = LogFile.create(self.path, log.header, log.entries)
        else:
            self.file.extend(log.entries[len(self.file.log) :])
        new = self.fold.lines[len(self.lines) :]
        entries = log.entries[max(len(self.lines) - 1, 0) :]
        self.lines += new
        self.listener.accepted(log.header, entries, new)

    def _parted(self) -> PartedError:
        """Return an error that describes where the two chains differ, and who signed each
        of them.
        """
        pairs = zip(self.lines, self.fold.lines, strict=False)
        first = next(number for number, (a, b) in enumerate(pairs) if a != b)
        ours = self.file.log.entries[max(first - 1, 0) :] if self.file is not None else []
        theirs = self.fold.log.entries[max(first - 1, 0) :] if self.fold.log is not None else []
        args = {
            "entry": first,
            "ours": len(ours),
            "our_names": names_of(ours),
            "theirs": len(theirs),
            "their_names": names_of(theirs),
        }
        return PartedError(t("together.error.parted", **args))

    def keep_theirs(self, path: Path) -> None:
        """Write the server's chain to a new file, for the players to compare. Raises UserError."""
        if self.fold.log is not None:
            LogFile.create(path, self.fold.log.header, self.fold.log.entries).close()


_SOUGHT = 1000
"""Number of recent lines searched for a line that was sent."""


def names_of(entries: Sequence[Entry]) -> str:
    """Return the names of the authors of entries, each once."""
    names = dict.fromkeys(entry.author.name for entry in entries if entry.author is not None)
    return ", ".join(names) or "–"


def link_in(line: bytes) -> str:
    """Return the link of a sealed line."""
    return line.rpartition(b'"link":"')[2][:32].decode()


def lines_of(path: Path, size: int) -> list[bytes]:
    """Return the sealed lines of a log file up to a size, header first. Raises UserError."""
    try:
        with path.open("rb") as file:
            return file.read(size).splitlines(keepends=True)
    except OSError as error:
        raise UserError(unreadable(path, error)) from None
