"""Single effects on a small position, and the messages of those that do not fit."""

from __future__ import annotations

import pytest

from engine.core import effects as fx
from engine.core.errors import EffectError
from engine.core.reducer import apply
from engine.core.state import Marker, State
from engine.modules.module import Module
from engine.modules.setup import setup_effects
from tests.strategies import PLACES


def place(unit: str, at: str = "1000", index: int = 0) -> fx.Place:
    return fx.Place(unit=unit, counter=unit, side="allied", at=at, index=index, steps=2)


@pytest.fixture
def state() -> State:
    """A stack a, b, c (from the bottom) in 1000."""
    return apply(State(), (place("a"), place("b", index=1), place("c", index=2)), PLACES)


def stack(state: State, name: str) -> tuple[str, ...]:
    return state.stack(PLACES.index(name))


def test_a_piece_is_placed_between_others(state: State) -> None:
    assert stack(apply(state, (place("d", index=1),), PLACES), "1000") == ("a", "d", "b", "c")


def test_a_move_within_a_stack_counts_positions_without_the_piece(state: State) -> None:
    up = fx.Move(unit="a", path=("1000",), from_index=0, to_index=2)
    assert stack(apply(state, (up,), PLACES), "1000") == ("b", "c", "a")


def test_the_last_piece_leaves_no_empty_stack() -> None:
    alone = apply(State(), (place("a"),), PLACES)
    away = fx.Move(unit="a", path=("1000", "pool"), from_index=0, to_index=0)
    after = apply(alone, (away,), PLACES)
    assert dict(after.stacks) == {PLACES.index("pool"): ("a",)}
    assert after.pieces["a"].place == PLACES.index("pool")


def test_markers_are_placed_flipped_and_removed() -> None:
    front = fx.MarkerFields(kind="traffic", at="1000")
    back = fx.MarkerFields(kind="traffic", at="1000", face="back")
    come = fx.SetMarker(marker="t", before=None, after=front)
    turn = fx.SetMarker(marker="t", before=front, after=back)
    go = fx.SetMarker(marker="t", before=back, after=None)
    assert apply(State(), (come, turn), PLACES).markers == {"t": Marker("traffic", "1000", "back")}
    assert apply(State(), (come, turn, go), PLACES) == State()


@pytest.mark.parametrize(
    ("effect", "sentence"),
    [
        (place("a"), "The unit 'a' is in the game already."),
        (place("d", at="9999"), "There is no hex or box '9999' in this game."),
        (place("d", index=4), "1000 holds 3 pieces, so 'd' cannot be put in position 4."),
        (
            fx.Move(unit="a", path=("1000", "9999", "1001"), from_index=0, to_index=0),
            "There is no hex or box '9999' in this game.",
        ),
        (
            fx.Move(unit="a", path=("1001", "1002"), from_index=0, to_index=0),
            "'a' is at 1000, not at 1001.",
        ),
        (
            fx.Move(unit="a", path=("1000", "1001"), from_index=1, to_index=0),
            "'a' is not in position 1 of the stack at 1000.",
        ),
        (
            fx.SetSteps(unit="a", before=1, after=0),
            "'a' has 2 steps, but the entry says it had 1.",
        ),
        (fx.SetSteps(unit="z", before=1, after=0), "There is no unit 'z' in the game."),
        (
            fx.SetTrack(track="vp", before=1, after=2),
            "Track 'vp' is at None, but the entry says it was at 1.",
        ),
        (
            fx.PopDecision(decision=fx.Decision(kind="retreat", side="allied")),
            "The pending decision is None, but the entry says it was "
            "kind='retreat' side='allied' args={}.",
        ),
    ],
)
def test_effects_that_do_not_fit_are_reported(
    state: State, effect: fx.Effect, sentence: str
) -> None:
    with pytest.raises(EffectError) as caught:
        apply(state, (effect,), PLACES)
    assert str(caught.value) == sentence
    assert stack(state, "1000") == ("a", "b", "c")


@pytest.mark.parametrize(("held", "before"), [(3, 3.0), (3.0, 3), (None, ""), (0, None)])
def test_a_number_in_another_notation_does_not_fit(held: object, before: object) -> None:
    """Undo would restore the other notation, and so another digest."""
    come = fx.SetTrack.model_validate({"track": "vp", "before": None, "after": held})
    wrong = fx.SetTrack.model_validate({"track": "vp", "before": before, "after": 7})
    with pytest.raises(EffectError, match="Track 'vp' is at"):
        apply(State(), (come, wrong), PLACES)


def test_the_set_up_is_undone_to_nothing(module: Module) -> None:
    effects = setup_effects(module, module.scenario("campaign"))
    state = apply(State(), effects, module.places)
    assert apply(state, fx.invert(effects), module.places) == State()
