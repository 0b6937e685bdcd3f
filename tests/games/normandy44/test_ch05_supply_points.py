"""Supply points (chapter 5): Mulberries, and points for Cherbourg."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.games.normandy44 import tracks
from engine.games.normandy44.rules import ch04_weather as weather
from tests.games.normandy44.tabletop import Json
from tests.games.normandy44.test_rules_by_themselves import ENGINEERS, campaign, work_of


@pytest.mark.parametrize(("due", "points"), [(None, 1), (3, 2), (4, 1), (0, 1), (1, 2)])
def test_a_complete_mulberry_gives_two_points(due: int | None, points: int) -> None:
    """5.3a, 21.1.3: not one that is under construction or lost."""
    built: Json = {} if due is None else {tracks.MULBERRY_DUE + "us": due}
    table = campaign([ENGINEERS], turn=3, tracks=built)
    work = work_of(table)
    before = work.position.track("supply_points.us")
    weather.allied_supply(work)
    assert work.position.track("supply_points.us") == before + points
    stormy = work_of(campaign([ENGINEERS], turn=3, tracks=built, weather="storm"))
    weather.allied_supply(stormy)
    assert stormy.position.track("supply_points.us") == before


@pytest.mark.parametrize("choice", [0, 1, 2])
def test_all_points_of_a_turn_may_go_to_cherbourg(choice: int) -> None:
    """5.2a: two points under an overcast sky."""
    held = {"supply_points.cherbourg": 3, "supply_points.german7": 5}
    table = campaign([], turn=3, phase="end", tracks=held)
    table.play(act.NextPhase(), 2)
    while table.state.pending[-1].kind != "allocation":
        table.choose(table.options[0])
    assert table.options == ["cherbourg 0", "cherbourg 1", "cherbourg 2"]
    table.choose(f"cherbourg {choice}")
    points = table.state.tracks
    assert points["supply_points.cherbourg"] == 3 + choice
    assert points["supply_points.german7"] == 7 - choice


def test_german_points_are_shared_with_cherbourg() -> None:
    """5.2a."""
    held = {"supply_points.cherbourg": 3, "supply_points.german7": 5}
    for choice, cherbourg, army in (("cherbourg 1", 4, 5), ("cherbourg 0", 3, 6)):
        table = campaign([], turn=3, phase="end", tracks=held)
        table.play(act.NextPhase(), 4)
        assert table.options == ["cherbourg 0", "cherbourg 1"]
        table.choose(choice)
        points = table.state.tracks
        assert points["supply_points.cherbourg"] == cherbourg
        assert points["supply_points.german7"] == army
