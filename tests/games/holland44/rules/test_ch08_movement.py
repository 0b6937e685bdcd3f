"""Chapter 8: movement, with the examples of pages 9 to 11."""

from __future__ import annotations

import pytest

from tests.games.holland44.rules.tabletop import tank, unit


def test_page_9_extended_movement(diagram):
    """Unit A extends to five hexes; unit B goes four and may not end with A."""
    table = diagram([unit("a1", "0501"), unit("a2", "0502"), unit("g1", "0510")])
    found = table.reach("a1")
    assert found["0506"] == {
        "cost": 5.0,
        "mode": "extended",
        "path": ["0501", "0502", "0503", "0504", "0505", "0506"],
        "stop": None,
    }
    assert "0507" not in found
    after = diagram([unit("a1", "0506"), unit("a2", "0502"), unit("g1", "0510")])
    assert "0506" not in after.reach("a2", "extended")
    assert after.broken("a2", "0502", "0503", "0504", "0505", "0506", mode="extended") == {"8.2.1"}


@pytest.mark.parametrize("kind", ["infantry", "unknown"])
@pytest.mark.parametrize("river", [False, True])
def test_extended_movement_never_comes_next_to_the_enemy(diagram, kind, river):
    sides = {"0505/0506": ["major_river"]} if river else {}
    enemy = unit("g1", "0506", kind=kind)
    table = diagram([unit("a1", "0501"), enemy], hexsides=sides)
    broken = table.broken("a1", "0501", "0502", "0503", "0504", "0505", mode="extended")
    assert broken == {"8.2.1"}


def test_extended_movement_out_of_contact(diagram):
    table = diagram([unit("a1", "0505", movement=4), unit("g1", "0506")])
    assert table.broken("a1", "0505", "0504", "0503", "0502", mode="extended") == set()
    assert "8.2.1" in table.broken("a1", "0505", "0606", "0605", mode="extended")


def test_a_stack_cannot_extend_but_two_half_battalions_can(diagram):
    pair = [unit("a1", "0505"), unit("a2", "0505")]
    assert diagram(pair).ask("reach", units=["a1", "a2"], mode="extended")["hexes"] == {}
    halves = [
        {**pair[0], "half_battalion": "a2"},
        {**pair[1], "half_battalion": "a1"},
    ]
    assert diagram(halves).ask("reach", units=["a1", "a2"], mode="extended")["hexes"]


def test_page_10_a_move_of_eight_points_made_tactically(diagram):
    """Two woods hexes, the first over a minor river and out of EZOC: 8 MP for a unit with 5."""
    table = diagram(
        [unit("a1", "0505", mechanized=True, movement=5), unit("g1", "0504")],
        hexes={"0506": {"terrain": "woods"}, "0507": {"terrain": "woods"}},
        hexsides={"0505/0506": ["minor_river"]},
    )
    points = [v for v in table.move("a1", "0505", "0506", "0507")["verdicts"] if v["rule"] == "8.1"]
    assert points[0]["text"] == "The path costs 8 MP; 5 are available."
    assert table.reach("a1")["0507"]["mode"] == "tactical"


def test_tactical_movement_goes_two_hexes_and_stops_in_ezoc(diagram):
    table = diagram([unit("a1", "0503"), unit("g1", "0506")])
    assert table.broken("a1", "0503", "0504", "0505", "0605", mode="tactical") == {"8.3.1", "7.2"}
    near = diagram([unit("a1", "0504"), unit("g1", "0506")])
    assert near.broken("a1", "0504", "0505", "0605", mode="tactical") == {"7.2"}


