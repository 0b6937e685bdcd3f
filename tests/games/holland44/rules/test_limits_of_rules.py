"""Limits of rules: each condition of a clause by itself, and cases outside it."""

from __future__ import annotations

import pytest

from tests.games.holland44.rules.tabletop import unit

AREAS = {
    "G": {"side": "german", "hexes": ["0510"]},
    "N": {"side": "allied", "hexes": ["0501"]},
}


# -- 6.4.1a: what counts in an overstacked hex ---


@pytest.mark.parametrize(
    ("others", "owed"),
    [
        ([], False),
        ([{"kind": "infantry", "max_steps": 1}], True),
        ([{"kind": "supply_head", "max_steps": 1}], False),
        ([{"kind": "infantry", "max_steps": 1, "free_stack": True}], False),
        ([{"kind": "artillery", "max_steps": 1, "free_stack": True}], False),
    ],
)
def test_6_4_1a_nine_steps_of_combat_units_and_no_more(diagram, others, owed):
    stack = [unit(f"a{n}", "0505", max_steps=3) for n in range(3)]
    more = [{**unit(f"a{10 + n}", "0505"), **other} for n, other in enumerate(others)]
    table = diagram([*stack, *more, unit("g1", "0110")]).next()
    assert bool(table.pending) is owed
    if owed:
        assert table.asked[:2] == ("allied", "overstack")


# -- 11.5.1b: engaged units in combat ---


@pytest.mark.parametrize(
    ("water", "barred"),
    [("canal", True), ("major_river", True), ("minor_river", False), (None, False)],
)
def test_11_5_1b_engaged_units_attack_at_half_and_over_no_canal_or_major_river(
    diagram, water, barred
):
    sides = (
        {"0505/0506": [water, "road_bridge"]}
        if water == "major_river"
        else ({"0505/0506": [water]} if water else {})
    )
    bridges = {"0505/0506": "intact"} if water == "major_river" else {}
    held = {}
    for status in ([], ["engaged"]):
        units = [unit("a1", "0505", attack=6, status=status), unit("g1", "0506")]
        given = {"hexsides": sides, "bridges": bridges} if sides else {}
        found = diagram(units, phase="combat", **given).odds("a1", target="0506")
        held[bool(status)] = found
    rules = {v["rule"] for v in held[True]["verdicts"] if v["level"] == "forbid"}
    assert ("11.5.1" in rules) is barred
    fresh = {v["rule"] for v in held[False]["verdicts"] if v["level"] == "forbid"}
    assert "11.5.1" not in fresh
    assert held[True]["attack"] == 3, "halved once, water or no water"
    if water is None:
        assert held[False]["attack"] == 6


def test_11_5_1b_engaged_units_advance_after_combat(diagram):
    units = [
        unit("a1", "0505", attack=18, status=["engaged"]),
        unit("a2", "0606", attack=9),
        unit("g1", "0506"),
    ]
    table = diagram(units, phase="combat", areas=AREAS).attack("a1 a2", "0506", 5)
    while table.pending and table.asked[1] != "advance":
        words = table.asked[2]
        table = table.choose("decline" if "decline" in words else words[0])
    assert any(words.startswith("a1 ") for words in table.asked[2])


# -- 12.1.1a: after which results a determined defence may be tried ---


@pytest.mark.parametrize("die", range(1, 7))
def test_12_1_1a_after_which_results_it_may_be_tried(diagram, die):
    may = {"DR", "A1/D1", "A1/DR", "DRX", "D1"}
    for attack in (2, 5, 10, 15, 20, 25, 30, 35):
        units = [unit("a1", "0505", attack=attack), unit("g1", "0506", defense=5, max_steps=3)]
        start = diagram(units, phase="combat", areas=AREAS)
        result = start.odds("a1", target="0506")["results"][str(die)]
        table = start.attack("a1", "0506", die)
        kinds = [table.asked[1]] if table.pending else []
        while kinds and kinds[-1] == "loss":  # losses of the table come first
            table = table.choose(table.asked[2][0])
            kinds.append(table.asked[1] if table.pending else "")
        assert ("determined" in kinds) is (result in may), (attack, die, result)


# -- 17.8.4: what is made ready ---


@pytest.mark.parametrize(
    ("status", "ready"),
    [
        ([], True),
        (["disrupted"], False),
        (["full_retreat"], False),
        (["engaged"], True),
        (["moved"], True),
    ],
)
def test_17_8_4_only_guns_in_good_order_are_made_ready(diagram, status, ready):
    gun = unit("g1", "0509", kind="artillery", range=4, status=["fired", *status])
    start = diagram([gun, unit("a1", "0101")], turn=3, phase="supply", active="allied", areas=AREAS)
    assert ("fired" not in start.next().status("g1")) is ready


def test_17_8_4_unused_resupply_is_lost(diagram):
    guns = [unit(f"g{n}", "0509", kind="artillery", status=["fired"], range=4) for n in range(3)]
    table = diagram(
        [*guns, unit("a1", "0101")], turn=3, phase="supply", active="allied", areas=AREAS
    ).next()
    done = table.choose("done")
    assert done.pending == []
    assert all(done.status(f"g{n}") == {"fired"} for n in range(3))
    assert not any("resupply" in track for track in done.state()["tracks"])


# -- 26.5.2: points for eliminated units ---


@pytest.mark.parametrize(
    ("kind", "steps", "points"),
    [
        ("infantry", 3, 1.0),
        ("infantry", 2, 0.5),
        ("tank", 1, 0.5),
        ("infantry", 4, 0.5),
        ("supply_head", 1, 0.0),
    ],
)
def test_26_5_2_three_steps_are_a_point_others_half_of_one(diagram, kind, steps, points):
    dead = {**unit("a1", "eliminated-allied", max_steps=steps), "kind": kind, "steps": 0}
    table = diagram([dead, unit("a2", "0505")])
    assert table.state()["victory_points"]["german"] == points


def test_26_5_2_a_remnant_counts_as_its_original_unit(diagram):
    dead = {"id": "US-82-REM-1", "hex": "eliminated-allied"}
    table = diagram([dead, unit("a2", "0505")])
    assert table.state()["victory_points"]["german"] == 1.0


def test_26_5_2_each_counts_and_germans_do_not(diagram):
    units = [
        {**unit(name, f"eliminated-{side}", max_steps=3), "steps": 0}
        for name, side in (("a1", "allied"), ("a2", "allied"), ("g1", "german"))
    ]
    assert diagram(units).state()["victory_points"] == {"allied": 0.0, "german": 2.0}
