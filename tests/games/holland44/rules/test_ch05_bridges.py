"""Chapter 5: bridges blown, spared, rewired and repaired."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.effects import Clock
from engine.games.holland44.position import Position
from engine.games.holland44.positions import opening, setting
from engine.games.holland44.rules.ch05_demolition import wired_between
from tests.games.holland44.rules.tabletop import tank, unit

BRIDGE = {"0505/0506": ["canal", "road_bridge"]}
ROAD = [{"class": "primary", "hexes": ["0503", "0504", "0505", "0506", "0507"]}]


@pytest.fixture
def before_the_bridge(diagram):
    """A tank two hexes from a bridge that it wants to cross."""
    units = [tank("a1", "0503"), unit("g1", "0510")]

    def make(**board):
        return diagram(units, hexsides=BRIDGE, roads=ROAD, **board)

    return make


def test_5_4_a_move_stops_beside_a_wired_bridge_until_the_german_decides(before_the_bridge):
    table = before_the_bridge().march("a1", "0503", "0504", "0505", "0506", "0507")
    assert table.at("a1") == "0505"
    assert table.asked == ("german", "demolish", ["blow", "decline"])


def test_5_3_1_a_failed_attempt_leaves_the_bridge_intact_and_the_move_goes_on(before_the_bridge):
    table = before_the_bridge().march("a1", "0503", "0504", "0505", "0506", "0507")
    after = table.choose("blow", 2)
    assert after.state()["bridges"]["0505/0506"] == "intact"
    assert after.at("a1") == "0507"
    assert after.state()["tracks"]["moved/a1"].split()[2] == "4"


def test_5_2_a_blown_bridge_ends_the_path_but_not_the_move(before_the_bridge):
    table = before_the_bridge().march("a1", "0503", "0504", "0505", "0506", "0507")
    after = table.choose("blow", 3)
    assert after.state()["bridges"]["0505/0506"] == "blown"
    assert after.at("a1") == "0505"
    assert after.pending == []
    assert after.march("a1", "0505", "0605").at("a1") == "0605"


def test_5_4b_a_declined_attempt_counts_as_intact(before_the_bridge):
    table = before_the_bridge().march("a1", "0503", "0504", "0505").choose("decline")
    assert table.state()["bridges"]["0505/0506"] == "intact"


def test_5_4_the_attempt_may_be_kept_where_the_option_is_in_force(before_the_bridge):
    """Contradiction C4: the example of pages 41 and 43 keeps an attempt for the attack."""
    table = before_the_bridge(options={"keep_attempts": True})
    table = table.march("a1", "0503", "0504", "0505")
    assert table.asked[2] == ["blow", "decline", "keep"]
    kept = table.choose("keep")
    assert kept.state()["bridges"]["0505/0506"] == "wired"
    crossing = kept.march("a1", "0505", "0506")
    assert crossing.asked[2] == ["blow", "decline"]  # the last chance
    assert crossing.choose("decline").at("a1") == "0506"


@pytest.mark.parametrize(("turn", "state"), [(1, "intact"), (3, "blown")])
def test_5_6_turn_1_has_a_modifier(before_the_bridge, turn, state):
    table = before_the_bridge(turn=turn).march("a1", "0503", "0504", "0505")
    assert table.choose("blow", 3).state()["bridges"]["0505/0506"] == state


def test_5_4_german_moves_blow_no_bridge(diagram):
    units = [unit("g1", "0504"), unit("a1", "0901")]
    table = diagram(units, hexsides=BRIDGE, active="german")
    assert table.march("g1", "0504", "0505").pending == []


def test_5_4c_an_attack_across_a_wired_bridge_may_be_called_off(diagram):
    units = [unit("a1", "0505", attack=15), unit("g1", "0506")]
    table = diagram(units, hexsides=BRIDGE, roads=ROAD, phase="combat").attack("a1", "0506")
    assert table.asked == ("german", "demolish", ["blow", "decline"])
    blown = table.choose("blow", 6)
    assert blown.asked == ("allied", "attack", ["attack", "cancel"])
    assert blown.choose("cancel").state()["tracks"].get("combat") is None
    fought = table.choose("decline", 5)
    assert fought.state()["tracks"]["combat"].split()[2:] == ["5", "EX"]


def test_5_7_grave_is_safe_on_turn_1(table):
    units = [{"id": "a1", "counter": "US-1/504", "hex": "4715"}]
    position = {"turn": 1, "phase": "movement", "clear_board": True, "units": units}
    grave = table(position).march("a1", "4715", "4816")
    assert grave.pending == []
    assert grave.state()["bridges"]["4816/4817"] == "intact"


@pytest.mark.parametrize(("path", "state"), [(("4917", "4817"), "wired"), (("4817",), "wired")])
def test_5_7_grave_is_intact_only_once_it_is_captured(table, path, state):
    """Being next to it does not capture it while a German is at the other end."""
    units = [
        {"id": "a1", "counter": "US-1/504", "hex": path[0]},
        {"id": "g1", "counter": "GE-Alarm", "hex": "4816"},
    ]
    grave = table({"turn": 1, "phase": "movement", "clear_board": True, "units": units})
    if len(path) > 1:
        grave = grave.march("a1", *path)
    assert grave.state()["bridges"]["4816/4817"] == state
    assert grave.next().next().state()["bridges"]["4816/4817"] == state  # the attack never came
    fought = grave.next().attack("a1", "4816", 3)  # 2:1 with quality, DR: the German gives way
    while fought.pending and fought.pending[0]["kind"] != "advance":
        fought = fought.choose(fought.pending[0]["options"][0])
    assert fought.choose("done").next().state()["bridges"]["4816/4817"] == "intact"


def test_5_7_a_move_across_grave_is_not_stopped(table):
    units = [{"id": "a1", "counter": "US-1/504", "hex": "4917"}]
    position = {"turn": 1, "phase": "movement", "clear_board": True, "units": units}
    grave = table(position).march("a1", "4917", "4817", "4816")
    assert (grave.at("a1"), grave.pending) == ("4816", [])
    assert grave.state()["bridges"]["4816/4817"] == "intact"


def test_5_7_arnhem_is_never_blown(table):
    units = [{"id": "a1", "counter": "BR-2-1P", "hex": "6122"}]
    position = {"turn": 3, "phase": "movement", "clear_board": True, "units": units}
    after = table(position).march("a1", "6122", "6121")
    assert "6121/6122" not in [d["args"]["hexside"] for d in after.pending]
    assert after.at("a1") == "6121"


def test_5_7_a_railway_bridge_beside_one_that_is_never_blown_is_not_rewired(table):
    """Road and railway share the crossing at Westervoort, which has one state."""
    units = [{"id": "GE-Krafft", "hex": "6123"}, {"id": "a1", "counter": "BR-2-1P", "hex": "5014"}]
    position = {"turn": 3, "phase": "artillery_resupply", "active": "german"}
    after = table({**position, "clear_board": True, "units": units}).next()
    assert not [o for o in (after.asked[2] if after.pending else []) if "6123/6124" in o]


def bridge_phase(diagram, active, units, state):
    """The table in a side's bridge phase, come to from the phase before."""
    bridges = {"0505/0506": state}
    phase = "artillery_resupply"
    return diagram(units, hexsides=BRIDGE, bridges=bridges, phase=phase, active=active).next()


