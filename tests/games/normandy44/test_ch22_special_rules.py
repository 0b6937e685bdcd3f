"""Sectors of the armies, and withdrawal of divisions (chapter 22)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core import actions as act
from engine.games.normandy44.rules import ch22_special_rules as special_rules
from engine.games.normandy44.vocabulary import IN_BRITAIN
from tests.games.normandy44.givens import OMAHA
from tests.games.normandy44.tabletop import Json
from tests.games.normandy44.test_rules_by_themselves import ENGINEERS, campaign, counter


@pytest.mark.parametrize(
    ("units", "may"),
    [
        ([counter("US-82-505", "2811")], True),
        ([], False),
        ([counter("US-82-505", "2811", status=["out_of_supply"])], False),
        ([counter("US-82-505", "2811", status=["isolated"])], False),
        ([counter("US-82-505", "2811", status=["disrupted"])], True),
        ([counter("US-82-505", "2811"), counter("GE-91-1058", "2812")], False),
        ([counter("US-101-506", "2811")], False),
    ],
)
def test_when_a_division_may_leave(units: list[Json], may: bool) -> None:
    """22.2a."""
    now = campaign([ENGINEERS, *units], turn=9, phase="end").now
    assert special_rules.may_withdraw(now, "82 AB Div") is may


def test_allied_units_stay_within_a_hex_of_their_sector() -> None:
    """22.1.2a, 22.1.2b: unless they come from further beyond."""
    now = campaign([ENGINEERS]).now
    deep = now.ground.foreign["us"]
    assert set(deep.values()) >= {1, 2, 3}
    for depth, too_far in ((1, False), (2, True), (3, True)):
        hex_ = min(i for i, d in deep.items() if d == depth)
        unit = now.units["US-Eng-1S"]
        assert bool(special_rules.too_far_over(now, unit, hex_)) is too_far
        back = replace(unit, place=min(i for i, d in deep.items() if d == depth + 1))
        assert not special_rules.too_far_over(now, back, hex_)


def test_a_division_that_withdraws_takes_its_units_in_britain_along() -> None:
    """22.2: none of its surviving units is left behind or returns."""
    units = [OMAHA, counter("US-82-505", "2719"), counter("US-82-507", IN_BRITAIN)]
    table = campaign(units, turn=9, phase="supply", control={"2719": "allied"})
    table.play(act.NextPhase())
    table.choose("withdraw")
    assert table.at("US-82-507") == table.at("US-82-505") != IN_BRITAIN


@pytest.mark.parametrize(
    ("scenario", "turn", "name", "at", "status", "rule"),
    [
        ("campaign", 3, "US-1-16", "2223", [], "22.1.2b"),
        ("campaign", 3, "US-1-16", "2223", ["disrupted"], "22.1.2b"),
        ("campaign", 3, "US-1-16", "2223", ["scattered"], ""),
        ("campaign", 3, "US-1-16", "2222", [], ""),
        ("campaign", 3, "BR-3-8", "2220", [], "22.1.2b"),
        ("cherbourg", 3, "US-101-501", "3012", [], "26.3.2a"),
        ("cherbourg", 2, "US-101-501", "3012", [], ""),
        ("cherbourg", 3, "US-82-505", "3209", [], "26.3.3"),
        ("cherbourg", 3, "US-82-505", "3109", [], ""),
    ],
)
def test_units_too_far_out_move_back_before_the_phase_ends(
    scenario: str, turn: int, name: str, at: str, status: list[str], rule: str
) -> None:
    """22.1.2, 26.3.2, 26.3.3: they have to, if they can; a move nearer is enough."""
    table = campaign([counter(name, at, status=status)], scenario, turn=turn)
    assert table.judge(act.NextPhase()) == ({rule} if rule else set())
    orders = table.rules.legal(table.state, 500).actions
    assert (act.NextPhase() in orders) is not bool(rule)
    if rule:
        end = next(iter(table.reach(name, "tactical").values()))
        table.play(table.move(name, *map(table.now.number, end.path[1:]), mode="tactical"))
        assert not table.judge(act.NextPhase())


def test_the_list_of_orders_begins_with_units_that_have_to_move_back() -> None:
    """22.1.2: the computer player takes the first order where it may not end the phase."""
    table = campaign([counter("US-1-16", "2519"), counter("US-29-115", "2223")])
    first = table.rules.legal(table.state, 500).actions[0]
    assert isinstance(first, act.MoveUnits)
    assert first.units == ("US-29-115",)


def test_a_unit_beyond_the_boundary_attacks_nobody_there_on_its_way_back() -> None:
    """22.1.2: it may move back over such hexes, not attack them."""
    units = [counter("US-1-16", "2224"), counter("GE-91-1057", "2223")]
    attack = act.DeclareAttack(attackers=("US-1-16",), target="2223")
    assert campaign(units, phase="combat").judge(attack) == {"22.1.2a"}
