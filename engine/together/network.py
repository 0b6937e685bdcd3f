"""The network of one shared game, in its own thread: it connects, reads, sends and reports.

The window and this thread never wait for each other. Events are passed to ``emit`` in the network's
thread.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.core.errors import UserError
from engine.i18n import t
from engine.log.boxes import open_box
from engine.log.entry import Entry, Header
from engine.log.store import LogFile
from engine.together import connection as net
from engine.together.chat import Chat, ChatLine
from engine.together.connection import OfflineError, RejectedError
from engine.together.fold import Skipped
from engine.together.membership import Membership
from engine.together.positions import Positions
from engine.together.server_config import presence_subject
from engine.together.shared_log import PartedError, SharedLog, StaleError, Standing

if TYPE_CHECKING:
    from nats.aio.client import Client

HERE = 3.0
"""Seconds between two reports that a member is connected."""
POINTING = 0.3
"""Minimum number of seconds between two reports while the pointer moves."""
GONE = 3 * HERE
"""Seconds without a report after which a member counts as away."""
LONGEST_PAUSE = 8.0
"""Maximum number of seconds between two attempts to connect."""


@dataclass(frozen=True)
class StandingEvent:
    """The state of the connection has changed."""

    standing: Standing
    why: str


@dataclass(frozen=True)
class AcceptedEvent:
    """Entries are acknowledged: on the server and in the file."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class SkippedEvent:
    """Messages of the stream were skipped."""

    skipped: tuple[Skipped, ...]


@dataclass(frozen=True)
class RefusedEvent:
    """A pending line would not be accepted."""

    why: str


@dataclass(frozen=True)
class HereEvent:
    """The sides whose players are connected, and the places they point at."""

    sides: dict[str, str]


@dataclass(frozen=True)
class ChatEvent:
    """Messages of the chat, in order, including this player's own."""

    lines: tuple[ChatLine, ...]


Event = StandingEvent | AcceptedEvent | SkippedEvent | RefusedEvent | HereEvent | ChatEvent
Emit = Callable[[Event], None]


