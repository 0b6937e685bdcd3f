"""Positions derived from earlier ones list the same orders as positions computed from nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Rolled
from engine.core.reducer import apply
from engine.core.state import State
from engine.games import require_rulebook
from engine.play.autoplay import SHORT_LIST, draw
from engine.rules.answers import Legal
from engine.rules.judge import Played, play
from engine.search import movement, supply

ACTIONS, COMPARED = 90, 15
LONG, PLAYED = 700, 40
"""The actions of games that come to combats and supply, and those that are played again."""
EVERY_GAME = pytest.mark.parametrize(
    ("game", "scenario"),
    [
        ("holland44", "campaign"),
        ("normandy44", "campaign"),
        ("ardenas", "full"),
        ("airbridge", "campaign"),
        ("marketgarden", "campaign"),
    ],
)


def forget(rules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Empty all caches of earlier positions and searches."""
    rules.forget()
    for costs in ("costs", "far_costs"):
        getattr(rules.setting.ground, costs, {}).clear()
    monkeypatch.setattr(movement, "_recent", {})
    monkeypatch.setattr(supply, "_recent", ())


@EVERY_GAME
def test_a_list_of_orders_is_the_same_without_earlier_positions(
    game: str, scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules: Any = require_rulebook(game).ruleset(scenario)
    forget(rules, monkeypatch)
    chance, dice = random.Random(5), Rolled(random.Random(6))
    state, met = rules.opening(), []
    for start in range(ACTIONS):
        met.append((state, start, rules.legal(state, SHORT_LIST, start), off_map(rules, state)))
        action = draw(rules, state, chance)
        assert action is not None
        state = apply(state, play(rules, state, action, dice).effects, rules.places)
    for state, start, listed, boxed in random.Random(7).sample(met, COMPARED):
        forget(rules, monkeypatch)
        assert rules.legal(state, SHORT_LIST, start) == listed
        assert off_map(rules, state) == boxed


@pytest.mark.slow
@EVERY_GAME
def test_orders_and_effects_of_long_games_are_the_same_without_earlier_positions(
    game: str, scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules: Any = require_rulebook(game).ruleset(scenario)
    forget(rules, monkeypatch)
    chance, state = random.Random(8), rules.opening()
    met: list[tuple[State, Legal, act.Action, Played]] = []
    while len(met) < LONG and (action := draw(rules, state, chance)) is not None:
        listed = rules.legal(state, SHORT_LIST, len(met))
        played = play(rules, state, action, Rolled(random.Random(len(met))))
        met.append((state, listed, action, played))
        state = apply(state, played.effects, rules.places)
    for n in random.Random(9).sample(range(len(met)), PLAYED):
        before, listed, action, played = met[n]
        forget(rules, monkeypatch)
        assert rules.legal(before, SHORT_LIST, n) == listed
        assert play(rules, before, action, Rolled(random.Random(n))) == played


def off_map(rules: Any, state: State) -> list[list[Any]]:
    """Return the units in boxes, by side."""
    return [list(rules.position(state).off_map(side)) for side in rules.setting.sides]


def test_a_unit_that_changes_in_its_box_changes_in_the_next_position() -> None:
    rules: Any = require_rulebook("normandy44").ruleset("campaign")
    state = rules.opening()
    unit = rules.position(state).off_map("allied")[0]
    change = fx.SetStatus(unit=unit.id, before=(), after=("replacement",))
    later = rules.position(apply(state, [change], rules.places)).off_map("allied")[0]
    assert (unit.status, later.status) == (frozenset(), {"replacement"})
