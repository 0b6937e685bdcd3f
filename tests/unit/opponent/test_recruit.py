"""The recruit: legal orders with reasons, moves together, answers, interruption."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from engine.core import actions as act
from engine.core.dice import Rolled
from engine.core.effects import Clock
from engine.core.reducer import apply
from engine.games.ardenas.own_actions import PlaceCommando
from engine.modules.module import load_module
from engine.opponent import recruit
from engine.opponent.ends import Ambition
from engine.opponent.ground import ground_of
from engine.opponent.match import play_game
from engine.opponent.outlook import Outlook
from engine.opponent.plans import ambition_of
from engine.opponent.player import Advice, Reason, Stopped, never
from engine.opponent.recruit import Club, Recruit
from engine.opponent.seats import advise
from engine.opponent.strengths import player_named
from engine.opponent.weights import weights_of
from engine.rules.judge import judged, play
from engine.rules.player import to_decide
from engine.rules.ports import Ruleset
from engine.rules.registry import is_legal
from tests.games.ardenas.tabletop import allied, given, unit
from tests.thoroughness import some_now
from tests.unit.opponent.positions import outlook_of, rules_of, scenarios


def advised(ruleset: Ruleset, seed: int, orders: int) -> list[Advice]:
    """Return the orders of two recruits at the start of a game, each legal in its position."""
    state, dice = ruleset.opening(), Rolled(random.Random(seed))
    sides = [side.id for side in ruleset.module.meta.sides]
    players = {side: Recruit(ruleset, side, seed) for side in sides}
    found: list[Advice] = []
    while len(found) < orders and (side := to_decide(ruleset, state)) is not None:
        advice = players[side].choose(ruleset.observe(state, side))
        assert advice is not None, state.clock
        assert is_legal(judged(ruleset, state, advice.action)), advice
        found.append(advice)
        state = apply(state, play(ruleset, state, advice.action, dice).effects, ruleset.places)
    return found


FIRST = {(game, load_module(game).meta.scenarios[0]) for game in ("airbridge", "marketgarden")}


@pytest.mark.parametrize(
    ("game", "scenario"), some_now(scenarios(), now=lambda pair: pair in FIRST)
)
def test_every_order_in_every_scenario_is_legal_and_has_a_reason(game: str, scenario: str) -> None:
    found = advised(rules_of(game, scenario), 1, 6)
    assert len(found) == 6
    for advice in found:
        assert len(advice.reason.text) > 8


def test_the_same_seed_yields_the_same_game() -> None:
    rules = rules_of("airbridge", "introductory")
    sides = [side.id for side in rules.module.meta.sides]
    players = dict(zip(sides, ("recruit", "random"), strict=True))
    one, other = play_game(rules, players, 7), play_game(rules, players, 7)
    assert (one.winner, one.points, one.actions) == (other.winner, other.points, other.actions)
    assert one.refused == 0


def test_units_that_can_only_move_together_are_moved() -> None:
    rules = rules_of("ardenas", "short")
    state, dice = rules.opening(), Rolled(random.Random(1))
    while state.clock.phase != "movement" or state.clock.active != "german":
        action = rules.legal(state, 1).actions[0]
        state = apply(state, play(rules, state, action, dice).effects, rules.places)
    advice = Recruit(rules, "german").choose(rules.observe(state, "german"))
    assert advice is not None
    assert isinstance(advice.action, act.MoveUnits)
    assert len(advice.action.units) > 1
    assert all(not list(rules.actions_of(state, unit)) for unit in advice.action.units)
    names = [rules.answers(state).name(unit) for unit in advice.action.units]
    assert ", ".join(names) in advice.reason.text


def test_a_unit_that_may_not_stay_moves_although_staying_seems_better() -> None:
    rules = rules_of("holland44", "short")
    opening, unit = rules.opening(), "GE-6Penal"  # green, in a zone of the enemy
    fleeing = replace(opening.pieces[unit], status=frozenset({"disrupted"}))
    state = replace(
        opening,
        clock=Clock(turn=1, phase="movement", active="german"),
        pieces={**opening.pieces, unit: fleeing},
    )
    assert [v.units for v in judged(rules, state, act.NextPhase())] == [(unit,)]
    weights = weights_of(rules.module)
    settled = weights.model_copy(update={"move": weights.move.model_copy(update={"better": 1e6})})
    player, orders = Recruit(rules, "german", weights=settled), list[act.Action]()
    while state.clock.phase == "movement":
        assert len(orders) < 10
        orders.append(advise(rules, player, state, "german")[0].action)
        played = play(rules, state, orders[-1], Rolled(random.Random(1)))
        state = apply(state, played.effects, rules.places)
    assert [order.units for order in orders if isinstance(order, act.MoveUnits)] == [(unit,)]
    assert len(set(orders)) == len(orders)


@pytest.mark.parametrize(("paid", "enters"), [(False, False), (True, True)])
def test_a_division_waits_while_its_arrival_costs_a_level_of_victory(
    paid: bool, enters: bool
) -> None:
    """CAMP.v2 of Air Bridge: the Ally lost games with 38 to 60 steps in Arnhem by three levels."""
    rules = rules_of("airbridge", "campaign")
    state = rules.opening()
    box = rules.places.index("earned-43-division")
    unit = next(name for name, piece in state.pieces.items() if piece.place == box)
    view = rules.answers(state).unit(unit)
    assert view is not None
    clock = state.clock.model_copy(update={"turn": 5, "phase": "movement", "active": "allied"})
    tracks = {f"bought/{view.formation}": 1} if paid else {}
    player = Recruit(rules, "allied")
    outlook = outlook_of("airbridge", "campaign", "allied")
    outlook.state = replace(state, clock=clock, tracks={**state.tracks, **tracks})
    assert list(rules.actions_of(outlook.state, unit))
    assert bool(player._moves_of(outlook, unit, ())) is enters


def test_thinking_can_be_interrupted() -> None:
    rules = rules_of("marketgarden")
    state = rules.opening()
    side = to_decide(rules, state)
    assert side is not None
    with pytest.raises(Stopped):
        Recruit(rules, side).choose(state, interrupted=lambda: True)


def test_a_timed_player_skips_comparisons_in_a_long_turn() -> None:
    rules = rules_of("marketgarden")
    state, dice = rules.opening(), Rolled(random.Random(3))
    sides = [side.id for side in rules.module.meta.sides]
    drawn = {side: player_named("random", rules, side, 1) for side in sides}
    while True:
        side = to_decide(rules, state)
        assert side is not None
        if state.pending and len(rules.legal(state, 9).actions) > 1:
            break
        advice = drawn[side].choose(state)
        assert advice is not None
        state = apply(state, play(rules, state, advice.action, dice).effects, rules.places)
    slow, calm = Recruit(rules, side, 1, timed=True), Recruit(rules, side, 1)
    for player in (slow, calm):
        player._turn, player._spent = state.clock.turn, 1000.0
    hurried, compared = slow.choose(state), calm.choose(state)
    assert hurried is not None
    assert compared is not None
    assert hurried.action == rules.legal(state, 1).actions[0]
    assert compared.reason.key in {"answer", "equal"}
    assert hurried.reason.key == "hurry"


def test_the_reason_for_an_answer_names_the_question() -> None:
    option = SimpleNamespace(id="none", text="no more")
    asked = SimpleNamespace(title="which bridge to blow", options=(option,))
    outlook = SimpleNamespace(answers=SimpleNamespace(question=lambda: asked))
    action = act.Choose(decision="demolition", option="none")
    words = recruit._words(cast(Outlook, outlook), action)
    assert words == "no more (which bridge to blow)"


def test_the_reason_for_an_order_of_a_games_own_kind_says_what_is_ordered() -> None:
    rules = rules_of("ardenas", "full")
    outlook = SimpleNamespace(ruleset=rules, state=rules.opening())
    words = recruit._words(cast(Outlook, outlook), PlaceCommando(unit="GE-150-A", hex="3325"))
    assert words == "150 A appears in 3325"


def test_the_units_of_planned_attacks_move_first() -> None:
    outlook = outlook_of("normandy44", "cherbourg", "allied")
    club = Club(outlook.ruleset, "allied")
    movers = {name for name, piece in outlook.state.pieces.items() if piece.side == "allied"}
    ambition = ambition_of(outlook, movers)
    assert ambition.planned
    by_worth = sorted(ambition.planned, key=lambda target: -ambition.promise[target])
    planned = [unit for target in by_worth for unit in ambition.planned[target]]
    queue = club._queue(outlook, ambition)
    assert set(queue) == movers
    assert set(queue[: len(planned)]) == set(planned)
    best = ambition.planned[by_worth[0]]
    assert set(queue[: len(best)]) == set(best)


def test_units_that_have_not_moved_are_considered_again(monkeypatch: pytest.MonkeyPatch) -> None:
    outlook = outlook_of("marketgarden", "campaign", "allied")
    asked: list[str] = []
    plans: list[Ambition] = []

    def best_of_first(
        outlook: Outlook, units: Sequence[str], moves: Sequence[act.MoveUnits], ambition: Ambition
    ) -> Advice | None:
        asked.extend(units)
        if not any(ambition is plan for plan in plans):
            plans.append(ambition)
        return Advice(moves[0], 1.0, Reason("move")) if len(asked) == 1 else None

    monkeypatch.setattr(recruit, "best_move", best_of_first)
    for times in (1, 2):
        asked.clear()
        plans.clear()
        player = Recruit(outlook.ruleset, "allied")
        player._passes = times
        assert player._march(outlook, (), never) is not None
        assert player._march(outlook, (), never) is None
        assert player._march(outlook, (), never) is None
        counts = Counter(asked)
        assert counts.pop(asked[0]) == 1
        assert set(counts.values()) == {times}
        assert len(plans) == times


@pytest.mark.parametrize("left", [0, 1, 9])
def test_a_turn_is_played_with_its_weights_and_passes(
    monkeypatch: pytest.MonkeyPatch, left: int
) -> None:
    rules = rules_of("normandy44", "campaign")
    clock = Clock(turn=rules.scenario.turns - left, phase="movement", active="allied")
    player, seen = Club(rules, "allied"), []
    monkeypatch.setattr(player, "_order", lambda outlook, *_: seen.append(outlook.weights))
    player.choose(replace(rules.opening(), clock=clock, pending=()))
    usual = weights_of(rules.module).of_club().in_play("campaign", "allied")
    assert seen == [usual.with_left(left)]
    assert (seen == [usual]) is (left >= usual.late.turns)
    assert player._passes == usual.move.passes == 2


def test_all_attacks_that_pay_are_declared_before_the_first_is_fought() -> None:
    """8.1a (La Batalla de las Ardenas): once a combat is fought, no attack may be declared."""
    found = given(
        unit("a", "0505", combat=9),
        allied("d", "0504"),
        unit("b", "1505", combat=9),
        allied("e", "1504"),
        phase="combat",
    )
    rules, state = found.ruleset, found.state
    player = Recruit(rules, "german", 1)
    targets = []
    for _ in range(3):
        advice = player.choose(state)
        assert advice is not None
        assert isinstance(advice.action, act.DeclareAttack)
        targets.append(advice.action.target)
        played = play(rules, state, advice.action, Rolled(random.Random(1)))
        state = apply(state, played.effects, rules.places)
    assert sorted(targets[:2]) == ["0504", "1504"]
    assert targets[2] in targets[:2]


def test_a_stack_that_moves_as_one_goes_for_enemies_that_it_can_reach() -> None:
    """7.0p (La Batalla de las Ardenas): no unit of it reaches anything by itself."""
    stack = [unit(name, "0508", combat=5, movement=4) for name in ("a", "b", "c")]
    found = given(*stack, allied("d", "0504"), turn=7)
    rules = found.ruleset
    weights = weights_of(rules.module).of_club().in_play(rules.scenario.id, "german")
    outlook = Outlook(rules, found.state, "german", weights, ground_of(rules.board, weights.march))
    planned = ambition_of(outlook, {"a", "b", "c"}).planned
    assert planned is not None
    assert rules.board.index["0504"] in planned