def test_page_10_infiltration(diagram):
    """A passes the woods hex of B, which is then spent; C passes a city hex."""
    germans = [unit("g1", "0406"), unit("g2", "0407")]
    woods = {"0506": {"terrain": "woods"}, "0605": {"settlement": "city"}}
    table = diagram([unit("a1", "0505"), unit("a2", "0506"), *germans], hexes=woods)
    move = table.move("a1", "0505", "0506", "0507", mode="tactical")
    assert move["legal"]
    assert {v["rule"] for v in move["verdicts"]} == {"8.3.3"}
    alone = diagram([unit("a1", "0505"), *germans], hexes=woods)
    assert alone.broken("a1", "0505", "0506", "0507", mode="tactical") == {"7.2"}
    weak = diagram([unit("a1", "0505"), unit("a2", "0506", max_steps=1), *germans], hexes=woods)
    assert weak.broken("a1", "0505", "0506", "0507", mode="tactical") == {"7.2"}
    late = diagram([unit("a1", "0505"), unit("a2", "0606"), *germans], hexes=woods)
    late = late.march("a2", "0606", "0506")  # it has no move left to give up
    assert late.broken("a1", "0505", "0506", "0507", mode="tactical") == {"7.2"}
    bound = diagram(
        [unit("a1", "0505"), unit("a2", "0506", status=["auto_ds"]), *germans], hexes=woods
    )  # nor has a unit that made an automatic DS (8.7)
    assert bound.broken("a1", "0505", "0506", "0507", mode="tactical") == {"7.2"}
    city = {"0506": {"settlement": "city"}}
    through = diagram([unit("a1", "0505"), *germans], hexes=city)
    assert through.reach("a1", "tactical")["0507"]["path"] == ["0505", "0506", "0507"]
    assert through.broken("a1", "0505", "0506", "0507") == {"7.2", "8.1"}


def test_8_3_3_units_that_fought_an_unknown_unit_allow_no_infiltration(diagram):
    """Its move was that fight (25.3.1), though it never left its hex and is spent like a guide."""
    units = [
        unit("a1", "0505"),
        unit("a2", "0506"),
        unit("g1", "0606", kind="unknown"),
        unit("g2", "0406"),
        unit("g9", "unknown-pool", max_steps=1, defense=5),
    ]
    table = diagram(units, hexes={"0506": {"terrain": "woods"}})
    assert table.broken("a1", "0505", "0506", "0507", mode="tactical") == set()
    table = table.march("a2", "0506", "0606", mode="tactical", dice=[1, 1])
    while table.pending:
        table = table.choose(table.pending[0]["options"][-1])
    assert (table.at("a2"), table.status("a2")) == ("0506", {"spent"})
    assert table.broken("a1", "0505", "0506", "0507", mode="tactical") == {"7.2"}


@pytest.mark.parametrize(
    ("road", "foot", "mechanized"),
    [("primary", 1, 0.333333), ("secondary", 1, 0.5), ("minor", 1, 1)],
)
def test_road_rates(diagram, road, foot, mechanized):
    roads = [{"class": road, "hexes": ["0505", "0506"]}]
    units = [unit("a1", "0505"), unit("a2", "0505", mechanized=True, movement=5)]
    table = diagram(units, roads=roads, terrain="woods")
    assert table.reach("a1", "normal")["0506"]["cost"] == foot
    assert table.reach("a2", "normal")["0506"]["cost"] == mechanized


@pytest.mark.parametrize(
    ("terrain", "foot", "mechanized"),
    [("clear", 1, 1), ("woods", 1, 2), ("polder", 2, 3), ("polder_woods", 2, 3), ("marsh", 3, 4)],
)
def test_terrain_costs(diagram, terrain, foot, mechanized):
    units = [unit("a1", "0505"), unit("a2", "0505", mechanized=True, movement=5)]
    table = diagram(units, hexes={"0506": {"terrain": terrain}})
    assert table.reach("a1", "normal")["0506"]["cost"] == foot
    assert table.reach("a2", "normal")["0506"]["cost"] == mechanized


def test_a_stack_pays_for_its_slowest_member(diagram):
    units = [unit("a1", "0505", movement=5), unit("a2", "0505", mechanized=True, movement=5)]
    found = diagram(units, terrain="woods").ask("reach", units=["a1", "a2"], mode="normal")
    assert found["hexes"]["0506"]["cost"] == 2


def test_a_road_goes_on_through_towns(diagram):
    roads = [{"class": "primary", "hexes": ["0504", "0505", "0506", "0507"]}]
    hexes = {"0505": {"settlement": "town"}, "0506": {"settlement": "city"}}
    table = diagram([tank("a1", "0504")], roads=roads, hexes=hexes)
    assert table.reach("a1", "normal")["0507"]["cost"] == 1


