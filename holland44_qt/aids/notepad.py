"""A side's own pad: plans in a text file beside the log, which no exported turn carries."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.core.errors import UserError
from engine.files import write_atomic
from engine.i18n import t

LONGEST = 200_000
"""Characters that are read of a pad: more than a war diary has."""


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
        """What is written on it. Raises UserError for a file that is no text."""
        if not self.path.exists():
            return ""
        try:
            with self.path.open(encoding="utf-8") as file:
                return file.read(LONGEST)
        except (OSError, UnicodeDecodeError) as error:
            raise UserError(t("aids.pad.unread", path=self.path, why=error)) from error

    def write(self, text: str) -> None:
        """Write it, whole or not at all. Raises UserError."""
        write_atomic(self.path, text.encode())
