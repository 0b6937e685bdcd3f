"""Chapters 9 and 10: combat and its modifiers, with the examples of pages 12 to 16."""

from __future__ import annotations

import pytest

from tests.games.holland44.rules.tabletop import tank, unit

ROAD = [{"class": "minor", "hexes": ["0505", "0506"]}]


def shifts(found):
    return {s["rule"]: s["by"] for s in found["shifts"]}


def forbidden(found):
    return {v["rule"] for v in found["verdicts"] if v["level"] == "forbid"}


def used(found):
    return {s["unit"]: s["used"] for s in found["strengths"]}


@pytest.mark.parametrize(
    ("attack", "defense", "ratio", "column"),
    [(15, 4, "3:1", "3:1"), (11, 12, "1:2", "1:2"), (1, 9, "1:9", "1:3"), (30, 3, "10:1", "7:1")],
)
def test_page_12_ratios(diagram, attack, defense, ratio, column):
    units = [unit("a1", "0505", attack=attack), unit("g1", "0506", defense=defense)]
    found = diagram(units).odds("a1", target="0506")
    assert (found["ratio"], found["column"], found["legal"]) == (ratio, column, True)


def test_results_of_every_die(diagram):
    units = [unit("a1", "0505", attack=9), unit("g1", "0506", defense=3)]
    found = diagram(units).odds("a1", target="0506")
    assert list(found["results"].values()) == ["ENG", "EX", "DR", "DR", "A1/D1", "D1"]


def test_units_that_may_not_attack(diagram):
    statuses = {
        "disrupted": "14.2",
        "full_retreat": "14.3.1",
        "spent": "25.3.3",
        "auto_ds": "8.7",
        "replacement": "20.2.5",
    }
    for status, rule in statuses.items():
        units = [unit("a1", "0505", status=[status]), unit("g1", "0506")]
        assert forbidden(diagram(units).odds("a1", target="0506")) == {rule}
    weak = diagram([unit("a1", "0505", attack=0), unit("g1", "0506")])
    assert forbidden(weak.odds("a1", target="0506")) == {"9.1"}
    far = diagram([unit("a1", "0503"), unit("g1", "0506")])
    assert forbidden(far.odds("a1", target="0506")) == {"9.1"}
    beside = [unit("a1", "0505", status=["replacement"]), unit("a2", "0505"), unit("g1", "0506")]
    assert forbidden(diagram(beside).odds("a2", target="0506")) == {"20.2.5"}


def test_page_13_river_assault(diagram):
    """A attacks with the engineers, the tanks B with it; C in the next hex cannot."""
    river = {"0505/0506": ["major_river"], "0506/0606": ["major_river"]}
    units = [
        unit("a1", "0505", kind="parachute"),
        tank("a2", "0505"),
        unit("a9", "0505", kind="engineer", attack=1, max_steps=1),
        unit("a3", "0606"),
        unit("g1", "0506"),
    ]
    assault = [{"kind": "river_assault", "hex": "0505"}]
    table = diagram(units, hexsides=river, markers=assault)
    assert table.odds("a1", "a2", target="0506")["legal"]
    assert forbidden(table.odds("a1", "a3", target="0506")) == {"9.5.1"}
    assert forbidden(table.odds("a2", target="0506")) == {"9.5.1"}
    unmarked = diagram(units, hexsides=river)
    assert forbidden(unmarked.odds("a1", target="0506")) == {"9.5.1"}


def test_attack_over_a_bridge_is_halved_and_the_defence_doubled(diagram):
    bridge = {"0505/0506": ["major_river", "road_bridge"]}
    units = [unit("a1", "0505", attack=9), unit("g1", "0506", defense=2)]
    found = diagram(units, hexsides=bridge).odds("a1", target="0506")
    assert (found["attack"], found["defense"]) == (5, 4)
    assert found["strengths"][0]["why"] == [{"rule": "9.5.2", "factor": 0.5}]
    blown = diagram(units, hexsides=bridge, bridges={"0505/0506": "blown"})
    assert forbidden(blown.odds("a1", target="0506")) == {"9.5.1"}


