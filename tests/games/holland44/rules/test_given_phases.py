"""A position given within a turn asks the question of its phase, and may skip it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.probe import Probe


def gun(name: str, hex_: str) -> dict[str, Any]:
    return {
        "id": name, "side": "german", "kind": "artillery", "attack": 4, "defense": 2,
        "movement": 5, "range": 9, "hex": hex_, "status": ["fired"],
    }  # fmt: skip


GUNS = [gun(f"g{n}", hex_) for n, hex_ in enumerate(("0202", "0302", "0402"))]
AREAS = {"E": {"side": "german", "hexes": ["0101", "0201", "0301", "0401", "0501"]}}
BOARD = {
    "rows": [1, 9],
    "cols": [1, 9],
    "areas": AREAS,
    "roads": [{"class": "primary", "hexes": ["0201", "0202"]}],
}
GIVEN: dict[str, dict[str, Any]] = {
    "bridges": {"turn": 3, "active": "german", "phase": "bridge"},
    "landing": {"turn": 3, "active": "allied", "phase": "airlanding", "weather": "clear"},
    "traffic": {"turn": 3, "active": "german", "phase": "traffic"},
    "resupply": {
        "turn": 3, "active": "german", "phase": "artillery_resupply", "board": BOARD,
        "units": GUNS,
    },
}  # fmt: skip


def load(probe: Probe, position: dict[str, Any]) -> str:
    answer = probe.answer({"op": "load", "position": position})
    assert answer["ok"], answer
    return str(answer["result"]["pos"])


def ask(probe: Probe, op: str, pos: str, **more: Any) -> dict[str, Any]:
    answer = probe.answer({"op": op, "pos": pos, **more})
    assert answer["ok"], answer
    result: dict[str, Any] = answer["result"]
    return result


@pytest.mark.parametrize("kind", GIVEN)
def test_3_a_phase_that_is_given_asks_its_question(kind: str) -> None:
    probe = Probe()
    pos = load(probe, GIVEN[kind])
    found = ask(probe, "legal", pos)
    assert found["pending"][0]["kind"] == kind
    assert found["side"] == GIVEN[kind]["active"]
    assert len(found["actions"]) > 1
    assert {a["kind"] for a in found["actions"]} == {"choose"}


@pytest.mark.parametrize("kind", GIVEN)
def test_3_its_question_may_be_left_unanswered_but_not_half_answered(kind: str) -> None:
    probe = Probe()
    pos = load(probe, GIVEN[kind])
    asked = ask(probe, "legal", pos)["pending"][0]
    passed = probe.answer({"op": "apply", "pos": pos, "action": {"kind": "next_phase"}})
    dice = passed["ok"] or "needs" in passed["error"]
    assert dice, passed
    if kind in ("bridges", "resupply"):
        choice = next(o for o in asked["options"] if o != "done")
        if choice.startswith("blow"):
            action = {"kind": "choose", "decision": kind, "option": choice}
            after = ask(probe, "apply", pos, action=action, dice=[1])
        else:
            action = {"kind": "choose", "decision": kind, "option": choice}
            after = ask(probe, "apply", pos, action=action)
        if after["pending"]:
            late = probe.answer(
                {"op": "apply", "pos": after["pos"], "action": {"kind": "next_phase"}}
            )
            assert not late["ok"]
            assert late["error"]["verdicts"][0]["rule"] == "3"


def test_3_a_phase_that_was_played_into_must_be_answered() -> None:
    probe = Probe()
    pos = load(probe, {"turn": 3, "active": "german", "phase": "artillery_resupply"})
    if ask(probe, "legal", pos)["pending"]:
        pos = ask(probe, "apply", pos, action={"kind": "next_phase"})["pos"]
    else:
        pos = ask(probe, "apply", pos, action={"kind": "next_phase"})["pos"]
    assert ask(probe, "state", pos)["phase"] == "bridge"
    late = probe.answer({"op": "apply", "pos": pos, "action": {"kind": "next_phase"}})
    assert not late["ok"]
    assert late["error"]["verdicts"][0]["rule"] == "3"


def test_3_without_a_question_the_position_is_unchanged() -> None:
    probe = Probe()
    given = {"turn": 3, "active": "german", "phase": "bridge", "board": BOARD, "units": GUNS}
    pos = load(probe, given)
    found = ask(probe, "legal", pos)
    assert found["pending"] == []
    assert [a["kind"] for a in found["actions"]] == ["next_phase"]


def test_26_5_1a_city_hexes_of_a_diagram_count() -> None:
    probe = Probe()
    board = {
        "rows": [1, 5],
        "cols": [1, 5],
        "hexes": {
            "0202": {"settlement": "city"}, "0203": {"settlement": "city"},
            "0303": {"settlement": "town"}, "0404": {"settlement": "city"},
        },
    }  # fmt: skip
    units = [
        {"id": f"a{n}", "side": side, "kind": "infantry", "hex": hex_}
        for n, (side, hex_) in enumerate(
            [("allied", "0202"), ("allied", "0303"), ("german", "0404")]
        )
    ]
    position = {
        "turn": 3, "phase": "combat", "board": board, "units": units,
        "control": {"0203": "allied"},
    }  # fmt: skip
    points = ask(probe, "state", load(probe, position))["victory_points"]
    assert points == {"allied": 2.0, "german": 0.0}


def test_a_pending_decision_has_the_same_name_as_in_the_window() -> None:
    from engine.games.holland44.answers.decisions import question
    from engine.games.holland44.positions import read

    probe = Probe()
    setting, state, _ = read(GIVEN["bridges"])
    found = question(setting.position(state))
    told = ask(probe, "legal", load(probe, GIVEN["bridges"]))["pending"][0]["text"]
    assert found is not None
    assert told == found.title == "German: bridge phase"