class Network:
    """A member's connection to a game. Its methods can be called from any thread."""

    def __init__(self, member: Membership, file: LogFile, emit: Emit) -> None:
        self._member, self._emit = member, emit
        self._log = SharedLog(
            member.path,
            member.game,
            member.link,
            _Events(emit),
            file,
            Positions(member.path),
            side=member.side,
        )
        self._chat = Chat(
            member,
            lambda: self._log.fold.members,
            lambda lines: emit(ChatEvent(tuple(lines))),
        )
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="together", daemon=True)
        self._lines: list[bytes] = []
        self._pointer = ""
        self._stopping = asyncio.Event()
        self._has_lines = asyncio.Event()
        self._has_pointed = asyncio.Event()
        self._lost = asyncio.Event()
        self._orders: set[asyncio.Task[None]] = set()
        self._last_heard: dict[str, tuple[float, str]] = {}

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def send(self, lines: Sequence[bytes]) -> None:
        """Replace the lines to send; they are sent as soon as possible."""
        self._call(self._set_lines, list(lines))

    def order(self, data: bytes) -> None:
        """Send an order to the referee; a refusal is reported as an event."""
        self._call(self._start_order, data)

    def say(self, text: str) -> None:
        """Send a message to the other players, beside the log."""
        self._call(self._chat.say, text)

    @property
    def has_read_chat(self) -> bool:
        """Whether all earlier messages of the chat were received since the start."""
        return self._chat.is_read

    @property
    def times(self) -> Sequence[str]:
        """The server's time stamps of the lines, the header's first."""
        return self._log.fold.times

    def point(self, place: str) -> None:
        """Show a place to the other players; an empty name shows none."""
        self._call(self._set_pointer, place)

    def stop(self) -> None:
        """End the connection and the thread, and close the file of the game."""
        if self._thread.is_alive():
            self._call(self._stopping.set)
            self._thread.join(net.PATIENCE + 3)

    def _call(self, function: Callable[..., None], *arguments: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: there is nobody to tell
            self._loop.call_soon_threadsafe(function, *arguments)

    def _set_lines(self, lines: list[bytes]) -> None:
        self._lines = lines
        self._has_lines.set()

    def _set_pointer(self, place: str) -> None:
        self._pointer = place
        self._has_pointed.set()

    # -- in the thread

    def _start_order(self, data: bytes) -> None:
        task = self._loop.create_task(self._order(data))
        self._orders.add(task)
        task.add_done_callback(self._orders.discard)

    async def _order(self, data: bytes) -> None:
        try:
            reply = await self._log.ask_referee(data)
        except OfflineError:
            self._emit(RefusedEvent(t("together.error.no_referee")))
            return
        self._log.wake()
        if "error" in reply:
            self._emit(RefusedEvent(str(reply["error"])))
        elif "box" in reply:
            content = open_box(str(reply["box"]), self._member.signer)
            why = content.decode(errors="replace") if content else t("together.error.order")
            self._emit(RefusedEvent(why))

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._live())
            self._loop.run_until_complete(net.end_tasks(self._orders))
        finally:
            if self._log.file is not None:
                self._log.file.close()
            self._loop.close()

    async def _live(self) -> None:
        pause = 0.5
        while not self._stopping.is_set():
            self._lost.clear()
            client: Client | None = None
            try:
                client = await self._connect()
                if client is None:
                    return
                await self._log.attach(client)
                pause = 0.5
                await self._work(client)
            except RejectedError as error:
                self._emit(StandingEvent("rejected", str(error)))
                pause = LONGEST_PAUSE
            except PartedError as error:
                self._emit(StandingEvent("parted", f"{error} {self._keep_theirs()}".rstrip()))
                pause = 60.0
            except UserError as error:
                self._emit(StandingEvent("offline", str(error)))
            finally:
                self._log.detach("")
                if client is not None:
                    await net.close(client)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._stopping.wait()
            pause = min(pause * 2, max(LONGEST_PAUSE, pause))
        await asyncio.sleep(0)  # closed transports end in the next turn of the loop

    def _keep_theirs(self) -> str:
        """Save the server's version beside the file for comparison; return a message about it."""
        path = self._member.path
        theirs = path.with_name(f"{path.stem} (server){path.suffix}")
        try:
            self._log.keep_theirs(theirs)
        except UserError:  # it was saved before
            return ""
        return t("together.parted_saved", path=theirs)

    async def _connect(self) -> Client | None:
        """Connect; return None if the thread is to stop first."""
        connecting = asyncio.create_task(
            net.connect(self._member.place, self._member.signer, self._lost.set)
        )
        stopping = asyncio.create_task(self._stopping.wait())
        await asyncio.wait({connecting, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if not connecting.done():
            await net.end_tasks([connecting])
            if not connecting.cancelled() and connecting.exception() is None:
                await net.close(connecting.result())
            return None
        return connecting.result()

    async def _work(self, client: Client) -> None:
        """Follow the log and send lines until the connection is lost or the thread is to stop."""
        work = [
            asyncio.create_task(task)
            for task in (
                self._log.follow(),
                self._send(),
                self._report_here(client),
                self._chat.follow(client),
                self._lost.wait(),
                self._stopping.wait(),
            )
        ]
        done, _ = await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
        await net.end_tasks(work)
        lost = OfflineError(t("together.error.lost", place=self._member.place.host))
        for task in done:
            error = None if task.cancelled() else task.exception()
            if isinstance(error, (net.nats_error(), OSError, TimeoutError)):
                raise lost from error
            if error is not None:
                raise error
        if not self._stopping.is_set():
            raise lost

    async def _send(self) -> None:
        while True:
            self._has_lines.clear()
            while self._lines:
                line = self._lines[0]
                try:
                    await self._log.append(line)
                except StaleError as error:
                    if self._lines[:1] == [line]:
                        self._lines = []  # whoever sent it hears of it, and sends others
                        if not error.is_outrun:
                            self._emit(RefusedEvent(str(error)))
                else:
                    if self._lines[:1] == [line]:
                        self._lines.pop(0)
            await self._has_lines.wait()

    async def _report_here(self, client: Client) -> None:
        """Publish this member's presence regularly, and listen to the other members."""
        member = self._member
        if not member.side:
            await asyncio.Event().wait()

        async def hear(message: object) -> None:
            subject, data = getattr(message, "subject", ""), getattr(message, "data", b"")
            with contextlib.suppress(ValueError, AttributeError):
                received = json.loads(data[:2000])
                where, side = str(received.get("at", ""))[:40], subject.rpartition(".")[2]
                moved = self._last_heard.get(side, (0.0, ""))[1] != where
                self._last_heard[side] = (time.monotonic(), where)
                if moved:
                    self._emit_here()

        await client.subscribe(presence_subject(member.game, "*"), cb=hear)
        while True:
            received = json.dumps({"at": self._pointer}).encode()
            await client.publish(presence_subject(member.game, member.side), received)
            await client.flush()
            self._emit_here()
            await asyncio.sleep(POINTING)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(HERE - POINTING):
                    await self._has_pointed.wait()
            self._has_pointed.clear()

    def _emit_here(self) -> None:
        now = time.monotonic()
        here = {side: at for side, (when, at) in self._last_heard.items() if now - when < GONE}
        self._emit(HereEvent(here))


class _Events:
    """Converts the events of a shared log to events for the window."""

    def __init__(self, emit: Emit) -> None:
        self._emit = emit

    def standing(self, standing: Standing, why: str) -> None:
        self._emit(StandingEvent(standing, why))

    def accepted(self, header: Header, entries: Sequence[Entry], lines: Sequence[bytes]) -> None:
        self._emit(AcceptedEvent(tuple(entries)))

    def skipped(self, skipped: Sequence[Skipped]) -> None:
        self._emit(SkippedEvent(tuple(skipped)))
