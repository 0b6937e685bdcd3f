"""Chapters 18 and 19: supply and entry areas, with the examples of pages 26 and 27."""

from __future__ import annotations

import pytest

from tests.games.holland44.rules.tabletop import tank, unit

WEST = {"N": {"side": "allied", "hexes": ["0501"]}, "G": {"side": "german", "hexes": ["0510"]}}
ROAD = [{"class": "minor", "hexes": [f"05{c:02d}" for c in range(1, 11)]}]

AREAS = {
    "G": {"side": "german", "hexes": [f"{r:02d}10" for r in range(1, 11)]},
    "N": {"side": "allied", "hexes": [f"{r:02d}01" for r in range(1, 11)]},
}


def line(table, name, side="allied"):
    return table.ask("supply", side=side)["units"][name]


def test_four_hexes_to_the_road(diagram):
    units = [unit("a1", "0905"), unit("a2", "1005")]
    table = diagram(units, areas=WEST, roads=ROAD)
    near = line(table, "a1")
    assert near["supplied"]
    assert near["source"] == "N"
    assert near["path"][0] == "0905"
    assert near["path"][-1] == "0501"
    far = line(table, "a2")
    assert not far["supplied"]
    assert far["cut"] == [{"hex": "1005", "rule": "18.3.1", "unit": None}]


def test_page_26_two_empty_ezoc_hexes_in_a_row(diagram):
    """A friend in one of them cancels its EZOC."""
    germans = [unit("g1", "0706"), unit("g2", "0704"), unit("g3", "0904"), unit("g4", "0906")]
    base = [unit("a1", "0905"), *germans]
    table = diagram(base, areas=WEST, roads=ROAD)
    assert not line(table, "a1")["supplied"]
    cut = line(table, "a1")["cut"]
    assert cut
    assert cut[0]["rule"] in ("18.3.1", "7.4.2")
    assert cut[0]["unit"] in {"g1", "g2", "g3", "g4"}


DRY = ("0605", "0705", "0805")
LAKES = {
    f"{r:02d}{c:02d}": {"terrain": "lake"}
    for r in range(6, 11)
    for c in range(1, 11)
    if f"{r:02d}{c:02d}" not in DRY
}


@pytest.mark.parametrize(
    ("others", "hexsides", "supplied"),
    [
        ([], {}, True),
        ([], {"0605/0705": ["canal"]}, True),
        ([], {"0605/0705": ["major_river"]}, False),
        ([], {"0605/0705": ["major_river", "road_bridge"]}, True),
        ([], {"0605/0705": ["major_river", "ferry"]}, True),
        ([unit("g1", "0705")], {}, False),
        ([unit("g1", "0606")], {}, False),
        ([unit("g1", "0606"), unit("a2", "0605")], {}, True),
        ([unit("g1", "0606"), unit("a2", "0705")], {}, True),
        ([unit("g1", "0704"), unit("g2", "0706"), unit("a2", "0605")], {}, False),  # a hex bond
        ([unit("g1", "0606"), unit("g2", "0704"), unit("a2", "0605")], {}, False),  # a side bond
    ],
)
def test_18_3_1b_limits_of_a_cross_country_line(diagram, others, hexsides, supplied):
    """A causeway of three hexes leads to the road; 0606 has 0605 and 0705 in its zone."""
    units = [unit("a1", "0805"), *others]
    lakes = {number: ground for number, ground in LAKES.items() if number not in str(others)}
    table = diagram(units, areas=WEST, roads=ROAD, hexes=lakes, hexsides=hexsides)
    assert line(table, "a1")["supplied"] is supplied


def test_page_26_an_engineer_ferry_carries_supply(diagram):
    river = {f"05{c:02d}/06{c:02d}": ["major_river"] for c in range(1, 11)}
    river |= {f"05{c:02d}/06{c + 1:02d}": ["major_river"] for c in range(1, 10)}
    units = [unit("a1", "0705")]
    assert not line(diagram(units, areas=WEST, roads=ROAD, hexsides=river), "a1")["supplied"]
    engineer = unit("a9", "0505", kind="engineer", max_steps=1)
    assert line(diagram([*units, engineer], areas=WEST, roads=ROAD, hexsides=river), "a1")[
        "supplied"
    ]
    ferry = {**river, "0505/0605": ["major_river", "ferry"]}
    assert line(diagram(units, areas=WEST, roads=ROAD, hexsides=ferry), "a1")["supplied"]
    watched = [*units, unit("g1", "0405")]
    assert not line(diagram(watched, areas=WEST, roads=ROAD, hexsides=ferry), "a1")["supplied"]


