"""The examples printed in the rulebook that need the real map or a whole combat."""

from __future__ import annotations

import itertools

import pytest

from engine.games.marketgarden.rules.ch04_movement import Mover, step_cost
from tests.games.marketgarden.tabletop import Campaign


@pytest.mark.parametrize(
    ("reading", "path"),
    [
        ("added", "2201 2202 2203 2204 2305 2205 2106 2006 1907 1807"),
        ("replaces", "2201 2202 2203 2204 2305 2205 2106 2006 2007 1908 1807"),
    ],
)
def test_the_printed_example_of_movement(reading, path):
    """4.0: a 3-4-9 motorised regiment of the 10th SS: four road hexes to Doetinchem, two more to
    the ferry, the Rhine by ferry, two points of open ground, the marsh north of Bommel: nine.
    """
    table = Campaign([], turn=2, active="german", phase="movement", options={"river_cost": reading})
    order = table.move("GE-10SS-21", path=path)
    assert table.rules_against(order) == []
    mover = table.unit("GE-10SS-21")
    hexes = [table.hex(n) for n in path.split()]
    costs = [step_cost(table.now, mover, i, j) for i, j in itertools.pairwise(hexes)]
    assert sum(c or 0 for c in costs) == 9 * 2
    table.play(order)
    assert Mover(table.now, (table.unit("GE-10SS-21"),)).left == 0