def test_page_13_halving(diagram):
    """Two fives halved make six; three ones halved make two; two causes double once."""
    canal = {"0505/0506": ["canal"]}
    fives = [unit("a1", "0505"), unit("a2", "0505"), unit("g1", "0506")]
    assert diagram(fives, hexsides=canal).odds("a1", "a2", target="0506")["attack"] == 6
    ones = [
        unit("a1", "0505"),
        *(unit(f"g{n}", "0506", defense=1, status=["disrupted"]) for n in (1, 2)),
        unit("g3", "0506", defense=1, status=["disrupted"], kind="engineer", max_steps=1),
    ]
    assert diagram(ones).odds("a1", target="0506")["defense"] == 2
    city = {"0506": {"settlement": "city"}}
    river = {"0505/0506": ["minor_river"]}
    units = [unit("a1", "0505"), unit("g1", "0506")]
    assert diagram(units, hexes=city, hexsides=river).odds("a1", target="0506")["defense"] == 10


def test_halved_first_and_then_doubled(diagram):
    """Page 48: a disrupted 5 in a town is 3, doubled 6."""
    units = [unit("a1", "0505"), unit("g1", "0506", status=["disrupted"])]
    town = {"0506": {"settlement": "town"}}
    assert diagram(units, hexes=town).odds("a1", target="0506")["defense"] == 6


def test_page_13_attached_battalion(diagram):
    """Guards lead with a battalion of the 101st attached, the others half: 29 to 10, 3:1."""
    guards = [tank("a1", "0505"), tank("a2", "0405"), unit("a3", "0405", mechanized=True)]
    airborne = {"formation": "101 AB Div", "kind": "parachute", "attack": 4, "quality": "elite"}
    para = [
        unit("a4", "0505", **airborne),
        unit("a5", "0607", **airborne),
        unit("a6", "0607", **airborne),
    ]
    table = diagram([*guards, *para, unit("g1", "0506"), unit("g2", "0506")])
    found = table.odds("a1", "a2", "a3", "a4", "a5", "a6", target="0506", lead="Guards")
    assert (found["attack"], found["defense"], found["column"]) == (29, 10, "3:1")
    assert found["attached"] == "a4"
    assert shifts(found) == {"10.3.1": 1}
    none = table.odds("a1", "a4", target="0506", lead="Guards", attached=None)
    assert none["attack"] == 8 + 2
    apart = table.odds("a1", "a5", target="0506", lead="Guards", attached="a5")
    assert forbidden(apart) == {"10.2.3"}


def test_corps_units_attach_without_stacking(diagram):
    corps = {"formation": "Corps level (white)"}
    units = [unit("a1", "0505"), unit("a2", "0607", **corps), unit("g1", "0506")]
    found = diagram(units).odds("a1", "a2", target="0506")
    assert found["attack"] == 10
    assert found["legal"]


@pytest.mark.parametrize(
    ("hexes", "sides", "roads", "gained"),
    [
        ({}, {}, [], True),
        ({"0506": {"settlement": "town"}}, {}, [], True),  # B
        ({"0506": {"settlement": "city"}}, {}, [], False),  # F
        ({}, {"0505/0506": ["canal", "road_bridge"]}, ROAD, True),  # H
        ({}, {"0505/0506": ["canal"]}, [], False),
        ({}, {"0505/0506": ["minor_river"]}, [], False),
        ({}, {"0505/0506": ["minor_river"]}, ROAD, True),
        ({"0506": {"terrain": "woods"}}, {}, [], False),  # L
        ({"0506": {"terrain": "woods"}}, {}, ROAD, False),
        ({"0506": {"terrain": "marsh"}}, {}, ROAD, False),
        ({"0506": {"terrain": "polder"}}, {}, [], False),
        ({"0506": {"terrain": "polder"}}, {}, ROAD, True),
        ({"0506": {"terrain": "polder_woods"}}, {}, ROAD, False),
        ({"0505": {"terrain": "polder"}}, {}, ROAD, True),
        ({"0505": {"terrain": "marsh"}}, {}, ROAD, True),  # page 15, marsh case B
    ],
)
def test_page_14_terrain_and_the_armour_shift(diagram, hexes, sides, roads, gained):
    units = [tank("a1", "0505"), unit("g1", "0506")]
    found = diagram(units, hexes=hexes, hexsides=sides, roads=roads).odds("a1", target="0506")
    assert (shifts(found).get("10.3.1") == 1) is gained


