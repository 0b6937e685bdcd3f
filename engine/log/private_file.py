"""A side's private file (``game.<side>.h44secret``): sealed values and salts until they are opened.

It is beside the log, readable by its owner alone, and never part of an export or a turn file. The
log holds only the hashes. Values are kept by hash, so one name may be sealed on several lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from engine.core.errors import UserError
from engine.files import read_limited, write_atomic
from engine.i18n import t
from engine.log.commitments import DICE, HIDDEN, commitment, seal_value
from engine.log.entry import Entry, Opened, Sealed

SUFFIX = ".h44secret"
MOST = 64 * 2**20
"""Largest private file that is read, in bytes."""


class _File(BaseModel):
    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    format: Literal["h44secret/1"] = "h44secret/1"
    log: str = Field(max_length=64)
    side: str = Field(max_length=200)
    values: dict[str, Opened] = {}
    """The sealed values by hash."""


def private_path(log: Path, side: str) -> Path:
    """Return where a side's private file of a log is."""
    return log.with_name(f"{log.stem}.{side}{SUFFIX}")


class PrivateFile:
    """The sealed values of one side, on disk after each change."""

    def __init__(self, path: Path, content: _File) -> None:
        self.path = path
        self._content = content

    @classmethod
    def load(cls, log: Path, log_id: str, side: str) -> PrivateFile:
        """Read a side's private file; an empty one if there is none.

        Raises UserError if it cannot be read or belongs to another game or side.
        """
        path = private_path(log, side)
        if not path.exists():
            return cls(path, _File(log=log_id, side=side))
        try:
            content = _File.model_validate_json(read_limited(path, MOST))
        except ValidationError:
            raise UserError(t("secrets.damaged", path=path)) from None
        if (content.log, content.side) != (log_id, side):
            raise UserError(t("secrets.other_game", path=path))
        return cls(path, content)

    @property
    def side(self) -> str:
        """Return the side that owns the file."""
        return self._content.side

    @property
    def exists(self) -> bool:
        """Return whether the file is on disk."""
        return self.path.exists()

    def seal(self, values: Mapping[str, JsonValue]) -> tuple[Sealed, ...]:
        """Store values under new salts and return their hashes for the log.

        The values are on disk before the hashes are returned, so that no hash in a log lacks its
        value. Raises UserError if the file cannot be written.
        """
        pairs = [seal_value(name, value) for name, value in values.items()]
        opened_values = {
            **self._content.values,
            **{sealed.hash: opened for sealed, opened in pairs},
        }
        content = self._content.model_copy(update={"values": opened_values})
        if not self.path.exists():
            self.path.touch(mode=0o600)
        write_atomic(self.path, content.model_dump_json(indent=1).encode())
        self._content = content
        return tuple(sealed for sealed, _ in pairs)

    def opening(self, sealed: Sealed) -> Opened | None:
        """Return the opened value of a seal; None if this file does not contain it."""
        opened = self._content.values.get(sealed.hash)
        fits = opened is not None and opened.name == sealed.name
        return opened if fits and opened is not None and commitment(opened) == sealed.hash else None


def waiting(line: Iterable[Entry]) -> dict[str, tuple[str, Sealed]]:
    """Return the unopened seals of a line by name, each with the side that sealed it."""
    result: dict[str, tuple[str, Sealed]] = {}
    for entry in line:
        for opened in entry.opened:
            result.pop(opened.name, None)
        result |= {
            sealed.name: (entry.by, sealed)
            for sealed in entry.sealed
            if not sealed.name.startswith((DICE, HIDDEN))  # no values of a private file
        }
    return result


def missing(log: Path, log_id: str, line: Iterable[Entry]) -> list[str]:
    """Return one sentence for each private file that is missing or incomplete.

    A missing file is reported only if no side has one, because each player has only their own.
    """
    seals = waiting(line)
    sides = dict.fromkeys(side for side, _ in seals.values())
    here = {side: private_path(log, side) for side in sides if private_path(log, side).exists()}
    if seals and not here:
        paths = ", ".join(private_path(log, side).name for side in sides)
        return [t("secrets.no_file", count=len(seals), paths=paths)]
    result = []
    for side, path in here.items():
        try:
            file = PrivateFile.load(log, log_id, side)
        except UserError as error:
            result.append(str(error))
            continue
        names = [n for n, (by, seal) in seals.items() if by == side and not file.opening(seal)]
        if names:
            result.append(t("secrets.lacks", path=path.name, names=", ".join(names)))
    return result
