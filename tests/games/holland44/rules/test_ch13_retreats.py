"""Chapters 13 and 15: retreats and advances, with the examples of pages 18, 19, 21 and 22."""

from __future__ import annotations

import pytest

from tests.games.holland44.rules.tabletop import tank, unit
from tests.grids import HOLLAND

SUPPLIED = {
    "areas": {"N": {"side": "allied", "hexes": [f"{r:02d}01" for r in range(1, 11)]}},
    "roads": [{"class": "minor", "hexes": [f"05{c:02d}" for c in range(1, 11)]}],
}


def retreats(table, *names, hexes=2, **fields):
    found = table.ask("retreat", units=list(names), hexes=hexes, **fields)
    return found["candidates"], [found["candidates"][n] for n in found["legal"]]


def by_path(candidates, *path):
    return next(c for c in candidates if c["path"] == list(path))


def test_a_retreat_ends_two_hexes_away_outside_ezoc_and_in_supply(diagram):
    table = diagram([unit("a1", "0505"), unit("g1", "0506")], **SUPPLIED)
    candidates, legal = retreats(table, "a1")
    assert all(c["priorities_broken"] == [] for c in legal)
    ends = {c["path"][-1] for c in legal}
    assert {HOLLAND.distance("0505", end) for end in ends} == {2}
    assert ends.isdisjoint(table.zone("german"))
    assert "0503" in ends
    assert by_path(candidates, "0505", "0606", "0605")["priorities_broken"] == [2, 3]
    assert by_path(candidates, "0505", "0605", "0604")["end_status"] == "disrupted"


@pytest.mark.parametrize(("friends", "lost"), [((), True), (("a2",), False)])
def test_13_2_a_retreat_that_ends_in_ezoc_needs_a_friend_there(diagram, friends, lost):
    units = [unit("a1", "0505"), unit("g1", "0506"), unit("g2", "0502")]
    table = diagram([*units, *(unit(name, "0503") for name in friends)], **SUPPLIED)
    way = by_path(retreats(table, "a1")[0], "0505", "0504", "0503")
    assert way["eliminated"] is lost


def test_disrupted_units_go_into_full_retreat(diagram):
    table = diagram([unit("a1", "0505", status=["disrupted"]), unit("g1", "0506")], **SUPPLIED)
    assert {c["end_status"] for c in retreats(table, "a1")[1]} == {"full_retreat"}
    fresh = diagram([unit("a1", "0505"), unit("g1", "0506")], **SUPPLIED)
    assert {c["end_status"] for c in retreats(fresh, "a1", hexes=3)[1]} == {"full_retreat"}
    shattered = retreats(fresh, "a1", hexes=2, result="DS")[1]
    assert {c["end_status"] for c in shattered} == {"full_retreat"}


def test_page_19_the_fourth_guideline(diagram):
    """Unit A does not end its retreat with friends next to the enemy while another path is open."""
    friends = [unit("a2", "0503"), unit("g2", "0502")]
    table = diagram([unit("a1", "0505"), unit("g1", "0506"), *friends], **SUPPLIED)
    candidates, legal = retreats(table, "a1")
    assert 4 in by_path(candidates, "0505", "0504", "0503")["priorities_broken"]
    assert "0503" not in {c["path"][-1] for c in legal if not c["extra_loss"]}
    river = {"0502/0503": ["major_river"]}
    behind = diagram([unit("a1", "0505"), unit("g1", "0506"), *friends], hexsides=river, **SUPPLIED)
    assert 4 not in by_path(retreats(behind, "a1")[0], "0505", "0504", "0503")["priorities_broken"]


def test_page_19_infantry_crosses_the_minor_river_and_the_tanks_do_not(diagram):
    ring = ["0504", "0605", "0606", "0405", "0406"]
    sides = {"/".join(sorted(("0505", n))): ["minor_river"] for n in ring}
    table = diagram([unit("a1", "0505"), tank("a2", "0505"), unit("g1", "0506")], hexsides=sides)
    assert not by_path(retreats(table, "a1")[0], "0505", "0504", "0503")["eliminated"]
    assert all(c["eliminated"] for c in retreats(table, "a2")[0])


