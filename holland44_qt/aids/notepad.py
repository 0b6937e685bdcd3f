"""A side's own pad: plans in a text file beside the log, which no exported turn carries."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from engine.core.errors import UserError
from engine.files import read_limited, size_words, write_atomic
from engine.i18n import t

LONGEST = 4 * 1024 * 1024
"""Bytes of a pad: more than a war diary has."""


@dataclass(frozen=True)
class Pad:
    """The pad of a side in a game."""

    log: Path
    side: str

    @property
    def path(self) -> Path:
        """The file: ``game.<side>.txt`` beside ``game.h44log``."""
        return self.log.with_suffix(f".{self.side}.txt")

    def read(self) -> str:
        """Text of the pad. Raises UserError for a file that is no text."""
        if not os.path.lexists(self.path):
            return ""
        try:
            return read_limited(self.path, LONGEST).decode().replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            raise UserError(t("aids.pad.unread", path=self.path, why=error)) from error

    def write(self, text: str) -> None:
        """Write it, whole or not at all. Raises UserError, also for more than is read again."""
        data = text.encode()
        if len(data) > LONGEST:
            raise UserError(t("aids.pad.long", path=self.path, limit=size_words(LONGEST)))
        write_atomic(self.path, data)
