"""Files: read within limits, written whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from engine.core.errors import Holland44Error
from engine.i18n import t


def read_limited(path: Path, limit: int) -> bytes:
    """The bytes of a plain file of at most so many; others' files and paths are given to it.

    Raises Holland44Error for a file that is larger, is missing, cannot be read, or is no plain
    file (a folder, a device, a pipe, which might never end).
    """
    with open_limited(path, limit) as file:
        data = file.read(limit + 1)
    if len(data) > limit:  # it grew, or is one of those files whose size the system does not know
        raise Holland44Error(t("file.error.large", path=path, limit=_size(limit)))
    return data


def open_limited(path: Path, limit: int) -> BinaryIO:
    """A plain file of at most so many bytes, open for reading. Raises as :func:`read_limited`."""
    try:
        # Looked at first: to open a device may already do something. Then without waiting, should
        # somebody have put a pipe in its place meanwhile.
        about = path.stat()
        if stat.S_ISREG(about.st_mode):
            handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _BINARY)
            about = os.fstat(handle)
    except FileNotFoundError:
        raise Holland44Error(t("log.error.missing", path=path)) from None
    except (OSError, ValueError) as error:  # a ValueError: a name that no file can have
        why = getattr(error, "strerror", None) or error
        raise Holland44Error(t("log.error.unreadable", path=path, why=why)) from None
    if not stat.S_ISREG(about.st_mode):
        raise Holland44Error(t("file.error.not_plain", path=path))
    file = os.fdopen(handle, "rb")
    if about.st_size > limit:
        file.close()
        raise Holland44Error(t("file.error.large", path=path, limit=_size(limit)))
    return file


_BINARY = getattr(os, "O_BINARY", 0)


def _size(limit: int) -> str:
    return f"{limit / 2**20:g} MiB" if limit >= 2**20 else f"{limit / 2**10:g} KiB"


def write_atomic(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: a temporary file, fsync, rename.

    Raises Holland44Error if the place cannot be written.
    """
    with open_atomic(path) as file:
        file.write(data)


@contextmanager
def open_atomic(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, which comes to be when the block ends well, whole or not at all.

    Raises Holland44Error if the place cannot be written.
    """
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise Holland44Error(t("log.error.unwritable", path=path, why=error.strerror)) from None
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        # mkstemp makes the file private; give it the rights a plain new file would have.
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        temporary.replace(path)
    except BaseException as error:
        temporary.unlink(missing_ok=True)
        if not isinstance(error, OSError):
            raise
        raise Holland44Error(t("log.error.unwritable", path=path, why=error.strerror)) from None
