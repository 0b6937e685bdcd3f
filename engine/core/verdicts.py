"""Verdicts: what the rules say of an action."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue


class Verdict(BaseModel):
    """What one rule says of an action; the text is made late, from key and args."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    rule: str
    level: Literal["forbid", "warn", "info", "grants"]
    key: str
    args: dict[str, JsonValue] = {}
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    fix: str | None = None
