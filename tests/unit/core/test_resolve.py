"""Actions resolved with the rules off."""

from __future__ import annotations

import random

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Dice, Rolled
from engine.core.errors import UserError
from engine.core.reducer import apply
from engine.core.resolve import (
    exchange,
    move_together,
    relocate,
    resolve,
    set_status,
    set_steps,
)
from engine.core.state import State
from tests.strategies import PLACES


class Script:
    """Predefined dice."""

    def __init__(self, *values: int) -> None:
        self.values = list(values)

    def throw(self, sides: int, count: int, reason: str) -> Dice:
        values = tuple(self.values.pop(0) for _ in range(count))
        return Dice(sides=sides, count=count, values=values, source="scripted", reason=reason)


@pytest.fixture
def state() -> State:
    """a, b, c in 1000; x in 1001; p, q in the pool."""
    stacks = {"1000": "abc", "1001": "x", "pool": "qp"}
    return apply(
        State(),
        [
            fx.Place(unit=unit, counter=unit, side="german", at=at, index=i, steps=2)
            for at, units in stacks.items()
            for i, unit in enumerate(units)
        ],
        PLACES,
    )


def after(state: State, effects: tuple[fx.Effect, ...]) -> dict[str, tuple[str, ...]]:
    done = apply(state, effects, PLACES)
    return {PLACES.name(i): units for i, units in done.stacks.items()}


def test_units_keep_their_order_and_end_on_top(state: State) -> None:
    effects = move_together(state, PLACES, ["c", "a"], ("1000", "1100", "1001"))
    assert after(state, effects) == {"1000": ("b",), "1001": ("x", "a", "c"), "pool": ("q", "p")}


def test_a_round_trip_puts_units_on_top_of_their_own_stack(state: State) -> None:
    effects = move_together(state, PLACES, ["a", "b"], ("1000", "1001", "1000"))
    assert after(state, effects)["1000"] == ("c", "a", "b")


def test_a_unit_moves_directly_elsewhere(state: State) -> None:
    assert after(state, relocate(state, PLACES, "b", "1001"))["1001"] == ("x", "b")
    assert after(state, relocate(state, PLACES, "a", "1000"))["1000"] == ("b", "c", "a")


def test_a_unit_in_another_hex_cannot_move(state: State) -> None:
    move = act.MoveUnits(units=("a", "x"), path=("1000", "1001"))
    with pytest.raises(UserError, match=r"'x' is not at 1000"):
        resolve(move, state, PLACES, Script())


@pytest.mark.parametrize("path", [("1000", "9999"), ("1000", "9999", "1001"), ("9999", "1000")])
def test_a_path_through_an_unknown_place_is_refused(state: State, path: tuple[str, ...]) -> None:
    with pytest.raises(UserError, match="no hex or box '9999'"):
        resolve(act.MoveUnits(units=("a",), path=path), state, PLACES, Script())


def test_steps_and_statuses_start_from_the_unit(state: State) -> None:
    done = apply(state, [set_steps(state, "a", 1), set_status(state, "a", ["spent"])], PLACES)
    assert done.pieces["a"].steps == 1
    assert done.pieces["a"].status == {"spent"}
    done = apply(done, [set_status(done, "a", ["engaged"], ["spent"])], PLACES)
    assert done.pieces["a"].status == {"engaged"}


@pytest.mark.parametrize(
    "call",
    [
        lambda s: set_steps(s, "nobody", 1),
        lambda s: set_status(s, "nobody"),
        lambda s: relocate(s, PLACES, "nobody", "1000"),
        lambda s: exchange(s, PLACES, "nobody", "p"),
        lambda s: exchange(s, PLACES, "a", "nobody"),
        lambda s: resolve(act.RevealUnit(unit="nobody", pool="pool"), s, PLACES, Script()),
    ],
)
def test_a_missing_unit_is_reported(state: State, call: object) -> None:
    assert callable(call)
    with pytest.raises(UserError, match="There is no unit 'nobody' in the game"):
        call(state)


def test_a_reveal_draws_by_name_and_keeps_the_position(state: State) -> None:
    action = act.RevealUnit(unit="b", pool="pool")
    effects, dice = resolve(action, state, PLACES, Script(2))  # of p, q
    assert [d.sides for d in dice] == [2]
    assert after(state, effects) == {"1000": ("a", "q", "c"), "1001": ("x",), "pool": ("p",)}


def test_a_unit_in_the_pool_does_not_draw_itself(state: State) -> None:
    effects, dice = resolve(act.RevealUnit(unit="q", pool="pool"), state, PLACES, Script(1))
    assert [d.sides for d in dice] == [1]
    assert after(state, effects)["pool"] == ("p",)


def test_an_empty_pool_is_reported(state: State) -> None:
    with pytest.raises(UserError, match="empty"):
        resolve(act.RevealUnit(unit="a", pool="1100"), state, PLACES, Script())


def test_given_effects_are_used_unchanged(state: State) -> None:
    effects = (fx.SetSteps(unit="a", before=2, after=1),)
    assert resolve(act.ManualEdit(effects=effects), state, PLACES, Script()) == (effects, ())


def test_clock_effects_store_the_previous_phase(state: State) -> None:
    effects, dice = resolve(
        act.SetClock(turn=2, phase="combat", active="german"), state, PLACES, Script()
    )
    assert dice == ()
    assert apply(state, effects, PLACES).clock == fx.Clock(turn=2, phase="combat", active="german")
    assert apply(apply(state, effects, PLACES), fx.invert(effects), PLACES) == state


def test_dice_are_thrown_and_notes_change_nothing(state: State) -> None:
    effects, dice = resolve(
        act.Roll(sides=6, count=3, reason="weather"), state, PLACES, Rolled(random.Random(1))
    )
    assert effects == ()
    assert dice[0].count == 3
    assert resolve(act.Note(text="x"), state, PLACES, Script()) == ((), ())


def test_a_set_up_needs_its_scenario(state: State) -> None:
    with pytest.raises(UserError, match="scenario"):
        resolve(act.Setup(scenario="campaign"), state, PLACES, Script())
