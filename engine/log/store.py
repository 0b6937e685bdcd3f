"""Log files: read defensively (:mod:`engine.log.reading`), written only by appending.

The header and each entry take one line (docs/log-format.md). An entry is acknowledged when it is
flushed and fsynced, and the file is still the one that was opened.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from io import FileIO
from pathlib import Path
from typing import Protocol

from engine.core.errors import unreadable
from engine.core.garbage import no_collecting
from engine.files import fitting
from engine.i18n import t
from engine.log import disk, reading
from engine.log.chain import END, START, ChainError, ending, seal, unseal
from engine.log.entry import Entry, Header, Signature
from engine.log.head import Head, HeadFile
from engine.log.lock import hold
from engine.log.reading import (
    BOM,
    MAX_LINE,
    Loaded,
    LogError,
    load,
    read_open,
)
from engine.log.tree import Log
from engine.user_folders import kept_folder

__all__ = [
    "BOM",
    "MAX_LINE",
    "Loaded",
    "LogError",
    "LogFile",
    "ReplacedError",
    "Signer",
    "load",
    "repair",
]

SUFFIX = ".h44log"
_BESIDE = len("..head")
"""Number of bytes by which the name of the head record exceeds the log's."""
MOST_KEPT = 100
"""Maximum number of files with rescued entries beside a log."""
DIGEST_EVERY = 100
"""Interval between entries that contain a digest of the state after them."""


class ReplacedError(LogError):
    """Error: the file is no longer the one that was opened.

    ``kept`` is the path of the rescued entries.
    """

    def __init__(self, sentence: str, aside: Path | None) -> None:
        super().__init__(sentence)
        self.aside = aside


class Signer(Protocol):
    """Signer of an author's lines of a log with a key."""

    @property
    def key(self) -> str:
        """Return the public key in the notation of an author's key."""
        ...

    def sign(self, link: str) -> str:
        """Return the signature of a link, in hexadecimal digits."""
        ...


class LogFile:
    """A log open for play: the only writer of a log file.

    Holds a lock on the file, so that a second program opens it read-only. Other programs (a sync
    client, an editor) can still replace the file. So before and after each append, the file under
    the log's name must be the opened one, with unchanged length and end.
    """

    def __init__(self, loaded: Loaded, file: FileIO) -> None:
        self.loaded = loaded
        self.log = loaded.log
        self.path = loaded.path
        self._at = loaded.path.absolute()
        self._file = file
        self._head = HeadFile(loaded.path)
        self._written = _times(os.fstat(file.fileno()))
        self._acknowledged = len(loaded.log)
        last = loaded.log.entries[-1].signature if loaded.log.entries else None
        self._end = ending(loaded.link, last.value if last is not None else None)
        """The end of the file, starting at the link of its last line."""
        self._lost: ReplacedError | None = None
        self.synced = True
        """Whether each entry is synced before the next is written; otherwise all are synced on
        closing.
        """
        self.signer: Signer | None = None
        """Signer of the lines whose author has its key."""

    @classmethod
    def create(
        cls,
        path: Path,
        header: Header,
        entries: Iterable[Entry] = (),
        signer: Signer | None = None,
    ) -> LogFile:
        """Create a log with its first entries, completely or not at all.

        Raises LogError if the file exists or its folder cannot be written.
        """
        log = Log(header)
        try:
            line, link = seal(header.to_json(), START)
        except ChainError as error:
            raise LogError(t("log.error.unstorable", why=error)) from None
        lines = [line]
        for entry in entries:
            line, link, written = _sealed(entry, link, header, signer)
            lines.append(line)
            log.add(written)
        content = b"".join(lines)
        made = cls(Loaded(log, path, link, len(content)), disk.create(path, content))
        made.signer = signer
        made.keep_head()
        return made

    @classmethod
    def open(cls, path: Path) -> LogFile:
        """Open a log to continue it.

        Raises LogError if it is damaged, open elsewhere, or cannot be written.
        """
        file = disk.opened(path)
        try:
            hold(file, path)
            # What is read is what is locked, whatever has its name by now.
            with os.fdopen(os.dup(file.fileno()), "rb") as same, no_collecting():
                loaded = read_open(same, path)
            if loaded.damage:
                raise LogError(loaded.damage)
            disk.to_end(file, loaded)
        except BaseException:
            file.close()
            raise
        return cls(loaded, file)

    def append(self, entry: Entry) -> None:
        """Write an entry; it is on the disk when the method returns.

        Raises LogError if the disk refuses; the file and the log are then unchanged.
        """
        self.extend((entry,))

    def extend(self, entries: Iterable[Entry]) -> None:
        """Write entries, all or none; they are on the disk when the method returns.

        Raises LogError if one cannot be stored or the disk refuses, UserError if one does not fit
        the log; the file and the log are then unchanged.
        """
        lines, link, known = [], self.loaded.link, len(self.log)
        try:
            for entry in entries:
                line, link, written = _sealed(entry, link, self.log.header, self.signer)
                lines.append(line)
                self.log.add(written)
            if (
                len(self.log) > reading.MAX_ENTRIES
                or self.loaded.size + sum(map(len, lines)) > reading.MAX_LOG
            ):
                raise LogError(t("log.error.full", path=self.path, limit=reading.MAX_ENTRIES))
            self._add(b"".join(lines), link)
        except BaseException:
            while len(self.log) > known:
                self.log.drop_last()
            raise
        self._acknowledged = len(self.log)
        if self.synced:
            self.keep_head()

    def _add(self, lines: bytes, link: str) -> None:
        self._check()
        try:
            disk.write(self._file, lines, self.path, sync=self.synced)
        except BaseException:  # an interrupt too: half a line must not stay
            disk.cut(self._file, self.loaded.size, self.path)
            self._written = _times(os.fstat(self._file.fileno()))
            raise
        before = self.loaded.link, self.loaded.size, self._end
        self.loaded.link, self.loaded.size = link, self.loaded.size + len(lines)
        self._end = lines[lines.rindex(END) :]
        self._written = _times(os.fstat(self._file.fileno()))
        try:
            if self.synced:
                self._check()
        except BaseException:
            self.loaded.link, self.loaded.size, self._end = before
            raise

    # -- is it still the file that was opened? -----------------------------------------------------

    def _check(self) -> None:
        """Raise ReplacedError if the file is no longer the opened one; rescue the entries first."""
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
        if _times(here) != self._written:  # touched, or written over
            self._file.seek(0)
            result = _chained(self._file.read(size))
            self._written = _times(here)
            return result == self.loaded.link
        self._file.seek(size - len(self._end))
        return self._file.read(len(self._end)) == self._end

    def _set_aside(self) -> ReplacedError:
        """Save all acknowledged entries to a separate file.

        The file is beside the log or, if nothing can be written there, in the user's folder.
        """
        try:
            aside = self._kept_in(self._at.parent)
        except LogError as error:
            own = kept_folder("games")
            try:
                own.mkdir(parents=True, exist_ok=True)
                aside = self._kept_in(own)
            except (OSError, LogError):
                return ReplacedError(t("log.error.not_kept", path=self.path, why=error), None)
        key = "log.error.replaced" if self.path.exists() else "log.error.gone"
        return ReplacedError(t(key, path=self.path, kept=aside), aside)

    def _kept_in(self, folder: Path) -> Path:
        """Save the entries as a log in a folder; return its path. Raises LogError."""
        number = 1
        while True:
            more = "" if number == 1 else f" {number}"
            name = fitting(self._at.stem, f" (continued{more}){self._at.suffix}", _BESIDE)
            path = folder / name
            try:
                with LogFile.create(path, self.log.header, self.log.entries[: self._acknowledged]):
                    return path
            except LogError:
                if not path.exists() or number >= MOST_KEPT:
                    raise
                number += 1

    def keep_head(self) -> None:
        """Write the log's length to the head record."""
        log = self.log
        self._head.write(Head(log=log.header.id, entries=len(log), last=self.loaded.link))

    def close(self) -> None:
        """Release the file and its lock; unsynced entries are synced first."""
        try:
            if not self.synced and not self._file.closed:
                self._check()
                disk.write(self._file, b"", self.path)
                self.keep_head()
        finally:
            self._head.close()
            self._file.close()

    def __enter__(self) -> LogFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _times(about: os.stat_result) -> tuple[int, int]:
    """Return the modification and change times of a file; no program can reset the latter."""
    return about.st_mtime_ns, about.st_ctime_ns


