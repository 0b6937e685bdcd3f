"""Moves and attacks of every game: by whom, when and from where; none on an empty hex."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.state import State
from engine.games import require_rulebook
from engine.rules.ports import Ruleset

SCENARIOS = {
    "airbridge": "tournament",
    "ardenas": "full",
    "holland44": "campaign",
    "marketgarden": "campaign",
    "normandy44": "cherbourg",
}


def during(state: State, phase: str, side: str) -> State:
    return replace(state, clock=state.clock.model_copy(update={"phase": phase, "active": side}))


def legal(ruleset: Ruleset, state: State, order: act.Action) -> bool:
    return not any(v.level == "forbid" for v in ruleset.judge(state, order))


@pytest.fixture(params=sorted(SCENARIOS), scope="module")
def moving(request: pytest.FixtureRequest) -> tuple[Ruleset, State, act.MoveUnits]:
    """A game in a movement phase, with a legal move."""
    ruleset = require_rulebook(request.param).ruleset(SCENARIOS[request.param])
    opening = ruleset.opening()
    for phase in sorted(ruleset.move_phases):
        for side in ("german", "allied"):
            state = during(opening, phase, side)
            for name, piece in sorted(state.pieces.items()):
                if piece.side == side and ruleset.places.is_hex(piece.place):
                    for order in ruleset.actions_of(state, name):
                        if isinstance(order, act.MoveUnits):
                            return ruleset, state, order
    raise AssertionError("no move")


def test_units_move_in_their_own_movement_phase_only(
    moving: tuple[Ruleset, State, act.MoveUnits],
) -> None:
    ruleset, state, order = moving
    phase, side = state.clock.phase, state.clock.active
    other = "german" if side == "allied" else "allied"
    assert legal(ruleset, state, order)
    assert not legal(ruleset, during(state, phase, other), order)
    for fight in ruleset.attack_phases:
        if fight not in ruleset.move_phases:
            assert not legal(ruleset, during(state, fight, side), order)


def test_a_path_begins_where_the_units_are_and_its_mode_is_known(
    moving: tuple[Ruleset, State, act.MoveUnits],
) -> None:
    ruleset, state, order = moving
    for wrong in ({"path": order.path[::-1]}, {"mode": "no such mode"}):
        try:
            accepted = legal(ruleset, state, order.model_copy(update=wrong))
        except UserError:
            accepted = False
        assert not accepted


def test_an_empty_hex_has_no_attackers(moving: tuple[Ruleset, State, act.MoveUnits]) -> None:
    ruleset, state, _ = moving
    occupied = {piece.place for piece in state.pieces.values()}
    empty = next(i for i in range(ruleset.places.hex_count) if i not in occupied)
    for phase in (*ruleset.move_phases, *ruleset.attack_phases):
        answers = ruleset.answers(during(state, phase, state.clock.active))
        assert answers.attackers(empty) == ()
