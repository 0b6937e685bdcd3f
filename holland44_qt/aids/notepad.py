"""Notepad of a side: plans in a text file beside the log, excluded from exported turns."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from engine.core.errors import UserError
from engine.files import read_limited, size_words, write_atomic
from engine.i18n import t

LONGEST = 4 * 1024 * 1024
"""Maximum size of a notepad file in bytes."""


@dataclass(frozen=True)
class Pad:
    """Notepad of a side in a game."""

    log: Path
    side: str

    @property
    def path(self) -> Path:
        """Return the path: ``game.<side>.txt`` beside ``game.h44log``."""
        return self.log.with_suffix(f".{self.side}.txt")

    def read(self) -> str:
        """Return the text of the notepad. Raises UserError for a file that is not text."""
        if not os.path.lexists(self.path):
            return ""
        try:
            return read_limited(self.path, LONGEST).decode().replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            raise UserError(t("aids.pad.unread", path=self.path, why=error)) from error

    def write(self, text: str) -> None:
        """Write the notepad atomically.

        Raises UserError on failure, or for a text above the size limit.
        """
        data = text.encode()
        if len(data) > LONGEST:
            raise UserError(t("aids.pad.long", path=self.path, limit=size_words(LONGEST)))
        write_atomic(self.path, data)