def test_page_26_the_road_part_keeps_out_of_ezoc_even_with_a_friend(diagram):
    units = [unit("a1", "0509"), unit("a2", "0504"), unit("g1", "0604")]
    table = diagram(units, areas={"N": WEST["N"]}, roads=ROAD)
    found = line(table, "a1")
    assert not found["supplied"]
    assert {"hex": "0504", "rule": "18.3.2", "unit": "g1"} in found["cut"]


@pytest.mark.parametrize(
    ("state", "allied", "german"),
    [
        ("intact", True, False),
        ("wired", False, True),
        ("blown", False, False),
        ("under_repair", False, False),
    ],
)
def test_markers_on_bridges(diagram, state, allied, german):
    sides = {"0505/0506": ["canal", "road_bridge"]}
    units = [unit("a1", "0510"), unit("g1", "0501")]
    areas = {
        "N": {"side": "allied", "hexes": ["0501"]},
        "G": {"side": "german", "hexes": ["0510"]},
    }
    only_allied = diagram(
        units[:1], areas=areas, roads=ROAD, hexsides=sides, bridges={"0505/0506": state}
    )
    assert line(only_allied, "a1")["supplied"] is allied
    only_german = diagram(
        units[1:], areas=areas, roads=ROAD, hexsides=sides, bridges={"0505/0506": state}
    )
    assert line(only_german, "g1", "german")["supplied"] is german


def test_a_ferry_carries_no_road_part(diagram):
    sides = {"0505/0506": ["major_river", "ferry"]}
    table = diagram([unit("a1", "0510")], areas=WEST, roads=ROAD, hexsides=sides)
    assert not line(table, "a1")["supplied"]


def test_empty_cities_last_held_by_the_enemy(diagram):
    city = {"0505": {"settlement": "city"}}
    units = [unit("a1", "0510")]
    held = diagram(units, areas=WEST, roads=ROAD, hexes=city, control={"0505": "german"})
    assert not line(held, "a1")["supplied"]
    assert line(held, "a1")["cut"] == [{"hex": "0505", "rule": "18.3.2", "unit": None}]
    entered = [*units, unit("a2", "0505")]
    manned = diagram(entered, areas=WEST, roads=ROAD, hexes=city, control={"0505": "german"})
    assert line(manned, "a1")["supplied"]


def test_supply_heads_serve_their_division_up_to_turn_5(diagram):
    head = {"kind": "supply_head", "formation": "82 AB Div", "max_steps": 1, "attack": 0}
    para = {"kind": "parachute", "formation": "82 AB Div"}
    units = [
        unit("a8", "0505", **head),
        unit("a1", "0509", **para),
        unit("a2", "0509", kind="parachute", formation="101 AB Div"),
    ]
    table = diagram(units, turn=5)
    assert line(table, "a1")["source"] == "a8"
    assert line(table, "a1")["path"][-1] == "0505"
    assert not line(table, "a2")["supplied"]
    assert not line(diagram(units, turn=6), "a1")["supplied"]
    spent = [{**units[0], "status": ["depleted"]}, *units[1:]]
    assert not line(diagram(spent, turn=5), "a1")["supplied"]


def test_airborne_units_are_supplied_on_the_turn_they_land(table):
    units = [{"id": "BR-2-1P", "hex": "6021"}]
    landed = table({"clear_board": True, "turn": 1, "units": units})
    assert line(landed, "BR-2-1P") == {
        "supplied": True,
        "source": "landing",
        "path": ["6021"],
        "cut": None,
    }
    later = table({"clear_board": True, "turn": 2, "units": units})
    assert not line(later, "BR-2-1P")["supplied"]


def test_page_27_over_a_canal_without_a_bridge(diagram):
    canal = {f"05{c:02d}/06{c:02d}": ["canal"] for c in range(1, 11)}
    canal |= {f"05{c:02d}/06{c + 1:02d}": ["canal"] for c in range(1, 10)}
    table = diagram([unit("a1", "0605")], areas=WEST, roads=ROAD, hexsides=canal)
    assert line(table, "a1")["supplied"]
    assert line(table, "a1")["over_canal"]


def test_enemy_areas_are_no_supply_source(diagram):
    areas = {"G": {"side": "german", "hexes": ["0501"]}}
    assert not line(diagram([unit("a1", "0502")], areas=areas, roads=ROAD), "a1")["supplied"]


def test_areas_a_and_l_change_hands_on_turn_7(diagram):
    areas = {"A": {"hexes": ["0501"]}}
    units = [unit("a1", "0502"), unit("g1", "0901")]
    assert not line(diagram(units, areas=areas, roads=ROAD, turn=6), "a1")["supplied"]
    assert line(diagram(units, areas=areas, roads=ROAD, turn=7), "a1")["supplied"]


