"""Coverage of the rule ledger by the rules engine: the table ``coverage.yaml``."""

from __future__ import annotations

from engine.rules.answers import CoverageRow
from engine.rules.coverage_table import rows_in


def coverage() -> tuple[CoverageRow, ...]:
    """Return all rows, in the order of the rulebook."""
    return rows_in("engine.games.holland44")
