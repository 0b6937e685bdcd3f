"""The staff player: plans, their rollouts, and the choice between them."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest

from engine.core.dice import Rolled
from engine.core.errors import UserError
from engine.core.state import State
from engine.games import require_rulebook
from engine.opponent import staff as module
from engine.opponent.evaluation import Balance
from engine.opponent.outlook import Outlook
from engine.opponent.player import Interrupted, Player, Stopped, never
from engine.opponent.recruit import Recruit
from engine.opponent.seats import played_on
from engine.opponent.staff import Plan, Staff
from engine.rules.ports import Ruleset

GAMES = {"marketgarden": "campaign", "normandy44": "cherbourg"}
"""A scenario without and one with an evaluation."""


@cache
def turn_of(game: str, side: str) -> tuple[Ruleset, State]:
    """Return a position in which a side begins to move, with its rules."""
    rules = require_rulebook(game).ruleset(GAMES[game])
    players: dict[str, Player] = {s.id: Recruit(rules, s.id) for s in rules.module.meta.sides}
    judge = Staff(rules, side)
    opening, dice = rules.opening(), Rolled(random.Random(1))
    if judge._moves(opening):
        return rules, opening
    return rules, next(s for s in played_on(rules, players, opening, dice) if judge._moves(s))


class Judged(Staff):
    """A staff whose plans lead to positions of a given worth; counts the rollouts."""

    def __init__(self, ruleset: Ruleset, side: str, worths: dict[str, float], **known: bool):
        super().__init__(ruleset, side, 1, **known)
        self.given, self.played = worths, Counter[str]()

    def _reached(
        self, plan: Plan, start: State, balance: Balance, interrupted: Interrupted
    ) -> float:
        self.played[plan.name] += 1
        return self.given.get(plan.name, 0.5)


def test_the_plan_with_the_best_positions_is_followed_for_the_turn() -> None:
    rules, state = turn_of("normandy44", "german")
    staff = Judged(rules, "german", {"careful": 0.62, "bold": 0.6})
    advice = staff.choose(state)
    assert advice is not None
    assert advice.reason.key == "plan_won"
    assert "careful" in advice.reason.text
    assert "62 %" in advice.reason.text
    assert "50 %" in advice.reason.text
    lines = staff._weights.staff.plans["careful"]
    assert staff._player._weights == staff._weights.over(lines)
    before = Counter(staff.played)
    again = staff.choose(state)
    assert again is not None
    assert again.reason.key != "plan_won"
    assert staff.played == before


def test_the_usual_plan_and_the_better_half_are_played_on_more_often() -> None:
    rules, state = turn_of("normandy44", "german")
    staff = Judged(rules, "german", {"usual": 0.1, "goal": 0.2})
    staff.choose(state)
    first, then = staff._weights.staff.throws
    for name in ("usual", *staff._weights.staff.plans):
        assert staff.played[name] == first + then
    assert staff.played["goal"] == first * staff._weights.staff.goals


def test_plans_with_equal_positions_leave_the_usual_one() -> None:
    rules, state = turn_of("normandy44", "german")
    staff = Judged(rules, "german", {})
    staff.choose(state)
    assert staff._player._weights == staff._weights


def test_a_goal_that_comes_first_lowers_the_worth_of_the_others() -> None:
    rules, state = turn_of("normandy44", "allied")
    staff = Staff(rules, "allied")
    plans = [plan for plan in staff._plans(state) if plan.name == "goal"]
    assert len(plans) == staff._weights.staff.goals
    for plan in plans:
        usual, own = (
            Outlook(rules, state, "allied", weights, staff._ground).goals
            for weights in (staff._weights, plan.weights)
        )
        lines = staff._weights.staff
        for one, other in zip(usual, own, strict=True):
            first = one.hexes == plan.weights.first
            assert other.worth == one.worth * (1 if first else lines.aside)
            assert other.need == one.need + (lines.need if first else 0)
        assert plan.where in plan.text


def test_the_evaluation_counts_for_each_side(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "played_on", lambda *_: ())
    rules, state = turn_of("normandy44", "german")
    balance = Balance(rules, state)
    worths = []
    for side in balance.sides:
        staff = Staff(rules, side)
        worths.append(staff._reached(staff._plans(state)[0], state, balance, never))
    assert sum(worths) == pytest.approx(1)
    assert staff._evaluation is not None
    assert worths[0] == staff._evaluation.value(balance, state)[0]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_plan_is_played_on_to_the_next_turn_with_the_same_dice(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, state = turn_of(game, "allied")
    staff, balance = Staff(rules, "allied", 1), Balance(rules, state)
    reached: list[State] = []

    def followed(*given: object) -> object:
        for after in played_on(*given):  # type: ignore[arg-type]
            reached.append(after)
            yield after

    monkeypatch.setattr(module, "played_on", followed)
    [one, *_], [other, *_] = staff._plans(state), staff._plans(state)
    same = [staff._reached(plan, state, balance, never) for plan in (one, other)]
    end = reached[-1]
    assert same[0] == same[1]
    assert end.clock.turn == state.clock.turn + 1
    assert end.clock.active == "allied"
    assert end.clock.phase in rules.move_phases
    one.worths.append(same[0])
    staff._reached(one, state, balance, never)
    assert reached[-1] != end  # the next rollout has other dice
    assert state is turn_of(game, "allied")[1]


def test_without_an_evaluation_the_weights_judge_the_positions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "played_on", lambda *_: ())
    monkeypatch.setattr(module, "worth", lambda outlook, state: 42.0)
    rules, state = turn_of("marketgarden", "allied")
    staff = Staff(rules, "allied")
    assert staff._reached(staff._plans(state)[0], state, Balance(rules, state), never) == 42
    advice = Judged(rules, "allied", {"march": 2.0}).choose(state)
    assert advice is not None
    assert advice.reason.key == "plan"


def test_planning_can_be_interrupted() -> None:
    rules, state = turn_of("marketgarden", "allied")
    with pytest.raises(Stopped):
        Staff(rules, "allied").choose(state, interrupted=lambda: True)


def test_a_side_that_sees_too_little_to_play_on_follows_the_usual_plan(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused(*given: object) -> object:
        raise UserError("a cover has no strength")

    monkeypatch.setattr(module, "played_on", refused)
    rules, state = turn_of("marketgarden", "allied")
    staff = Staff(rules, "allied")
    advice = staff.choose(state)
    assert advice is not None
    assert advice.reason.key not in {"plan", "plan_won"}  # nothing was played on
    assert staff._player._weights == staff._weights


def test_a_timed_staff_stops_planning(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(10_000))
    monkeypatch.setattr(module, "monotonic", lambda: 1.5 * next(clock))
    rules, state = turn_of("normandy44", "german")
    staff = Judged(rules, "german", {"usual": 0.9}, timed=True)
    plans = staff._tried(state, never)
    assert staff._weights.value.seconds == 12
    assert staff.played.total() == 8
    assert [plan.name for plan in plans] == ["usual", *staff._weights.staff.plans, "goal", "goal"]
    assert [len(plan.worths) for plan in plans] == [1] * 6  # all with the same dice