@pytest.mark.parametrize(
    ("words", "foot", "mechanized", "vehicle"),
    [
        (["minor_river"], 2, 3, None),
        (["canal"], None, None, None),
        (["major_river"], None, None, None),
        (["canal", "road_bridge"], 1, 1, 1),
        (["canal", "rail_bridge"], 2, 3, 3),
        (["major_river", "rail_bridge"], 2, 3, 3),
    ],
)
def test_costs_across_water(diagram, words, foot, mechanized, vehicle):
    units = [
        unit("a1", "0505", movement=4),
        unit("a2", "0505", mechanized=True, movement=4),
        tank("a3", "0505", movement=4),
    ]
    # A ring of canals keeps the units from going round.
    table = diagram(units, hexsides={"0505/0506": words})
    for name, cost in (("a1", foot), ("a2", mechanized), ("a3", vehicle)):
        found = table.move(name, "0505", "0506")
        assert found["legal"] is (cost is not None)
        if cost is not None:
            entry = table.reach(name, "normal")["0506"]
            assert entry["cost"] == min(cost, 2)


def test_infantry_crosses_a_canal_only_tactically_from_next_to_it(diagram):
    canal = {"0505/0506": ["canal"]}
    table = diagram([unit("a1", "0505"), tank("a2", "0505"), unit("a3", "0504")], hexsides=canal)
    assert table.broken("a1", "0505", "0506") == {"8.5.3"}
    assert table.broken("a1", "0505", "0506", mode="tactical") == set()
    assert table.broken("a2", "0505", "0506", mode="tactical") == {"8.5.2"}
    assert table.broken("a3", "0504", "0505", "0506", mode="tactical") == {"8.5.3"}


def test_page_10_ferries(diagram):
    """Ferries A and D may be used; B and C not, for an end of theirs is in EZOC or held."""
    row = {f"05{c:02d}/06{c:02d}": ["major_river"] for c in range(1, 11)}
    row |= {f"05{c:02d}/06{c + 1:02d}": ["major_river"] for c in range(1, 10)}
    for ferry in ("0501/0601", "0504/0604", "0506/0606", "0510/0610"):
        row[ferry] = ["major_river", "ferry"]
    small = [unit(f"a{c}", f"05{c:02d}", max_steps=1) for c in (1, 4, 6, 10)]
    table = diagram([*small, unit("g1", "0605"), unit("g2", "0606")], hexsides=row)
    assert table.broken("a1", "0501", "0601", mode="tactical") == set()
    assert table.broken("a10", "0510", "0610", mode="tactical") == set()
    assert "8.5.5" in table.broken("a4", "0504", "0604", mode="tactical")
    assert "8.5.5" in table.broken("a6", "0506", "0606", mode="tactical")


def test_limits_of_ferries(diagram):
    ferry = {"0505/0506": ["major_river", "ferry"]}
    units = [
        unit("a1", "0505", max_steps=1),
        unit("a2", "0505"),
        tank("a3", "0505", max_steps=1),
        unit("g1", "0505"),
    ]
    table = diagram(units[:3], hexsides=ferry)
    assert table.broken("a1", "0505", "0506", mode="tactical") == set()
    assert table.broken("a1", "0505", "0506") == {"8.5.4"}
    assert table.broken("a2", "0505", "0506", mode="tactical") == {"8.5.6"}
    assert table.broken("a3", "0505", "0506", mode="tactical") == set()
    germans = [unit("g1", "0505", max_steps=1), tank("g2", "0505", max_steps=1)]
    by_day = diagram(germans, hexsides=ferry, turn=3)
    assert by_day.broken("g1", "0505", "0506", mode="tactical") == set()
    assert by_day.broken("g2", "0505", "0506", mode="tactical") == {"8.5.6"}
    by_night = diagram(germans, hexsides=ferry, turn=5)
    assert by_night.broken("g2", "0505", "0506", mode="tactical") == set()


