"""The state as values, JSON and a digest."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import orjson
import pytest

from engine.core import effects as fx
from engine.core.reducer import apply
from engine.core.state import Piece, State, as_json, digest
from tests.strategies import PLACES


@pytest.fixture
def state() -> State:
    """Two pieces in a stack, a marker, a track."""
    return apply(
        State(),
        (
            fx.Place(unit="b", counter="B", side="allied", at="1000", index=0, steps=2),
            fx.Place(
                unit="a",
                counter="A",
                side="german",
                at="1000",
                index=1,
                steps=1,
                status=("spent", "engaged"),
            ),
            fx.SetMarker(
                marker="t1", before=None, after=fx.MarkerFields(kind="traffic", at="1000/1001")
            ),
            fx.SetTrack(track="vp", before=None, after=3),
            fx.SetControl(hex="1001", before=None, after="german"),
        ),
        PLACES,
    )


def test_json_has_printed_names(state: State) -> None:
    data = as_json(state, PLACES)
    assert data["units"]["a"] == {
        "counter": "A",
        "side": "german",
        "at": "1000",
        "steps": 1,
        "status": ["engaged", "spent"],
    }
    assert data["stacks"] == {"1000": ["b", "a"]}
    assert data["control"] == {"1001": "german"}
    assert orjson.loads(orjson.dumps(data)) == data


def test_the_digest_does_not_depend_on_insertion_order(state: State) -> None:
    shuffled = replace(state, pieces=dict(reversed(list(state.pieces.items()))))
    assert digest(shuffled, PLACES) == digest(state, PLACES)


@pytest.mark.parametrize(
    "change",
    [
        fx.SetSteps(unit="a", before=1, after=0),
        fx.SetSide(unit="a", before="german", after="allied"),
        fx.Move(unit="a", path=("1000",), from_index=1, to_index=0),
        fx.SetTrack(track="vp", before=3, after=3.0),
        fx.SetControl(hex="1001", before="german", after=None),
        fx.PushDecision(decision=fx.Decision(kind="retreat", side="allied")),
    ],
)
def test_every_change_alters_the_digest(state: State, change: fx.Effect) -> None:
    assert digest(apply(state, (change,), PLACES), PLACES) != digest(state, PLACES)


def test_values_are_frozen(state: State) -> None:
    with pytest.raises(FrozenInstanceError):
        state.clock = fx.Clock(turn=1, phase="movement", active="allied")  # type: ignore[misc]
    piece = Piece("A", "allied", 0, 1)
    with pytest.raises(FrozenInstanceError):
        piece.steps = 0  # type: ignore[misc]


def test_an_empty_place_has_an_empty_stack(state: State) -> None:
    assert state.stack(PLACES.index("1002")) == ()
    assert PLACES.index("1002") not in state.stacks
