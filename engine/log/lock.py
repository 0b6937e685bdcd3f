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
        path = log.with_name(f".{log.name}.lock")
        try:
            file = path.open("ab")
        except OSError as error:
            raise LockedError(t("log.error.unwritable", path=log, why=error.strerror)) from None
        try:
            _lock(file)
        except OSError:
            file.close()
            raise LockedError(t("log.error.locked", path=log)) from None
        return cls(file, path)

    def release(self) -> None:
        """Give the lock back."""
        if self._file.closed:
            return
        # Removed while still held: nobody can lock a name that is about to vanish unseen on POSIX.
        if os.name == "posix":
            self._path.unlink(missing_ok=True)
        self._file.close()


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
