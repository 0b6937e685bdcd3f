"""Small parts of rules that no larger test notices when they change."""

from __future__ import annotations

from engine.core import actions as act
from engine.games.normandy44.rules import ch06_arrivals as arrivals
from tests.games.normandy44.test_rules_by_themselves import ENGINEERS, campaign, counter


def test_a_landing_unit_with_a_replacement_goes_no_further_than_the_beach() -> None:
    """6.2.4, 21.2c."""
    table = campaign([ENGINEERS, counter("US-4-8", "in-britain", status=["replacement"])])
    unit = table.now.any_unit("US-4-8")
    assert unit is not None
    assert table.numbers(arrivals.arrival_places(table.now, (unit,))) == {"2814"}
    for inland, rules in (((), set()), (("2813",), {"6.2.4"})):
        path = ("in-britain", "2814", *inland)
        assert table.judge(act.MoveUnits(units=("US-4-8",), path=path, mode="normal")) == rules