def _sealed(
    entry: Entry, previous: str, header: Header, signer: Signer | None = None
) -> tuple[bytes, str, Entry]:
    """Return an entry as a line of the file, its link, and the entry with its signature if any.

    Raises LogError for an entry that the log cannot store.
    """
    if header.is_first and not entry.is_first:
        raise LogError(t("log.error.first", format=header.format))
    made = entry.signature

    def sign(link: str) -> str | None:
        nonlocal made
        if made is None and signer is not None and entry.author and entry.author.key == signer.key:
            made = Signature(link, signer.sign(link))
        if made is not None and made.link != link:
            raise LogError(t("log.error.moved_signature", entry=entry.id))
        return None if made is None else made.value

    try:
        line, link = seal(entry.to_json(), previous, sign)
    except ChainError as error:
        raise LogError(t("log.error.unstorable", why=error)) from None
    if len(line) > reading.MAX_LINE:
        raise LogError(t("log.error.too_long", limit=reading.MAX_LINE // 2**20))
    return line, link, entry.signed(made)


def repair(loaded: Loaded, target: Path) -> int:
    """Write the intact prefix of a log to a new file; return its number of entries.

    Links stay unchanged, and every line gets the program's line ending. Raises LogError if the file
    exists, its folder cannot be written, or the unread part comes from a newer version.
    """
    if loaded.newer and loaded.damage:
        raise LogError(loaded.damage)
    try:
        with loaded.path.open("rb") as file:
            intact = file.read(loaded.size)
    except OSError as error:
        raise LogError(unreadable(loaded.path, error)) from None
    # JSON writes line ends inside its strings as escapes, so those found are ends of lines.
    lines = intact.removeprefix(BOM).replace(b"\r\n", b"\n").rstrip(b"\n") + b"\n"
    copy = LogFile(replace(loaded, path=target, size=len(lines)), disk.create(target, lines))
    copy.keep_head()
    copy.close()
    return len(loaded.log)


def _chained(content: bytes) -> str | None:
    """Return the last link of a log's bytes; None if its chain is broken."""
    link = START
    try:
        for line in content.splitlines(keepends=True):
            _, link = unseal(line, link)
    except ChainError:
        return None
    return link