@pytest.mark.parametrize(
    ("sides", "eliminated"),
    [
        ({"0504/0505": ["canal"]}, True),
        ({"0504/0505": ["major_river"]}, True),
        ({"0504/0505": ["major_river", "ferry"]}, True),
        ({"0504/0505": ["canal", "road_bridge"]}, False),
    ],
)
def test_retreat_across_water(diagram, sides, eliminated):
    table = diagram([unit("a1", "0505"), unit("g1", "0506")], hexsides=sides, **SUPPLIED)
    found = by_path(retreats(table, "a1")[0], "0505", "0504", "0503")
    assert found["eliminated"] is eliminated


def test_fatal_retreats(diagram):
    germans = [unit("g1", "0506"), unit("g2", "0503")]
    table = diagram([unit("a1", "0505"), *germans], **SUPPLIED)
    candidates = retreats(table, "a1")[0]
    assert by_path(candidates, "0505", "0504", "0503")["eliminated"]
    assert by_path(candidates, "0505", "0504", "0404")["eliminated"]
    fixed = diagram([unit("a1", "0505", movement=0), unit("g1", "0506")], **SUPPLIED)
    assert all(c["eliminated"] for c in retreats(fixed, "a1")[0])
    bond = [unit("g1", "0506"), unit("g3", "0604"), unit("g4", "0404")]
    closed = diagram([unit("a1", "0505"), *bond], **SUPPLIED)
    assert by_path(retreats(closed, "a1")[0], "0505", "0504", "0503")["rule"] == "7.4.2"


def test_friends_cancel_ezoc_along_the_path(diagram):
    germans = [unit("g1", "0506"), unit("g2", "0604")]
    table = diagram([unit("a1", "0505"), unit("a2", "0504"), *germans], **SUPPLIED)
    assert 3 not in by_path(retreats(table, "a1")[0], "0505", "0504", "0404")["priorities_broken"]


def test_stopping_after_one_hex_costs_a_step(diagram):
    hexes = {"0504": {"settlement": "village"}, "0605": {"terrain": "woods"}}
    table = diagram([unit("a1", "0505"), unit("g1", "0506")], hexes=hexes, **SUPPLIED)
    early = {c["path"][-1]: c for c in retreats(table, "a1")[1] if c["extra_loss"]}
    assert set(early) == {"0504", "0605"}
    assert early["0504"]["end_status"] == "good"


def test_retreat_off_the_map(diagram):
    areas = {
        "N": {"side": "allied", "hexes": ["0501"]},
        "G": {"side": "german", "hexes": ["0601", "0401"]},
    }
    table = diagram([unit("a1", "0501"), unit("g1", "0502")], areas=areas)
    candidates, legal = retreats(table, "a1")
    assert not by_path(candidates, "0501", "N")["eliminated"]
    assert by_path(candidates, "0501", "0601", "G")["rule"] == "19.5"
    assert ["0501", "N"] in [c["path"] for c in legal]


def advances(table, *names, vacated, kind):
    found = table.ask("advance", units=list(names), vacated=vacated, kind=kind)["hexes"]
    return {number: entry["path"] for number, entry in found.items()}


def test_length_of_an_advance(diagram):
    table = diagram([unit("a1", "0505"), unit("g9", "0909")])
    assert set(advances(table, "a1", vacated="0506", kind="limited")) == {"0506"}
    assert len(advances(table, "a1", vacated="0506", kind="normal")) == 6
    assert len(advances(table, "a1", vacated="0506", kind="bonus")) == 18


def test_the_road_bonus(diagram):
    road = [{"class": "minor", "hexes": [f"05{c:02d}" for c in range(3, 10)]}]
    table = diagram([tank("a1", "0505"), unit("a2", "0505"), unit("g9", "0909")], roads=road)
    assert advances(table, "a1", vacated="0506", kind="normal")["0507"] == ["0505", "0506", "0507"]
    assert "0508" in advances(table, "a1", vacated="0506", kind="bonus")
    assert "0507" not in advances(table, "a2", vacated="0506", kind="normal")
    unsupplied = diagram([tank("a1", "0505", status=["out_of_supply"])], roads=road)
    assert "0507" not in advances(unsupplied, "a1", vacated="0506", kind="normal")
    met = diagram([tank("a1", "0505"), unit("a3", "0507")], roads=road)
    assert "0507" not in advances(met, "a1", vacated="0506", kind="normal")


