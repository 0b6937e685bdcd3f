"""Forbidden answers are refused with every reason and its rule number (3)."""

from __future__ import annotations

import pytest

from tests.games.holland44.rules.landings import HEAD, due, sky
from tests.games.holland44.rules.tabletop import tank, unit

AREAS = {
    "G": {"side": "german", "hexes": [f"{r:02d}10" for r in range(1, 11)]},
    "N": {"side": "allied", "hexes": [f"{r:02d}01" for r in range(1, 11)]},
}
STRONG = {"attack": 40}
GUN = {"kind": "artillery", "attack": 0, "range": 4, "max_steps": 1}


def against(table, answer):
    """Return the rules and words against an answer, which is refused for these reasons."""
    decision = table.pending[0]["kind"]
    action = {"kind": "choose", "decision": decision, "option": answer}
    refused = table.refused(action)["verdicts"]
    judged = table.ask("judge", action=action)
    assert not judged["legal"]
    assert [v["text"] for v in judged["verdicts"]] == [v["text"] for v in refused]
    assert all(v["text"].endswith(".") for v in refused)
    return {v["rule"] for v in refused}


def test_3_nonsense_is_not_among_the_answers(diagram):
    units = [unit("a1", "0505", **STRONG), unit("g1", "0506", max_steps=1)]
    table = diagram(units, phase="combat", areas=AREAS).attack("a1", "0506", 5)
    assert table.asked[1] == "advance"
    for nonsense in ("", "perhaps", "a1", "a1 nowhere", "a1 0505", "g9 0506", "breakthrough"):
        assert against(table, nonsense) == {"3"}


@pytest.fixture
def won(diagram):
    """An advance of two hexes from 0505 after DS against 0506, with others about."""

    def make(*units, attacker=None, die=5, **board):
        mine = attacker or unit("a1", "0505", **STRONG)
        foe = unit("g1", "0506", max_steps=1)
        table = diagram([mine, foe, *units], phase="combat", areas=AREAS, **board)
        return table.attack("a1", "0506", die)

    return make


def test_15_an_advance_is_refused_for_its_length(won):
    assert against(won(), "a1 0505 0506 0507 0508") == {"15.2"}
    assert against(won(), "a1 0505 0507") == {"15.2"}  # a gap
    assert against(won(), "a1 0505 0506 0505") == {"15.2"}  # back


def test_15_an_advance_is_refused_for_all_that_is_wrong_with_it(won):
    """Through the zone of one enemy unit, into its hex, and too far, all at once."""
    table = won(unit("g2", "0508"))
    assert against(table, "a1 0505 0506 0507 0508") == {"15.1", "15.2"}
    two = won(unit("g2", "0607"))
    assert "a1 0505 0506 0507" not in two.asked[2]
    assert against(two, "a1 0505 0506 0507") == {"15.4.2"}
    assert against(two, "a1 0505 0506 0507 0508") == {"15.2", "15.4.2"}


def test_15_units_that_cannot_advance(won):
    table = won(unit("a2", "0605"), unit("a3", "0504", **GUN))
    assert against(table, "a2 0605 0606") == {"15.1"}
    assert against(table, "a3 0504 0505") == {"15.1"}


def test_15_1_15_3_stacking_at_the_end_of_an_advance(won):
    friends = [unit("a2", "0406"), unit("a3", "0406")]
    assert against(won(*friends), "a1 0505 0406") == {"15.1"}
    road = [{"class": "minor", "hexes": ["0505", "0506", "0507", "0508"]}]
    driver = tank("a1", "0505", **STRONG)
    assert against(
        won(unit("a2", "0508"), attacker=driver, roads=road), "a1 0505 0506 0507 0508"
    ) == {"15.3"}


@pytest.mark.parametrize("water", ["canal", "major_river", "minor_river"])
def test_15_5_water_on_the_path(won, water):
    table = won(hexsides={"0506/0507": [water]})
    assert "a1 0505 0506 0507" not in table.asked[2]
    refused = table.refused(
        {"kind": "choose", "decision": "advance", "option": "a1 0505 0506 0507"}
    )["verdicts"]
    assert [(v["rule"], water.split("_")[0] in v["text"]) for v in refused] == [("15.5", True)]


def test_15_4_1_a_bond_bars_an_advance(won):
    table = won(unit("g2", "0408"), unit("g3", "0607"))
    assert "15.4.1" in against(table, "a1 0505 0506 0507")


