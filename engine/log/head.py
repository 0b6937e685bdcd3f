"""The head record: how long a log was when it was last written, kept beside it.

A chain cannot see that its end is missing. The record names the count of entries and the last link
(docs/log-format.md). It is written after each append, so that it never knows more than the log; a
record that cannot be read, or is another game's, says nothing.
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
"""Bytes of a record: always the same, so that it is written over in place, in one go."""


class Head(BaseModel):
    """Record of the end of a log."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    format: Literal["h44head/1"] = "h44head/1"
    log: str = Field(max_length=64)
    """The id in the log's header."""
    entries: int = Field(ge=0)
    last: str
    """The link of the last entry; of the header if there is none."""


def head_of(log: Path) -> Path:
    """Path of the head record of a log."""
    real = Path(os.path.realpath(log))
    return real.with_name(f".{real.name}.head")


def read_head(log: Path) -> Head | None:
    """The head record of a log, if there is one that can be read."""
    path = head_of(log)
    try:
        with os.fdopen(plain_handle(path, os.O_RDONLY | NOT_THROUGH_LINKS), "rb") as file:
            record, _ = unseal(file.read(_SIZE).rstrip(), START)
        return Head.model_validate_json(record)
    except (OSError, ValueError, UserError, ChainError, ValidationError):
        return None


def forget_head(log: Path) -> None:
    """Remove the record of a log that was deleted: it knows nothing of the next one there."""
    with contextlib.suppress(OSError):
        head_of(log).unlink(missing_ok=True)


class HeadFile:
    """The head record of a log that is being written."""

    def __init__(self, log: Path) -> None:
        self._path = head_of(log)
        self._handle: int | None = None

    def write(self, head: Head) -> None:
        """Write the record over the last one. A folder that refuses it leaves the log without.

        So does what others put in its place: it came with a stranger's folder and may be a link.
        """
        line = seal(head.model_dump(), START)[0].rstrip().ljust(_SIZE - 1) + b"\n"
        with contextlib.suppress(OSError, UserError):
            if self._handle is None:
                flags = os.O_WRONLY | os.O_CREAT | NOT_THROUGH_LINKS
                self._handle = plain_handle(self._path, flags)
            os.lseek(self._handle, 0, os.SEEK_SET)
            os.write(self._handle, line)

    def close(self) -> None:
        """Let go of the file."""
        if self._handle is not None:
            with contextlib.suppress(OSError):
                os.fsync(self._handle)
            os.close(self._handle)
            self._handle = None