def test_engineers_carry_six_steps_one_of_them_a_vehicle(diagram):
    river = {"0505/0506": ["major_river"]}
    engineer = unit("a9", "0505", kind="engineer", max_steps=1)
    three = [unit("a1", "0505", max_steps=3), unit("a2", "0505", max_steps=3)]
    table = diagram([engineer, *three], hexsides=river)
    both = {"kind": "move", "units": ["a1", "a2"], "path": ["0505", "0506"], "mode": "tactical"}
    assert table.ask("judge", action=both)["legal"]
    seven = diagram([engineer, *three, unit("a3", "0505", max_steps=1)], hexsides=river).ask(
        "judge", action={**both, "units": ["a1", "a2", "a3"]}
    )
    assert {v["rule"] for v in seven["verdicts"] if v["level"] == "forbid"} == {"23.3.3"}
    tanks = diagram([engineer, tank("a1", "0505")], hexsides=river)
    assert tanks.broken("a1", "0505", "0506", mode="tactical") == {"23.3.3"}
    one = diagram([engineer, tank("a1", "0505", max_steps=1)], hexsides=river)
    assert one.broken("a1", "0505", "0506", mode="tactical") == set()
    germans = [unit("g9", "0505", kind="engineer", max_steps=1), unit("g1", "0505")]
    assert "8.5.4" in diagram(germans, hexsides=river).broken("g1", "0505", "0506", mode="tactical")


def test_page_11_woods_off_the_road(diagram):
    """Two woods hexes at the chart's cost, each further one a point dearer."""
    units = [unit("a1", "0501", movement=5), unit("a2", "0701", mechanized=True, movement=7)]
    table = diagram(units, terrain="woods")
    foot = table.reach("a1")
    assert [foot[f"05{c:02d}"]["cost"] for c in (2, 3, 4)] == [1, 2, 4]
    mechanized = table.reach("a2")
    assert [mechanized[f"07{c:02d}"]["cost"] for c in (2, 3, 4)] == [2, 4, 7]


def test_vehicles_keep_to_the_road_in_polder_and_marsh(diagram):
    hexes = {"0506": {"terrain": "polder"}, "0507": {"terrain": "marsh"}}
    road = [{"class": "minor", "hexes": ["0505", "0506", "0507", "0508"]}]
    off = diagram([tank("a1", "0505")], hexes=hexes)
    assert off.broken("a1", "0505", "0506") == {"8.6.2"}
    assert off.broken("a1", "0505", "0506", mode="tactical") == {"8.6.2"}
    on = diagram([tank("a1", "0505")], hexes=hexes, roads=road)
    assert on.reach("a1", "normal")["0508"]["cost"] == 3
    assert on.broken("a1", "0505", "0506", "0606") == {"8.6.2"}


def test_traffic_markers_cost_allied_mechanized_units_two_points(diagram):
    units = [unit("a1", "0505"), tank("a2", "0505"), tank("g1", "0909", movement=5)]
    markers = [{"kind": "traffic", "hex": "0506"}, {"kind": "traffic", "hex": "0908"}]
    table = diagram(units, markers=markers)
    assert table.reach("a1", "normal")["0506"]["cost"] == 1
    assert table.reach("a2", "normal")["0506"]["cost"] == 3
    assert table.reach("a2", "tactical")["0506"]["cost"] == 0
    assert table.reach("g1", "normal")["0908"]["cost"] == 1


@pytest.mark.parametrize(
    ("status", "modes"),
    [
        ("disrupted", {"tactical", "full_retreat"}),
        ("full_retreat", {"tactical", "full_retreat"}),
        ("engaged", {"tactical"}),
        ("scattered", {"tactical"}),
        ("out_of_supply", {"tactical"}),
        ("spent", set()),
        ("auto_ds", set()),
        ("fired", {"normal", "extended", "tactical"}),
    ],
)
def test_modes_by_status(diagram, status, modes):
    table = diagram([unit("a1", "0505", status=[status])])
    usable = {
        mode
        for mode in ("normal", "extended", "tactical", "full_retreat")
        if table.reach("a1", mode)
    }
    assert usable == modes


def test_full_retreat_keeps_out_of_ezoc(diagram):
    table = diagram([unit("a1", "0503", status=["disrupted"]), unit("g1", "0506")])
    assert table.broken("a1", "0503", "0504", "0505", mode="full_retreat") == {"14.3.2"}
    friend = unit("a2", "0505")
    held = diagram([unit("a1", "0503", status=["disrupted"]), unit("g1", "0506"), friend])
    assert held.broken("a1", "0503", "0504", "0505", mode="full_retreat") == set()


