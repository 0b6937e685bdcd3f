"""The outbox: signed lines that are not on the server yet, in a turn file beside the log.

The file (``game.outbox.h44turn``) is an ordinary turn file: it can be mailed, and the other player
can import it with ``holland44 turn import``. The same lines are sent to the server later.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from engine.core.errors import UnwritableError, UserError
from engine.files import TURN, read_limited, write_atomic
from engine.i18n import t
from engine.log.chain import ChainError, read_line
from engine.log.entry import Entry, Signature
from engine.play.exchange import MAX_TURN, Preface


class Waiting(NamedTuple):
    """A pending entry, which is not on the server yet, and its line."""

    entry: Entry
    line: bytes


class Outbox:
    """The pending entries of a game, always saved on disk."""

    def __init__(self, log: Path, game: str, header_line: bytes) -> None:
        self.path = log.with_name(f"{log.stem}.outbox{TURN}")
        self._game = game
        self._header_line = header_line
        self.after, self.link = 0, ""
        """The entry that the first line follows, and the link of that entry."""
        self.waiting: list[Waiting] = []

    def load(self) -> None:
        """Load the pending entries of an earlier run, up to the first incomplete line.

        Raises UserError for a file that is not this game's outbox.
        """
        if not self.path.exists():
            return
        first, *rest = read_limited(self.path, MAX_TURN).splitlines(keepends=True) or [b""]
        try:
            preface = Preface.model_validate_json(first)
        except ValidationError:
            raise UserError(t("turn.error.foreign", turn=self.path)) from None
        if preface.log != self._game or rest[:1] != [self._header_line]:
            raise UserError(t("together.error.other_outbox", path=self.path))
        self.after, self.link = preface.after, preface.link
        link = preface.link
        for line in rest[1:]:
            try:
                body, link, signature = read_line(line, link)
                entry = Entry.from_json(body, Signature(link, signature or ""))
            except (ChainError, ValidationError):
                break  # the last line was being written
            self.waiting.append(Waiting(entry, line))

    def replace(self, after: int, link: str, waiting: Sequence[Waiting]) -> None:
        """Replace the pending entries; ``after`` is the entry before them. Raises UserError."""
        if waiting:
            write_atomic(self.path, self._content(after, link, waiting))
        else:
            self.path.unlink(missing_ok=True)
        self.after, self.link, self.waiting = after, link, list(waiting)

    def add(self, after: int, link: str, one: Waiting) -> None:
        """Add an entry, and write it to disk before returning. Raises UserError.

        ``after`` and ``link`` name the last accepted entry.
        """
        if not self.waiting:
            self.replace(after, link, [one])
            return
        try:
            with self.path.open("ab") as file:
                file.write(one.line)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise UnwritableError(self.path, error) from None
        self.waiting.append(one)

    def set_aside(self) -> Path:
        """Copy the file under another name, for entries that no longer fit.

        Returns the copy's path. Raises UserError.
        """
        number = 1
        while True:
            more = f" {number}" if number > 1 else ""
            path = self.path.with_name(f"{self.path.name.removesuffix(TURN)} kept{more}{TURN}")
            if not path.exists():
                write_atomic(path, self._content(self.after, self.link, self.waiting))
                return path
            number += 1

    def _content(self, after: int, link: str, waiting: Sequence[Waiting]) -> bytes:
        preface = Preface(log=self._game, after=after, link=link)
        first = preface.model_dump_json(exclude_none=True).encode() + b"\n"
        return b"".join([first, self._header_line, *(one.line for one in waiting)])
