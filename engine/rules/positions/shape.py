"""Positions as questions give them: their shape checked, with the place of the fault."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from engine.i18n import t
from engine.request_fields import Refused, why_wrong

P = TypeVar("P", bound=BaseModel)


PART = ConfigDict(defer_build=True, extra="forbid", frozen=True)
"""What the parts of a position have in common: no field that they do not know, no change."""


def parse(kind: type[P], raw: Mapping[str, Any], scenarios: Collection[str]) -> P:
    """A position of a game's own schema, of one of its scenarios. Raises Refused."""
    try:
        given = kind.model_validate(raw)
    except ValidationError as error:
        raise misshapen(error) from None
    scenario = getattr(given, "scenario", None)
    if scenario not in scenarios:
        said = t("probe.scenario", scenario=scenario, known=", ".join(scenarios))
        raise Refused("bad_position", said, "scenario")
    return given


def misshapen(error: ValidationError) -> Refused:
    """The first fault of a position's shape, with its place: ``units[2].hex``."""
    fault = error.errors(include_url=False, include_input=False)[0]
    where = ""
    for part in fault["loc"]:
        where += f"[{part}]" if isinstance(part, int) else f".{part}" if where else str(part)
    return Refused(
        "bad_position", t("probe.field", where=where or "-", why=why_wrong(fault)), where
    )
