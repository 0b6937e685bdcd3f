"""Chapter 7: zones of control and ZOC bonds, with the diagrams of pages 8 and 9.

Hexes 0505 and 0507 have 0506 between them; 0505 and 0705 have 0605 and 0606 between them.
"""

from __future__ import annotations

import pytest

from tests.games.holland44.rules.tabletop import tank, unit

HEX = ("0506", "0505", "0507")
SIDE = ("0605/0606", "0505", "0705")
PAIR = [unit("a1", "0505"), unit("a2", "0507")]
BENT = [unit("a1", "0505"), unit("a2", "0705")]


def test_the_six_hexes_around_a_unit(diagram):
    table = diagram([unit("g1", "0505")])
    assert table.zone("german") == {"0504", "0506", "0605", "0606", "0405", "0406"}


@pytest.mark.parametrize("water", ["minor_river", "canal"])
def test_zones_cross_canals_and_minor_rivers(diagram, water):
    table = diagram([unit("g1", "0505")], hexsides={"0505/0506": [water]})
    assert "0506" in table.zone("german")


@pytest.mark.parametrize(
    ("words", "state", "reaches"),
    [
        (["major_river"], None, False),
        (["lake"], None, False),
        (["major_river", "ferry"], None, False),
        (["major_river", "road_bridge"], "wired", True),
        (["major_river", "rail_bridge"], "intact", True),
        (["major_river", "road_bridge"], "blown", False),
        (["major_river", "road_bridge"], "under_repair", False),
    ],
)
def test_zones_cross_major_rivers_only_where_a_bridge_stands(diagram, words, state, reaches):
    bridges = {"0505/0506": state} if state else {}
    table = diagram([unit("g1", "0505")], hexsides={"0505/0506": words}, bridges=bridges)
    assert ("0506" in table.zone("german")) is reaches


def test_no_zone_in_full_retreat_but_in_disruption(diagram):
    assert diagram([unit("g1", "0505", status=["full_retreat"])]).zone("german") == set()
    assert len(diagram([unit("g1", "0505", status=["disrupted"])]).zone("german")) == 6


def test_both_kinds_of_bonds(diagram):
    assert diagram(PAIR).bonds("allied") == {HEX}
    assert diagram(BENT).bonds("allied") == {SIDE}


@pytest.mark.parametrize(
    "change",
    [
        {"max_steps": 1},
        {"status": ["disrupted"]},
        {"status": ["full_retreat"]},
        {"kind": "supply_head"},
    ],
)
def test_units_that_form_no_bond(diagram, change):
    assert diagram([PAIR[0], {**PAIR[1], **change}]).bonds("allied") == set()


@pytest.mark.parametrize("status", ["engaged", "scattered", "spent", "out_of_supply"])
def test_units_that_still_form_bonds(diagram, status):
    assert diagram([PAIR[0], {**PAIR[1], "status": [status]}]).bonds("allied") == {HEX}


def test_two_steps_of_several_units_make_a_bond(diagram):
    halves = [unit("a2", "0507", max_steps=1), unit("a3", "0507", max_steps=1)]
    assert diagram([PAIR[0], *halves]).bonds("allied") == {HEX}


@pytest.mark.parametrize(("kind", "bonds"), [("infantry", {HEX}), ("unknown", set())])
def test_25_2_1_unknown_units_have_a_zone_and_form_no_bond(diagram, kind, bonds):
    """A second step in the hex makes the bond; that of an unknown unit does not count."""
    second = [unit("g2", "0507", max_steps=1), unit("g3", "0507", kind=kind, max_steps=1)]
    table = diagram([unit("g1", "0505"), *second])
    assert table.bonds("german") == bonds
    assert "0508" in diagram(second[1:]).zone("german")


def test_page_8_hexside_bond_negated_from_both_sides(diagram):
    """D-E: units hostile to the bond on both sides of its hexside."""
    one = unit("g1", "0605")
    assert diagram([*BENT, one]).bonds("allied") == {SIDE}
    assert diagram([*BENT, one, unit("g2", "0606")]).bonds("allied") == set()


def test_page_8_hex_bond_negated_by_a_unit_in_it(diagram):
    """E-F: a hostile unit is in the bond hex."""
    assert diagram([*PAIR, unit("g1", "0506")]).bonds("allied") == set()


def test_page_8_crossing_bonds_close_each_other(diagram):
    """F-G: both bonds hold, and no unit enters or crosses the other's."""
    table = diagram([*BENT, unit("g1", "0604"), unit("g2", "0606")])
    assert table.bonds("german") == {("0605", "0604", "0606")}
    assert table.bonds("allied") == {SIDE}
    assert "7.4.2" in table.broken("a1", "0505", "0605", mode="tactical")
    assert "7.4.2" in table.broken("g2", "0606", "0605", mode="tactical")


