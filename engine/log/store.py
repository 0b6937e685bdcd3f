"""Log files: read with suspicion, written by appending only.

One line each for the header and the entries (docs/log-format.md). An entry is acknowledged when it
is flushed and fsynced, and the file is still the one that was opened. A torn last line (power cut,
kill) is dropped with a notice; a broken chain opens read-only up to the break, a log whose end is
missing up to where it ends.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from io import FileIO
from pathlib import Path
from typing import IO

from pydantic import ValidationError

from engine import files
from engine.core.errors import UserError, first_fault, only_unknown
from engine.core.garbage import no_collecting
from engine.i18n import t
from engine.log.chain import START, ChainError, is_torn, seal, unseal
from engine.log.entry import FORMAT, Entry, Header
from engine.log.head import Head, HeadFile, read_head
from engine.log.lock import hold
from engine.log.tree import Log

MAX_LINE = 8 * 1024 * 1024
"""Longest line that is read into memory, in bytes."""
MAX_LOG = 256 * 1024 * 1024
MAX_ENTRIES = 200_000
"""Largest log, in bytes and in entries: forty times the longest game."""

BOM = b"\xef\xbb\xbf"
_TOLD_FORMAT = re.compile(rb'"format":"(h44log/([0-9]{1,6}))"')
# Looked for before the checksum, which a later format may make in another way.

SUFFIX = ".h44log"
MOST_KEPT = 100
"""As many files of entries set aside may lie beside a log."""
DIGEST_EVERY = 100
"""Every so many entries carry a digest of the state after them."""


class LogError(UserError):
    """A log cannot be opened at all, or not be continued."""


class ReplacedError(LogError):
    """The file is no longer the one that was opened; ``kept`` is where its entries lie now."""

    def __init__(self, sentence: str, kept: Path | None) -> None:
        super().__init__(sentence)
        self.kept = kept


@dataclass
class Loaded:
    """What could be read of a log file."""

    log: Log
    path: Path
    link: str
    """The link that the next line has to continue."""
    size: int
    """Bytes up to the end of the last intact line."""
    notices: list[str] = field(default_factory=list)
    """What was found and mended (a torn last line), one sentence each."""
    damage: str | None = None
    """Why reading stopped before the end, or None; a damaged log is read-only."""
    newer: bool = False
    """Did it stop at something that only a newer version of the program knows?"""


def load(path: Path) -> Loaded:
    """Read a log file as far as it is intact.

    Raises LogError if not even the header can be read, with one sentence that says why.
    """
    try:
        if path.is_dir():
            raise LogError(t("log.error.folder", path=path))
        with files.open_limited(path, MAX_LOG) as file, no_collecting():
            return _read(file, path)
    except LogError:
        raise
    except UserError as error:
        raise LogError(str(error)) from None
    except OSError as error:
        raise LogError(t("log.error.unreadable", path=path, why=error.strerror)) from None


def _read(file: IO[bytes], path: Path) -> Loaded:
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
    """Compares what is read of a log with its head record."""

    def __init__(self, head: Head | None, loaded: Loaded) -> None:
        own = head is not None and head.log == loaded.log.header.id
        self._head, self._loaded = head if own else None, loaded
        self._parted = False
        self.pass_entry()

    def pass_entry(self) -> None:
        """An entry was read: is it the one that was written here?"""
        head, loaded = self._head, self._loaded
        if head is not None and len(loaded.log) == head.entries:
            self._parted = loaded.link != head.last

    def compare(self) -> None:
        """All was read: is anything missing, or another game than the one written here?"""
        head, loaded, found = self._head, self._loaded, len(self._loaded.log)
        if head is None:
            return
        if head.entries > found:
            loaded.notices.clear()  # of an entry that was being saved: it had been saved
            loaded.damage = t("log.error.cut", path=loaded.path, entries=head.entries, intact=found)
        elif self._parted:
            loaded.notices.append(t("log.notice.parted", path=loaded.path, entry=head.entries))


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    while line := file.readline(MAX_LINE + 1):
        yield line


class _BadLineError(Exception):
    """Why a line is not the next entry, as a part of a sentence."""


class _NewerError(_BadLineError):
    """A line with a fitting link holds what this version does not know."""


def _header(line: bytes, path: Path) -> tuple[Header, str]:
    if not line:
        raise LogError(t("log.error.empty", path=path))
    if len(line) > MAX_LINE:
        raise LogError(t("log.error.foreign", path=path))
    told = _TOLD_FORMAT.search(line)
    if told and told[1] != FORMAT.encode():
        newer = int(told[2]) > int(FORMAT.partition("/")[2])
        key = "log.error.newer" if newer else "log.error.format"
        raise LogError(t(key, path=path, format=told[1].decode()))
    try:
        record, link = unseal(line, START)
    except ChainError:
        raise LogError(t(_foreign(line), path=path)) from None
    try:
        return Header.model_validate_json(record), link
    except ValidationError as error:
        if any(fault["loc"][:1] == ("format",) for fault in error.errors()):
            raise LogError(t("log.error.foreign", path=path)) from None
        key = "log.error.newer_header" if only_unknown(error) else "log.error.header"
        raise LogError(t(key, path=path, why=_why(error))) from None


def _foreign(line: bytes) -> str:
    if b'"format":"h44log/' in line:
        return "log.error.header_damaged"
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return "log.error.binary"
    return "log.error.foreign"


def _entry(line: bytes, previous: str) -> tuple[Entry, str]:
    if len(line) > MAX_LINE:
        raise _BadLineError(t("log.why.long", limit=MAX_LINE // 2**20))
    try:
        record, link = unseal(line, previous)
    except ChainError:
        raise _BadLineError(t("log.why.chain")) from None
    try:
        return Entry.from_json(record), link
    except ValidationError as error:
        if only_unknown(error):
            raise _NewerError(_why(error)) from None
        raise _BadLineError(t("log.why.entry", why=_why(error))) from None


def _why(error: ValidationError) -> str:
    where, why = first_fault(error)
    return f"{where}: {why}" if where else why


class LogFile:
    """A log open for play: the only thing that writes to a log file.

    Holds a lock on the file, so that a second program opens it read-only. Others may replace it all
    the same (a sync client, an editor): before and after each append the file under the log's name
    is the one that was opened, as long and with the same end as it was left.
    """

    def __init__(self, loaded: Loaded, file: FileIO) -> None:
        self.loaded = loaded
        self.log = loaded.log
        self.path = loaded.path
        self._at = loaded.path.absolute()
        self._file = file
        self._head = HeadFile(loaded.path)
        self._written = os.fstat(file.fileno()).st_mtime_ns
        self._acknowledged = len(loaded.log)
        self._lost: ReplacedError | None = None
        self.synced = True
        """Is each entry on the disk before the next is written? If not, all are on closing."""

    @classmethod
    def create(cls, path: Path, header: Header, entries: Iterable[Entry] = ()) -> LogFile:
        """Start a new log with its first entries; it comes to be whole or not at all.

        Raises LogError if the file exists or its folder cannot be written.
        """
        log = Log(header)
        try:
            line, link = seal(header.model_dump(mode="json"), START)
        except ChainError as error:
            raise LogError(t("log.error.unstorable", why=error)) from None
        lines = [line]
        for entry in entries:
            line, link = _sealed(entry, link)
            lines.append(line)
            log.add(entry)
        content = b"".join(lines)
        made = cls(Loaded(log, path, link, len(content)), _new(path, content))
        made.keep_head()
        return made

    @classmethod
    def open(cls, path: Path) -> LogFile:
        """Open a log to continue it.

        Raises LogError if it is damaged, open elsewhere, or cannot be written.
        """
        file = _opened(path)
        try:
            hold(file, path)
            # What is read is what is locked, whatever has its name by now.
            with os.fdopen(os.dup(file.fileno()), "rb") as same, no_collecting():
                loaded = _read(same, path)
            if loaded.damage:
                raise LogError(loaded.damage)
            _to_end(file, loaded)
        except BaseException:
            file.close()
            raise
        return cls(loaded, file)

    def append(self, entry: Entry) -> None:
        """Write an entry; when this returns it is on the disk.

        Raises LogError if the disk refuses; the file and the log are then as before.
        """
        self.extend((entry,))

    def extend(self, entries: Iterable[Entry]) -> None:
        """Write entries, all or none; when this returns they are on the disk.

        Raises LogError if one cannot be stored or the disk refuses, UserError if one does not
        fit the log; the file and the log are then as before.
        """
        lines, link, known = [], self.loaded.link, len(self.log)
        try:
            for entry in entries:
                line, link = _sealed(entry, link)
                lines.append(line)
                self.log.add(entry)
            if len(self.log) > MAX_ENTRIES or self.loaded.size + sum(map(len, lines)) > MAX_LOG:
                raise LogError(t("log.error.full", path=self.path, limit=MAX_ENTRIES))
            self._add(b"".join(lines), link)
        except BaseException:
            while len(self.log) > known:
                self.log.drop_last()
            raise
        self._acknowledged = len(self.log)
        self.keep_head()

    def _add(self, lines: bytes, link: str) -> None:
        self._check()
        try:
            _write(self._file, lines, self.path, sync=self.synced)
        except BaseException:  # an interrupt too: half a line must not stay
            _cut(self._file, self.loaded.size, self.path)
            self._written = os.fstat(self._file.fileno()).st_mtime_ns
            raise
        before = self.loaded.link, self.loaded.size
        self.loaded.link, self.loaded.size = link, self.loaded.size + len(lines)
        self._written = os.fstat(self._file.fileno()).st_mtime_ns
        try:
            self._check()
        except BaseException:
            self.loaded.link, self.loaded.size = before
            raise

    # -- is it still the file that was opened? -----------------------------------------------------

    def _check(self) -> None:
        """Raises ReplacedError, with the entries set aside, if the file is another by now."""
        if self._lost is not None:
            raise self._lost
        if not self._is_ours():
            self._lost = self._set_aside()
            raise self._lost

    def _is_ours(self) -> bool:
        here = os.fstat(self._file.fileno())
        try:
            there = self._at.stat()
        except OSError:
            return False
        size = self.loaded.size
        if not os.path.samestat(here, there) or here.st_size != size:
            return False
        if here.st_mtime_ns != self._written:  # touched, or written over
            self._file.seek(0)
            found = _chained(self._file.read(size))
            self._written = here.st_mtime_ns
            return found == self.loaded.link
        end = self.loaded.link.encode() + b'"}\n'
        self._file.seek(size - len(end))
        return self._file.read(len(end)) == end

    def _set_aside(self) -> ReplacedError:
        """Save every entry that was acknowledged to a file of its own."""
        number = 1
        while True:
            more = "" if number == 1 else f" {number}"
            kept = self._at.with_name(f"{self._at.stem} (continued{more}){self._at.suffix}")
            try:
                with LogFile.create(kept, self.log.header, self.log.entries[: self._acknowledged]):
                    pass
            except LogError as error:
                if kept.exists() and number < MOST_KEPT:
                    number += 1
                    continue
                return ReplacedError(t("log.error.not_kept", path=self.path, why=error), None)
            return ReplacedError(t("log.error.replaced", path=self.path, kept=kept), kept)

    def keep_head(self) -> None:
        """Write down beside the log how long it is."""
        log = self.log
        self._head.write(Head(log=log.header.id, entries=len(log), last=self.loaded.link))

    def close(self) -> None:
        """Release the file and its lock."""
        self._head.close()
        if not self.synced and not self._file.closed:
            _write(self._file, b"", self.path)
        self._file.close()

    def __enter__(self) -> LogFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _sealed(entry: Entry, previous: str) -> tuple[bytes, str]:
    """An entry as a line of the file, and its link. Raises LogError if a log cannot hold it."""
    try:
        line, link = seal(entry.to_json(), previous)
    except ChainError as error:
        raise LogError(t("log.error.unstorable", why=error)) from None
    if len(line) > MAX_LINE:
        raise LogError(t("log.error.too_long", limit=MAX_LINE // 2**20))
    return line, link


def repair(loaded: Loaded, target: Path) -> int:
    """Write the intact prefix of a log to a new file; returns how many entries it has.

    Links stay as they were, and every line ends as the program ends it. Raises LogError if the file
    exists, its folder cannot be written, or what is not read is newer than the program.
    """
    if loaded.newer and loaded.damage:
        raise LogError(loaded.damage)
    try:
        with loaded.path.open("rb") as file:
            intact = file.read(loaded.size)
    except OSError as error:
        why = error.strerror
        raise LogError(t("log.error.unreadable", path=loaded.path, why=why)) from None
    # JSON writes line ends inside its strings as escapes, so those found are ends of lines.
    lines = intact.removeprefix(BOM).replace(b"\r\n", b"\n").rstrip(b"\n") + b"\n"
    copy = LogFile(replace(loaded, path=target, size=len(lines)), _new(target, lines))
    copy.keep_head()
    copy.close()
    return len(loaded.log)


def _chained(content: bytes) -> str | None:
    """The last link of a log's bytes; None if its chain is broken."""
    link = START
    try:
        for line in content.splitlines(keepends=True):
            _, link = unseal(line, link)
    except ChainError:
        return None
    return link