def test_artillery_moves_by_the_road_only_under_a_moved_marker(diagram):
    gun = {"kind": "artillery", "attack": 0, "movement": 1, "max_steps": 1, "range": 3}
    road = [{"class": "primary", "hexes": [f"05{c:02d}" for c in range(1, 11)]}]
    still = diagram([unit("a1", "0505", **gun)], roads=road)
    assert set(still.reach("a1", "normal")) == {"0504", "0506", "0605", "0606", "0405", "0406"}
    assert still.reach("a1", "normal")["0506"]["cost"] == 1
    assert still.reach("a1", "extended") == {}
    moved = diagram([unit("a1", "0505", **gun, status=["moved"])], roads=road)
    assert moved.reach("a1", "normal")["0510"]["cost"] == pytest.approx(5 / 3, abs=1e-6)
    assert moved.reach("a1", "extended")
    far = still.move("a1", "0505", "0506", "0507", mode="tactical")
    assert ("17.3", "info") in {(v["rule"], v["level"]) for v in far["verdicts"]}


def test_a_replacement_moves_one_hex(diagram):
    table = diagram([unit("a1", "0505", status=["replacement"])])
    assert len(table.reach("a1")) == 6
    assert table.broken("a1", "0505", "0506", "0507") == {"20.2.5"}


def test_dismounted_infantry_walks(diagram):
    """18.6: three points on foot while its supply crosses a canal without a bridge."""
    canals = {f"05{c:02d}/06{c:02d}": ["canal"] for c in range(1, 11)}
    canals |= {f"05{c:02d}/06{c + 1:02d}": ["canal"] for c in range(1, 10)}
    south = {"N": {"side": "allied", "hexes": [f"01{c:02d}" for c in range(1, 11)]}}
    roads = [{"class": "minor", "hexes": ["0101", "0201", "0301", "0401", "0501"]}]
    riders = {"mechanized": True, "movement": 5, "status": ["dismounted"]}
    table = diagram(
        [unit("a1", "0601", **riders), unit("a2", "0401", **riders)],
        hexsides=canals,
        areas=south,
        roads=roads,
        terrain="woods",
    )
    assert table.reach("a1", "normal")["0602"]["cost"] == 1
    assert max(entry["cost"] for entry in table.reach("a1", "normal").values()) <= 3
    # The supply of the other one crosses no canal: it mounts as it starts to move.
    assert table.reach("a2", "normal")["0402"]["cost"] == 2


def test_18_6_dismounted_infantry_without_supply_stays_on_foot(diagram):
    table = diagram([unit("a1", "0501", mechanized=True, movement=5, status=["dismounted"])])
    assert max(entry["cost"] for entry in table.reach("a1", "normal").values()) == 3
    assert max(entry["cost"] for entry in table.reach("a1", "extended").values()) == 5


def test_unknown_units_are_entered_not_passed(diagram):
    unknown = unit("g1", "0506", kind="unknown", max_steps=1)
    table = diagram([unit("a1", "0504"), unknown, unit("g2", "0909")])
    assert table.reach("a1", "normal")["0506"] == {
        "cost": 2.0,
        "mode": "normal",
        "path": ["0504", "0505", "0506"],
        "stop": "unknown",
    }
    assert table.broken("a1", "0504", "0505", "0506", "0507", mode="normal") >= {"25.3.1"}
    assert table.broken("a1", "0504", "0505", "0506", mode="extended") == {"8.2.1", "25.3.1"}
    stacked = diagram([unit("a1", "0504"), unknown, unit("g3", "0506")])
    assert table.reach("g1") == {}
    assert stacked.broken("a1", "0504", "0505", "0506") == {"7.2", "8.1"}


@pytest.mark.parametrize("mode", ["tactical", "normal", "extended"])
def test_8_1_no_unit_enters_a_hex_with_an_enemy(diagram, mode):
    table = diagram([unit("a1", "0504"), unit("g1", "0505")])
    assert table.broken("a1", "0504", "0505", mode=mode) == {"8.1"}


def test_german_units_move_tactically_on_turn_1(diagram):
    table = diagram([unit("g1", "0505")], turn=1)
    assert {entry["mode"] for entry in table.reach("g1").values()} == {"tactical"}
    assert table.broken("g1", "0505", "0506") == {"23.1.2"}


