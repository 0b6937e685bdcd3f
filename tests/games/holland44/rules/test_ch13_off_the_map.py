"""13.2, 19.3.2: a retreat off the map over water, and the rule reported for it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from engine.games.holland44 import positions
from engine.games.holland44.ground import Crossings
from engine.games.holland44.rules.ch13_retreat_decision import _path_objections
from engine.probe import Probe
from engine.rules.registry import text


def said_of_the_way_out(counter: str, number: str, area: str) -> dict[str, str]:
    """By rule, what is said of a retreat of one hex from the map's edge into an area."""
    unit = {"id": "a1", "counter": counter, "hex": number}
    given = {"clear_board": True, "turn": 3, "active": "german", "phase": "combat"}
    setting, state, _ = positions.read({**given, "units": [unit]})
    position = setting.position(state)
    path = (position.places.index(number), position.area_place(area))
    args = {"hexes": [1], "shattered": False}
    found = _path_objections(position, [position.units["a1"]], path, args)
    return {verdict.rule: text(verdict) for verdict in found}


def test_19_3_2_over_a_major_river() -> None:
    found = said_of_the_way_out("GE-Kerutt", "6325", "H")
    assert found["19.3.2"].startswith("A major river lies between 6325")
    assert found["19.3.2"].endswith("area H.")
    assert "13.2" not in found


def test_13_2_over_a_canal() -> None:
    found = said_of_the_way_out("US-2/505", "1012", "M")
    assert found["13.2"].startswith("Water or terrain before Entry area M cannot be crossed")
    assert "19.3.2" not in found


def said_of_a_move(way: list[str], **unit: object) -> dict[str, str]:
    """By rule, what is said of a move over the map's edge."""
    probe = Probe()
    position = {"clear_board": True, "turn": 3, "active": "allied", "phase": "movement"}
    pos = probe.answer({"op": "load", "position": {**position, "units": [{"id": "a1", **unit}]}})
    action = {"kind": "move", "units": ["a1"], "path": way}
    told = probe.answer({"op": "judge", "pos": pos["result"]["pos"], "action": action})
    assert told["ok"], told
    return {v["rule"]: v["text"] for v in told["result"]["verdicts"] if v["level"] == "forbid"}


@pytest.mark.parametrize("way", [["1012", "area-M"], ["area-M", "1012"]])
def test_8_5_3_infantry_moves_over_no_canal_at_the_edge(way: list[str]) -> None:
    found = said_of_a_move(way, counter="US-2/505", hex=way[0])
    assert found["8.5.3"].startswith("A canal without a bridge blocks")
    assert "1012" in found["8.5.3"]
    assert "area M" in found["8.5.3"]
    assert "19.3.2" not in found


@pytest.mark.parametrize("way", [["1012", "area-M"], ["area-M", "1012"]])
def test_8_5_2_vehicles_move_over_no_canal_at_the_edge(way: list[str]) -> None:
    tank = {"side": "allied", "kind": "tank", "mechanized": True, "movement": 9}
    found = said_of_a_move(way, hex=way[0], **tank)
    assert "8.5.2" in found
    assert "19.3.2" not in found


def test_19_3_2_no_move_over_a_major_river_at_the_edge() -> None:
    found = said_of_a_move(["6325", "area-H"], counter="US-2/505", hex="6325")
    assert "19.3.2" in found
    assert "8.5.3" not in found


@pytest.mark.parametrize(
    ("waters", "canal"),
    [(["canal"], True), (["canal", "canal"], True), (["canal", "major_river"], False), ([], False)],
)
def test_19_3_2_water_that_bars_an_exit(waters: list[str], canal: bool) -> None:
    sides = {str(n): SimpleNamespace(water=water) for n, water in enumerate(waters)}
    crossings = Crossings.__new__(Crossings)
    crossings.ground = SimpleNamespace(
        board=SimpleNamespace(sides=sides), outer_sides={7: tuple(sides)}
    )
    assert crossings.is_barred_by_canals(7) is canal
