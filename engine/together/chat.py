"""Chat beside a shared game: signed lines in a stream of their own, and in a file beside the log.

Spectators have no rights on that stream. The chat is no part of the log: nothing in the game
depends on it.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.core.errors import UnwritableError, UserError
from engine.files import read_limited, write_atomic
from engine.log.entry import now
from engine.log.members import Members, is_signed
from engine.together import connection as net
from engine.together.connection import OfflineError
from engine.together.membership import Membership
from engine.together.server_config import chat_of, live_of, subject_of

if TYPE_CHECKING:
    from nats.aio.client import Client

SUFFIX = ".h44chat"
PAUSE = 20.0
"""Seconds until the next attempt after an answer did not come."""
MOST_TEXT = 2000
"""Maximum number of characters of a message."""
MOST = 16 * 2**20
"""Largest chat file that is read, in bytes."""


class ChatLine(BaseModel):
    """A message of a player."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    at: str = Field(max_length=40)
    by: str = Field(max_length=40)
    name: str = Field(max_length=200)
    text: str = Field(min_length=1, max_length=MOST_TEXT)
    key: str = Field(max_length=200)
    signature: str = Field(default="", max_length=200)

    def content(self, game: str) -> str:
        """Return the text that is signed."""
        unsigned = self.model_copy(update={"signature": ""})
        return f"chat {game} {unsigned.model_dump_json()}"


def chat_file(log: Path) -> Path:
    """Return the path of the chat beside a log."""
    return log.with_suffix(SUFFIX)


def unsent_file(log: Path) -> Path:
    """Return the path of the messages beside a log that were not sent yet."""
    return log.with_name(f"{log.stem}.outbox{SUFFIX}")


def read_chat(log: Path, *, unsent: bool = False) -> list[ChatLine]:
    """Read the chat beside a log, or its unsent messages; empty without any. Raises UserError."""
    path = unsent_file(log) if unsent else chat_file(log)
    if not path.exists():
        return []
    result = []
    for line in read_limited(path, MOST).splitlines():
        try:
            result.append(ChatLine.model_validate_json(line))
        except ValidationError:
            continue  # the last line was being written
    return result


class Chat:
    """The chat of one member. Its methods run in the event loop of the connection.

    ``members`` returns the current keys of the sides; ``heard`` receives new messages.
    """

    def __init__(
        self,
        member: Membership,
        members: Callable[[], Members | None],
        heard: Callable[[Sequence[ChatLine]], None],
    ) -> None:
        self._member, self._members, self._heard = member, members, heard
        self._known = read_chat(member.path)
        self._unsent = read_chat(member.path, unsent=True)
        self._woken = asyncio.Event()
        self.is_read = False
        """Whether all messages that were on the server at the time of connecting were received."""

    def say(self, text: str) -> None:
        """Send a message, as soon as the server can be reached."""
        member = self._member
        line = ChatLine(
            at=now(), by=member.side, name=member.name, text=text, key=member.signer.key
        )
        signature = member.signer.sign(line.content(member.game))
        self._unsent.append(line.model_copy(update={"signature": signature}))
        self._save_unsent()
        self._woken.set()

    async def follow(self, client: Client) -> None:
        """Receive and send messages until cancelled. Raises UserError for an unwritable file."""
        if not self._member.side:
            await asyncio.Event().wait()
        chat, sequence = chat_of(self._member.game), 0

        async def wake(_message: object) -> None:
            self._woken.set()

        await client.subscribe(live_of(chat), cb=wake)
        while True:
            self._woken.clear()
            try:
                while self._unsent:
                    await self._send(client, self._unsent[0])
                    self._unsent.pop(0)
                    self._save_unsent()
                messages = await net.messages_after(client, chat, sequence)
            except OfflineError:  # the game goes on without a chat, if the host has none
                await asyncio.sleep(PAUSE)
                continue
            if messages:
                sequence = messages[-1].sequence
                self._take([message.data for message in messages])
            self.is_read = True
            await self._woken.wait()

    def _save_unsent(self) -> None:
        """Write the messages that were not sent yet to a file beside the log, for the next run."""
        path = unsent_file(self._member.path)
        if not self._unsent:
            path.unlink(missing_ok=True)
            return
        lines = [line.model_dump_json().encode() + b"\n" for line in self._unsent]
        with contextlib.suppress(UserError):  # it is sent now or lost at the end
            write_atomic(path, b"".join(lines))

    async def _send(self, client: Client, line: ChatLine) -> None:
        data = line.model_dump_json().encode()
        subject = subject_of(chat_of(self._member.game), self._member.side)
        await net.publish(client, subject, data, {"Nats-Msg-Id": hashlib.sha256(data).hexdigest()})

    def _take(self, lines: Sequence[bytes]) -> None:
        """Write new messages of the game's members to the file, and report them."""
        new = []
        for data in lines:
            try:
                line = ChatLine.model_validate_json(data)
            except ValidationError:
                continue
            if line not in self._known and self._is_members(line):
                self._known.append(line)
                new.append(line)
        if not new:
            return
        path = chat_file(self._member.path)
        try:
            with path.open("ab") as file:
                file.writelines(line.model_dump_json().encode() + b"\n" for line in new)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise UnwritableError(path, error) from None
        self._heard(new)

    def _is_members(self, line: ChatLine) -> bool:
        members = self._members()
        return (
            members is not None
            and members.keys.get(line.by) == line.key
            and is_signed(line.key, line.content(self._member.game), line.signature)
        )