@pytest.mark.parametrize(
    ("attacker", "expected"), [(unit("a1", "0505"), -1), (tank("a1", "0505"), None)]
)
def test_10_3_4_a_tank_that_terrain_stops_denies_the_defender_his_shift(
    diagram, attacker, expected
):
    units, canal = [attacker, tank("g1", "0506")], {"0505/0506": ["canal"]}
    found = diagram(units, hexsides=canal).odds("a1", target="0506")
    assert shifts(found).get("10.3.2") == expected


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [
        (3, None, {"10.3.1": 1}),
        (3, 2, {"10.3.1": 1, "10.5.2": 1}),
        (3, 3, {"10.5.2": 1}),
        (3, 4, {"10.5.2": 1}),
        (None, 2, {"10.3.2": -1, "10.5.2": 1}),
    ],
)
def test_armour_values(diagram, mine, theirs, expected):
    attackers = (
        [unit("a2", "0505"), tank("a1", "0505", armor=mine)]
        if mine
        else [unit("a2", "0505"), unit("a1", "0505")]
    )
    defender = tank("g1", "0506", armor=theirs) if theirs else unit("g1", "0506")
    assert shifts(diagram([*attackers, defender]).odds("a1", "a2", target="0506")) == expected


def test_page_14_flak_gains_no_armour_shift(diagram):
    """E; and a flak's value counts against tanks (10.3.1)."""
    flak = {"kind": "flak", "attack": 4, "armor": 4, "mechanized": True}
    attack = diagram([unit("g1", "0505", **flak), unit("a1", "0506")])
    assert shifts(attack.odds("g1", target="0506")) == {}
    defence = diagram([tank("a1", "0505"), unit("g1", "0506", **flak)])
    assert shifts(defence.odds("a1", target="0506")) == {}


def test_tank_destroyers_are_one_weaker_in_attack(diagram):
    hunter = unit("g1", "0505", kind="tank_destroyer", armor=4, mechanized=True)
    even = diagram([hunter, tank("a1", "0506", armor=3)])
    assert "10.3.1" not in shifts(even.odds("g1", target="0506"))
    better = diagram([hunter, tank("a1", "0506", armor=2)])
    assert shifts(better.odds("g1", target="0506"))["10.3.1"] == 1


def test_page_14_flak_in_a_city_halves_tanks(diagram):
    units = [
        tank("a1", "0505"),
        unit("a2", "0505"),
        unit("g1", "0506", kind="flak", armor=4, defense=3, mechanized=True),
    ]
    city = {"0506": {"settlement": "city"}}
    found = diagram(units, hexes=city).odds("a1", "a2", target="0506")
    assert found["attack"] == 4 + 5
    assert found["defense"] == 3


def test_page_14_unsupported_tanks(diagram):
    """A: 5 to 2 is 2:1, the shifts cancel; B: both shifts; C: no shift against lone flak, 1:1."""
    lone = {"defense": 2, "max_steps": 1}
    case_a = diagram([unit("a1", "0505"), tank("g1", "0506", **lone)]).odds("a1", target="0506")
    assert (case_a["ratio"], case_a["column"]) == ("2:1", "2:1")
    assert shifts(case_a) == {"10.3.2": -1, "10.5.2": 1}
    units = [
        tank("a1", "0505", attack=2, max_steps=1),
        unit("a2", "0505", attack=2),
        tank("g1", "0506", armor=2, defense=4),
    ]
    case_b = diagram(units).odds("a1", "a2", target="0506")
    assert case_b["column"] == "3:1"
    assert shifts(case_b) == {"10.3.1": 1, "10.5.2": 1}
    flak = unit("g1", "0506", kind="flak", armor=4, defense=3)
    case_c = diagram([unit("a1", "0505"), flak]).odds("a1", target="0506")
    assert (case_c["ratio"], case_c["column"]) == ("1:1", "1:1")


