"""Low-level writes of a log file: create, append, truncate. Disk errors become one sentence."""

from __future__ import annotations

import os
from io import FileIO
from pathlib import Path

from engine import files
from engine.core.errors import UserError, unwritable
from engine.i18n import t
from engine.log import reading
from engine.log.reading import Loaded, LogError


def create(path: Path, content: bytes) -> FileIO:
    """Create a file with this content, synced to disk and open at its end; on failure no file
    remains.
    """
    try:
        return files.create(path, content)
    except FileExistsError:
        raise LogError(t("log.error.exists", path=path)) from None
    except OSError as error:
        raise LogError(unwritable(path, error)) from None
    except ValueError as error:
        raise LogError(t("log.error.unwritable", path=path, why=error)) from None


def opened(path: Path) -> FileIO:
    """Open a log file for reading and writing."""
    try:
        if path.is_dir():
            raise LogError(t("log.error.folder", path=path))
        file = FileIO(files.plain_handle(path, os.O_RDWR), "r+b")
    except (FileNotFoundError, ValueError):  # a ValueError: a name that no file can have
        raise LogError(t("log.error.missing", path=path)) from None
    except LogError:
        raise
    except UserError as error:
        raise LogError(str(error)) from None
    except OSError as error:
        raise LogError(unwritable(path, error)) from None
    if os.fstat(file.fileno()).st_size > reading.MAX_LOG:
        file.close()
        limit = files.size_words(reading.MAX_LOG)
        raise LogError(t("file.error.large", path=path, limit=limit))
    return file


def to_end(file: FileIO, loaded: Loaded) -> None:
    """Truncate a log after its last intact line, where the next one is written."""
    # What follows the last intact line was never acknowledged.
    cut(file, loaded.size, loaded.path)
    file.seek(loaded.size - 1)
    if file.read(1) != b"\n":  # an editor took the last newline away
        write(file, b"\n", loaded.path)
        loaded.size += 1


def cut(file: FileIO, size: int, path: Path) -> None:
    """Truncate a file to a length and seek to its end.

    A file of that length keeps its timestamp.
    """
    try:
        if os.fstat(file.fileno()).st_size != size:
            file.truncate(size)
        file.seek(size)
    except OSError as error:
        raise LogError(unwritable(path, error)) from None


def write(file: FileIO, line: bytes, path: Path, *, sync: bool = True) -> None:
    """Write a whole line and sync it to disk."""
    try:
        view = memoryview(line)
        while view:
            view = view[file.write(view) or 0 :]
        if sync:
            os.fsync(file.fileno())
    except OSError as error:
        raise LogError(unwritable(path, error)) from None
