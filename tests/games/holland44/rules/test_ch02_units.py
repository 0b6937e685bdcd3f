"""Chapter 2: steps, movement classes and vehicle units, as the counters have them."""

from __future__ import annotations

import pytest

from engine.games.holland44.positions import setting
from tests.games.holland44.rules.tabletop import unit

VEHICLES = {"tank", "tank_destroyer", "flak", "artillery"}
FOLLOWERS = {"engineer", "bridging"}


def test_2_3_12_a_battalion_of_three_steps_is_reduced_and_then_a_remnant(diagram):
    pool = {"id": "US-82-REM-1", "hex": "remnants-allied"}
    units = [{"id": "US-1/504", "hex": "0505", "steps": 3}, pool, unit("g1", "0506", attack=40)]
    table = diagram(units, phase="combat", active="german").attack("g1", "0505", 6)
    while table.pending and table.asked[1] != "retreat":
        table = table.choose(table.asked[2][0])
    assert (table.at("US-1/504"), table.steps("US-1/504")) == ("0505", 2)
    worn = [{"id": "US-1/504", "hex": "0505", "steps": 2}, *units[1:]]
    last = diagram(worn, phase="combat", active="german").attack("g1", "0505", 6)
    assert last.at("US-82-REM-1") == "0505"
    assert last.at("US-1/504") == "remnant-parents-allied"
    strengths = last.odds("g1", target="0505")["defense"]
    assert strengths == 2  # the remnant's own factor


@pytest.mark.parametrize(
    ("kind", "mechanized", "woods", "marsh"),
    [("infantry", False, 1, 3), ("infantry", True, 2, 4), ("tank", True, 2, None)],
)
def test_2_3_13_the_class_decides_costs_and_where_a_unit_may_go(
    diagram, kind, mechanized, woods, marsh
):
    fields = {"kind": kind, "mechanized": mechanized, "movement": 6}
    hexes = {"0506": {"terrain": "woods"}, "0504": {"terrain": "marsh"}}
    found = diagram([unit("a1", "0505", **fields)], hexes=hexes).reach("a1", "normal")
    assert found["0506"]["cost"] == woods
    assert found.get("0504", {}).get("cost") == marsh


def test_2_3_14_vehicles_are_tanks_assault_guns_flak_and_artillery():
    for counter in setting("campaign").counters:
        assert counter.vehicle == (counter.kind in VEHICLES or counter.tank), counter.id
        if counter.vehicle:
            assert counter.mechanized, counter.id


def test_2_3_14d_motorised_infantry_and_engineers_are_no_vehicles(diagram):
    counters = setting("campaign").counters
    motorised = [c for c in counters if c.mechanized and not c.vehicle]
    assert {"infantry", *FOLLOWERS} <= {c.kind for c in motorised}
    river = {"0505/0506": ["minor_river"]}
    for kind in ("infantry", "engineer", "tank"):
        mover = unit("a1", "0505", kind=kind, mechanized=True, movement=5)
        broken = diagram([mover], hexsides=river).broken("a1", "0505", "0506", mode="tactical")
        assert broken == ({"8.5.2"} if kind == "tank" else set())