def test_page_15_troop_quality(diagram):
    """A: elite against green, two shifts. B: an attached battalion may cost the majority."""
    elite = {"quality": "elite", "formation": "82 AB Div", "max_steps": 3}
    case_a = diagram([unit("a1", "0505", **elite), unit("g1", "0506", quality="low")])
    assert [s["rule"] for s in case_a.odds("a1", target="0506")["shifts"]] == ["10.6", "10.6"]
    guards = unit("a2", "0505", max_steps=3)
    table = diagram([unit("a1", "0505", **elite), guards, unit("g1", "0506")])
    attached = table.odds("a1", "a2", target="0506", lead="82 AB Div", attached="a2")
    assert shifts(attached) == {}
    supporting = table.odds("a1", "a2", target="0506", lead="82 AB Div", attached=None)
    assert shifts(supporting) == {"10.6": 1}
    case_c = diagram([unit("a1", "0505"), unit("g1", "0506", quality="elite")])
    assert shifts(case_c.odds("a1", target="0506")) == {}


def test_page_15_rivers_and_canals(diagram):
    """A and B across a canal: 13 to 10, 1:1. D and E across water, F not: 8 to 5, 2:1."""
    canal = {"0505/0506": ["canal"], "0506/0606": ["canal"]}
    units = [
        tank("a1", "0505"),
        tank("a2", "0505"),
        tank("a3", "0606", attack=9),
        unit("g1", "0506"),
    ]
    found = diagram(units, hexsides=canal).odds("a1", "a2", "a3", target="0506")
    assert (found["attack"], found["defense"], found["ratio"]) == (13, 10, "1:1")
    para = {"attack": 4, "quality": "elite", "kind": "parachute"}
    units = [
        unit("a4", "0505", **para),
        unit("a5", "0606", **para),
        unit("a6", "0405", **para),
        unit("g1", "0506"),
    ]
    found = diagram(units, hexsides=canal).odds("a4", "a5", "a6", target="0506")
    assert (found["attack"], found["defense"], found["column"]) == (8, 5, "2:1")


def test_page_15_marsh(diagram):
    """Tanks are halved from or into marsh; out of marsh the defender is doubled."""
    units = [tank("a1", "0505"), unit("g1", "0506")]
    into = diagram(units, hexes={"0506": {"terrain": "marsh"}}, roads=ROAD)
    assert into.odds("a1", target="0506")["attack"] == 4
    assert into.odds("a1", target="0506")["defense"] == 5
    out = diagram(units, hexes={"0505": {"terrain": "marsh"}}, roads=ROAD)
    found = out.odds("a1", target="0506")
    assert (found["attack"], found["defense"]) == (4, 10)
    assert shifts(found) == {"10.3.1": 1}


def test_page_16_polder(diagram):
    """A: 9 to 10 with the armour shift, 1:1; B: 6 to 5, 1:1; C: 9 to 5, 1:1."""
    polder = {"terrain": "polder"}
    units = [
        tank("a1", "0505"),
        unit("a2", "0505"),
        unit("g1", "0506"),
        unit("g2", "0506"),
    ]
    table = diagram(units, **polder, roads=ROAD)
    case_a = table.odds("a1", "a2", target="0506")
    assert (case_a["attack"], case_a["defense"], case_a["column"]) == (9, 10, "1:1")
    units = [tank("a1", "0505", attack=12), unit("g1", "0506")]
    case_b = diagram(units, **polder).odds("a1", target="0506")
    assert (case_b["attack"], case_b["defense"], case_b["column"]) == (6, 5, "1:1")
    units = [tank("a1", "0505"), unit("a2", "0505"), unit("g1", "0506")]
    case_c = diagram(units, **polder).odds("a1", "a2", target="0506")
    assert (case_c["attack"], case_c["defense"], case_c["column"]) == (9, 5, "1:1")


