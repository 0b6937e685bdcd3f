"""Hidden information: an observed state contains nothing concealed."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

import orjson
import pytest

from engine.core.effects import Clock, Decision, Track
from engine.core.places import Places
from engine.core.secrecy import Concealed, SecretPieces, Secrets, SecretTracks, observed
from engine.core.state import Marker, Piece, State, as_json

PLACES = Places(("0101", "0102", "0103"), ("reserve-red", "sheet"))
SECRETS = Secrets(
    pieces=(
        SecretPieces(status="hidden", covers={"red": "back-red"}, statuses=("moved",)),
        SecretPieces(places=("reserve-*",)),
    ),
    tracks=(SecretTracks(names="plan/red/*", owner="red"), SecretTracks(names="deck/*")),
)


def state_of(
    pieces: Mapping[str, Piece],
    tracks: Mapping[str, Track] | None = None,
    markers: Mapping[str, Marker] | None = None,
    pending: tuple[Decision, ...] = (),
) -> State:
    """Return a state with stacks in the order of the pieces."""
    stacks: dict[int, tuple[str, ...]] = {}
    for unit, piece in pieces.items():
        stacks[piece.place] = (*stacks.get(piece.place, ()), unit)
    clock = Clock(turn=1, phase="movement", active="blue")
    return State(clock, pieces, stacks, markers or {}, {}, {}, tracks or {}, pending)


def hidden(counter: str, place: int, *status: str) -> Piece:
    return Piece(counter, "red", place, 2, frozenset(("hidden", *status)))


def seen(state: State, side: str = "blue") -> State:
    return observed(state, SECRETS.concealed(state, PLACES, side), PLACES).state


def test_a_covered_piece_shows_only_cover_side_and_height() -> None:
    state = state_of(
        {
            "Tiger": hidden("tiger", 0, "moved", "weak"),
            "Guards": Piece("guards", "blue", 0, 2),
            "Panther": hidden("panther", 0),
        }
    )
    found = seen(state)
    assert found.stacks[0] == ("cover:0101:1", "Guards", "cover:0101:2")
    assert found.pieces["cover:0101:1"] == Piece("back-red", "red", 0, 1, frozenset({"moved"}))
    text = orjson.dumps(as_json(found, PLACES)).decode()
    assert not any(word in text for word in ("Tiger", "tiger", "Panther", "panther", "weak"))


def test_the_owner_sees_a_covered_piece() -> None:
    state = state_of({"Tiger": hidden("tiger", 0)}, {"plan/red/1": "0102"})
    assert seen(state, "red") is state


def test_pieces_without_a_cover_and_secret_tracks_are_absent() -> None:
    state = state_of(
        {"Reserve": Piece("tiger", "red", 3, 2)}, {"plan/red/1": "0102", "deck/1": "Q", "turns": 3}
    )
    found = seen(state)
    assert found.pieces == {}
    assert found.stacks == {}
    assert found.tracks == {"turns": 3}
    assert set(seen(state, "red").tracks) == {"plan/red/1", "turns"}


def test_tracks_markers_and_decisions_name_covers_instead_of_pieces() -> None:
    state = state_of(
        {"Tiger": hidden("tiger", 0), "Tiger-2": Piece("tiger", "red", 3, 2)},
        {"moved/Tiger": 1, "moved/Tiger-2": 1, "fight": '{"with":["Tiger"]}', "note": "Tiger-2"},
        {"aim/Tiger": Marker("aim", "0101"), "aim/Tiger-2": Marker("aim", "reserve-red")},
        (
            Decision(kind="loss", side="red", args={"units": ["Tiger"]}),
            Decision(kind="loss", side="blue", args={"units": ["Tiger"]}),
            Decision(kind="loss", side="red", args={"units": ["Tiger-2"]}),
            Decision(kind="loss", side="red", args={"units": ["Panther"]}),
        ),
    )
    found = seen(state)
    assert found.tracks == {"moved/cover:0101:1": 1, "fight": '{"with":["cover:0101:1"]}'}
    assert set(found.markers) == {"aim/cover:0101:1"}
    # The other side is not told which of its pieces is asked, nor of those that are invisible.
    assert [d.is_withheld for d in found.pending] == [True, False, True, False]
    assert found.pending[1].args == {"units": ["cover:0101:1"]}
    assert found.pending[3].args == {"units": ["Panther"]}


def test_a_cover_keeps_its_id_as_it_moves() -> None:
    state = state_of({"Tiger": hidden("tiger", 0), "Panther": hidden("panther", 0)})
    names = observed(state, SECRETS.concealed(state, PLACES, "blue"), PLACES).names
    after = state_of({"Panther": hidden("panther", 0), "Tiger": hidden("tiger", 1)})
    again = observed(after, SECRETS.concealed(after, PLACES, "blue"), PLACES, names)
    assert again.names == names
    assert again.state.stacks == {0: (names["Panther"],), 1: (names["Tiger"],)}


def test_a_piece_shown_elsewhere_keeps_its_id() -> None:
    state = state_of({"A": hidden("tiger", 0), "B": hidden("panther", 1)})
    sheet = {u: replace(p, place=4) for u, p in state.pieces.items()}
    found = observed(state, Concealed(shown=sheet), PLACES).state
    assert found.stacks == {4: ("B", "A")}, "by counter, not by where they are"


@pytest.mark.parametrize("seed", range(60))
def test_states_that_differ_only_in_secrets_are_observed_alike(seed: int) -> None:
    chance = random.Random(seed)
    counters = ["tiger", "panther", "flak", "truck", "dummy"]
    spots = [chance.randrange(3) for _ in range(8)]

    def one() -> State:
        kinds = [chance.choice(counters) for _ in spots]
        names = chance.sample([f"U{n}" for n in range(50)], len(spots))
        pieces = {n: hidden(k, p) for n, k, p in zip(names, kinds, spots, strict=True)}
        for number in range(chance.randrange(4)):
            pieces[f"R{number}"] = Piece(chance.choice(counters), "red", 3, 1)
        return state_of(pieces, {"plan/red/x": chance.randrange(99)})

    a, b = seen(one()), seen(one())
    assert orjson.dumps(as_json(a, PLACES)) == orjson.dumps(as_json(b, PLACES))
