"""Log files: read with suspicion, written by appending only.

One line each for the header and the entries (docs/log-format.md). An entry is acknowledged when it
is flushed and fsynced. A torn last line (power cut, kill) is dropped with a notice; a broken chain
opens read-only up to the break.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from pydantic import ValidationError

from engine.core.errors import Holland44Error
from engine.i18n import t
from engine.log.chain import START, ChainError, seal, unseal
from engine.log.entry import FORMAT, Entry, Header
from engine.log.lock import Lock
from engine.log.tree import Log

MAX_LINE = 8 * 1024 * 1024
"""Longest line that is read into memory, in bytes."""

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
        with path.open("rb") as file:
            return _read(file, path)
    except FileNotFoundError:
        raise LogError(t("log.error.missing", path=path)) from None
    except IsADirectoryError:
        raise LogError(t("log.error.folder", path=path)) from None
    except OSError as error:
        raise LogError(t("log.error.unreadable", path=path, why=error.strerror)) from None


def _read(file: IO[bytes], path: Path) -> Loaded:
    first = file.readline(MAX_LINE + 1)
    header, link = _header(first, path)
    loaded = Loaded(Log(header), path, link, len(first))
    for line in _lines(file):
        try:
            entry, link = _entry(line, loaded.link)
            loaded.log.add(entry)
        except _BadLineError as bad:
            number = len(loaded.log) + 1
            if line.endswith(b"\n") or file.read(1):
                loaded.damage = t(
                    "log.error.damaged", path=path, entry=number, intact=number - 1, why=bad
                )
            else:
                loaded.notices.append(t("log.notice.torn", path=path, entry=number))
            return loaded
        except Holland44Error as error:
            number = len(loaded.log) + 1
            loaded.damage = t(
                "log.error.damaged", path=path, entry=number, intact=number - 1, why=error
            )
            return loaded
        loaded.link = link
        loaded.size += len(line)
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
    try:
        record, link = unseal(line, START)
    except ChainError:
        raise LogError(t(_foreign(line), path=path)) from None
    kind = record.get("format")
    if kind != FORMAT:
        if isinstance(kind, str) and kind.startswith("h44log/"):
            raise LogError(t("log.error.newer", path=path, format=kind))
        raise LogError(t("log.error.foreign", path=path))
    try:
        return Header.model_validate(record), link
    except ValidationError as error:
        raise LogError(t("log.error.header", path=path, why=_first(error))) from None


def _foreign(line: bytes) -> str:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return "log.error.binary"
    return "log.error.header_damaged" if b'"format":"h44log' in line else "log.error.foreign"


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
        raise _BadLineError(t("log.why.entry", why=_first(error))) from None


def _first(error: ValidationError) -> str:
    problem: Any = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in problem["loc"])
    return f"{where}: {problem['msg']}" if where else str(problem["msg"])


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
        line, link = seal(header.model_dump(mode="json"), START)
        try:
            file = path.open("xb", buffering=0)
        except FileExistsError:
            raise LogError(t("log.error.exists", path=path)) from None
        except OSError as error:
            raise LogError(t("log.error.unwritable", path=path, why=error.strerror)) from None
        lock = Lock.take(path)
        _write(file, line, path)
        _sync_folder(path)
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
            file = path.open("r+b", buffering=0)
            # What follows the last intact line was never acknowledged.
            file.truncate(loaded.size)
            file.seek(loaded.size)
        except OSError as error:
            lock.release()
            raise LogError(t("log.error.unwritable", path=path, why=error.strerror)) from None
        except Holland44Error:
            lock.release()
            raise
        return cls(loaded, lock, file)

    def append(self, entry: Entry) -> None:
        """Write an entry; when this returns it is on the disk.

        Raises LogError if the disk refuses; the file and the log are then as before.
        """
        line, link = seal(entry.to_json(), self.loaded.link)
        if len(line) > MAX_LINE:
            raise LogError(t("log.error.too_long", limit=MAX_LINE // 2**20))
        self.log.add(entry)
        try:
            _write(self._file, line, self.path)
        except LogError:
            self.log.drop_last()
            self._file.truncate(self.loaded.size)
            self._file.seek(self.loaded.size)
            raise
        self.loaded.link = link
        self.loaded.size += len(line)

    def close(self) -> None:
        """Release the file and its lock."""
        self._file.close()
        self._lock.release()

    def __enter__(self) -> LogFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def repair(loaded: Loaded, target: Path) -> int:
    """Write the intact prefix of a log to a new file; returns how many entries it has."""
    with LogFile.create(target, loaded.log.header) as copy:
        for entry in loaded.log.entries:
            copy.append(entry)
    return len(loaded.log)


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
