"""Entries and the header of a log (docs/log-format.md)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from engine.core.actions import TOLD, Action
from engine.core.dice import Dice
from engine.core.effects import Effect
from engine.core.verdicts import Verdict

FORMAT: Literal["h44log/1"] = "h44log/1"


class Header(BaseModel):
    """The first line of a log: which game, on which data, by whom, how."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid", allow_inf_nan=False)

    format: Literal["h44log/1"] = FORMAT
    id: str = Field(min_length=1, max_length=64)
    game: str
    module: str
    module_hash: str
    rules_version: str
    scenario: str
    title: str = ""
    created: str
    options: dict[str, JsonValue] = {}
    enforcement: Literal["off", "advisory", "enforced"] = "off"
    players: dict[str, str] = {}


class Entry(BaseModel):
    """One recorded action with its dice and effects.

    ``id`` counts from 1 in the order of the file; ``parent`` is the entry it continues, 0 for the
    beginning.
    """

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    id: int = Field(ge=1)
    parent: int = Field(ge=0)
    at: str = Field(max_length=40)
    by: str = Field(max_length=40)
    action: Action
    dice: tuple[Dice, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    effects: tuple[Effect, ...] = ()
    digest: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The entry as it stands in the file: no defaults, no effects twice."""
        data = self.model_dump(mode="json", exclude_defaults=True, exclude={"action", "effects"})
        data["action"] = {
            "kind": self.action.kind,
            **self.action.model_dump(mode="json", exclude_defaults=True, exclude={"effects"}),
        }
        told = self.action.effects if isinstance(self.action, TOLD) else ()
        if told:
            data["action"]["effects"] = _dump(told)
        if not isinstance(self.action, TOLD) or self.effects != told:
            data["effects"] = _dump(self.effects)
        return data

    @classmethod
    def from_json(cls, data: bytes) -> Entry:
        """Read what :meth:`to_json` gave. Raises pydantic.ValidationError for anything else."""
        entry = cls.model_validate_json(data)
        if isinstance(entry.action, TOLD) and "effects" not in entry.model_fields_set:
            return entry.model_copy(update={"effects": entry.action.effects})
        return entry


def _dump(effects: tuple[Effect, ...]) -> list[dict[str, Any]]:
    # In full: a "before" of null means something, and exclude_defaults would drop the kind.
    return [e.model_dump(mode="json") for e in effects]


def now() -> str:
    """The present moment as a log writes it: UTC, to the millisecond."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