def test_vehicles_do_not_double_in_towns_but_behind_rivers(diagram):
    """Pages 42 and 43: flak in a town keeps its 2; behind water every unit doubles."""
    flak = unit("g1", "0506", kind="flak", armor=3, defense=2)
    town = {"0506": {"settlement": "town"}}
    units = [unit("a1", "0505"), flak]
    assert diagram(units, hexes=town).odds("a1", target="0506")["defense"] == 2
    foot = [unit("a1", "0505"), unit("g1", "0506")]
    for place in ("town", "city"):
        houses = {"0506": {"settlement": place}}
        assert diagram(foot, hexes=houses).odds("a1", target="0506")["defense"] == 10
    river = {"0505/0506": ["minor_river"]}
    assert diagram(units, hexsides=river).odds("a1", target="0506")["defense"] == 4


def test_units_in_full_retreat_do_not_defend(diagram):
    units = [unit("a1", "0505"), unit("g1", "0506", status=["full_retreat"])]
    found = diagram(units).odds("a1", target="0506")
    assert (found["defense"], found["column"]) == (0, "7:1")


def test_moved_artillery_and_supply_heads_in_defence(diagram):
    gun = {"kind": "artillery", "defense": 2, "max_steps": 1, "status": ["moved"]}
    town = {"0506": {"settlement": "town"}}
    guns = [unit("a1", "0505"), unit("g1", "0506", **gun)]
    assert diagram(guns, hexes=town).odds("a1", target="0506")["defense"] == 1
    head = unit("a8", "0506", kind="supply_head", attack=0, defense=1, max_steps=1)
    germans = [unit("g1", "0505")]
    assert diagram([*germans, head]).odds("g1", target="0506")["defense"] == 1
    company = diagram([*germans, head, unit("a9", "0506")]).odds("g1", target="0506")
    assert used(company)["a8"] == 0


def test_air_support(diagram):
    units = [unit("a1", "0505", nationality="British"), unit("g1", "0506")]
    table = diagram(units, weather="cloudy")
    assert shifts(table.odds("a1", target="0506", air=1)) == {"10.7": 1}
    assert forbidden(table.odds("a1", target="0506", air=2)) == {"10.7"}
    assert forbidden(diagram(units, weather="overcast").odds("a1", target="0506", air=1)) == {
        "10.7"
    }
    assert forbidden(diagram(units, turn=5).odds("a1", target="0506", air=1)) == {"10.7"}
    para = {"kind": "parachute", "formation": "82 AB Div", "nationality": "American"}
    alone = [unit("a1", "0505", **para), unit("g1", "0506")]
    assert forbidden(diagram(alone).odds("a1", target="0506", air=1)) == {"10.7"}
    near = [*alone, unit("a2", "0502", nationality="British")]
    assert diagram(near).odds("a1", target="0506", air=1)["legal"]
    far = [*alone, unit("a2", "0501", nationality="British")]
    assert not diagram(far).odds("a1", target="0506", air=1)["legal"]


def test_page_24_artillery_range_and_support(diagram):
    gun = {"kind": "artillery", "attack": 0, "max_steps": 1, "range": 5}
    units = [unit("a1", "0505"), unit("g1", "0506"), unit("a2", "0501", **gun)]
    found = diagram(units).odds("a1", target="0506", artillery=["a2"])
    assert shifts(found) == {"17.6.2": 1}
    assert found["legal"]
    short = [*units[:2], unit("a2", "0501", **{**gun, "range": 4})]
    assert forbidden(diagram(short).odds("a1", target="0506", artillery=["a2"])) == {"17.4"}
    foreign = [*units[:2], unit("a2", "0501", **gun, formation="43 Inf Div")]
    assert forbidden(diagram(foreign).odds("a1", target="0506", artillery=["a2"])) == {"17.6.1"}
    for status, rule in (("fired", "17.5"), ("disrupted", "17.6.1"), ("moved", "17.6.1")):
        bad = [*units[:2], unit("a2", "0501", **gun, status=[status])]
        assert forbidden(diagram(bad).odds("a1", target="0506", artillery=["a2"])) == {rule}
    two = [*units, unit("a3", "0501", **gun)]
    crowd = diagram(two).odds("a1", target="0506", artillery=["a2", "a3"])
    assert forbidden(crowd) == {"17.6.2"}
    assert shifts(crowd) == {"17.6.2": 1}


