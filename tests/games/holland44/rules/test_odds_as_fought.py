"""The probe's odds of a planned attack are those with which it is then fought (16.5)."""

from __future__ import annotations

import pytest

from tests.games.holland44.rules.tabletop import unit


@pytest.mark.parametrize("named", ["a2", "a1 a2"])
def test_16_5_odds_count_half_of_a_group_that_waits_to_join(diagram, named):
    """Whether the question names the group or not; other hexes have nothing to do with it."""
    units = [
        unit("a1", "0505", attack=31),
        unit("a2", "0408", attack=6, formation="82 AB Div"),
        unit("a3", "0608", attack=4, formation="82 AB Div"),
        unit("g1", "0506", max_steps=1),
        unit("g2", "0507", defense=5, max_steps=2),
        unit("g3", "0508", defense=5, max_steps=2),
    ]
    won = diagram(units, phase="combat", weather="overcast").attack("a1", "0506", 5)
    waiting = won.choose("a1 0505 0506").choose("join 0507 a1")
    odds = waiting.odds(*named.split(), target="0507")
    assert (odds["attack"], odds["defense"], odds["column"]) == (22, 5, "4:1")
    fought = waiting.choose("a2", 3)
    assert fought.state()["tracks"]["combat"] == "0507 4:1 3 DR"
    assert waiting.odds("a2", target="0508")["attack"] == 6
