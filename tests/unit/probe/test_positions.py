"""Positions given in a request: valid fields, and messages about faults."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.probe.talking import BOARD, UNIT, load, refused


@pytest.mark.parametrize(
    ("position", "code", "where"),
    [
        ({"units": [{**UNIT, "hex": "9999"}]}, "unknown_hex", "units[0].hex"),
        (
            {"units": [{"id": "x", "counter": "BR-9-9Z", "hex": "0505"}]},
            "unknown_unit",
            "units[0].counter",
        ),
        ({"units": [{"id": "x", "hex": "0505"}]}, "bad_position", "units[0].side"),
        ({"units": [{**UNIT, "kind": "dragon"}]}, "bad_position", "units[0].kind"),
        ({"units": [{**UNIT, "status": ["asleep"]}]}, "bad_position", "units[0].status[0]"),
        ({"units": [{**UNIT, "steps": 3, "max_steps": 2}]}, "bad_position", "units[0].steps"),
        ({"units": [{**UNIT, "colour": "red"}]}, "bad_position", "units[0].colour"),
        ({"units": [UNIT, UNIT]}, "bad_position", "units[1].id"),
        ({"units": [UNIT, {**UNIT, "id": "g1", "side": "german"}]}, "bad_position", "units[0].hex"),
        ({"units": 3}, "bad_position", "units"),
        ({"turn": 0}, "bad_position", "turn"),
        ({"weather": "hail"}, "bad_position", "weather"),
        ({"bridges": {"0505/0506": "blown"}}, "bad_position", "bridges.0505/0506"),
        ({"control": {"9999": "allied"}}, "unknown_hex", "control.9999"),
        ({"markers": [{"kind": "traffic", "hex": "9999"}]}, "unknown_hex", "markers[0].hex"),
        ({"board": {"rows": [5, 1], "cols": [1, 5]}}, "bad_position", "board.rows"),
        ({"board": {**BOARD, "hexes": {"9901": {}}}}, "unknown_hex", "board.hexes.9901"),
        (
            {"board": {**BOARD, "hexsides": {"0101/0505": ["canal"]}}},
            "unknown_hex",
            "board.hexsides.0101/0505",
        ),
        (
            {"board": {**BOARD, "hexsides": {"0101/0102": ["ferry"]}}},
            "bad_position",
            "board.hexsides.0101/0102",
        ),
        (
            {"board": {**BOARD, "roads": [{"class": "minor", "hexes": ["0101", "0909"]}]}},
            "bad_position",
            "board.roads[0].hexes[1]",
        ),
        (
            {"board": {**BOARD, "hexsides": {"4816/4817": ["canal"]}}},
            "unknown_hex",
            "board.hexsides.4816/4817",
        ),
        ({"units": [{**UNIT, "movement": 0.3}]}, "bad_position", "units[0].movement"),
        ({"units": [{**UNIT, "steps": 0}]}, "bad_position", "units[0].steps"),
        (
            {"units": [{"id": "x", "counter": "BR-2-1P", "side": "german", "hex": "0505"}]},
            "bad_position",
            "units[0].side",
        ),
        (
            {"board": {**BOARD, "areas": {"Z": {"hexes": ["0101"]}}}},
            "bad_position",
            "board.areas.Z.side",
        ),
        ({"board": {"rows": [1, 9]}}, "bad_position", "board.cols"),
    ],
)
def test_bad_positions_are_refused_with_a_message(probe, position, code, where):
    error = refused(probe, op="load", position={"board": BOARD, **position})
    assert (error["code"], error.get("where")) == (code, where)


def test_the_same_position_has_the_same_digest(probe):
    def digest(*units: dict[str, Any]) -> str:
        position = {"board": BOARD, "units": list(units)}
        return probe.answer({"op": "load", "position": position})["result"]["digest"]

    assert digest(UNIT) == digest(UNIT)
    assert digest(UNIT) != digest({**UNIT, "hex": "0506"})


def test_counters_are_found_by_bare_and_numbered_ids(probe):
    units = [
        {"id": "x", "counter": "BR-2-1P-1", "hex": "6122"},
        {"id": "y", "counter": "BR-2SS-1A-half-A", "hex": "6222", "steps": 1},
        {"id": "z", "counter": "BR-1AB-BD-2", "hex": "6221", "status": ["scattered"]},
    ]
    position = {"clear_board": True, "turn": 3, "units": units}
    loaded = probe.answer({"op": "load", "position": position})["result"]
    state = probe.answer({"op": "state", "pos": loaded["pos"]})["result"]
    assert set(state["units"]) == {"x", "y", "z"}
    assert state["units"]["x"]["values"]["attack"] == 4
    assert state["units"]["y"]["values"]["attack"] == 1
    assert state["units"]["z"]["status"] == ["scattered"]
    assert state["turn"] == 3
    assert state["bridges"]["4816/4817"] == "wired"
    assert state["victory_points"] == {"allied": 2.0, "german": 0.0}


def test_units_are_added_to_the_set_up(probe):
    position = {"units": [{"id": "BR-2-1P", "hex": "6122"}, {**UNIT, "hex": "6020"}]}
    # The unknown unit at Arnhem is in the way.
    answer = probe.answer({"op": "load", "position": position})
    assert answer["error"]["code"] == "bad_position"
    position["units"][0]["hex"] = "6220"
    loaded = probe.answer({"op": "load", "position": position})["result"]
    state = probe.answer({"op": "state", "pos": loaded["pos"]})["result"]
    assert state["units"]["BR-2-1P"]["hex"] == "6220"
    assert state["units"]["a1"]["hex"] == "6020"
    assert len(state["units"]) > 300


@pytest.mark.parametrize(("given", "points"), [("7/2", 3.5), ("1/3", 0.333333), (2.5, 2.5), (4, 4)])
def test_movement_points_are_numbers_or_fractions(probe, given, points):
    pos = load(probe, units=[{**UNIT, "movement": given}])
    state = probe.answer({"op": "state", "pos": pos})["result"]
    assert state["units"]["a1"]["values"]["movement"] == points


def test_a_hexside_given_in_both_orders_is_merged(probe):
    sides = {"0505/0506": ["major_river"], "0506/0505": ["road_bridge"]}
    pos = load(probe, board={**BOARD, "hexsides": sides})
    found = probe.answer({"op": "hex", "pos": pos, "hex": "0505"})["result"]
    assert found["hexsides"]["0505/0506"]["lies"] == ["major_river", "road_bridge"]


def test_a_supply_head_is_a_unit_and_its_marker_alone_supplies_nobody(probe):
    position = {"board": BOARD, "markers": [{"kind": "supply_head", "hex": "0505"}]}
    warnings = probe.answer({"op": "load", "position": position})["result"]["warnings"]
    assert len(warnings) == 1
    assert "markers[0]" in warnings[0]


def test_values_beside_a_counter_are_reported_as_ignored(probe):
    unit = {"id": "x", "counter": "BR-2-1P", "hex": "0505", "attack": 9}
    position = {"board": BOARD, "units": [unit]}
    warnings = probe.answer({"op": "load", "position": position})["result"]["warnings"]
    assert len(warnings) == 1
    assert "attack" in warnings[0]


def test_hexes_of_both_boards_are_accepted(probe):
    board = {
        **BOARD,
        "hexes": {"0505": {"terrain": "woods", "settlement": "town", "name": "Best"}},
        "hexsides": {"0506/0505": ["canal", "road_bridge"]},
        "roads": [{"class": "primary", "hexes": ["0505", "0506"]}],
        "areas": {"N": {"hexes": ["0901"]}},
    }
    pos = load(probe, board=board, bridges={"0505/0506": "blown"})
    found = probe.answer({"op": "hex", "pos": pos, "hex": "0505"})["result"]
    assert (found["terrain"], found["settlement"], found["name"]) == ("woods", "town", "Best")
    side = found["hexsides"]["0505/0506"]
    assert side["lies"] == ["canal", "road_bridge"]
    assert (side["road"], side["bridge"]) == ("primary", "blown")
    assert len(found["neighbours"]) == 6
    loaded = probe.answer({"op": "load", "scenario": "campaign"})["result"]["pos"]
    grave = probe.answer({"op": "hex", "pos": loaded, "hex": "4816"})["result"]
    assert grave["name"] == "Grave"
    assert "road_bridge" in grave["hexsides"]["4816/4817"]["lies"]
    assert grave["basis"]["terrain"] == "stated"


def test_faults_of_a_position_are_reported_in_plain_words(probe):
    """Messages contain no terms of the validator; an unknown rule yields a warning."""
    board = {"board": {"rows": [1, 3], "cols": [1, 3]}}

    def told(**position):
        answer = probe.answer({"op": "load", "position": {**board, **position}})
        return answer["error"]["message"] if not answer["ok"] else answer["result"]["warnings"][0]

    assert told(turn=21) == "There is no turn 21; the game has 20 turns."
    assert told(units=[{"id": "q"}]) == "The field 'units[0].hex' is wrong: it is missing."
    assert told(units="q") == "The field 'units' is wrong: it must be a list."
    assert told(weathr="clear") == "The field 'weathr' is wrong: there is no such field."
    assert told(options={"snow": True}).startswith("There is no optional rule 'snow'")
    pos = probe.answer({"op": "load", "position": board})["result"]["pos"]
    short = {"op": "judge", "pos": pos, "action": {"kind": "move", "units": ["q"], "path": []}}
    assert "it has too few entries (at least 2)" in probe.answer(short)["error"]["message"]
    few = probe.answer({"op": "legal", "pos": pos, "most": -1})["error"]
    assert few["message"] == "The field 'most' must not be negative."


@pytest.mark.parametrize("guns", [("BR-Gds-Arty",), ("BR-Gds-Arty", "BR-5AGRA")])
def test_a_loaded_phase_asks_its_pending_question(probe, guns):
    """17.8.1: two may be made ready; resolved silently, they would stay fired permanently."""
    stands = {"BR-Gds-Arty": "1303", "BR-5AGRA": "1304"}
    units = [{"id": g, "counter": g, "hex": stands[g], "status": ["fired"]} for g in guns]
    position = {"turn": 3, "phase": "artillery_resupply", "active": "allied", "units": units}
    pos = probe.answer({"op": "load", "position": position})["result"]["pos"]

    def statuses(pos):
        state = probe.answer({"op": "state", "pos": pos})["result"]
        return {tuple(state["units"][g]["status"]) for g in guns}

    assert statuses(pos) == {("fired",)}
    (choice,) = probe.answer({"op": "legal", "pos": pos})["result"]["actions"]
    done = probe.answer({"op": "apply", "pos": pos, "action": choice, "dice": []})["result"]
    assert statuses(done["pos"]) == {()}
    on = {"kind": "next_phase"}
    ended = probe.answer({"op": "apply", "pos": pos, "action": on, "dice": []})["result"]
    assert statuses(ended["pos"]) == {("fired",)}, "it need not be answered"
