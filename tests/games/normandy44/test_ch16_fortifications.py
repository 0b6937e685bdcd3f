"""Improved positions (chapter 16)."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.games.normandy44 import tracks
from engine.games.normandy44.rules import ch16_fortifications as fortifications
from tests.games.normandy44.givens import BEACH, ENGINEER
from tests.games.normandy44.tabletop import Json, Table, allied, german
from tests.games.normandy44.test_rules_by_themselves import campaign


@pytest.mark.parametrize(
    ("army", "position", "count"),
    [
        ("us", {}, 1),
        ("cw", {"turn": 1}, 1),
        ("us", {"weather": "storm"}, 0),
        ("german", {"turn": 4, "tracks": {tracks.WEATHER_ROW: 4}}, 0),
        ("german", {"turn": 5, "tracks": {tracks.WEATHER_ROW: 4}}, 1),
        ("german", {"turn": 5, "weather": "storm"}, 0),
    ],
)
def test_positions_that_may_be_begun(army: str, position: Json, count: int) -> None:
    """16.1.2a, 16.1.4a; the example of a four."""
    assert fortifications.allowed(campaign([], **position).now, army) == count


@pytest.mark.parametrize(("sky", "count"), [("overcast", 1), ("clear", 0), ("storm", 0)])
def test_german_positions_of_the_cherbourg_game(sky: str, count: int) -> None:
    """26.2.5."""
    now = campaign([], "cherbourg", turn=5, weather=sky).now
    assert fortifications.allowed(now, "german") == count


def test_beginning_a_position() -> None:
    """16.1.2a, 16.1.3: one a turn of each army; the unit leaves reserve and moves no more."""
    units = [
        ENGINEER,
        allied("i", "0102", status=["reserve"]),
        allied("j", "0201"),
        allied("b", "0202", nationality="british"),
    ]
    table = Table(units, phase="movement", areas=BEACH)
    begin = {n: act.PlaceMarker(unit=n, marker="improved_position") for n in "ijb"}
    table.play(begin["i"])
    assert table.hex("0102") in table.now.building
    assert table.unit("i").status == frozenset()
    assert table.judge(table.move("i", "0103")) == {"9.1a"}
    assert table.judge(begin["j"]) == {"16.1.2a"}
    assert table.judge(begin["b"]) == set()
    assert "16.1.4b" in table.judge(begin["i"])
    assert "16.1.3b" in table.judge(act.PlaceMarker(unit="i", marker="reserve"))


@pytest.mark.parametrize(("status", "refused"), [([], set()), (["out_of_supply"], {"16.1.3a"})])
def test_whether_a_unit_may_dig_was_settled_in_its_supply_phase(
    status: list[str], refused: set[str]
) -> None:
    """16.1.3, 18.3: a unit without a marker is in supply although it is cut off by now."""
    units = [german("u", "0505", status=status)]
    table = Table(units, phase="movement", active="german", turn=6, weather="clear")
    assert table.judge(act.PlaceMarker(unit="u", marker="improved_position")) == refused
