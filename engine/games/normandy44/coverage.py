"""What the rules engine does with each entry of the rule ledger: the table ``coverage.yaml``."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from pydantic import TypeAdapter

from engine.rules.answers import CoverageRow

ROW: TypeAdapter[CoverageRow] = TypeAdapter(CoverageRow)


@cache
def coverage() -> tuple[CoverageRow, ...]:
    """All rows, in the order of the rulebook."""
    text = files("engine.games.normandy44").joinpath("coverage.yaml").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if line.startswith("- "))
    return tuple(ROW.validate_json(line[2:]) for line in lines)