def test_16_a_breakthrough_is_refused_for_all_that_is_wrong_with_it(won):
    table = won(unit("g2", "0507"), unit("a2", "0605"))
    assert against(table, "breakthrough 0507 a1") == {"9.1"}  # not adjacent yet
    assert against(table, "breakthrough 0506 a1") == {"9.1"}  # nobody left there
    inside = table.choose("a1 0505 0506")
    assert against(inside, "breakthrough 0507 a1 a2") == {"15.1"}
    assert "16.5" in against(inside, "join 0507 a1")
    jam = won(unit("g2", "0605"), unit("a2", "0505"))
    assert against(jam, "breakthrough 0605 a1") == {"16.3.5"}


def test_11_2_a_loss_on_the_wrong_unit(diagram):
    units = [
        unit("a1", "0505", attack=9),
        unit("a2", "0505", attack=9, steps=1),
        unit("a3", "0606", attack=9, formation="82 AB Div"),
        unit("a4", "0404"),
        unit("g1", "0506", defense=8),
    ]
    table = diagram(units, phase="combat")
    table = table.attack("a1 a2 a3", "0506", 4, lead="Guards Armd Div", attached=None)
    assert table.asked == ("allied", "loss", ["a1", "a2"])
    for wrong in ("a3", "a4", "g1"):
        assert against(table, wrong) == {"11.2"}
    text = table.refused({"kind": "choose", "decision": "loss", "option": "a3"})["message"]
    assert "Guards Armd Div" in text


@pytest.fixture
def pressed(diagram):
    """A German stack of g1 and g2 in 0506 that has to retreat two hexes."""

    def make(*units, die=4, **board):
        mine = [unit("a1", "0505", attack=14), unit("a2", "0606", attack=14)]
        foes = [unit("g1", "0506"), unit("g2", "0506", status=["disrupted"])]
        table = diagram([*mine, *foes, *units], phase="combat", areas=AREAS, **board)
        return table.attack("a1 a2", "0506", die)

    return make


def test_12_units_that_cannot_lead_a_determined_defence(pressed):
    gun = [unit("g3", "0508", status=["fired"], **GUN), unit("g4", "0110", **GUN)]
    table = pressed(*gun)
    assert table.asked[1] == "determined"
    assert against(table, "g2") == {"12.1.2"}
    assert against(table, "a1") == {"12.1.2"}
    assert against(table, "g1 g3") == {"17.5"}
    assert against(table, "g1 g4") == {"17.4"}
    assert against(table, "g2 g3 g4") == {"12.1.2", "17.4", "17.5", "17.6.3"}


def test_13_a_retreat_is_refused_by_priority_and_by_death(pressed):
    table = pressed(roads=[{"class": "minor", "hexes": [f"05{c:02d}" for c in range(6, 11)]}])
    table = table.choose("decline")
    assert table.asked[1] == "retreat"
    assert any(o.startswith("g1 g2 0506") for o in table.asked[2])
    assert "13.1.3.2" in against(table, "g1 g2 0506 0507 0607")
    assert "13.1.3.3" in against(table, "g1 g2 0506 0607 0608")
    assert "13.2" in against(table, "g1 g2 0506 0505 0504")
    assert "13.1.1" in against(table, "g1 g2 0506 0507 0508 0509")
    assert "13.3" in against(table, "g1 g2 0506 0507")
    assert against(table, "eliminated") == {"13.1"}
    assert "13.1.2" in against(table, "g1 0506 0507 0508")
    apart = table.choose("apart")
    assert against(apart, "g2 0506 0507 0508") == {"13.1.2"}


def test_22_2_where_a_unit_may_not_land(table):
    """On turn 3 next to its drop hex and no further, guns in the clear only."""
    asked = sky(table, 3, due("BR-156-4P", 3), HEAD).choose("BR-156-4P")
    assert "6417" in asked.asked[2]
    assert against(asked, "6315") == {"22.2.1"}
    assert against(asked, "perhaps") == {"3"}
    guns = sky(table, 3, due("US-82-Arty", 3), HEAD).choose("US-82-Arty")
    assert against(guns, "4923") == {"22.2.3"}  # Groesbeek
    gliders = sky(table, 3, due("US-2/327-A", 3), HEAD).choose("US-2/327-A")
    assert against(gliders, "3104") == {"22.2.1", "22.2.3"}  # Best, too far as well


def test_22_2_2_22_5_1_units_that_may_not_land(table):
    asked = sky(table, 3, due("BR-156-4P", 3), due("PO-1", 3), HEAD)
    assert asked.asked == ("allied", "landing", ["done", "BR-156-4P"])
    assert against(asked, "PO-1") == {"22.5.1"}
    assert against(asked, "BR-1AB-supply") == {"22.2.2"}


def test_22_2_1_a_unit_of_the_first_wave_keeps_to_the_hexes_of_its_code(table):
    asked = table({"scenario": "campaign"}).next()
    assert "22.2.1" in against(asked, "US-1/508 4819")
    moved = asked.choose("US-1/504 4819")
    assert "22.2.1" in against(moved, "US-1/504 4818")


