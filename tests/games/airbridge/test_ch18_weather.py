"""Bad weather and mud (chapters 4 and 18)."""

from __future__ import annotations

import pytest

from tests.games.airbridge.givens import A
from tests.games.airbridge.test_probe import BOARD, position


def test_in_bad_weather_there_are_no_points_from_the_air_and_mud_by_its_track() -> None:
    """15.0g, 18.1a, 4.1b."""
    bad, clear = (position(A, weather=weather) for weather in ("bad", "clear"))
    assert bad.facts()["air"] == {"allied": 0, "german": 0}
    assert clear.facts()["air"]["allied"] > 0
    for value in (0, 1):
        assert ("mud" in position(A, tracks={"mud": value}).state.tracks) == bool(value)


@pytest.mark.parametrize(("polder", "mud", "cost"), [(True, 1, 1), (True, 0, 0.5), (False, 1, 0.5)])
def test_mud_slows_the_highway_inside_the_polder_of_a_diagram(
    polder: bool, mud: int, cost: float
) -> None:
    """4.1b, 7.1e."""
    areas = {"polder": {"kind": "polder", "hexes": ["0403", "0404"] if polder else ["0808"]}}
    board = BOARD | {"areas": areas, "roads": [{"class": "highway", "hexes": ["0403", "0404"]}]}
    table = position(A, board=board, phase="movement", tracks={"mud": mud})
    assert table.reach(("a",)).hexes[table.place("0404")].cost == cost
