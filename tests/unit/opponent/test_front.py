"""The line that keeps the enemy from the goals of a side."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from math import inf

import pytest

from engine.opponent.ends import Ambition, Ends
from engine.opponent.front import front_of
from engine.opponent.moves import _why
from engine.opponent.outlook import Goal, Outlook
from engine.opponent.plans import ambition_of
from tests.unit.opponent.positions import outlook_of


def caen(*, ours: Collection[int] = (), **front: float) -> Outlook:
    """Return a position of Normandy '44 with Caen as a German goal, a British stack at the beach
    and German units in the given hexes.
    """
    outlook = outlook_of("normandy44", "seven_turns", "german")
    weights = outlook.weights
    outlook.weights = weights.model_copy(update={"front": weights.front.model_copy(update=front)})
    index = outlook.ground.board.index
    goal = frozenset({index["1929"], index["1930"]})
    unit = next(f for f in outlook.figures.values() if f.attack and f.side == "german")
    outlook.goals = (Goal(goal, 1.0, held=True),)
    outlook.__dict__["enemies"] = {index["2229"]: [replace(unit, side="allied")]}
    outlook.__dict__["own"] = {i: [replace(unit, place=i)] for i in ours}
    return outlook


def is_reached(outlook: Outlook, line: Collection[int]) -> bool:
    """Return whether the enemy can march to the goal without entering a hex of a line."""
    steps = [(i, j) for i, j, _ in outlook.ground.steps(outlook.blown) if j not in line]
    reached = set(outlook.enemies)
    while more := {j for i, j in steps if i in reached} - reached:
        reached |= more
    return not reached.isdisjoint(outlook.goal_hexes)


def test_the_line_closes_all_ways_and_no_hex_of_it_is_idle() -> None:
    outlook = caen(alone=9.0, goal=20.0, wide=inf)
    line = front_of(outlook)
    assert len(line) > 2
    assert line.isdisjoint(outlook.goal_hexes)
    assert not is_reached(outlook, line)
    assert all(is_reached(outlook, line - {hex_}) for hex_ in line)


def test_a_goal_that_costs_more_than_it_is_worth_gets_no_line() -> None:
    assert front_of(caen(goal=6.0))
    assert not front_of(caen(goal=0.2))
    assert not front_of(caen(worth=0.0))


def test_the_line_leads_past_the_units_that_are_there() -> None:
    first = front_of(caen(alone=9.0, goal=20.0, wide=inf))
    outlook = caen(alone=9.0, goal=20.0, wide=inf)
    [enemy] = outlook.enemies
    for hex_ in outlook.ground.rings(enemy, 2)[2]:
        there = {hex_, *outlook.ground.beside(hex_)}
        line = front_of(caen(ours=[hex_], kept=0.1, alone=9.0, goal=20.0, wide=inf))
        assert len(line & there) >= len(first & there)
        if line != first:
            return
    pytest.fail("the line is the same with units elsewhere")


def test_the_bank_of_a_wide_river_is_cheap_to_hold() -> None:
    """The Orne and the canal protect the side behind them: its hexes there are the line."""
    outlook = caen(water=0.01)
    line = front_of(outlook)
    steps = outlook.ground.steps(outlook.blown)
    wide = {j for _, j, march in steps if march >= outlook.weights.front.wide}
    assert line & wide


def test_goals_that_nobody_holds_are_kept_only_where_the_weights_say_so() -> None:
    outlook = caen()
    outlook.goals = tuple(replace(goal, held=False) for goal in outlook.goals)
    assert not front_of(outlook)
    front = outlook.weights.front.model_copy(update={"unheld": True})
    outlook.weights = outlook.weights.model_copy(update={"front": front})
    assert front_of(outlook)
    outlook.__dict__["enemies"] |= dict.fromkeys(outlook.goal_hexes, outlook.enemies.popitem()[1])
    assert not front_of(outlook)


def test_a_unit_closes_the_gaps_that_no_other_closes() -> None:
    outlook = caen(worth=2.0)
    line = front_of(outlook)
    [place] = list(line)[:1]
    unit = next(f for f in outlook.figures.values() if f.side == "german" and f.attack)
    here = {place, *outlook.ground.beside(place)}
    ends = Ends(outlook, unit, Ambition(planned={}, line=line))
    assert ends.front(place) == 2.0 * len(line & here) > 0
    headquarters = Ends(outlook, replace(unit, attack=0.0), Ambition(planned={}, line=line))
    assert headquarters.front(place) == 0
    other = caen(ours=[place], worth=2.0)
    assert Ends(other, unit, Ambition(planned={}, line=line)).front(place) == 0
    there = replace(unit, place=place)
    other.__dict__["own"] = {place: [there]}
    assert Ends(other, there, Ambition(planned={}, line=line)).front(place) == ends.front(place)


@pytest.mark.parametrize("post", [0.0, 3.0])
def test_plans_know_the_line(post: float) -> None:
    outlook = outlook_of("marketgarden", "campaign", "german", post=post)
    assert ambition_of(outlook, ()).line == front_of(outlook) != frozenset()


def test_a_move_to_a_gap_is_explained() -> None:
    outlook = caen(worth=50.0)
    line = front_of(outlook)
    unit = next(f for f in outlook.figures.values() if f.side == "german" and f.attack)
    outlook.goals = ()
    ends = Ends(outlook, unit, Ambition(planned={}, line=line))
    reason = _why(ends, [unit.id], min(line), outside=False)
    assert reason.key == "front"
    assert "front" in reason.text