def test_why_not_gives_all_reasons(diagram):
    germans = [unit("g1", "0507"), unit("g2", "0707"), unit("g3", "0505")]
    table = diagram([tank("a1", "0404", status=["disrupted"]), *germans])
    answer = table.ask("why_not", unit="a1", hex="0507")
    assert not answer["legal"]
    assert {v["rule"] for v in answer["verdicts"] if v["level"] == "forbid"} >= {"8.1"}
    assert len([v for v in answer["verdicts"] if v["level"] == "forbid"]) >= 2
    assert table.ask("why_not", unit="a1", hex="0405")["legal"]


def test_text_of_every_refusal(diagram):
    table = diagram([unit("a1", "0504"), unit("g1", "0506")])
    verdict = table.move("a1", "0504", "0505", "0605", mode="tactical")["verdicts"][0]
    assert verdict["rule"] == "7.2"
    assert verdict["hexes"] == ["0505"]
    assert verdict["units"] == ["g1"]
    assert verdict["fix"]
    assert verdict["title"] == "Zones of control and movement"


def test_a_ferry_marker_replaces_an_engineer_unit(diagram):
    river = {"0505/0506": ["major_river"]}
    marked = diagram(
        [unit("a1", "0505")], hexsides=river, markers=[{"kind": "ferry", "hex": "0505"}]
    )
    assert marked.broken("a1", "0505", "0506", mode="tactical") == set()


def test_8_3_2_tactical_movement_enters_nothing_prohibited(diagram):
    """No lake, no river without a bridge; no vehicle enters a marsh or crosses a canal."""
    hexes = {"0506": {"terrain": "lake"}, "0504": {"terrain": "marsh"}}
    sides = {"0505/0606": ["major_river"], "0405/0505": ["canal"]}
    table = diagram([tank("a1", "0505"), unit("a2", "0505")], hexes=hexes, hexsides=sides)
    for name, hex_, rules in (
        ("a1", "0506", {"8.5.4"}),
        ("a1", "0606", {"8.5.4"}),
        ("a1", "0504", {"8.6.2"}),
        ("a1", "0405", {"8.5.2"}),
        ("a2", "0506", {"8.5.4"}),
        ("a2", "0606", {"8.5.4"}),
    ):
        assert table.broken(name, "0505", hex_, mode="tactical") == rules
        assert table.reach(name, "tactical").get(hex_, {}).get("path") != ["0505", hex_]
    assert {"0504", "0405"} <= set(table.reach("a2", "tactical"))


def test_8_5_7_a_battalion_sends_a_company_over_on_a_ferry(diagram):
    units = [
        {"id": "US-3/504", "hex": "0505"},
        {"id": "US-B/82", "hex": "breakdowns-allied"},
        unit("g1", "0110"),
    ]
    table = diagram(units, hexsides={"0505/0506": ["major_river", "ferry"]})
    assert table.broken("US-3/504", "0505", "0506", mode="tactical") == {"8.5.6"}
    parted = table.apply({"kind": "split", "unit": "US-3/504", "part": "US-B/82"})
    over = parted.march("US-B/82", "0505", "0506", mode="tactical")
    assert over.at("US-B/82") == "0506"
    assert "8.5.6" in over.broken("US-3/504", "0505", "0506", mode="tactical")


def test_8_4_the_road_rate_holds_in_ezoc(diagram):
    roads = [{"class": "primary", "hexes": ["0504", "0505", "0506"]}]
    table = diagram([tank("a1", "0504"), unit("g1", "0606")], roads=roads, terrain="woods")
    found = table.reach("a1", "normal")
    assert (found["0505"]["cost"], found["0505"]["stop"]) == (0.333333, "ezoc")


def test_23_1_2_on_turn_1_germans_leave_the_map_only_into_areas_a_and_l(diagram):
    letters = {"A": "0110", "L": "0510", "B": "0910"}
    areas = {name: {"side": "german", "hexes": [hex_]} for name, hex_ in letters.items()}
    units = [unit(f"g{n}", hex_) for n, hex_ in enumerate(letters.values())]
    for turn, out in ((1, {"A", "L"}), (3, {"A", "B", "L"})):
        table = diagram(units, areas=areas, turn=turn, active="german")
        found = [set(table.ask("reach", unit=u["id"], mode="tactical")["areas"]) for u in units]
        assert set().union(*found) == out
