"""Replacements that make a unit larger than its hex allows."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.games.normandy44 import tracks
from engine.games.normandy44.answers import views
from tests.games.normandy44.test_listed_orders import POOL, listed
from tests.games.normandy44.test_rules_by_themselves import ENGINEERS, campaign, counter

CADRE, REGIMENT = "US-Cadre-AG-1", "US-1-16"
OTHER_CADRE, OTHER_REGIMENT = "US-Cadre-AG-2", "US-1-18"


@pytest.mark.parametrize(
    ("others", "rules"),
    [((), set()), (("US-4-8",), set()), (("US-4-8", OTHER_CADRE), {"7.1a"})],
)
def test_a_cadre_takes_no_replacement_where_its_unit_would_overstack(
    others: tuple[str, ...], rules: set[str]
) -> None:
    """7.2, 17.9.3: a regiment counts two points, its cadre one; the limit is four."""
    units = [ENGINEERS, counter("US-HQ-7", "2812"), counter(CADRE, "2812")]
    units += [counter(REGIMENT, "cadres-allied", steps=1)]
    units += [counter(OTHER_REGIMENT, "cadres-allied", steps=1)]
    units += [counter(other, "2812") for other in others]
    pool = POOL | {
        tracks.CADRE + CADRE: REGIMENT,
        tracks.CADRE + OTHER_CADRE: OTHER_REGIMENT,
    }
    table = campaign(units, phase="replacement", tracks=pool)
    order = act.PlaceMarker(unit=CADRE, marker="replacement")
    found = table.verdicts(order)
    assert {v.rule for v in found if v.level == "forbid"} == rules
    assert (order in listed(table)) == (not rules)


@pytest.mark.parametrize(
    ("phase", "hexes"), [("replacement", {"2812"}), ("movement", set())], ids=["now", "later"]
)
def test_an_eliminated_unit_reaches_the_hexes_where_it_may_return(
    phase: str, hexes: set[str]
) -> None:
    """6.2.2a: the window lights them while the counter is dragged."""
    units = [ENGINEERS, counter("US-HQ-7", "2812"), counter("US-4-8", "2812")]
    units += [counter("US-4-12", "eliminated-allied", steps=0)]
    table = campaign(units, phase=phase, tracks=POOL)
    found = views.reach_of(table.now, ["US-4-12"])
    assert {table.now.number(i) for i in found.hexes} == hexes
    for place, end in found.hexes.items():
        assert (end.mode, end.path) == ("return", (found.start, place))