def test_entering_from_an_area_costs_the_first_hex(diagram):
    hexes = {"0501": {"terrain": "woods"}}
    units = [unit("a1", "N", mechanized=True, movement=5), unit("a2", "N", status=["disrupted"])]
    off = diagram(units, areas=WEST, hexes=hexes)
    assert off.reach("a1", "normal")["0501"]["cost"] == 2
    assert off.reach("a1", "normal")["0501"]["path"] == ["N", "0501"]
    assert off.broken("a2", "N", "0501", mode="tactical") == {"19.3.1"}
    on = diagram(units, areas=WEST, hexes=hexes, roads=ROAD)
    assert on.reach("a1", "normal")["0501"]["cost"] == 1


def test_leaving_the_map_costs_a_point_and_ends_the_move(diagram):
    table = diagram([unit("a1", "0501"), unit("g1", "0503")], areas=WEST)
    areas = table.ask("reach", unit="a1")["areas"]
    assert areas["N"] == {"cost": 1.0, "mode": "normal", "path": ["0501", "N"], "stop": "area"}
    assert table.broken("a1", "0501", "N", "0501") == {"19.3.1"}
    assert table.broken("g1", "0503", "0502", "0501", "N") >= {"19.4"}


def test_between_entry_areas(table):
    units = [{"id": "GE-Krafft", "hex": "area-H"}, {"id": "GE-Spindler", "hex": "area-F"}]
    loaded = table({"clear_board": True, "turn": 3, "units": units})
    assert set(loaded.ask("reach", unit="GE-Spindler")["areas"]) >= {"G"}
    assert "I" not in loaded.ask("reach", unit="GE-Krafft")["areas"]
    assert loaded.broken("GE-Krafft", "area-H", "area-I") == {"19.6"}
    assert loaded.broken("GE-Krafft", "area-H", "area-G") == set()


def test_no_entry_over_a_major_river_but_the_pannerden_ferry(table):
    units = [{"id": "GE-Hartung", "hex": "area-H"}, {"id": "GE-Krafft", "hex": "area-H"}]
    loaded = table({"clear_board": True, "turn": 5, "units": units})
    assert loaded.broken("GE-Hartung", "area-H", "5626", mode="tactical") == set()
    assert loaded.broken("GE-Hartung", "area-H", "5626") == {"8.5.4"}
    assert loaded.broken("GE-Krafft", "area-H", "5626", mode="tactical") == {"8.5.6"}
    assert loaded.broken("GE-Hartung", "area-H", "5725", mode="tactical") == {"19.3.2"}


def test_corps_boundaries(table):
    units = [{"id": "BR-2IG/5", "hex": "1504"}, {"id": "GE-Krafft", "hex": "6025"}]
    loaded = table({"clear_board": True, "turn": 3, "units": units, "phase": "movement"})
    assert loaded.broken("BR-2IG/5", "1504", "1503", "1502") == set()
    past = loaded.ask("why_not", unit="BR-2IG/5", hex="1501")["verdicts"]
    assert "23.4" in {v["rule"] for v in past if v["level"] == "forbid"}
    free = table({"clear_board": True, "turn": 7, "units": units, "phase": "movement"})
    later = free.ask("why_not", unit="BR-2IG/5", hex="1501")["verdicts"]
    assert "23.4" not in {v["rule"] for v in later}


def test_frozen_garrisons(table):
    garrison = {"id": "GE-TielGarrison", "hex": "5606"}
    waiting = table({"clear_board": True, "turn": 3, "units": [garrison]})
    assert waiting.reach("GE-TielGarrison") == {}
    assert waiting.broken("GE-TielGarrison", "5606", "5607") == {"23.6"}
    near = {"id": "US-1/504", "hex": "5608"}
    freed = table({"clear_board": True, "turn": 3, "units": [garrison, near]})
    assert freed.reach("GE-TielGarrison")


def test_18_4_out_of_supply_halves_the_attack_only(diagram):
    """18.4b, 18.4e."""
    cut = {"status": ["out_of_supply"]}
    units = [unit("a1", "0505", attack=9), tank("g1", "0506", quality="elite", **cut)]
    table = diagram(units, phase="combat")
    assert table.odds("a1", target="0506")["defense"] == 6
    assert [s["rule"] for s in table.odds("a1", target="0506")["shifts"]] == ["10.3.2", "10.5.2"]
    assert "0505" in table.zone("german")
    back = diagram(units, phase="combat", active="german").odds("g1", target="0505")
    assert back["attack"] == 4
    assert {s["rule"] for s in back["shifts"]} == {"10.3.1", "10.6"}
    pair = [unit("g1", "0503", **cut), unit("g2", "0505", **cut)]
    assert diagram(pair).bonds("german") == diagram([unit("g1", "0503"), unit("g2", "0505")]).bonds(
        "german"
    )
    assert diagram(pair).bonds("german")