def test_5_5_demolition_in_the_german_bridge_phase(diagram):
    units = [unit("g1", "0505"), unit("a1", "0506")]
    table = bridge_phase(diagram, "german", units, "wired")
    assert table.asked == ("german", "bridges", ["done", "blow 0505/0506"])
    assert table.choose("blow 0505/0506", 6).state()["bridges"]["0505/0506"] == "blown"
    far = [unit("g1", "0501"), unit("a1", "0506")]
    assert bridge_phase(diagram, "german", far, "wired").pending == []
    shaken = [unit("g1", "0505", status=["disrupted"]), unit("a1", "0506")]
    assert bridge_phase(diagram, "german", shaken, "wired").pending == []
    alone = [unit("g1", "0505"), unit("a1", "0901")]
    assert bridge_phase(diagram, "german", alone, "wired").pending == []


def test_5_3_2_rewiring_needs_a_german_and_no_allied_zone(diagram):
    held = [unit("g1", "0505"), unit("a1", "0901")]
    table = bridge_phase(diagram, "german", held, "intact")
    assert table.asked[2] == ["done", "rewire 0505/0506"]
    after = table.choose("rewire 0505/0506")
    assert after.state()["bridges"]["0505/0506"] == "wired"
    assert after.pending == []  # 5.3.3: not blown in the same phase
    near = [unit("g1", "0505"), unit("a1", "0507")]
    assert bridge_phase(diagram, "german", near, "intact").pending == []


