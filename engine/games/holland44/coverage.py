"""What the rules engine does with each entry of the rule ledger: the table ``coverage.yaml``."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import orjson

from engine.rules.answers import CoverageRow


@cache
def coverage() -> tuple[CoverageRow, ...]:
    """All rows, in the order of the rulebook."""
    text = files("engine.games.holland44").joinpath("coverage.yaml").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if line.startswith("- "))
    return tuple(CoverageRow(**orjson.loads(line[2:])) for line in lines)
