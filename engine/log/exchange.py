"""Playing by exchanged files: what is new in a log goes out, what the other side did comes in.

A turn file (``.h44turn``, docs/log-format.md) holds a preface, the log's header line and the sealed
lines that are new since the last exchange. It continues exactly one log at exactly one entry;
anything else is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.core.errors import Holland44Error
from engine.files import write_atomic
from engine.i18n import t
from engine.log.chain import START, ChainError, unseal
from engine.log.entry import Entry, Header
from engine.log.store import MAX_LINE, LogFile, load

SUFFIX = ".h44turn"
MAX_TURN = 256 * 1024 * 1024
"""Largest turn file that is read, in bytes."""


class Preface(BaseModel):
    """The first line of a turn file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal["h44turn/1"] = "h44turn/1"
    log: str
    after: int = Field(ge=0)
    """The entry the new ones follow in the file; 0 for the first turn file of a game."""
    link: str
    """The link of that entry (of the header for 0)."""


@dataclass(frozen=True)
class Imported:
    """What a turn file brought: the first and last new entry; none if ``last < first``."""

    path: Path
    first: int
    last: int


def export_turn(log: Path, target: Path, *, everything: bool = False) -> Imported:
    """Write what is new in a log since the last exchange to a turn file.

    Raises Holland44Error if the log is damaged or nothing is new.
    """
    loaded = load(log)
    if loaded.damage:
        raise Holland44Error(loaded.damage)
    lines = log.read_bytes()[: loaded.size].splitlines(keepends=True)
    after = 0 if everything else min(_exchanged(log), len(loaded.log))
    if after == len(loaded.log):
        raise Holland44Error(t("turn.error.nothing", path=log, entry=after))
    preface = Preface(log=loaded.log.header.id, after=after, link=_links(lines)[after])
    head = preface.model_dump_json().encode() + b"\n"
    write_atomic(target, head + lines[0] + b"".join(lines[after + 1 :]))
    _remember(log, len(loaded.log))
    return Imported(target, after + 1, len(loaded.log))


def import_turn(turn: Path, log: Path) -> Imported:
    """Continue a log with a turn file; the first turn file of a game starts it.

    Raises Holland44Error, with the log as it was, if the file does not continue this log.
    """
    preface, header, entries = _read(turn)
    if not log.exists():
        if preface.after:
            raise Holland44Error(t("turn.error.no_log", path=log, turn=turn, after=preface.after))
        with LogFile.create(log, header) as file:
            return _continue(file, preface, entries, turn)
    with LogFile.open(log) as file:
        return _continue(file, preface, entries, turn)


def _continue(
    file: LogFile, preface: Preface, entries: list[tuple[Entry, str]], turn: Path
) -> Imported:
    if preface.log != file.log.header.id:
        raise Holland44Error(t("turn.error.other_game", turn=turn, path=file.path))
    own = _links(file.path.read_bytes().splitlines(keepends=True))
    known = len(own) - 1
    if known < preface.after:
        raise Holland44Error(
            t("turn.error.gap", turn=turn, path=file.path, first=known + 1, last=preface.after)
        )
    # What both have must be the same; then whoever has more is ahead.
    for number, link in enumerate([preface.link, *(link for _, link in entries)], preface.after):
        if number <= known and own[number] != link:
            raise Holland44Error(
                t("turn.error.parted", turn=turn, path=file.path, entry=max(number, 1))
            )
    new = entries[known - preface.after :]
    for entry, _ in new:
        file.append(entry)
    last = preface.after + len(entries)
    _remember(file.path, max(last, _exchanged(file.path)))
    return Imported(file.path, known + 1, known + len(new))


def _read(turn: Path) -> tuple[Preface, Header, list[tuple[Entry, str]]]:
    """A whole turn file: its preface, the log's header, the entries with their links."""
    try:
        if turn.stat().st_size > MAX_TURN:
            raise Holland44Error(t("turn.error.large", turn=turn, limit=MAX_TURN // 2**20))
        lines = turn.read_bytes().splitlines(keepends=True)
    except OSError as error:
        raise Holland44Error(t("log.error.unreadable", path=turn, why=error.strerror)) from None
    try:
        preface = Preface.model_validate_json(lines[0] if lines else b"")
    except ValidationError:
        raise Holland44Error(t("turn.error.foreign", turn=turn)) from None
    if len(lines) < 2 or not lines[-1].endswith(b"\n"):
        raise Holland44Error(t("turn.error.torn", turn=turn))
    try:
        header = Header.model_validate_json(unseal(lines[1], START)[0])
        return preface, header, list(_entries(lines[2:], preface))
    except (ChainError, ValidationError):
        raise Holland44Error(t("turn.error.damaged", turn=turn)) from None


def _entries(lines: list[bytes], preface: Preface) -> Iterator[tuple[Entry, str]]:
    """The entries and their links; each has to continue the one before it."""
    link = preface.link
    for number, line in enumerate(lines, preface.after + 1):
        if len(line) > MAX_LINE:
            raise ChainError("a line is too long")
        record, link = unseal(line, link)
        entry = Entry.from_json(record)
        if entry.id != number:
            raise ChainError("an entry is missing")
        yield entry, link


def _links(lines: list[bytes]) -> list[str]:
    """The link of the header and of each entry, by entry id."""
    links = []
    link = START
    for line in lines:
        _, link = unseal(line, link)
        links.append(link)
    return links


# -- what was exchanged last, kept beside the log
# ---------------------------------------------------


def _memory(log: Path) -> Path:
    return log.with_name(f".{log.name}.exchange")


def _exchanged(log: Path) -> int:
    try:
        data = json.loads(_memory(log).read_bytes())
    except (OSError, ValueError, RecursionError):
        return 0  # nothing remembered: the whole game is new
    entry = data.get("exchanged") if isinstance(data, dict) else None
    return entry if isinstance(entry, int) and entry >= 0 else 0


def _remember(log: Path, entry: int) -> None:
    write_atomic(_memory(log), json.dumps({"exchanged": entry}).encode() + b"\n")
