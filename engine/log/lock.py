"""One writer per log: an operating-system lock on the log, released when its process ends.

The lock is on the file, not on its name: hard links, symlinks and a renamed log share it.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

from engine.core.errors import UserError, unwritable
from engine.files import lock, plain_handle
from engine.i18n import t


class LockedError(UserError):
    """Error: another window or program has the log open for play."""


def hold(file: IO[bytes], path: Path) -> None:
    """Lock an open log until it is closed. Raises LockedError if it is locked already.

    Call it before reading a log that is to be continued.
    """
    try:
        lock(file)
    except (BlockingIOError, PermissionError):
        raise LockedError(t("log.error.locked", path=path)) from None
    except OSError as error:
        raise LockedError(unwritable(path, error)) from None


def is_held(path: Path) -> bool:
    """Return whether a log is open for play in any process; False for one that cannot be opened."""
    try:
        with os.fdopen(plain_handle(path, os.O_RDONLY), "rb") as file:
            hold(file, path)
    except LockedError:
        return True
    except (OSError, UserError):
        return False
    return False