def test_page_8_bond_with_the_map_edge(diagram):
    """H: a hexside bond with a friendly entry area, no hex bond."""
    north = {"N": {"side": "allied", "hexes": [f"10{c:02d}" for c in range(1, 11)]}}
    assert diagram([unit("a1", "0905")], areas=north).bonds("allied") == {
        ("1005/1006", "0905", "N")
    }
    enemy = {"N": {"side": "german", "hexes": [f"10{c:02d}" for c in range(1, 11)]}}
    assert diagram([unit("a1", "0905")], areas=enemy).bonds("allied") == set()


def test_a_barring_bond_names_both_its_ends(diagram):
    north = {"N": {"side": "german", "hexes": [f"10{c:02d}" for c in range(1, 11)]}}
    table = diagram([unit("a1", "1005"), unit("g1", "0905")], areas=north)
    said = [v["text"] for v in table.move("a1", "1005", "1006")["verdicts"]]
    assert any("The ZOC bond between 0905 and the edge of the map" in text for text in said)


def test_page_9_minor_rivers_do_not_break_a_bond(diagram):
    """A-B."""
    rivers = {"0505/0506": ["minor_river"], "0506/0507": ["minor_river"]}
    assert diagram(PAIR, hexsides=rivers).bonds("allied") == {HEX}


def test_page_9_a_major_river_breaks_a_hex_bond(diagram):
    """B-C."""
    river = {"0505/0506": ["major_river"]}
    assert diagram(PAIR, hexsides=river).bonds("allied") == set()
    bridge = {"0505/0506": ["major_river", "road_bridge"]}
    assert diagram(PAIR, hexsides=bridge).bonds("allied") == {HEX}


def test_page_9_a_hexside_bond_is_pushed_off_the_river(diagram):
    """C-D: pushed to the side where no river is crossed the bond holds."""
    river = {"0605/0606": ["major_river"], "0505/0606": ["major_river"]}
    assert diagram(BENT, hexsides=river).bonds("allied") == {SIDE}


def test_page_9_a_hexside_bond_broken_on_both_sides(diagram):
    """D-E: pushed either way it crosses the river."""
    river = {"0505/0606": ["major_river"], "0605/0705": ["major_river"]}
    assert diagram(BENT, hexsides=river).bonds("allied") == set()


def test_page_9_bonds_and_cities(diagram):
    """B-C runs through a city; C-D has a city on one side and an enemy unit on the other."""
    city = {"0506": {"settlement": "city"}}
    assert diagram(PAIR, hexes=city).bonds("allied") == set()
    one_side = {"0605": {"settlement": "city"}}
    assert diagram(BENT, hexes=one_side).bonds("allied") == {SIDE}
    assert diagram([*BENT, unit("g1", "0606")], hexes=one_side).bonds("allied") == set()


def test_vehicles_form_no_bond_where_they_cannot_go(diagram):
    tanks = [tank("a1", "0505"), tank("a2", "0507")]
    polder = {"0506": {"terrain": "polder"}}
    road = [{"class": "minor", "hexes": ["0505", "0506", "0507"]}]
    assert diagram(tanks).bonds("allied") == {HEX}
    assert diagram(tanks, hexes=polder).bonds("allied") == set()
    assert diagram(tanks, hexes=polder, roads=road).bonds("allied") == {HEX}
    river = {"0505/0506": ["minor_river"]}
    assert diagram(tanks, hexsides=river).bonds("allied") == set()
    stacked = [*tanks, unit("a3", "0505"), unit("a4", "0507")]
    assert diagram(stacked, hexsides=river).bonds("allied") == {HEX}


def test_units_stop_in_ezoc_and_pay_to_leave_it(diagram):
    table = diagram([unit("a1", "0504", movement=5), unit("g1", "0507")])
    found = table.reach("a1", "normal")
    assert found["0506"]["stop"] == "ezoc"
    assert found["0506"]["cost"] == 2
    assert table.broken("a1", "0504", "0505", "0506", "0606") == {"7.2"}
    leaving = diagram([unit("a1", "0506", movement=5), unit("g1", "0507")])
    assert leaving.reach("a1", "normal")["0505"]["cost"] == 3


def test_from_ezoc_to_ezoc(diagram):
    table = diagram([unit("a1", "0506", movement=5), unit("g1", "0507")])
    path = ["0506", "0607"]
    step = {"cost": 3.0, "mode": "normal", "path": path, "stop": "ezoc"}
    assert table.reach("a1", "normal")["0607"] == step


def test_bonds_stop_movement_of_every_kind(diagram):
    germans = [unit("g1", "0505"), unit("g2", "0507")]
    table = diagram([unit("a1", "0606", movement=5), *germans])
    for mode in ("normal", "tactical"):
        assert "7.4.2" in table.broken("a1", "0606", "0506", mode=mode)
    assert "0506" not in table.reach("a1")
    bent = [unit("g1", "0505"), unit("g2", "0705")]
    table = diagram([unit("a1", "0605", movement=5), *bent])
    assert table.broken("a1", "0605", "0606", mode="tactical") == {"7.4.2"}