def test_page_28_artillery_in_an_entry_area(diagram):
    gun = {"kind": "artillery", "attack": 0, "max_steps": 1, "range": 3}
    area = {"G": {"side": "german", "hexes": ["0501"]}}
    units = [unit("g1", "0504"), unit("g2", "G", **gun), unit("a1", "0503"), unit("a2", "0405")]
    table = diagram(units, areas=area)
    assert table.odds("g1", target="0503", artillery=["g2"])["legal"]
    assert forbidden(table.odds("g1", target="0405", artillery=["g2"])) == {"17.4"}


def test_corps_artillery_and_arko(table):
    def fight(attackers, target, guns, defenders, turn=3):
        units = [
            *({"id": n, "counter": n, "hex": "0101"} for n in ()),
            *({"id": name, "counter": name, "hex": hex_} for name, hex_ in attackers.items()),
            *({"id": name, "counter": name, "hex": hex_} for name, hex_ in guns.items()),
            *({"id": name, "counter": name, "hex": target} for name in defenders),
        ]
        board = {"rows": [1, 9], "cols": [1, 9]}
        loaded = table({"turn": turn, "units": units, "board": board})
        return loaded.odds(*attackers, target=target, artillery=list(guns))

    american = fight({"US-1/504": "0505"}, "0506", {"BR-5AGRA": "0504"}, ["GE-Kerutt"])
    assert american["legal"]
    both = {"BR-5AGRA": "0504", "BR-Gds-Arty": "0504"}
    guards = fight({"BR-2IG/5": "0505"}, "0506", both, ["GE-Kerutt"])
    assert sum(s["by"] for s in guards["shifts"] if s["rule"] == "17.6.2") == 2
    first = fight({"BR-2IG/5": "0505"}, "0506", both, ["GE-Kerutt"], turn=1)
    assert sum(s["by"] for s in first["shifts"] if s["rule"] == "23.1.3") == 4
    for name in ("GE-Helle", "GE-Krafft"):
        assert fight({name: "0505"}, "0506", {"GE-191Arko": "0504"}, ["US-1/504"])["legal"]
    other = fight({"GE-Kerutt": "0505"}, "0506", {"GE-191Arko": "0504"}, ["US-1/504"])
    assert forbidden(other) == {"17.6.1"}


def test_breakthrough_combat(diagram):
    units = [unit("a1", "0505"), unit("a2", "0606"), unit("g1", "0506")]
    table = diagram(units)
    assert forbidden(table.odds("a1", "a2", target="0506", breakthrough=True)) == {"16.3.5"}
    assert table.odds("a1", target="0506", breakthrough=True)["legal"]
    canal = diagram(units, hexsides={"0505/0506": ["canal"]})
    assert forbidden(canal.odds("a1", target="0506", breakthrough=True)) == {"16.3.5"}


def test_engaged_attackers(diagram):
    units = [unit("a1", "0505", status=["engaged"]), unit("g1", "0506")]
    assert diagram(units).odds("a1", target="0506")["attack"] == 3
    canal = diagram(units, hexsides={"0505/0506": ["canal"]})
    assert forbidden(canal.odds("a1", target="0506")) == {"11.5.1"}


def test_attack_from_an_entry_area(diagram):
    area = {"G": {"side": "german", "hexes": ["0501"]}}
    units = [unit("g1", "G"), unit("a1", "0501"), unit("a2", "0502")]
    table = diagram(units, areas=area)
    assert table.odds("g1", target="0501")["legal"]
    assert forbidden(table.odds("g1", target="0502")) == {"9.1"}


def test_19_7_units_in_an_entry_area_stack_on_each_hex_beside_the_target(diagram):
    """0501 leaves the map over one side, 0601 over three: one stack or three attack."""
    area = {"G": {"side": "german", "hexes": ["0501", "0601"]}}
    units = [unit(f"g{n}", "G") for n in range(7)]
    table = diagram([*units, unit("a1", "0501"), unit("a2", "0601")], areas=area)
    names = [u["id"] for u in units]
    assert forbidden(table.odds(*names[:3], target="0501")) == {"6.4.2"}
    assert table.odds(*names[:6], target="0601")["legal"]
    assert forbidden(table.odds(*names, target="0601")) == {"6.4.2"}
