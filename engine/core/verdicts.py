"""Verdicts: judgements of the rules on an action."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue

from engine.i18n import unscoped


class Verdict(BaseModel):
    """Verdict of one rule on an action; its text is formatted on demand from key and args."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid", allow_inf_nan=False)

    rule: str
    level: Literal["forbid", "warn", "info", "grants"]
    key: str
    args: dict[str, JsonValue] = {}
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    fix: str | None = None

    def unscoped(self) -> Verdict:
        """Return the verdict as a first-format log stores it: without the game in its keys."""
        fix = self.fix if self.fix is None else unscoped(self.fix)
        return self.model_copy(update={"key": unscoped(self.key), "fix": fix})