def test_page_22_advance_and_ezoc(diagram):
    """No step from EZOC to EZOC of the same unit after the first hex, but to a friend."""
    table = diagram([unit("a1", "0505"), unit("g1", "0607")])
    found = advances(table, "a1", vacated="0506", kind="bonus")
    assert "0606" in found
    assert "0507" not in found
    friend = diagram([unit("a1", "0505"), unit("a2", "0507"), unit("g1", "0607")])
    assert "0507" in advances(friend, "a1", vacated="0506", kind="bonus")


def test_advance_and_bonds(diagram):
    germans = [unit("g1", "0406"), unit("g2", "0606")]
    table = diagram([unit("a1", "0505"), *germans])
    bonds = table.bonds("german")
    assert bonds
    inside = [b[0] for b in bonds if "/" not in b[0]]
    for number in inside:
        assert number not in advances(table, "a1", vacated="0303", kind="normal")
        assert number in advances(table, "a1", vacated=number, kind="normal")


def test_page_22_advance_and_terrain(diagram):
    sides = {"0505/0506": ["minor_river"], "0506/0507": ["minor_river"]}
    units = [tank("a1", "0505"), unit("a2", "0505", mechanized=True)]
    table = diagram(units, hexsides=sides, hexes={"0504": {"terrain": "marsh"}})
    infantry = advances(table, "a2", vacated="0506", kind="bonus")
    assert infantry["0506"] == ["0505", "0506"]
    assert "0507" not in infantry
    assert "0506" not in advances(table, "a1", vacated="0506", kind="normal")
    assert "0504" not in advances(table, "a1", vacated="0506", kind="bonus")
    assert "0503" not in infantry


def test_15_5_canals_are_crossed_where_the_attack_crossed_one(diagram):
    """Unlike at a major river the first hex need not be the vacated one; a vehicle stays."""
    sides = {"0505/0506": ["canal"], "0505/0606": ["canal"], "0606/0607": ["canal"]}
    canal = diagram([unit("a1", "0505"), tank("a2", "0505")], hexsides=sides)
    found = advances(canal, "a1", vacated="0506", kind="bonus")
    assert {"0506", "0606"} <= found.keys()
    assert found["0607"] == ["0505", "0506", "0607"]
    assert "0506" not in advances(canal, "a1", vacated="0504", kind="normal")
    assert {"0506", "0606"}.isdisjoint(advances(canal, "a2", vacated="0506", kind="normal"))


def test_19_3_1_an_advance_may_leave_the_map_into_a_friendly_area(diagram):
    areas = {
        "N": {"side": "allied", "hexes": ["0501"]},
        "G": {"side": "german", "hexes": ["0401"]},
    }
    units = [unit("a1", "0502", attack=40), unit("g1", "0503", max_steps=1, defense=1)]
    table = diagram([*units, unit("g2", "0909")], areas=areas, phase="combat")
    assert advances(table, "a1", vacated="0503", kind="bonus")["N"] == ["0502", "0501", "N"]
    assert "N" not in advances(table, "a1", vacated="0503", kind="normal")
    assert "G" not in advances(table, "a1", vacated="0503", kind="bonus")
    table = table.attack("a1", "0503", 6).choose("a1 0502 0501 area-N")
    assert table.at("a1") == "area-N"
    assert table.pending == []


def test_artillery_never_advances(diagram):
    gun = unit("a1", "0505", kind="artillery", attack=0, max_steps=1)
    assert advances(diagram([gun]), "a1", vacated="0506", kind="bonus") == {}


def test_13_1_3_retreated_friends_cancel_ezoc_along_the_path_but_not_at_its_end(diagram):
    """13.2: no two empty hexes of EZOC in a row, and no end beside the enemy among the beaten."""
    germans = [unit("g1", "0506"), unit("g2", "0604")]
    base = diagram([unit("a1", "0505"), unit("a2", "0504"), *germans], **SUPPLIED)
    beaten = {"kind": "set_track", "track": "fought/a2", "before": None, "after": "retreated"}
    after = base.apply({"kind": "manual_edit", "effects": [beaten]}, mode="off")
    for table in (base, after):
        through = by_path(retreats(table, "a1")[0], "0505", "0504", "0404")
        assert 3 not in through["priorities_broken"]
        along = by_path(retreats(table, "a1", hexes=3)[0], "0505", "0504", "0503", "0403")
        assert not along["eliminated"]
    ends = [by_path(retreats(t, "a1", hexes=1)[0], "0505", "0504") for t in (base, after)]
    assert [c["eliminated"] for c in ends] == [False, True]
