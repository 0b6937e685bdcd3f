"""Chapter 8.3: units that give up their move, and tactical moves in parts."""

from __future__ import annotations

import pytest

from tests.games.holland44.rules.tabletop import unit

WOODS = {"0506": {"terrain": "woods"}}
GERMANS = [unit("g1", "0406"), unit("g2", "0407")]


@pytest.mark.parametrize(
    ("steps", "spent"),
    [
        ([3], ["a2"]),
        ([2], ["a2"]),
        ([1, 1], ["a2", "a3"]),
        ([2, 1], ["a2"]),
        ([1, 2], ["a3"]),
        ([1, 1, 1], ["a2", "a3"]),
        ([2, 2], ["a2"]),
    ],
)
def test_8_3_3b_two_steps_give_up_their_move_and_no_more(diagram, steps, spent):
    """The strongest units first; a unit that is not needed keeps its move."""
    guides = [unit(f"a{n}", "0506", max_steps=s) for n, s in enumerate(steps, 2)]
    table = diagram([unit("a1", "0505"), *guides, *GERMANS], hexes=WOODS)
    after = table.march("a1", "0505", "0506", "0507", mode="tactical")
    assert after.at("a1") == "0507"
    assert [u["id"] for u in guides if "spent" in after.status(u["id"])] == spent


@pytest.mark.parametrize(("steps", "legal"), [([1], False), ([2], True), ([1, 1], True)])
def test_8_3_3b_one_step_is_not_enough(diagram, steps, legal):
    guides = [unit(f"a{n}", "0506", max_steps=s) for n, s in enumerate(steps, 2)]
    table = diagram([unit("a1", "0505"), *guides, *GERMANS], hexes=WOODS)
    found = table.broken("a1", "0505", "0506", "0507", mode="tactical")
    assert found == (set() if legal else {"7.2"})


def test_8_3_3a_cities_spend_no_units(diagram):
    city = {"0506": {"settlement": "city"}}
    table = diagram([unit("a1", "0505"), unit("a2", "0506"), *GERMANS], hexes=city)
    after = table.march("a1", "0505", "0506", "0507", mode="tactical")
    assert after.status("a2") == set()
    told = table.move("a1", "0505", "0506", "0507", mode="tactical")["verdicts"]
    assert "8.3.3" not in {v["rule"] for v in told}


@pytest.mark.parametrize("kind", ["supply_head", "unknown"])
def test_8_3_3b_heads_and_unknown_units_are_no_guides(diagram, kind):
    name, foe, side = ("a2", "g", "allied") if kind == "supply_head" else ("g2", "a", "german")
    mine = [unit("a1" if side == "allied" else "g1", "0505"), unit(name, "0506", kind=kind)]
    mine[1]["max_steps"] = 2
    enemies = [unit(f"{foe}8", "0406"), unit(f"{foe}9", "0407")]
    table = diagram([*mine, *enemies], hexes=WOODS, active=side)
    assert "7.2" in table.broken(mine[0]["id"], "0505", "0506", "0507", mode="tactical")


def test_8_3_1_a_tactical_move_in_parts_counts_all_its_hexes(diagram):
    table = diagram([unit("a1", "0505"), unit("g1", "0110")])
    whole = table.move("a1", "0505", "0506", "0507", "0508", mode="tactical")["verdicts"]
    begun = table.march("a1", "0505", "0506", mode="tactical")
    rest = begun.move("a1", "0506", "0507", "0508", mode="tactical")["verdicts"]
    for verdicts in (whole, rest):
        (far,) = (v for v in verdicts if v["rule"] == "8.3.1")
        assert far["text"] == "Tactical movement goes two hexes; this path has 3."
