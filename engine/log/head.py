"""Head record: the length of a log when it was last written, stored beside it.

A chain cannot reveal that its end is missing. The record contains the number of entries and the
last link (docs/log-format.md). It is written after each append, so that it is never ahead of the
log. A record that is unreadable or belongs to another game is ignored.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.core.errors import UserError
from engine.files import NOT_THROUGH_LINKS, plain_handle
from engine.log.chain import START, ChainError, seal, unseal

_SIZE = 512
"""Length of a record in bytes, constant so that one write in place replaces it."""


class Head(BaseModel):
    """Record of the end of a log."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    format: Literal["h44head/1"] = "h44head/1"
    log: str = Field(max_length=64)
    """The id in the log's header."""
    entries: int = Field(ge=0)
    last: str
    """The link of the last entry, or of the header if there are no entries."""


def head_of(log: Path) -> Path:
    """Return the path of a log's head record."""
    real = Path(os.path.realpath(log))
    return real.with_name(f".{real.name}.head")


def read_head(log: Path) -> Head | None:
    """Return the head record of a log; None if there is no readable one."""
    path = head_of(log)
    try:
        with os.fdopen(plain_handle(path, os.O_RDONLY | NOT_THROUGH_LINKS), "rb") as file:
            record, _ = unseal(file.read(_SIZE).rstrip(), START)
        return Head.model_validate_json(record)
    except (OSError, ValueError, UserError, ChainError, ValidationError):
        return None


def forget_head(log: Path) -> None:
    """Remove the head record of a deleted log, so that it does not apply to the next log there."""
    with contextlib.suppress(OSError):
        head_of(log).unlink(missing_ok=True)


class HeadFile:
    """The head record of a log that is being written."""

    def __init__(self, log: Path) -> None:
        self._path = head_of(log)
        self._handle: int | None = None

    def write(self, head: Head) -> None:
        """Overwrite the record.

        If the folder refuses it, or a link or another unusual file is in its place, the log has no
        record.
        """
        line = seal(head.model_dump(), START)[0].rstrip().ljust(_SIZE - 1) + b"\n"
        with contextlib.suppress(OSError, UserError):
            if self._handle is None:
                flags = os.O_WRONLY | os.O_CREAT | NOT_THROUGH_LINKS
                self._handle = plain_handle(self._path, flags)
            os.lseek(self._handle, 0, os.SEEK_SET)
            os.write(self._handle, line)

    def close(self) -> None:
        """Sync and close the file."""
        if self._handle is not None:
            with contextlib.suppress(OSError):
                os.fsync(self._handle)
            os.close(self._handle)
            self._handle = None
