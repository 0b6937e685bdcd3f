"""The Cherbourg game (chapter 26): receipts, ranges and prices."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.games.normandy44 import tracks
from engine.games.normandy44.rules import ch06_arrivals as arrivals
from tests.games.normandy44.tabletop import Json
from tests.games.normandy44.test_rules_by_themselves import ENGINEERS, campaign, counter


@pytest.mark.parametrize(
    ("turn", "die", "before", "cherbourg", "german_", "american"),
    [
        (3, 1, {}, 1, {"armour"}, True),
        (3, 1, {"cherbourg-armour": 2}, 1, set(), True),
        (3, 2, {}, 1, set(), False),
        (3, 3, {}, 1, set(), True),
        (3, 4, {}, 0, set(), False),
        (3, 5, {}, 0, {"infantry0"}, True),
        (3, 6, {}, 0, set(), False),
    ],
)
def test_receipts_of_the_cherbourg_game(
    turn: int, die: int, before: Json, cherbourg: int, german_: set[str], american: bool
) -> None:
    """26.2.2b, 26.2.3: a point for Cherbourg unless it is clear; armour in the first storm."""
    held = {"supply_points.cherbourg": 3, "supply_points.us": 3, **before}
    table = campaign([], "cherbourg", turn=turn, phase="end", tracks=held)
    table.play(act.NextPhase(), die)
    now = table.state.tracks
    assert now["supply_points.cherbourg"] == 3 + cherbourg
    assert now["supply_points.us"] == 3 + int(die != 1)
    assert not now.get("supply_points.cw")
    kinds = {k.rpartition("/")[2] for k, v in now.items() if k.startswith("repl/german/") and v}
    assert kinds == german_
    row = table.rules.setting.charts.weather[die]
    if row.us_replacement:
        assert any(k.startswith("repl/us/") for k in now) is american
    assert (now[tracks.NAVAL + "us"], now[tracks.NAVAL + "cw"]) == (int(die != 1), 0)
    assert now[tracks.AIR + "us"] == min(row.us_air, 2)
    assert now[tracks.AIR + "cw"] == 0


@pytest.mark.parametrize(
    ("name", "at", "target", "turn", "refused"),
    [
        ("US-101-501", "3012", "2912", 3, {"26.3.2a"}),
        ("US-101-501", "3012", "2912", 2, set()),
        ("US-101-501", "2912", "2812", 3, set()),
        ("US-82-505", "3209", "3109", 3, {"26.3.3"}),
        ("US-82-505", "3109", "3010", 3, set()),
    ],
)
def test_paratroops_outside_their_range_do_not_attack_even_towards_it(
    name: str, at: str, target: str, turn: int, refused: set[str]
) -> None:
    """26.3.2, 26.3.3."""
    units = [counter(name, at), counter("GE-Chr-Naval", target)]
    table = campaign(units, "cherbourg", turn=turn, phase="combat")
    attack = act.DeclareAttack(attackers=(name,), target=target)
    assert {rule for rule in table.judge(attack) if rule.startswith("26.3")} == refused


@pytest.mark.parametrize(
    ("name", "at", "to", "rule"),
    [
        ("US-4-8", "2610", "2509", "26.1b"),
        ("GE-91-1057", "2514", "2515", "26.1b"),
        ("US-101-501", "2910", "3010", "26.3.2a"),
        ("US-82-505", "3109", "3209", "26.3.3"),
    ],
)
def test_the_reason_names_the_limit_of_the_cherbourg_game(
    name: str, at: str, to: str, rule: str
) -> None:
    """26.1, 26.3.2, 26.3.3: not the army boundary (22.1.2)."""
    side = "german" if name.startswith("GE") else "allied"
    table = campaign([ENGINEERS, counter(name, at)], "cherbourg", active=side)
    assert table.judge(table.move(name, to)) == {rule}


@pytest.mark.parametrize("dice", [(1,), (1, 4)])
def test_armour_of_the_cherbourg_game_serves_in_its_own_turn_only(dice: tuple[int, ...]) -> None:
    """26.2.3: in a storm, or with historical storms when a 1 is rolled; unused it waits again."""
    options = {"storms": "historical"} if len(dice) > 1 else {}
    table = campaign([ENGINEERS], "cherbourg", phase="end", options=options)
    pool = "repl/german/armour"
    table.play(act.NextPhase(), *dice)
    table.play(act.NextPhase())
    assert table.state.tracks[pool] == 1
    table.play(act.NextPhase())
    assert pool not in table.state.tracks
    kept = dict(table.state.tracks)
    again = campaign([ENGINEERS], "cherbourg", turn=4, phase="end", tracks=kept)
    again.play(act.NextPhase(), *dice)
    assert again.state.tracks[pool] == 1


def test_the_cadre_of_a_paratroop_regiment_keeps_to_its_range() -> None:
    """26.3.2, 17.9: the cadre stands for the unit."""
    cadre = counter("US-Cadre-AG-1", "2912")
    away = counter("US-101-501", "cadres-allied", steps=1)
    for held, refused in ({}, set()), ({"cadre/US-Cadre-AG-1": "US-101-501"}, {"26.3.2a"}):
        table = campaign([cadre, away], "cherbourg", tracks=held)
        assert table.judge(table.move("US-Cadre-AG-1", "3012")) == refused


def test_lost_engineers_of_utah_cost_two_points_in_the_cherbourg_game_too() -> None:
    """6.5.3, 26.2.7: what is left does not pay for a supply point."""
    for units, points in ([ENGINEERS], 4), ([], 2):
        now = campaign(units, "cherbourg", turn=8, weather="clear").now
        assert arrivals.budget(now, "us") == points
