"""Interpretations of rules that the rulebook leaves open: the table ``readings.yaml``."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import orjson

from engine.rules.readings import Reading

SOURCE = "docs/decisions/0006-readings-of-the-rules.md"


@cache
def readings() -> tuple[Reading, ...]:
    """Return all readings, as decision record 0006 lists them."""
    text = files("engine.games.holland44").joinpath("readings.yaml").read_text(encoding="utf-8")
    rows = [orjson.loads(line[2:]) for line in text.splitlines() if line.startswith("- ")]
    return tuple(Reading(tuple(row["rules"]), row["text"], SOURCE) for row in rows)
