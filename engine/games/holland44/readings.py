"""How the rulebook was understood where it is open: the table ``readings.yaml``."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import orjson

from engine.rules.readings import Reading

SOURCE = "docs/decisions/0006-readings-of-the-rules.md"


@cache
def readings() -> tuple[Reading, ...]:
    """All readings, as decision record 0006 has them."""
    text = files("engine.games.holland44").joinpath("readings.yaml").read_text(encoding="utf-8")
    held = [orjson.loads(line[2:]) for line in text.splitlines() if line.startswith("- ")]
    return tuple(Reading(tuple(one["rules"]), one["text"], SOURCE) for one in held)
