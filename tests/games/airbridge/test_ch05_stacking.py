"""Stacking (chapter 5)."""

from __future__ import annotations

import pytest

from tests.games.airbridge.test_probe import GUARDS, position


@pytest.mark.parametrize(("count", "fault"), [(4, False), (5, True)])
def test_more_than_eight_points_in_a_hex_are_a_fault(count: int, fault: bool) -> None:
    """5.0c."""
    crowd = [GUARDS | {"id": f"u{n}", "hex": "0403", "stacking": 2} for n in range(count)]
    table = position(*crowd)
    faults = list(table.ruleset.invariants(table.state, table.state))
    assert any("eight points" in text for text in faults) == fault
