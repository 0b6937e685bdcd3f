"""Chapter 5: bridges blown, spared, rewired and repaired."""

from __future__ import annotations

import pytest

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
    assert table.choose("keep").state()["bridges"]["0505/0506"] == "wired"


@pytest.mark.parametrize(("turn", "state"), [(1, "intact"), (3, "blown")])
def test_5_6_turn_1_has_a_modifier(before_the_bridge, turn, state):
    table = before_the_bridge(turn=turn).march("a1", "0503", "0504", "0505")
    assert table.choose("blow", 3).state()["bridges"]["0505/0506"] == state


def test_5_4_german_moves_blow_nothing(diagram):
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


def test_5_7_arnhem_is_never_blown(table):
    units = [{"id": "a1", "counter": "BR-2-1P", "hex": "6122"}]
    position = {"turn": 3, "phase": "movement", "clear_board": True, "units": units}
    after = table(position).march("a1", "6122", "6121")
    assert "6121/6122" not in [d["args"]["hexside"] for d in after.pending]
    assert after.at("a1") == "6121"


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
