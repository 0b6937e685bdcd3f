"""13.2, 19.3.2: a retreat off the map over water, and the rule that is told of it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from engine.games.holland44 import positions
from engine.games.holland44.ground import Crossings
from engine.games.holland44.rules.ch13_retreating import _wrong_way
from engine.rules.registry import text


def said_of_the_way_out(counter: str, number: str, area: str) -> dict[str, str]:
    """By rule, what is said of a retreat of one hex from the map's edge into an area."""
    unit = {"id": "a1", "counter": counter, "hex": number}
    given = {"clear_board": True, "turn": 3, "active": "german", "phase": "combat"}
    setting, state, _ = positions.read({**given, "units": [unit]})
    position = setting.position(state)
    path = (position.places.index(number), position.area_place(area))
    args = {"hexes": [1], "shattered": False}
    found = _wrong_way(position, [position.units["a1"]], path, args)
    return {verdict.rule: text(verdict) for verdict in found}


def test_19_3_2_over_a_major_river() -> None:
    found = said_of_the_way_out("GE-Kerutt", "6325", "H")
    assert found["19.3.2"].startswith("A major river lies between 6325")
    assert found["19.3.2"].endswith("area H.")
    assert "13.2" not in found


def test_13_2_over_a_canal() -> None:
    found = said_of_the_way_out("US-2/505", "1012", "M")
    assert found["13.2"].startswith("Nothing leads over the water")
    assert "19.3.2" not in found


@pytest.mark.parametrize(
    ("waters", "canal"),
    [(["canal"], True), (["canal", "canal"], True), (["canal", "major_river"], False), ([], False)],
)
def test_19_3_2_which_water_bars_the_way(waters: list[str], canal: bool) -> None:
    sides = {str(n): SimpleNamespace(water=water) for n, water in enumerate(waters)}
    crossings = Crossings.__new__(Crossings)
    crossings.ground = SimpleNamespace(
        board=SimpleNamespace(sides=sides), outer_sides={7: tuple(sides)}
    )
    assert crossings.is_held_by_a_canal(7) is canal
