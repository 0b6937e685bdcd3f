"""What the rules engine does with each entry of the rule ledger: the table ``coverage.yaml``."""

from __future__ import annotations

from engine.rules.answers import CoverageRow
from engine.rules.coverage_table import rows_in


def coverage() -> tuple[CoverageRow, ...]:
    """All rows, in the order of the rulebook."""
    return rows_in("engine.games.holland44")
