"""Log files: read with suspicion, written by appending only.

One line each for the header and the entries (docs/log-format.md). An entry is acknowledged when it
is flushed and fsynced. A torn last line (power cut, kill) is dropped with a notice; a broken chain
opens read-only up to the break.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from pydantic import ValidationError

from engine.core.errors import Holland44Error, first_fault
from engine.core.garbage import no_collecting
from engine.i18n import t
from engine.log.chain import START, ChainError, is_torn, seal, unseal
from engine.log.entry import FORMAT, Entry, Header
from engine.log.lock import Lock
from engine.log.tree import Log

MAX_LINE = 8 * 1024 * 1024
"""Longest line that is read into memory, in bytes."""

BOM = b"\xef\xbb\xbf"
_TOLD_FORMAT = re.compile(rb'"format":"(h44log/[0-9]{1,6})"')
# Looked for before the checksum, which a later format may make in another way.

SUFFIX = ".h44log"
DIGEST_EVERY = 100
"""Every so many entries carry a digest of the state after them."""


class LogError(Holland44Error):
    """A log cannot be opened at all."""


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


def load(path: Path) -> Loaded:
    """Read a log file as far as it is intact.

    Raises LogError if not even the header can be read, with one sentence that says why.
    """
    try:
        with path.open("rb") as file, no_collecting():
            return _read(file, path)
    except FileNotFoundError:
        raise LogError(t("log.error.missing", path=path)) from None
    except IsADirectoryError:
        raise LogError(t("log.error.folder", path=path)) from None
    except OSError as error:
        raise LogError(t("log.error.unreadable", path=path, why=error.strerror)) from None
    except ValueError:  # a name that no file can have
        raise LogError(t("log.error.missing", path=path)) from None


def _read(file: IO[bytes], path: Path) -> Loaded:
    first = file.readline(MAX_LINE + 1)
    header, link = _header(first.removeprefix(BOM), path)
    loaded = Loaded(Log(header), path, link, len(first))
    converted = first.startswith(BOM) or first.endswith(b"\r\n")
    for line in _lines(file):
        try:
            entry, link = _entry(line, loaded.link)
            loaded.log.add(entry)
        except (_BadLineError, Holland44Error) as why:
            number = len(loaded.log) + 1
            if is_torn(line) and not file.read(1):
                loaded.notices.append(t("log.notice.torn", path=path, entry=number))
            else:
                loaded.damage = t(
                    "log.error.damaged", path=path, entry=number, intact=number - 1, why=why
                )
            return loaded
        loaded.link = link
        loaded.size += len(line)
        converted = converted or line.endswith(b"\r\n")
    if converted:
        loaded.damage = t("log.error.converted", path=path)
    return loaded


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    while line := file.readline(MAX_LINE + 1):
        yield line


class _BadLineError(Exception):
    """Why a line is not the next entry, as a part of a sentence."""


def _header(line: bytes, path: Path) -> tuple[Header, str]:
    if not line:
        raise LogError(t("log.error.empty", path=path))
    if len(line) > MAX_LINE:
        raise LogError(t("log.error.foreign", path=path))
    told = _TOLD_FORMAT.search(line)
    if told and told[1] != FORMAT.encode():
        raise LogError(t("log.error.newer", path=path, format=told[1].decode()))
    try:
        record, link = unseal(line, START)
    except ChainError:
        raise LogError(t(_foreign(line), path=path)) from None
    try:
        return Header.model_validate_json(record), link
    except ValidationError as error:
        if any(fault["loc"][:1] == ("format",) for fault in error.errors()):
            raise LogError(t("log.error.foreign", path=path)) from None
        raise LogError(t("log.error.header", path=path, why=_why(error))) from None


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
        raise _BadLineError(t("log.why.entry", why=_why(error))) from None


def _why(error: ValidationError) -> str:
    where, why = first_fault(error)
    return f"{where}: {why}" if where else why


class LogFile:
    """A log open for play: the only thing that writes to a log file.

    Holds a lock on the file, so that a second program opens it read-only.
    """

    def __init__(self, loaded: Loaded, lock: Lock, file: IO[bytes]) -> None:
        self.loaded = loaded
        self.log = loaded.log
        self.path = loaded.path
        self._lock = lock
        self._file = file

    @classmethod
    def create(cls, path: Path, header: Header) -> LogFile:
        """Start a new log. Raises LogError if the file exists or its folder cannot be written."""
        if path.exists():
            raise LogError(t("log.error.exists", path=path))
        try:
            line, link = seal(header.model_dump(mode="json"), START)
        except ChainError as error:
            raise LogError(t("log.error.unstorable", why=error)) from None
        lock = Lock.take(path)
        try:
            file = _new(path, line)
        except LogError:
            lock.release()
            raise
        return cls(Loaded(Log(header), path, link, len(line)), lock, file)

    @classmethod
    def open(cls, path: Path) -> LogFile:
        """Open a log to continue it.

        Raises LogError if it is damaged, open elsewhere, or cannot be written.
        """
        lock = Lock.take(path)
        try:
            loaded = load(path)
            if loaded.damage:
                raise LogError(loaded.damage)
            file = _at_end(loaded)
        except Holland44Error:
            lock.release()
            raise
        return cls(loaded, lock, file)

    def append(self, entry: Entry) -> None:
        """Write an entry; when this returns it is on the disk.

        Raises LogError if the disk refuses; the file and the log are then as before.
        """
        self.extend((entry,))

    def extend(self, entries: Iterable[Entry]) -> None:
        """Write entries, all or none; when this returns they are on the disk.

        Raises LogError if one cannot be stored or the disk refuses, Holland44Error if one does not
        fit the log; the file and the log are then as before.
        """
        lines, link, known = [], self.loaded.link, len(self.log)
        try:
            for entry in entries:
                line, link = _sealed(entry, link)
                lines.append(line)
                self.log.add(entry)
            self._add(b"".join(lines))
        except BaseException:
            while len(self.log) > known:
                self.log.drop_last()
            raise
        self.loaded.link = link

    def _add(self, lines: bytes) -> None:
        try:
            _write(self._file, lines, self.path)
        except BaseException:  # an interrupt too: half a line must not stay
            _cut(self._file, self.loaded.size, self.path)
            raise
        self.loaded.size += len(lines)

    def close(self) -> None:
        """Release the file and its lock."""
        self._file.close()
        self._lock.release()

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
    exists or its folder cannot be written.
    """
    try:
        with loaded.path.open("rb") as file:
            intact = file.read(loaded.size)
    except OSError as error:
        why = error.strerror
        raise LogError(t("log.error.unreadable", path=loaded.path, why=why)) from None
    # JSON writes line ends inside its strings as escapes, so those found are ends of lines.
    lines = intact.removeprefix(BOM).replace(b"\r\n", b"\n").rstrip(b"\n") + b"\n"
    _new(target, lines).close()
    return len(loaded.log)


