"""Chapter 15: length and hexes of advances, above all with the road bonus."""

from __future__ import annotations

import pytest

from tests.games.holland44.rules.tabletop import tank, unit

ROAD = [{"class": "minor", "hexes": [f"05{c:02d}" for c in range(3, 10)]}]
MOTORIZED = {"mechanized": True, "movement": 5}
FLAK = {"kind": "flak", "movement": 5, "max_steps": 1}


def advance(diagram, who, *units, kind="normal", **board):
    """The hexes of an advance after 0506 was vacated."""
    table = diagram(list(units), phase="combat", **board)
    return table.ask("advance", units=who.split(), vacated="0506", kind=kind)["hexes"]


@pytest.mark.parametrize(
    ("units", "may"),
    [
        ([tank("a1", "0505"), unit("a2", "0507")], False),
        ([tank("a1", "0505"), unit("a2", "0507", kind="engineer")], True),
        ([tank("a1", "0505"), unit("a2", "0507", kind="supply_head", max_steps=1)], True),
        # 6.2: a tank unit of one step stacks free where no other tank unit is.
        ([tank("a1", "0505", steps=1), unit("a2", "0507")], True),
        ([tank("a1", "0505", steps=1), tank("a2", "0507")], False),
        ([unit("a1", "0505", **FLAK), unit("a2", "0507")], True),
        ([unit("a1", "0505", **FLAK), unit("a2", "0507"), unit("a3", "0507", **FLAK)], False),
    ],
)
def test_15_3_the_road_bonus_takes_a_unit_and_one_that_stacks_free(diagram, units, may):
    found = advance(diagram, "a1", *units, roads=ROAD)
    assert ("0507" in found) is may


def test_15_3_the_halves_of_a_battalion_are_one_unit(diagram):
    halves = [
        unit("a1", "0505", half_battalion="a2", max_steps=1, **MOTORIZED),
        unit("a2", "0505", half_battalion="a1", max_steps=1, **MOTORIZED),
    ]
    assert "0507" in advance(diagram, "a1 a2", *halves, roads=ROAD)
    others = [unit(u["id"], "0505", **MOTORIZED) for u in halves]
    assert "0507" not in advance(diagram, "a1 a2", *others, roads=ROAD)


def test_15_3_no_unit_joins_one_that_used_the_road_bonus(diagram):
    """Not even with its last hex and without a bonus; if the bonus was not used, it may."""
    units = [
        tank("a1", "0505", attack=8),
        unit("a2", "0407", attack=7),
        unit("g1", "0506", max_steps=1),
    ]
    table = diagram([*units], phase="combat", roads=ROAD).attack("a1 a2", "0506", 6)
    assert table.state()["tracks"]["combat"] == "0506 4:1 6 D1"
    assert "a2 0407 0507" in table.asked[2]
    one_hex = table.choose("a1 0505 0506").asked[2]
    assert {"a2 0407 0507", "a2 0407 0506"} <= set(one_hex)
    by_road = table.choose("a1 0505 0506 0507").asked[2]
    assert "a2 0407 0507" not in by_road
    assert "a2 0407 0506" in by_road


def test_19_3_1_units_from_an_entry_area_do_not_return(diagram):
    areas = {"N": {"side": "allied", "hexes": [f"{r:02d}01" for r in range(1, 11)]}}
    units = [unit("a1", "N", attack=40), unit("g1", "0501", max_steps=1)]
    table = diagram(units, phase="combat", areas=areas).attack("a1", "0501", 5)
    assert "a1 area-N 0501 0502" in table.asked[2]
    assert "a1 area-N 0501 area-N" not in table.asked[2]


def test_15_5e_an_advance_ends_in_a_marsh(diagram):
    """Infantry off the road; the next hex is refused because of the marsh, by road it is open."""
    marsh = {"0506": {"terrain": "marsh"}}
    areas = {"G": {"side": "german", "hexes": ["0510"]}}
    units = [unit("a1", "0505", attack=40), unit("g1", "0506", max_steps=1)]

    def won(**board):
        return diagram(units, phase="combat", areas=areas, hexes=marsh, **board).attack(
            "a1", "0506", 5
        )

    table = won()
    assert "a1 0505 0506" in table.asked[2]
    on = {"kind": "choose", "decision": "advance", "option": "a1 0505 0506 0507"}
    assert on["option"] not in table.asked[2]
    assert {v["rule"] for v in table.refused(on)["verdicts"]} == {"15.5"}
    road = [{"class": "minor", "hexes": ["0505", "0506", "0507"]}]
    assert on["option"] in won(roads=road).asked[2]