def test_5_4_an_attempt_is_not_kept(diagram):
    sides = {"0502/0503": ["canal", "road_bridge"]}
    table = diagram([unit("a1", "0501"), unit("g1", "0909")], hexsides=sides)
    table = table.march("a1", "0501", "0502")
    assert table.asked == ("german", "demolish", ["blow", "decline"])
    assert against(table, "keep") == {"5.4"}


BRIDGE = {
    "hexsides": {"0505/0506": ["canal", "road_bridge"], "0303/0304": ["canal", "road_bridge"]}
}


@pytest.mark.parametrize(
    ("active", "units", "state", "answer", "rules"),
    [
        ("german", [unit("g1", "0505"), unit("a1", "0506")], "wired", "rewire", {"5.3.2"}),
        ("german", [unit("g1", "0505"), unit("a1", "0901")], "intact", "blow", {"5.3.1"}),
        ("german", [unit("g1", "0505"), unit("a1", "0506")], "wired", "repair", {"5.8"}),
        (
            "allied",
            [unit("a1", "0505", kind="bridging"), unit("g1", "0110")],
            "blown",
            "blow",
            {"5.5", "5.3.1"},
        ),
    ],
)
def test_5_reasons_against_work_on_a_bridge(diagram, active, units, state, answer, rules):
    bridges = {"0505/0506": state, "0303/0304": "wired" if state == "wired" else "intact"}
    phase = {"phase": "artillery_resupply", "active": active}
    table = diagram(units, bridges=bridges, **BRIDGE, **phase).next()
    assert table.asked[1] == "bridges"
    assert against(table, f"{answer} 0505/0506") == rules


def test_5_8_5_9_a_bridge_out_of_reach_of_builders(diagram):
    units = [unit("a1", "0505", kind="bridging"), unit("g1", "0110")]
    bridges = {"0505/0506": "blown", "0303/0304": "blown"}
    phase = {"phase": "artillery_resupply", "active": "allied"}
    table = diagram(units, bridges=bridges, **BRIDGE, **phase).next()
    assert against(table, "repair 0303/0304") == {"5.8", "5.9"}


def test_17_8_guns_that_may_not_be_made_ready(diagram):
    fired = {**GUN, "status": ["fired"]}
    units = [
        unit("a1", "0503", **fired),
        unit("a2", "0603", **fired),
        unit("a3", "0504", **fired),
        unit("a4", "0604", **GUN),
        unit("a5", "0605", **{**GUN, "status": ["fired", "disrupted"]}),
        unit("a6", "0606", **{**GUN, "status": ["fired", "out_of_supply"]}),
        unit("a7", "0703"),
    ]
    roads = [{"class": "primary", "hexes": [f"05{c:02d}" for c in range(1, 6)]}]
    table = diagram(units, areas=AREAS, roads=roads, phase="weather", active="allied").next()
    assert table.asked == ("allied", "resupply", ["done", "a1", "a2", "a3"])
    assert against(table, "a4") == {"17.8"}
    assert against(table, "a5") == {"17.8"}
    assert against(table, "a6") == {"17.8.1"}
    assert against(table, "a7") == {"17.8"}


def test_20_2_units_that_receive_no_replacement(table):
    units = [
        {"id": "GE-II-1034-59", "hex": "B", "steps": 1},
        {"id": "GE-Finzel-2", "hex": "C", "steps": 1},
        {"id": "GE-Fuerstenberg", "hex": "I", "steps": 1},
        {"id": "GE-Helle", "hex": "F"},
    ]
    night = {"clear_board": True, "turn": 8, "phase": "bridge", "active": "german"}
    asked = table({**night, "units": units}).next()
    assert asked.asked[1] == "replacement"
    assert against(asked, "east GE-Helle") == {"20.2.3"}
    used = asked.choose("west GE-II-1034-59")
    assert against(used, "west GE-Finzel-2") == {"20.2.2"}
    shaken = [{**u, "status": ["disrupted"]} if u["hex"] == "C" else u for u in units]
    asked = table({**night, "units": shaken}).next()
    assert against(asked, "west GE-Finzel-2") == {"20.2.3"}


def test_27_1_1_where_a_unit_does_not_slip_away_to(diagram):
    units = [unit("g1", "0506"), unit("a1", "0505")]
    given = {"phase": "combat", "active": "german", "areas": AREAS}
    table = diagram(units, options={"disengagement": True}, **given)
    table = table.apply({"kind": "disengage", "unit": "g1"}, [4])
    assert table.asked[1] == "disengage"
    assert against(table, "g1 0506 0507 0508 0509") == {"27.1.1"}
    assert against(table, "g1 0506 0605") == {"13.1"}  # not next to it
    assert {"27.1.1", "13.2"} <= against(table, "g1 0506 0606")