def _new(path: Path, content: bytes) -> IO[bytes]:
    """A new file with this content, safely on the disk and open behind it; or no file at all."""
    try:
        file = path.open("xb", buffering=0)
    except FileExistsError:
        raise LogError(t("log.error.exists", path=path)) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", error)
        raise LogError(t("log.error.unwritable", path=path, why=why)) from None
    try:
        _write(file, content, path)
        _sync_folder(path)
    except BaseException:
        file.close()
        path.unlink(missing_ok=True)
        raise
    return file


def _at_end(loaded: Loaded) -> IO[bytes]:
    """The file of a log, open behind its last intact line."""
    try:
        file = loaded.path.open("r+b", buffering=0)
    except OSError as error:
        why = error.strerror
        raise LogError(t("log.error.unwritable", path=loaded.path, why=why)) from None
    try:
        # What follows the last intact line was never acknowledged.
        _cut(file, loaded.size, loaded.path)
        file.seek(loaded.size - 1)
        if file.read(1) != b"\n":  # an editor took the last newline away
            _write(file, b"\n", loaded.path)
            loaded.size += 1
    except BaseException:
        file.close()
        raise
    return file


def _cut(file: IO[bytes], size: int, path: Path) -> None:
    try:
        file.truncate(size)
        file.seek(size)
    except OSError as error:
        raise LogError(t("log.error.unwritable", path=path, why=error.strerror)) from None


def _write(file: IO[bytes], line: bytes, path: Path) -> None:
    try:
        view = memoryview(line)
        while view:
            view = view[file.write(view) or 0 :]
        os.fsync(file.fileno())
    except OSError as error:
        raise LogError(t("log.error.unwritable", path=path, why=error.strerror)) from None


def _sync_folder(path: Path) -> None:
    """Make a new file's name as durable as its contents (not needed, nor possible, on Windows)."""
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
