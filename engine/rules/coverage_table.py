"""Read a game's coverage of its rule ledger from ``coverage.yaml``."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from pydantic import TypeAdapter

from engine.rules.answers import CoverageRow


@cache
def rows_in(package: str) -> tuple[CoverageRow, ...]:
    """Return all rows of a game's package, in the order of the rulebook."""
    row = TypeAdapter(CoverageRow)
    text = files(package).joinpath("coverage.yaml").read_text(encoding="utf-8")
    return tuple(row.validate_json(line[2:]) for line in text.splitlines() if line.startswith("- "))