def test_5_8_repair_takes_two_bridge_phases(diagram):
    pioneers = unit("a1", "0505", kind="bridging")
    units = [pioneers, unit("g1", "0110")]
    table = bridge_phase(diagram, "allied", units, "blown")
    assert table.asked[2] == ["done", "repair 0505/0506"]
    assert table.choose("repair 0505/0506").state()["bridges"]["0505/0506"] == "under_repair"
    again = bridge_phase(diagram, "allied", units, "under_repair")
    assert again.choose("repair 0505/0506").state()["bridges"]["0505/0506"] == "intact"
    idle = [{**pioneers, "status": ["engaged"]}, unit("g1", "0110")]
    assert bridge_phase(diagram, "allied", idle, "blown").pending == []
    near = [pioneers, unit("g1", "0507")]
    assert bridge_phase(diagram, "allied", near, "blown").pending == []


def test_5_1_ferries_are_never_blown(diagram):
    units = [unit("a1", "0503"), unit("g1", "0507")]
    ferry = {"0505/0506": ["major_river", "ferry"]}
    assert diagram(units, hexsides=ferry).march("a1", "0503", "0504", "0505").pending == []
    beside = [unit("a1", "0505"), unit("g1", "0506")]
    board = {"phase": "artillery_resupply", "active": "german"}
    assert diagram(beside, hexsides=ferry, **board).next().pending == []
    bridge = {"0605/0606": ["canal", "road_bridge"]}
    table = diagram(beside, hexsides=ferry | bridge, **board).next()
    option = {"kind": "choose", "decision": "bridges", "option": "blow 0505/0506"}
    assert {v["rule"] for v in table.refused(option)["verdicts"]} == {"5.7"}


def test_5_2_a_road_over_a_minor_river_is_always_bridged(diagram):
    river = {"0505/0506": ["minor_river"]}
    table = diagram([tank("a1", "0504"), unit("g1", "0510")], hexsides=river, roads=ROAD)
    over = table.march("a1", "0504", "0505", "0506")
    assert (over.at("a1"), over.pending) == ("0506", [])
    off = diagram([tank("a1", "0504"), unit("g1", "0510")], hexsides=river)
    assert "8.5.2" in off.broken("a1", "0504", "0505", "0506")
    sides = setting("campaign").board.sides.values()
    assert not [s for s in sides if s.water == "minor_river" and s.bridges]


LATER = Clock(turn=2, phase="movement", active="allied")
"""Not turn 1, on which the bridge of Grave is safe (5.7)."""


