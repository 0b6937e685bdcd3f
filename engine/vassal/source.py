"""``vassal/source.json``: the VASSAL files that a game was imported from, and their entries.

The files contain players' passwords, so they are not copied. For an export to VASSAL they are
searched for beside the log and identified by their fingerprint.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from engine.archive import Files
from engine.core.errors import UserError
from engine.i18n import t

SOURCE = "vassal/source.json"
_LIMIT = 2_000
"""Limit for the files of a folder that are examined."""


class SourceFile(BaseModel):
    """A save or log: its name, its fingerprint, its entries."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")
    name: str
    digest: str
    opening: tuple[int, int]
    """The first and the last entry of its set-up."""
    steps: tuple[int, ...] = ()
    """The last entry of each step."""


class Source(BaseModel):
    """The source files of a game."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")
    format: Literal["h44source/1"] = "h44source/1"
    files: tuple[SourceFile, ...] = ()

    @classmethod
    def load(cls, files: Files) -> Source:
        """Load the record of a module; empty if the game was not imported."""
        if SOURCE not in files.names():
            return cls()
        try:
            return cls.model_validate_json(files.read(SOURCE))
        except ValidationError as error:
            why = str(error).splitlines()[0]
            raise UserError(
                t("module.error.content", module=files.origin, file=SOURCE, where="-", why=why)
            ) from None

    def of(self, entries: Iterable[int]) -> tuple[SourceFile, int] | None:
        """Return the file of the last imported entry, and its number of imported steps.

        Returns None if no entry was imported.
        """
        line = sorted(entries, reverse=True)
        for entry in line:
            for file in self.files:
                if entry in file.steps:
                    return file, file.steps.index(entry) + 1
                if file.opening[0] <= entry <= file.opening[1]:
                    return file, 0
        return None


def digest(path: Path) -> str:
    """Return the fingerprint of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).hexdigest()


def find(wanted: SourceFile, near: Path, named: str = "") -> Path | None:
    """Find a source file: the named one, or one beside the log; None if missing.

    Raises UserError if the named file differs.
    """
    if named:
        path = Path(named)
        if not path.is_file() or digest(path) != wanted.digest:
            raise UserError(t("vassal.back.other", path=path, file=wanted.name))
        return path
    beside = near.parent / Path(wanted.name).name
    if beside.is_file() and digest(beside) == wanted.digest:
        return beside
    suffixes = (".vsav", ".vlog", ".sav", ".log")
    others = [p for p in near.parent.iterdir() if p.suffix.lower() in suffixes and p.is_file()]
    return next((p for p in sorted(others)[:_LIMIT] if digest(p) == wanted.digest), None)
