"""Chapter 14: duties and limits of disrupted units."""

from __future__ import annotations

import pytest

from tests.games.holland44.rules.tabletop import tank, unit

AREAS = {
    "G": {"side": "german", "hexes": [f"{r:02d}10" for r in range(1, 11)]},
    "N": {"side": "allied", "hexes": [f"{r:02d}01" for r in range(1, 11)]},
}
DISRUPTED = {"status": ["disrupted"]}
NEXT = {"kind": "next_phase"}


def rules(error):
    return {v["rule"] for v in error["verdicts"] if v["level"] == "forbid"}


def test_14_1_2d_artillery_that_moves_two_hexes_is_disrupted(diagram):
    gun = unit("a1", "0503", kind="artillery", attack=0, movement=1, max_steps=1)
    table = diagram([gun, unit("g1", "0510")])
    one = table.march("a1", "0503", "0504", mode="tactical")
    assert one.status("a1") == set()
    two = table.march("a1", "0503", "0504", "0505", mode="tactical")
    assert two.status("a1") == {"disrupted"}
    shaken = diagram([{**gun, "status": ["disrupted"]}, unit("g1", "0510")])
    assert shaken.march("a1", "0503", "0504", mode="tactical").status("a1") == {"disrupted"}
    worse = shaken.march("a1", "0503", "0504", "0505", mode="tactical")  # 14.3.1c
    assert worse.status("a1") == {"full_retreat"}


def test_14_2b_disrupted_units_do_not_leave_an_entry_area(diagram):
    table = diagram(
        [unit("a1", "N", **DISRUPTED), unit("a2", "N"), unit("g1", "0510")], areas=AREAS
    )
    assert table.reach("a1") == {}
    assert "0501" in table.reach("a2")


GREEN = {"quality": "low", **DISRUPTED}


def test_14_2c_a_disrupted_green_unit_leaves_ezoc(diagram):
    table = diagram([unit("a1", "0505", **GREEN), unit("g1", "0506")], areas=AREAS)
    assert rules(table.refused(NEXT)) == {"14.2"}
    assert NEXT not in table.ask("legal")["actions"]
    along = {"kind": "move", "units": ["a1"], "path": ["0505", "0406"], "mode": "tactical"}
    assert rules(table.refused(along)) == {"14.2"}
    assert "0406" not in table.reach("a1")
    away = table.march("a1", "0505", "0504", mode="tactical")
    assert away.next().state()["phase"] == "combat"


@pytest.mark.parametrize("fields", [DISRUPTED, {"quality": "low"}])
def test_14_2c_applies_to_units_that_are_disrupted_and_green(diagram, fields):
    table = diagram([unit("a1", "0505", **fields), unit("g1", "0506")], areas=AREAS)
    assert table.next().state()["phase"] == "combat"
    assert "0406" in table.reach("a1")


def test_14_2c_a_unit_without_a_path_out_stays(diagram):
    ring = [unit(f"g{n}", h) for n, h in enumerate(("0506", "0304", "0503", "0705"))]
    table = diagram([unit("a1", "0505", **GREEN), *ring], areas=AREAS)
    assert table.reach("a1") == {}
    assert table.next().state()["phase"] == "combat"
    gap = diagram([unit("a1", "0505", **GREEN), *ring[:3]], areas=AREAS)
    assert set(gap.reach("a1")) == {"0605", "0704", "0705"}
    assert rules(gap.refused(NEXT)) == {"14.2"}


def test_14_2j_disrupted_units_keep_zone_quality_and_armour(diagram):
    units = [unit("a1", "0505"), tank("g1", "0506", quality="low", **DISRUPTED), unit("g2", "0508")]
    table = diagram(units, active="german")
    assert "0505" in table.zone("german")
    assert {s["rule"] for s in table.odds("a1", target="0506")["shifts"]} == {
        "10.3.2",
        "10.5.2",
        "10.6",
    }
    assert table.march("g2", "0508", "0507", "0506").status("g2") == set()


@pytest.mark.parametrize(("bridge", "runs"), [([], False), (["road_bridge"], True)])
def test_14_3_2c_not_behind_a_major_river_without_a_bridge(diagram, bridge, runs):
    units = [unit("a1", "0504"), unit("g1", "0506", status=["full_retreat"])]
    sides = {"0505/0506": ["major_river", *bridge]}
    states = {"0505/0506": "intact"} if bridge else {}
    table = diagram(units, areas=AREAS, hexsides=sides, bridges=states)
    assert bool(table.march("a1", "0504", "0505").pending) is runs


def test_14_2c_binds_the_green_units_of_a_stack_alone(diagram):
    """A vehicle in the polder cannot leave: it stays, and only the infantry is waited for."""
    units = [unit("a1", "0505"), unit("a2", "0505", **GREEN), tank("a3", "0505", **GREEN)]
    table = diagram([*units, unit("g1", "0506")], areas=AREAS, terrain="polder")
    waits = table.refused(NEXT)["verdicts"]
    assert [(v["rule"], v["units"]) for v in waits] == [("14.2", ["a2"])]
    assert "0406" in table.reach("a1")
    together = {"kind": "move", "units": ["a1", "a2"], "path": ["0505", "0406"], "mode": "tactical"}
    verdicts = table.refused(together)["verdicts"]
    assert [(v["rule"], v["units"]) for v in verdicts if v["level"] == "forbid"] == [
        ("14.2", ["a2"])
    ]
    away = table.march("a2", "0505", "0504", mode="tactical")
    assert away.next().state()["phase"] == "combat"