def test_18_4c_no_road_bonus_out_of_supply(diagram):
    road = [{"class": "minor", "hexes": [f"05{c:02d}" for c in range(3, 10)]}]

    def ends(**fields):
        units = [tank("a1", "0505", attack=80, **fields), unit("g1", "0506", max_steps=1)]
        table = diagram(units, phase="combat", roads=road, areas=AREAS).attack("a1", "0506", 5)
        return {o.split()[-1] for o in table.asked[2]}

    assert "0508" in ends()
    assert "0508" not in ends(status=["out_of_supply"])


def test_18_4d_artillery_out_of_supply_is_not_made_ready_but_fires(diagram):
    gun = {"kind": "artillery", "attack": 0, "range": 4, "max_steps": 1}
    units = [
        unit("g8", "0508", **gun, status=["fired", "out_of_supply"]),
        unit("g9", "0509", **gun, status=["fired"]),
    ]
    back = diagram(units, active="allied", phase="supply", turn=3, areas=AREAS).next()
    while back.state()["phase"] != "artillery_resupply":
        back = back.next()
    assert back.status("g9") == set()
    assert back.status("g8") == {"fired", "out_of_supply"}
    ready = unit("g8", "0508", **gun, status=["out_of_supply"])
    fight = [unit("a1", "0505", attack=9), unit("g1", "0506", attack=9), ready]
    odds = diagram(fight, active="german", phase="combat").odds(
        "g1", target="0505", artillery=["g8"]
    )
    assert odds["legal"]
    assert "17.6.2" in {s["rule"] for s in odds["shifts"]}


def test_18_3_2_a_path_is_the_shortest_that_supply_may_take(diagram):
    """The road through the unit's own hex winds; another begins three hexes away."""
    winding = ["0501", "0601", "0701", "0801", "0901", "0902", "0903", "0904", "0905", "0805"]
    roads = [
        {"class": "minor", "hexes": [*winding, "0705", "0605"]},
        {"class": "minor", "hexes": ["0501", "0502"]},
    ]
    table = diagram([unit("a1", "0605")], areas=WEST, roads=roads)
    assert line(table, "a1")["path"] == ["0605", "0504", "0503", "0502", "0501"]
    watched = diagram([unit("a1", "0605"), unit("g1", "0403")], areas=WEST, roads=roads)
    path = line(watched, "a1")["path"]  # 0502 is no hex for the road part now
    assert len(path) == 5
    assert not {"0503", "0502"} <= set(path)


def test_18_2_2_the_nearer_source_is_shown(diagram):
    head = unit("a9", "0507", kind="supply_head", max_steps=1, formation="82 AB Div")
    near = unit("a1", "0508", kind="parachute", formation="82 AB Div")
    far = unit("a2", "0503", kind="parachute", formation="82 AB Div")
    table = diagram([head, near, far], areas=WEST, roads=ROAD)
    assert [line(table, u)["source"] for u in ("a1", "a2")] == ["a9", "N"]


def test_18_6_units_out_of_supply_need_no_dismounted_marker(diagram):
    lost = unit("a1", "1010", mechanized=True, status=["dismounted"])
    table = diagram([lost], areas=WEST, phase="reorganization").next()
    assert table.status("a1") == {"out_of_supply"}


@pytest.mark.parametrize(
    ("name", "status", "dismounts"),
    [
        ("BR-BD-Inf-1", ["motorized"], True),
        ("BR-BD-Inf-1", [], False),
        ("BR-REM-Inf-1", [], True),
        ("BR-REM-Inf-1", ["foot"], False),
    ],
)
def test_18_6_the_face_that_is_up_decides_about_vehicles(diagram, name, status, dismounts):
    canal = {f"05{c:02d}/06{c + k:02d}": ["canal"] for c in range(1, 11) for k in (0, 1) if c < 10}
    canal["0510/0610"] = ["canal"]
    part = {"id": name, "hex": "0705", "status": status}
    board = {"areas": WEST, "roads": ROAD, "hexsides": canal, "phase": "reorganization"}
    after = diagram([part], **board).next()
    assert ("dismounted" in after.status(name)) is dismounts