@pytest.mark.parametrize("scenario", ["campaign", "short"])
def test_5_3_1_bridges_start_wired(table, scenario):
    """All but those that are never blown (5.7), and those the set-up names."""
    state = table({"scenario": scenario}).state()["bridges"]
    known = dict.fromkeys(("1402/1502", "1306/1407", "1307/1408", "1109/1210"), "blown")
    known["1308/1309"] = "blown"  # a railway bridge that lies behind those
    known["1303/1404"] = "intact"  # taken a week before the game begins
    begun = Position(setting(scenario), replace(opening(scenario), clock=LATER), None)
    bridges = setting(scenario).board.bridges.values()
    safe = {bridge.hexside for bridge in bridges if bridge.rule == "never_blown"}
    assert len(safe) == 3
    for bridge in bridges:
        if bridge.kind in ("ferry", "pontoon") or bridge.hexside in safe:
            continue
        if min(bridge.ends) < 0:
            continue  # off the edge of the map: no counter lies on it
        expected = known.get(bridge.hexside, "wired")
        assert state.get(bridge.hexside, bridge.start) == expected, bridge
        assert bool(wired_between(begun, *bridge.ends)) == (expected == "wired"), bridge


BLOWN = {"0505/0506": "blown"}
BACK = {"N": {"side": "allied", "hexes": ["0501"]}, "G": {"side": "german", "hexes": ["0510"]}}


def works(diagram, active, units, state="blown", words=("canal", "road_bridge"), **board):
    """Return the possible work on the bridge in a side's bridge phase."""
    table = diagram(
        units,
        hexsides={"0505/0506": list(words)},
        bridges={"0505/0506": state} if len(words) > 1 else {},
        phase="artillery_resupply",
        active=active,
        **board,
    ).next()
    return table.asked[2] if table.pending else [], table


def test_5_8_repairs_are_made_where_there_was_a_bridge(diagram):
    units = [unit("a1", "0505", kind="bridging"), unit("g1", "0110")]
    assert works(diagram, "allied", units)[0] == ["done", "repair 0505/0506"]
    assert works(diagram, "allied", units, words=["canal"])[0] == []


@pytest.mark.parametrize(
    ("words", "ok"),
    [
        (("canal", "rail_bridge"), True),
        (("major_river", "rail_bridge"), False),
        (("major_river", "road_bridge"), True),
    ],
)
def test_5_8_railway_bridges_over_major_rivers_stay_down(diagram, words, ok):
    units = [unit("a1", "0505", kind="bridging"), unit("g1", "0110")]
    assert bool(works(diagram, "allied", units, words=words)[0]) == ok


@pytest.mark.parametrize(("held", "state"), [("german", "blown"), ("allied", "under_repair")])
def test_5_8_a_repair_is_lost_when_the_enemy_holds_both_ends(diagram, held, state):
    control = {"0505": "german", "0506": held}
    units = [unit("a1", "0101"), unit("g1", "0110")]
    _, table = works(diagram, "german", units, "under_repair", control=control)
    assert table.state()["bridges"]["0505/0506"] == state


def test_5_9_bridges_far_behind_are_repaired_by_themselves(diagram):
    """No bridging unit, five hexes from every enemy, a road to a friendly area; two phases."""
    far = [unit("a1", "0101"), unit("g1", "0510")]
    board = {"roads": [{"class": "minor", "hexes": [f"05{n:02d}" for n in range(1, 7)]}]}
    full = {**board, "areas": BACK}
    assert works(diagram, "allied", [unit("g1", "1010")], **full)[0] == ["done", "repair 0505/0506"]
    assert works(diagram, "allied", far, **full)[0] == []  # four hexes to the enemy
    assert works(diagram, "allied", [unit("g1", "1010")], areas=BACK)[0] == []  # no road
    repair = works(diagram, "allied", [unit("g1", "1010")], "under_repair", **full)[1]
    assert repair.choose("repair 0505/0506").state()["bridges"]["0505/0506"] == "intact"


