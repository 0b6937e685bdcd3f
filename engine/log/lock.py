"""One writer per log: an operating-system lock on a file beside it, gone when its process is."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

from engine.core.errors import Holland44Error
from engine.i18n import t


class LockedError(Holland44Error):
    """Another window or program has the log open for play."""


class Lock:
    """An exclusive lock on a log. Take it before reading what you mean to continue."""

    def __init__(self, file: IO[bytes], path: Path) -> None:
        self._file = file
        self._path = path

    @classmethod
    def take(cls, log: Path) -> Lock:
        """Lock a log for writing. Raises LockedError if somebody else has it."""
        real = log.resolve()  # two names of one log share a lock
        path = real.parent / f".{real.name}.lock"
        while True:
            try:
                file = path.open("ab")
            except OSError as error:
                raise LockedError(t("log.error.unwritable", path=log, why=error.strerror)) from None
            try:
                _lock(file)
            except (BlockingIOError, PermissionError):
                file.close()
                raise LockedError(t("log.error.locked", path=log)) from None
            except OSError as error:
                file.close()
                raise LockedError(t("log.error.unwritable", path=log, why=error.strerror)) from None
            if _is_at(file, path):
                return cls(file, path)
            file.close()  # its last owner removed it between our open and our lock: once more

    def release(self) -> None:
        """Give the lock back."""
        if self._file.closed:
            return
        # Removed while still held; whoever waits with the old file open sees that it is gone.
        if os.name == "posix":
            self._path.unlink(missing_ok=True)
        self._file.close()


def _is_at(file: IO[bytes], path: Path) -> bool:
    """Is this still the file of that name? (Windows removes no lock files, so there it is.)"""
    if os.name != "posix":
        return True
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
