"""The two scenarios: set-up and length (S1, S2)."""

from __future__ import annotations

import pytest

from engine.games.holland44.positions import setting
from engine.games.holland44.rules.ch03_clock import sequence_of

DOWN = ("1402/1502", "1306/1407", "1307/1408", "1109/1210")


@pytest.mark.parametrize(("scenario", "turns"), [("short", 11), ("campaign", 20)])
def test_s1_1_s2_1_from_the_landings_to_the_last_victory_check(table, scenario, turns):
    start = table({"scenario": scenario}).state()
    assert (start["turn"], start["phase"], start["active"]) == (1, "airlanding", "allied")
    sequence = sequence_of(setting(scenario))
    first = [s.phase for s in sequence.phases(1)]
    assert first[:2] == ["airlanding", "movement"]
    assert sequence.last == turns
    last = table({"scenario": scenario, "turn": turns, "phase": "traffic", "active": "german"})
    checked = last.next()
    assert checked.state()["tracks"]["winner"] in ("allied", "german")
    assert [v["rule"] for v in checked.refused({"kind": "next_phase"})["verdicts"]] == ["26.1"]


@pytest.mark.parametrize("scenario", ["short", "campaign"])
def test_s1_2a_markers(table, scenario):
    state = table({"scenario": scenario}).state()
    markers = state["markers"]
    traffic = [markers[f"traffic-{n}"]["at"] for n in range(1, 7)]
    assert traffic == ["traffic"] * 3 + ["turn-2", "turn-3", "turn-4"]
    moved = [m["at"] for _, m in sorted(markers.items()) if m["kind"] == "moved"]
    assert moved == ["moved-allied"] * 3 + ["moved-german"] * 2
    assert [m["at"] for m in markers.values() if m["kind"] == "air"] == ["air", "air"]
    assert {k: v for k, v in state["tracks"].items() if k.startswith("airborne-")} == {
        "airborne-82": 0,
        "airborne-101": 0,
        "airborne-1": 0,
        "airborne-Pol": 0,
    }
    assert state["weather"] == "clear"


@pytest.mark.parametrize("scenario", ["short", "campaign"])
def test_s1_2b_four_bridges_are_down(table, scenario):
    bridges = table({"scenario": scenario}).state()["bridges"]
    assert all(bridges[name] == "blown" for name in DOWN)
    board = setting(scenario).board
    others = [b for b in board.bridges.values() if bridges.get(b.hexside) == "blown"]
    # Two more that nobody states were blown by history, and are marked so.
    assert all(b.start_basis == "inferred" for b in others if b.hexside not in DOWN)


def test_s2_1_both_scenarios_have_the_same_set_up():
    short, campaign = setting("short").scenario, setting("campaign").scenario
    assert short.units == campaign.units
    assert short.hexsides == campaign.hexsides
    assert short.control == campaign.control
    assert short.victory.conditions == "short"
    assert campaign.victory.conditions == "campaign"