def test_16_5_the_attack_that_a_group_joins_is_refused_like_any_other(diagram):
    units = [
        unit("a1", "0505", attack=31),
        unit("a2", "0408", attack=6),
        unit("a3", "0608", attack=4),
        unit("a4", "0803", attack=4),
        unit("g1", "0506", max_steps=1),
        unit("g2", "0507"),
    ]
    table = diagram(units, phase="combat", areas=AREAS).attack("a1", "0506", 5)
    table = table.choose("a1 0505 0506").choose("join 0507 a1")
    assert table.asked[1] == "joint_attack"
    assert against(table, "a4") == {"9.1"}
    assert against(table, "a1 a2") == {"16.5"}


def test_24_4_where_no_traffic_marker_goes(table):
    after = table({"turn": 3, "phase": "supply", "active": "german"}).next()
    assert after.asked[1] == "traffic"
    placed = after.choose("traffic-1 1204")
    assert against(placed, "traffic-2 1204") == {"24.4"}
    assert against(placed, "traffic-2 6317") == {"24.4"}


def test_15_an_unlisted_path_to_a_hex_is_accepted(won):
    table = won()
    ways = {"a1 0505 0506 0607", "a1 0505 0606 0607"}
    (listed,) = ways.intersection(table.asked[2])
    (other,) = ways - {listed}
    assert table.choose(other).at("a1") == "0607"
    ezoc = won(unit("g2", "0706"))  # both ways lead through the zone of g2, but the first
    assert against(ezoc, "a1 0505 0606 0607") == {"15.4.2"}


def test_13_an_unlisted_path_that_keeps_the_guidelines_is_accepted(pressed):
    roads = [{"class": "minor", "hexes": [f"05{c:02d}" for c in range(6, 11)]}]
    table = pressed(roads=roads).choose("decline")
    found = table.ask("retreat", units=["g1", "g2"], hexes=2, **{"from": "0506"})
    legal = [found["candidates"][n] for n in found["legal"]]
    ways = {" ".join(["g1", "g2", *c["path"]]): c for c in legal if not c["extra_loss"]}
    others = ways.keys() - set(table.asked[2])
    assert others
    for way in others:
        assert table.choose(way).at("g1") == ways[way]["path"][-1]


def test_6_4_1_a_loss_that_would_not_help(diagram):
    """The loss of a unit that does not count against the nine steps, and of one in another hex."""
    crowd = [unit(f"a{n}", "0505", max_steps=4) for n in (1, 2, 3)]
    free = unit("a4", "0505", kind="engineer", max_steps=1)
    far = unit("a5", "0606")
    table = diagram([*crowd, free, far, unit("g1", "0110")], phase="combat").next()
    assert table.asked == ("allied", "overstack", ["a1", "a2", "a3"])
    assert against(table, "a4") == {"6.4.1"}
    assert against(table, "a5") == {"6.4.1"}
    texts = [
        table.refused({"kind": "choose", "decision": "overstack", "option": name})["message"]
        for name in ("a4", "a5")
    ]
    assert texts[0].replace("a4", "") != texts[1].replace("a5", "")
    assert table.choose("a1").steps("a1") == 3


def test_5_8_a_bridge_at_the_corner_of_the_map_is_repaired_like_others(diagram):
    units = [unit("a1", "0101", kind="bridging"), unit("g1", "0909")]
    side = {"0101/0102": ["canal", "road_bridge"]}
    phase = {"phase": "artillery_resupply", "active": "allied"}
    table = diagram(units, bridges={"0101/0102": "blown"}, hexsides=side, **phase).next()
    assert table.asked[2] == ["done", "repair 0101/0102"]
    begun = table.choose("repair 0101/0102")
    assert begun.state()["bridges"]["0101/0102"] == "under_repair"


def test_15_4_2_the_enemy_whose_zones_follow_each_other_is_named(won):
    """A second enemy that exerts a zone over only one of the hexes is not named."""
    table = won(unit("g2", "0607"), unit("g3", "0605"))
    choice = {"kind": "choose", "decision": "advance", "option": "a1 0505 0506 0507"}
    (found,) = (v for v in table.refused(choice)["verdicts"] if v["rule"] == "15.4.2")
    assert found["units"] == ["a1", "g2"]
    far = {**choice, "option": "a1 0505 0506 0407 0408"}
    verdicts = table.refused(far)["verdicts"]
    assert [v["units"] for v in verdicts if v["rule"] == "15.2"] == [["a1"]]
