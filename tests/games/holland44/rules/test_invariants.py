"""Invariants of positions: each breach is detected, and no false one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core import effects as fx
from engine.core.reducer import apply
from engine.core.state import Piece, State
from engine.rules import ports
from tests.games.holland44.rules.tabletop import Json, at, seen, unit

UNITS = [unit("a1", "0505"), unit("a2", "0505"), unit("g1", "0808")]


def faults(position: ports.Answers, state: State) -> list[str]:
    """Return the faults of a state derived from a position."""
    return list(position.ruleset.invariants(state, position.state))


def piece(state: State, name: str, **changes: Any) -> State:
    """Return a state in which a piece has other values."""
    held: Piece = state.pieces[name]
    return replace(state, pieces={**state.pieces, name: replace(held, **changes)})


def test_a_sound_position_has_no_fault():
    position = seen(UNITS)
    assert faults(position, position.state) == []
    assert faults(position, replace(position.state, pieces=dict(position.state.pieces))) == []


def test_a_piece_from_nowhere_and_one_that_has_vanished():
    position = seen(UNITS)
    more = seen([*UNITS, unit("a3", "0606")])
    found = list(more.ruleset.invariants(more.state, position.state))
    assert found == ["a piece came from nowhere", "the allied side has won steps"]
    assert list(more.ruleset.invariants(more.state, State())) == []  # a set-up
    assert faults(more, position.state) == ["a3 has vanished"]


@pytest.mark.parametrize("kind", ["unknown", "infantry"])
def test_25_1_unknown_units_may_leave_the_game(kind: str):
    """25.3.4: an empty garrison is removed, and no other unit."""
    position = seen([*UNITS, unit("g2", "0606", kind=kind)])
    found = faults(position, seen(UNITS).state)
    assert found == ([] if kind == "unknown" else ["g2 has vanished"])


def lost(name: str, before: int, after: int) -> fx.SetSteps:
    return fx.SetSteps(unit=name, before=before, after=after)


def test_20_2_no_side_wins_steps():
    """One unit's loss does not make up for another side's gain."""
    reduced = seen([unit("a1", "0505", steps=1), UNITS[1], unit("g1", "0808", steps=1)])
    places = reduced.ruleset.places
    won = apply(reduced.state, (lost("a1", 1, 2),), places)
    assert faults(reduced, won) == ["the allied side has won steps"]
    both = apply(reduced.state, (lost("a1", 1, 2), lost("a2", 2, 1)), places)
    assert faults(reduced, both) == []
    theirs = apply(reduced.state, (lost("g1", 1, 2), lost("a2", 2, 1)), places)
    assert faults(reduced, theirs) == ["the german side has won steps"]


def test_20_2_replacements_win_steps():
    reduced = seen([unit("a1", "0505", steps=1), *UNITS[1:]])
    asked = fx.Decision.model_validate({"kind": "replacement", "side": "allied",
                                        "args": {"last": False}})  # fmt: skip
    waiting = replace(reduced.state, pending=(asked,))
    won = replace(apply(waiting, (lost("a1", 1, 2),), reduced.ruleset.places), pending=())
    assert list(reduced.ruleset.invariants(won, waiting)) == []
    other = replace(waiting, pending=(asked.model_copy(update={"kind": "loss"}),))
    assert list(reduced.ruleset.invariants(won, other)) == ["the allied side has won steps"]


@pytest.mark.parametrize(
    ("box", "kind", "found"),
    [
        ("eliminated-allied", "infantry", ["the allied side has won steps"]),
        ("breakdowns-allied", "infantry", ["the allied side has won steps"]),
        ("turn-5", "infantry", []),
        ("eliminated-allied", "supply_head", []),
    ],
)
def test_18_2_3_steps_in_boxes_of_the_dead_are_out_of_play(box: str, kind: str, found: list[str]):
    """Eliminated units that return gain steps; a supply head returns at no cost."""
    dead = unit("a3", box, kind=kind, steps=0 if box.startswith("eliminated") else 2)
    position = seen([*UNITS, dead])
    here = position.state.pieces["a3"].place
    name = position.ruleset.places.name(here)
    back = fx.Move(unit="a3", path=(name, "0606"), from_index=0, to_index=0)
    effects: tuple[fx.Effect, ...] = (back,)
    if dead["steps"] == 0:
        effects = (lost("a3", 0, 2), back)
    assert faults(position, apply(position.state, effects, position.ruleset.places)) == found


def test_a_piece_in_no_stack_or_in_several():
    position = seen(UNITS)
    state, place = position.state, at(position, "0505")
    for stack in (("a1",), ("a1", "a1"), ("a1", "a2", "a2")):
        odd = replace(state, stacks={**state.stacks, place: stack})
        assert faults(position, odd)[0] == "a piece stands in no stack or in several", stack


def test_a_piece_that_no_stack_holds():
    position = seen(UNITS)
    state = position.state
    more = replace(state, pieces={**state.pieces, "a9": state.pieces["a1"]})
    assert "a piece stands in no stack or in several" in faults(position, more)


def test_a_piece_whose_place_contradicts_its_stack():
    position = seen(UNITS)
    odd = piece(position.state, "a1", place=at(position, "0606"))
    assert "a piece of 0505 says it is elsewhere" in faults(position, odd)


def test_8_1_both_sides_in_a_hex():
    position = seen(UNITS)
    here = fx.Move(unit="g1", path=("0808", "0505"), from_index=0, to_index=2)
    mixed = apply(position.state, (here,), position.ruleset.places)
    assert faults(position, mixed) == ["both sides stand in 0505"]


@pytest.mark.parametrize(("steps", "fits"), [(0, False), (1, True), (2, True), (3, False)])
def test_11_3_the_steps_of_a_counter(steps: int, *, fits: bool):
    position = seen([unit("a1", "0505", max_steps=2), *UNITS[1:]])
    odd = piece(position.state, "a1", steps=steps)
    words = [f for f in faults(position, odd) if "steps of" in f]
    assert words == ([] if fits else [f"a1 has {steps} steps of 2"])


def phase_after(position: ports.Answers, phase: str, active: str = "allied") -> State:
    clock = position.state.clock
    after = clock.model_copy(update={"phase": phase, "active": active})
    change = fx.SetPhase(before=clock, after=after)
    return apply(position.state, (change,), position.ruleset.places)


@pytest.mark.parametrize(("steps", "phase", "found"), [
    (4, "movement", ["0505 is overstacked at the end of a phase"]),
    (4, "combat", ["0505 is overstacked at the end of a phase"]),
    (3, "movement", []),
    (4, "supply", []),
])  # fmt: skip
def test_6_4_1_no_hex_is_overstacked_at_the_end(steps: int, phase: str, found: list[str]):
    crowd = [unit(f"a{n}", "0505", max_steps=steps) for n in (1, 2, 3)]
    position = seen([*crowd, UNITS[2]], phase=phase)
    assert faults(position, phase_after(position, "reorganization")) == found
    assert faults(position, position.state) == []
    theirs = seen([*crowd, UNITS[2]], phase=phase, active="german")
    assert faults(theirs, phase_after(theirs, "reorganization", "german")) == []


def test_26_5_the_points_equal_a_recount():
    city: Json = {"hexes": {"0505": {"settlement": "city"}}}
    position = seen(UNITS, phase="traffic", active="german", board=city)
    state = phase_after(position, "victory", "german")
    assert faults(position, state) == [
        "the points of the allied side are not what a recount gives",
        "the points of the german side are not what a recount gives",
    ]
    tracks = {**state.tracks, "victory-allied": 1, "victory-german": 0}
    assert faults(position, replace(state, tracks=tracks)) == []
    assert len(faults(position, replace(state, tracks={**tracks, "victory-allied": 2}))) == 1


def test_a_decision_leaves_a_choice():
    position = seen(UNITS, phase="combat")
    asked = fx.Decision.model_validate(
        {"kind": "overstack", "side": "allied", "args": {"hex": "0505"}}
    )
    waiting = replace(position.state, pending=(asked,))
    assert faults(position, waiting) == ["the decision overstack leaves no choice"]
    crowd = [unit(f"a{n}", "0505", max_steps=4) for n in (1, 2, 3)]
    full = seen([*crowd, UNITS[2]], phase="combat")
    assert faults(full, replace(full.state, pending=(asked,))) == []