def _new(path: Path, content: bytes) -> FileIO:
    """A new file with this content, safely on the disk and open behind it; or no file at all."""
    try:
        return files.create(path, content)
    except FileExistsError:
        raise LogError(t("log.error.exists", path=path)) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", error)
        raise LogError(t("log.error.unwritable", path=path, why=why)) from None


def _opened(path: Path) -> FileIO:
    try:
        return FileIO(path, "r+b")
    except FileNotFoundError:
        raise LogError(t("log.error.missing", path=path)) from None
    except IsADirectoryError:
        raise LogError(t("log.error.folder", path=path)) from None
    except OSError as error:
        raise LogError(t("log.error.unwritable", path=path, why=error.strerror)) from None
    except ValueError:  # a name that no file can have
        raise LogError(t("log.error.missing", path=path)) from None


def _to_end(file: FileIO, loaded: Loaded) -> None:
    """Make a log end behind its last intact line, where the next one goes."""
    # What follows the last intact line was never acknowledged.
    _cut(file, loaded.size, loaded.path)
    file.seek(loaded.size - 1)
    if file.read(1) != b"\n":  # an editor took the last newline away
        _write(file, b"\n", loaded.path)
        loaded.size += 1


def _cut(file: FileIO, size: int, path: Path) -> None:
    try:
        file.truncate(size)
        file.seek(size)
    except OSError as error:
        raise LogError(t("log.error.unwritable", path=path, why=error.strerror)) from None


def _write(file: FileIO, line: bytes, path: Path, *, sync: bool = True) -> None:
    try:
        view = memoryview(line)
        while view:
            view = view[file.write(view) or 0 :]
        if sync:
            os.fsync(file.fileno())
    except OSError as error:
        raise LogError(t("log.error.unwritable", path=path, why=error.strerror)) from None