def test_5_9_a_german_repair_far_behind_is_his_own_to_finish(diagram):
    """A position with a bridge under repair does not state which side began the repair."""
    areas = {"G": {"side": "german", "hexes": ["0501"]}}
    roads = [{"class": "minor", "hexes": [f"05{n:02d}" for n in range(1, 7)]}]
    held = {"control": {"0505": "german", "0506": "german"}, "areas": areas, "roads": roads}
    units = [unit("a1", "1010"), unit("g1", "0502")]
    options, table = works(diagram, "german", units, "under_repair", **held)
    assert options == ["done", "repair 0505/0506"]
    assert table.choose(options[1]).state()["bridges"]["0505/0506"] == "wired"


def test_5_9_the_german_repairs_only_far_from_enemies(diagram):
    roads = [{"class": "minor", "hexes": [f"05{n:02d}" for n in range(5, 11)]}]
    board = {"roads": roads, "areas": BACK}
    engineers = unit("g1", "0506", kind="bridging")
    assert works(diagram, "german", [engineers, unit("a1", "0502")], **board)[0] == []
    found, table = works(
        diagram, "german", [engineers, unit("a1", "1001")], "under_repair", **board
    )
    assert found == ["done", "repair 0505/0506"]
    assert table.choose(found[1]).state()["bridges"]["0505/0506"] == "wired"


@pytest.mark.parametrize(
    ("state", "ally", "work"), [("wired", "0506", "blow"), ("intact", "0110", "rewire")]
)
def test_5_1_the_allies_neither_blow_nor_rewire(diagram, state, ally, work):
    units = [unit("a1", ally), unit("g1", "0505")]
    assert works(diagram, "german", units, state)[0] == ["done", f"{work} 0505/0506"]
    assert works(diagram, "allied", units, state)[0] == []


@pytest.mark.parametrize(("die", "state"), [(2, "intact"), (5, "blown")])
def test_5_3_3_a_bridge_is_not_rewired_after_an_attempt(diagram, die, state):
    units = [unit("g1", "0505"), unit("g2", "0506"), unit("a1", "0405")]
    table = works(diagram, "german", units, "wired")[1].choose("blow 0505/0506", die)
    assert table.state()["bridges"]["0505/0506"] == state
    assert table.pending == []
    again = works(diagram, "german", units, "intact")[0]
    assert again == ["done", "rewire 0505/0506"]


def test_5_4_an_advance_comes_to_a_wired_bridge(diagram):
    units = [unit("a1", "0503", attack=7), unit("g1", "0504", defense=1, max_steps=1)]
    areas = {"G": {"side": "german", "hexes": ["0510"]}}
    table = diagram(
        units, hexsides={"0504/0505": ["canal", "road_bridge"]}, phase="combat", areas=areas
    ).attack("a1", "0504", 2)
    while table.asked[1] != "advance":
        table = table.choose(table.asked[2][0])
    beside = table.choose("a1 0503 0504")
    assert beside.asked[:2] == ("german", "demolish")
    assert beside.choose("decline").state()["bridges"]["0504/0505"] == "intact"


def test_23_2_only_bridging_units_repair(diagram):
    engineers = [unit("a1", "0505", kind="engineer"), unit("g1", "0110")]
    assert works(diagram, "allied", engineers)[0] == []
    beyond = [unit("a1", "0504", kind="bridging"), unit("g1", "0110")]
    assert works(diagram, "allied", beyond)[0] == []


def test_5_2_a_bridge_over_a_minor_river_is_never_blown(before_the_bridge, diagram):
    water = {"0505/0506": ["minor_river", "road_bridge"]}
    units = [tank("a1", "0504"), unit("g1", "0510")]
    crossed = diagram(units, hexsides=water, roads=ROAD).march("a1", "0504", "0505", "0506")
    assert (crossed.at("a1"), crossed.pending) == ("0506", [])
    defended = [unit("a1", "0505"), unit("g1", "0506")]
    table = diagram(defended, hexsides=water, roads=ROAD, phase="combat").attack("a1", "0506", 3)
    assert table.state()["tracks"]["combat"] == "0506 1:2 3 A1/ENG"
