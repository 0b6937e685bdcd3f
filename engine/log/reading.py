"""Defensive reading of a log file, as far as it is intact (docs/log-format.md).

A torn last line (power cut, kill) is dropped with a notice. Reading stops at a broken chain and at
a record of a newer version; a missing end is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from pydantic import ValidationError

from engine import files
from engine.core.errors import UserError, first_fault, one_line, only_unknown, unreadable
from engine.core.garbage import no_collecting
from engine.i18n import t
from engine.log.chain import START, ChainError, is_torn, read_line, unseal
from engine.log.entry import FIRST, FORMAT, Entry, Header, Signature
from engine.log.head import Head, read_head
from engine.log.tree import Log

MAX_LINE = 8 * 1024 * 1024
"""Longest line that is read into memory, in bytes."""
MAX_LOG = 256 * 1024 * 1024
MAX_ENTRIES = 200_000
"""Maximum size of a log, in bytes and in entries: forty times the longest game."""

_TOLD = 60
"""Maximum number of characters of an unknown word that a message quotes."""
BOM = b"\xef\xbb\xbf"
_TOLD_FORMAT = re.compile(rb'"format":"(h44log/([0-9]{1,6}))"')
# Looked for before the checksum, which a later format may make in another way.


class LogError(UserError):
    """Error of a log that cannot be opened or continued."""


@dataclass
class Loaded:
    """The readable part of a log file."""

    log: Log
    path: Path
    link: str
    """The link that the next line must continue."""
    size: int
    """Bytes up to the end of the last intact line."""
    notices: list[str] = field(default_factory=list)
    """Problems that were found and repaired (a torn last line), one sentence each."""
    damage: str | None = None
    """The reason why reading stopped before the end, or None. A damaged log is read-only."""
    newer: bool = False
    """Whether reading stopped at a record that only a newer version of the program understands."""


def load(path: Path) -> Loaded:
    """Read a log file as far as it is intact.

    Raises LogError, with one sentence, if not even the header can be read.
    """
    try:
        if path.is_dir():
            raise LogError(t("log.error.folder", path=path))
        with files.open_limited(path, MAX_LOG) as file, no_collecting():
            return read_open(file, path)
    except LogError:
        raise
    except UserError as error:
        raise LogError(str(error)) from None
    except OSError as error:
        raise LogError(unreadable(path, error)) from None


def read_open(file: IO[bytes], path: Path) -> Loaded:
    """Read an open log file as far as it is intact. Raises LogError as :func:`load` does."""
    first = file.readline(MAX_LINE + 1)
    header, link = _header(first.removeprefix(BOM), path)
    loaded = Loaded(Log(header), path, link, len(first))
    head = _Ending(read_head(path), loaded)
    converted = first.startswith(BOM) or first.endswith(b"\r\n")
    for line in _lines(file):
        try:
            if len(loaded.log) >= MAX_ENTRIES:
                raise _BadLineError(t("log.why.many", limit=MAX_ENTRIES))
            entry, link = _entry(line, loaded.link)
            if header.is_first and not entry.is_first:
                raise _BadLineError(t("log.why.second", format=FIRST))
            loaded.log.add(entry)
        except (_BadLineError, UserError) as why:
            number = len(loaded.log) + 1
            if is_torn(line) and not file.read(1):
                loaded.notices.append(t("log.notice.torn", path=path, entry=number))
                head.compare()
            else:
                loaded.newer = isinstance(why, _NewerError)
                key = "log.error.newer_entry" if loaded.newer else "log.error.damaged"
                loaded.damage = t(key, path=path, entry=number, intact=number - 1, why=why)
            return loaded
        loaded.link = link
        loaded.size += len(line)
        head.pass_entry()
        converted = converted or line.endswith(b"\r\n")
    if converted:
        loaded.damage = t("log.error.converted", path=path)
    head.compare()
    return loaded


class _Ending:
    """Comparison of a log, while it is read, with its head record."""

    def __init__(self, head: Head | None, loaded: Loaded) -> None:
        own = head is not None and head.log == loaded.log.header.id
        self._head, self._loaded = head if own else None, loaded
        self._parted = False
        self.pass_entry()

    def pass_entry(self) -> None:
        """Compare a read entry with the head record."""
        head, loaded = self._head, self._loaded
        if head is not None and len(loaded.log) == head.entries:
            self._parted = loaded.link != head.last

    def compare(self) -> None:
        """Compare the log's end with the head record: missing entries, or a different game."""
        head, loaded, count = self._head, self._loaded, len(self._loaded.log)
        if head is None:
            return
        if head.entries > count:
            loaded.notices.clear()  # of an entry that was being saved: it had been saved
            loaded.damage = t("log.error.cut", path=loaded.path, entries=head.entries, intact=count)
        elif self._parted:
            loaded.notices.append(t("log.notice.parted", path=loaded.path, entry=head.entries))


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    while line := file.readline(MAX_LINE + 1):
        if line.endswith(b"\0") and _only_nuls(file):
            line = line.rstrip(b"\0")  # a file system's filling, not part of the log
            if not line:
                return
        yield line


