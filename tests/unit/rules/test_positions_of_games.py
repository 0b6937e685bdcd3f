"""Positions as the rules of a board game see them, and their queries, in two games."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.errors import UserError
from engine.core.reducer import apply
from engine.core.state import State
from engine.games import require_rulebook
from engine.request_fields import Refused
from engine.rules.base import named
from engine.rules.base.answers import Answers
from engine.rules.base.ruleset import Ruleset

GAMES = ("marketgarden", "normandy44")


@pytest.fixture(scope="module", params=GAMES)
def rules(request: pytest.FixtureRequest) -> Ruleset[Any, Any, Any]:
    found = require_rulebook(request.param).ruleset("")
    assert isinstance(found, Ruleset)
    return found


@pytest.fixture(scope="module")
def opening(rules: Ruleset[Any, Any, Any]) -> State:
    return rules.opening()


@pytest.fixture
def position(rules: Any, opening: State) -> Any:
    return rules.position(opening)


@pytest.fixture
def answers(rules: Any, opening: State) -> Answers[Any]:
    found = rules.answers(opening)
    assert isinstance(found, Answers)
    return found


def on_map(rules: Any, state: State, side: str | None = None) -> list[str]:
    return [
        name
        for name, piece in state.pieces.items()
        if rules.places.is_hex(piece.place) and side in (None, piece.side)
    ]


def in_boxes(rules: Any, state: State) -> list[str]:
    return [n for n, piece in state.pieces.items() if not rules.places.is_hex(piece.place)]


def test_positions_of_a_state_are_cached(rules: Any, opening: State) -> None:
    seen = rules.position(opening)
    assert rules.position(opening) is seen
    assert rules.answers(opening) is rules.answers(opening)
    clock = opening.clock
    later = clock.model_copy(update={"turn": clock.turn + 1})
    other = apply(opening, (fx.SetPhase(before=clock, after=later),), rules.places)
    assert rules.position(other) is not seen
    assert rules.position(opening) is seen


def test_units_are_grouped_in_stacks_by_side(rules: Any, opening: State, position: Any) -> None:
    there = on_map(rules, opening)
    assert set(position.units) == set(there)
    for side in ("allied", "german"):
        mine = on_map(rules, opening, side)
        assert [u.id for u in position.own(side)] == sorted(mine)
        held = {u.id for stack in position.stacks[side].values() for u in stack}
        assert held == set(mine)
    name = there[0]
    place = opening.pieces[name].place
    assert [u.id for u in position.stack(place)] == list(opening.stack(place))
    assert position.control(place) == opening.pieces[name].side
    empty = next(i for i in range(rules.places.hex_count) if not opening.stack(i))
    assert position.stack(empty) == []
    taken = fx.SetControl(hex=rules.places.name(empty), before=opening.control.get(empty),
                          after="german")  # fmt: skip
    after = apply(opening, (taken,), rules.places)
    assert rules.position(after).control(empty) == "german"


def test_units_in_boxes_are_waiting(rules: Any, opening: State, position: Any) -> None:
    name = in_boxes(rules, opening)[0]
    place = opening.pieces[name].place
    waiting = position.waiting(name)
    assert waiting is not None
    assert position.any_unit(name) is waiting
    box = position.number(place)
    assert name in [u.id for u in position.box(box)]
    assert position.box("no such box") == []
    assert position.waiting("nobody") is None
    assert position.any_unit("nobody") is None
    stands = on_map(rules, opening)[0]
    assert position.waiting(stands) is None
    assert position.any_unit(stands) is position.units[stands]


def test_a_track_is_read_as_a_number(rules: Any, opening: State, position: Any) -> None:
    assert position.track("no such track") == 0
    set_to = (
        fx.SetTrack(track="test-count", before=None, after=7),
        fx.SetTrack(track="test-word", before=None, after="seven"),
    )
    found = rules.position(apply(opening, set_to, rules.places))
    assert found.track("test-count") == 7
    assert found.track("test-word") == 0


def test_names_in_actions_are_found(rules: Any, opening: State, position: Any) -> None:
    stands, waits = on_map(rules, opening)[0], in_boxes(rules, opening)[0]
    number = rules.places.name(opening.pieces[stands].place)
    assert named.unit_named(position, waits).id == waits
    assert named.on_map(position, stands) is position.units[stands]
    assert named.hex_named(position, number) == opening.pieces[stands].place
    assert named.hex_named(position, rules.places.name(0)) == 0
    last = rules.places.hex_count - 1
    assert named.hex_named(position, rules.places.name(last)) == last
    told = []
    for wrong in (
        lambda: named.unit_named(position, "nobody"),
        lambda: named.on_map(position, "nobody"),
        lambda: named.on_map(position, waits),
        lambda: named.hex_named(position, "nowhere"),
        lambda: named.hex_named(position, rules.places.name(opening.pieces[waits].place)),
    ):
        with pytest.raises(UserError) as refusal:
            wrong()
        told.append(str(refusal.value))
    assert told[0] == told[1] != told[2].replace(waits, "nobody")


def test_a_stack_is_in_one_hex_and_of_one_side(rules: Any, opening: State, position: Any) -> None:
    mine = on_map(rules, opening, "german")
    first = mine[0]
    far = next(n for n in mine if opening.pieces[n].place != opening.pieces[first].place)
    assert [u.id for u in named.stack_named(position, [first])] == [first]
    with pytest.raises(UserError):
        named.stack_named(position, [first, far])


def test_units_are_described_anywhere(rules: Any, opening: State, answers: Answers[Any]) -> None:
    stands, waits = on_map(rules, opening)[0], in_boxes(rules, opening)[0]
    for name in (stands, waits):
        seen = answers.unit(name)
        assert seen is not None
        assert seen.id == name
        assert answers.values_of(name) == seen.values
    assert answers.unit("nobody") is None
    assert answers.values_of("nobody") == {}
    assert {u.id for u in answers.units()} == set(on_map(rules, opening))
    assert {u.id for u in answers.units("german")} == set(on_map(rules, opening, "german"))
    place = opening.pieces[stands].place
    assert answers.control(place) == opening.pieces[stands].side


def test_an_invalid_order_is_refused_as_a_question(answers: Answers[Any]) -> None:
    unknown = act.MoveUnits(units=("nobody",), path=("0101", "0102"))
    with pytest.raises(Refused):
        answers.judge(unknown)
    some = next(iter(answers.position.units))
    odd = act.MoveUnits(units=(some,), path=("0101", "0102"), mode="no such mode")
    with pytest.raises(Refused, match="no such mode"):
        answers.judge(odd)
    assert answers.judge(act.Note(text="x")) == []


def test_without_a_pending_decision_there_are_no_answers(
    rules: Any, opening: State, answers: Answers[Any]
) -> None:
    if not opening.pending:
        assert answers.options() == ()
        assert rules.judge(opening, act.Choose(decision="odd", option="x"))


def test_with_the_rules_off_moves_by_hand_are_literal(
    rules: Any, opening: State, answers: Answers[Any]
) -> None:
    name = on_map(rules, opening)[0]
    here = opening.pieces[name].place
    beside = next(n for n in rules.board.neighbours[here] if n >= 0)
    path = rules.places.name(here), rules.places.name(beside)
    move = act.MoveUnits(units=(name,), path=path, mode="odd")
    note = act.Note(text="x")
    assert answers.drag_action(move, "off") is move
    assert answers.drag_action(note, "enforced") is note
    lost = move.model_copy(update={"units": ("nobody",)})
    assert answers.drag_action(lost, "advisory") == lost
    apart = [n for n in on_map(rules, opening) if opening.pieces[n].place != here][:1]
    two = move.model_copy(update={"units": (name, *apart)})
    assert answers.drag_action(two, "advisory") == two


def test_orders_belong_to_the_active_side(rules: Any, opening: State) -> None:
    assert list(rules.actions_of(opening, "nobody")) == []
    state = opening
    if not state.pending:
        other = "german" if state.clock.active == "allied" else "allied"
        for name in on_map(rules, state, other)[:3]:
            assert list(rules.actions_of(state, name)) == []
    found = rules.legal(state, 5)
    assert found.side == (state.pending[-1].side if state.pending else state.clock.active)
    assert found.actions
    over = apply(state, (fx.SetTrack(track="winner", before=state.tracks.get("winner"),
                                     after="german"),), rules.places)  # fmt: skip
    if not state.pending:
        assert rules.legal(over, 5).actions == ()
        assert list(rules.actions_of(over, on_map(rules, over)[0])) == []


def test_actions_computed_by_the_rules(rules: Any) -> None:
    move = act.MoveUnits(units=("x",), path=("0101", "0102"), mode=rules.modes[0])
    assert rules.resolves(move)
    assert not rules.resolves(move.model_copy(update={"mode": "no such mode"}))
    assert rules.resolves(act.NextPhase())
    assert rules.resolves(act.Choose(decision="x", option="y"))
    assert not rules.resolves(act.Note(text="x"))


def test_rules_of_a_board_can_be_pickled(rules: Any, opening: State) -> None:
    rules.position(opening)
    again = pickle.loads(pickle.dumps(rules))
    assert type(again) is type(rules)
    assert again.opening().pieces.keys() == opening.pieces.keys()


def test_decisions_and_places_have_names(rules: Any, opening: State) -> None:
    names = rules.names
    for place in (0, rules.places.hex_count - 1):
        number = rules.places.name(place)
        assert names.place_name(number) == rules.board.where(place)
    box = rules.places.name(opening.pieces[in_boxes(rules, opening)[0]].place)
    assert names.place_name(box) == rules.module.place_name(box)
    assert names.place_name("no/where") == "no/where"
    with_river = next((k for k, s in rules.board.sides.items() if s.river and not s.bridges), None)
    if with_river is not None:
        assert names.place_name(with_river) == rules.board.sides[with_river].river
    with_bridge = next((k for k, s in rules.board.sides.items() if s.bridges), None)
    if with_bridge is not None:
        bridge = rules.board.sides[with_bridge].bridges[0]
        assert names.place_name(with_bridge) == bridge.name
    plain = next((k for k, s in rules.board.sides.items() if not s.river and not s.bridges), None)
    if plain is not None:
        assert names.place_name(plain) == plain
    some = next(iter(opening.pieces.values())).counter
    assert names.unit_name(some) == rules.module.unit_name(some)
    scenario = rules.module.meta.scenarios[0]
    assert names.scenario_name(scenario) == rules.module.scenario_name(scenario)
    assert names.track_name("turn:x") == rules.module.track_name("turn:x")


def test_added_and_vanished_pieces_are_reported(rules: Any, opening: State) -> None:
    name, piece = next(iter(opening.pieces.items()))
    left = tuple(n for n in opening.stack(piece.place) if n != name)
    fewer = replace(
        opening,
        pieces={n: p for n, p in opening.pieces.items() if n != name},
        stacks={**opening.stacks, piece.place: left},
    )
    word = "a piece came from nowhere or has vanished"
    assert word in rules.invariants(opening, fewer)
    assert word in rules.invariants(fewer, opening)
    assert word not in rules.invariants(opening, opening)
    assert word not in rules.invariants(opening, State())  # the set-up itself