def _only_nuls(file: IO[bytes]) -> bool:
    """Return whether the rest of the file consists of NULs. The file position is restored."""
    here = file.tell()
    try:
        while part := file.read(MAX_LINE):
            if part.strip(b"\0"):
                return False
        return True
    finally:
        file.seek(here)


class _BadLineError(Exception):
    """Error of a line that is not the next entry; its text is part of a sentence."""


class _NewerError(_BadLineError):
    """Error of a correctly linked line with content unknown to this version."""


def _header(line: bytes, path: Path) -> tuple[Header, str]:
    if not line:
        raise LogError(t("log.error.empty", path=path))
    if len(line) > MAX_LINE:
        raise LogError(t("log.error.foreign", path=path))
    match = _TOLD_FORMAT.search(line)
    if match and match[1].decode() not in (FIRST, FORMAT):
        newer = int(match[2]) > int(FORMAT.partition("/")[2])
        key = "log.error.newer" if newer else "log.error.format"
        raise LogError(t(key, path=path, format=match[1].decode()))
    try:
        record, link = unseal(line, START)
    except ChainError:
        raise LogError(t(_foreign(line), path=path)) from None
    try:
        return Header.model_validate_json(record), link
    except ValidationError as error:
        if any(fault["loc"][:1] == ("format",) for fault in error.errors()):
            raise LogError(t("log.error.foreign", path=path)) from None
        if only_unknown(error):
            raise LogError(t("log.error.newer_header", path=path, why=_unknown(error))) from None
        raise LogError(t("log.error.header", path=path, why=_why(error))) from None


def _foreign(line: bytes) -> str:
    if b'"format":"h44log/' in line:
        return "log.error.header_damaged"
    if line.startswith(b"PK\x03\x04"):
        return "log.error.packed"
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return "log.error.binary"
    return "log.error.foreign"


def _entry(line: bytes, previous: str) -> tuple[Entry, str]:
    if len(line) > MAX_LINE:
        raise _BadLineError(t("log.why.long", limit=MAX_LINE // 2**20))
    try:
        record, link, signed = read_line(line, previous)
    except ChainError:
        raise _BadLineError(t("log.why.chain")) from None
    try:
        return Entry.from_json(record, Signature(link, signed) if signed else None), link
    except ValidationError as error:
        if only_unknown(error):
            raise _NewerError(_unknown(error)) from None
        raise _BadLineError(t("log.why.entry", why=_why(error))) from None


def _unknown(error: ValidationError) -> str:
    """Describe the field, kind or word that only a newer version knows."""
    fault = error.errors()[0]
    if fault["type"] == "extra_forbidden":
        return t("log.unknown.field", name=one_line(str(fault["loc"][-1]))[:_TOLD])
    if "tag" in fault.get("ctx", {}):
        return t("log.unknown.kind", name=one_line(str(fault["ctx"]["tag"]))[:_TOLD])
    return t("log.unknown.word", name=one_line(str(fault["input"]))[:_TOLD])


def _why(error: ValidationError) -> str:
    where, why = first_fault(error)
    return f"{where}: {why}" if where else why
