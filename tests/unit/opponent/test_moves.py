"""Worth of destinations, and planned attacks."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from engine.core import actions as act
from engine.core.dice import Rolled
from engine.core.reducer import apply
from engine.modules.module import load_module
from engine.opponent import recruit
from engine.opponent.ends import Ambition, Ends
from engine.opponent.moves import _why, best_move, nearest_of
from engine.opponent.outlook import Goal, Outlook, joined
from engine.opponent.plans import _relocated, ambition_of, stands
from engine.opponent.player import Advice
from engine.opponent.recruit import Club
from engine.opponent.value import steps_lost
from engine.opponent.weights import weights_of
from engine.rules.answers import Peril
from engine.rules.judge import judged, play
from engine.rules.registry import is_legal
from tests.unit.opponent.positions import ends_of, outlook_of


def test_the_last_unit_stays_where_goals_count_only_with_a_unit_in_them() -> None:
    """5.0c: In La Batalla de las Ardenas an empty town belongs to nobody."""

    def pull(present: float, *, others: bool = False) -> float:
        outlook = outlook_of("ardenas", "short", "german", present=present)
        place, stack = max(outlook.own.items(), key=lambda pair: len(pair[1]))
        outlook.goals = (Goal(frozenset({place}), 1.0, held=True),)
        unit = stack[0] if others else joined(stack)
        return float(outlook.attraction(unit)[place])

    assert weights_of(load_module("ardenas")).move.present == 1
    assert pull(1) > 1.5 * pull(0) > 0
    assert pull(1, others=True) == pull(0, others=True)


def test_units_that_move_together_do_not_guard_a_goal_for_each_other() -> None:
    """7.0p: In La Batalla de las Ardenas a stack moves as one; six units left Liège empty."""
    outlook = outlook_of("ardenas", "short", "german")
    place, stack = max(outlook.own.items(), key=lambda pair: len(pair[1]))
    assert len(stack) > 2
    outlook.goals = (Goal(frozenset({place}), 1.0, held=True),)
    together = joined(stack)
    move = outlook.weights.move
    ends = Ends(outlook, together, Ambition(planned={}))
    assert ends.seat(place) == move.keep
    assert ends_of(outlook, stack[0].id).seat(place) == move.keep * move.more ** (len(stack) - 1)
    assert outlook.defense_at(place, together) == 0
    assert outlook.defense_at(place, stack[0]) == together.defense - stack[0].defense
    outlook.__dict__["own"] = {place: stack}
    target = outlook.ground.beside(place)[0]
    assert ends._assembled(target) == 0 < ends_of(outlook, stack[0].id)._assembled(target)
    assert outlook.exits(target, together) == set(outlook.ground.beside(target))
    assert outlook.exits(target, stack[0]) < outlook.exits(target, together)


def test_being_beside_enemies_that_must_be_attacked_in_vain_has_a_cost() -> None:
    outlook = outlook_of("marketgarden", "campaign", "allied")
    index, unit = outlook.ground.board.index, "US-82-508"
    beside, away = index["1610"], index["1711"]
    assert index["1609"] in outlook.ground.beside(beside)  # a garrison in a city
    assert ends_of(outlook, unit).compelled(beside) > 1
    assert ends_of(outlook, unit).compelled(away) == 0
    free = outlook_of("marketgarden", "campaign", "allied", compelled=0)
    assert ends_of(free, unit).compelled(beside) == 0


def test_each_further_unit_in_a_threatened_objective_counts_it_less() -> None:
    outlook = outlook_of("marketgarden", "campaign", "german", keep=3.0, more=0.5, alert=0.0)
    best, nijmegen, arnhem = (outlook.ground.board.index[h] for h in ("0619", "1609", "1705"))
    (alone,), pair = outlook.own[best], outlook.own[nijmegen]
    assert len(pair) == 2
    first = ends_of(outlook, alone.id)
    assert first.seat(best) > 0
    assert ends_of(outlook, pair[0].id).seat(best) == first.seat(best) / 2
    assert first.seat(arnhem) == 0  # no enemy near


def test_enemies_within_a_march_alert_the_last_unit_in_an_objective() -> None:
    quiet, alert = (
        outlook_of("marketgarden", "campaign", "german", keep=3.0, alert=march)
        for march in (-1.0, 1000.0)
    )
    arnhem = quiet.ground.board.index["1705"]
    unit = next(f.id for f in quiet.figures.values() if f.side == "german")
    assert not quiet.alarmed.any()
    assert alert.alarmed.all()
    assert ends_of(alert, unit).seat(arnhem) > ends_of(quiet, unit).seat(arnhem) == 0


def test_a_hex_of_a_wide_goal_is_worth_less_to_keep_than_a_bridge() -> None:
    outlook = outlook_of("holland44", "short", "german", keep=6.0)
    index = outlook.ground.board.index
    bridge, bank = index["5321"], index["5421"]
    outlook.__dict__["threat"] = np.full(outlook.ground.hexes, 30.0)
    outlook.__dict__["own"] = {}
    ends = ends_of(outlook, "GE-Henke")
    assert ends.seat(bridge) > 2 * ends.seat(bank) > 0


def test_only_units_of_a_planned_attack_go_for_its_target() -> None:
    outlook = outlook_of("marketgarden", "campaign", "allied", enough=100.0)
    target = outlook.ground.board.index["0426"]
    figure = next(f for f in outlook.figures.values() if f.side == "allied" and f.attack)
    beside = outlook.ground.beside(target)[0]
    good = Ends(outlook, figure, Ambition({target: 100.0}, {target: 1.0}, {target: {figure.id}}))
    bad = Ends(outlook, figure, Ambition({target: 100.0}, {target: 1.0}, {target: {"another"}}))
    assert good.hunt(beside)[1] == target
    assert bad.hunt(beside) == (0.0, None)


def test_the_recruit_plans_no_attacks() -> None:
    outlook = outlook_of("marketgarden", "campaign", "allied", group=0)
    assert ambition_of(outlook, set()).planned is None
    recruit = weights_of(outlook.ruleset.module)
    assert recruit.move.group == recruit.move.compelled == 0
    assert recruit.of_club().move.group > 0


def test_units_of_a_planned_attack_go_for_its_worth_and_close_ways_of_retreat() -> None:
    lines = {"planned": 0.5, "around": 1.0}
    outlook = outlook_of("marketgarden", "campaign", "allied", **lines)
    target = outlook.ground.board.index["0426"]
    beside = outlook.ground.beside(target)
    figure = next(f for f in outlook.figures.values() if f.side == "allied" and f.attack)
    plan = Ambition({}, {target: 4.0}, {target: {figure.id}})
    far = outlook_of("marketgarden", "campaign", "allied", **lines)
    far.__dict__["own"] = {figure.place: [figure]}
    hunts = [Ends(far, figure, plan).hunt(hex_) for hex_ in beside]
    assert {at for _, at in hunts} == {target}
    strength = sum(f.strength for f in far.enemies[target])
    assert far.exits(target, figure) == set(beside)
    assert max(worth for worth, _ in hunts) == pytest.approx(0.5 * 4.0 + strength * 3 / len(beside))
    other = Ends(far, figure, Ambition({}, {target: 4.0}, {target: {"another"}}))
    assert other.hunt(beside[0]) == (0.0, None)


def test_danger_counts_more_for_a_unit_whose_loss_decides_the_game() -> None:
    outlook = outlook_of("normandy44", "campaign", "allied")
    figure, other, *_ = (f for f in outlook.figures.values() if f.side == "allied" and f.attack)
    quiet, hex_ = Ambition(planned={}), figure.place
    outlook.__dict__["threat"] = np.full(outlook.ground.hexes, 99.0)
    outlook.__dict__["own"] = {}
    before = [Ends(outlook, f, quiet).danger(hex_) for f in (figure, other)]
    for count, more in ((1, 0.0), (6, outlook.weights.value.win)):  # the seventh loses the game
        outlook.perils = [Peril("allied", count, 7, {figure.id: 1})]
        after = [Ends(outlook, f, quiet).danger(hex_) for f in (figure, other)]
        assert after[1] == before[1]
        assert after[0] > before[0] + more * 0.99
    outlook.__dict__["threat"] = np.zeros(outlook.ground.hexes)
    assert Ends(outlook, figure, quiet).danger(hex_) == 0


def test_danger_is_less_in_cover_and_where_the_stack_is_attacked_first() -> None:
    outlook = outlook_of("marketgarden", "campaign", "allied")
    target = outlook.ground.board.index["0426"]
    figure = next(f for f in outlook.figures.values() if f.side == "allied" and f.attack)
    attacked = Ambition({}, {target: 4.0}, {target: {figure.id}})
    beside = outlook.ground.beside(target)[0]
    outlook.__dict__["threat"] = np.full(outlook.ground.hexes, 30.0)
    outlook.__dict__["own"] = {}
    idle, busy = Ends(outlook, figure, Ambition(planned={})), Ends(outlook, figure, attacked)
    table = {str(outlook.ground.board.terrain[beside]): 3.0}
    assert busy.danger(beside) <= idle.danger(beside)
    over = 30.0 - figure.defense * outlook.cover(beside)
    assert idle.danger(beside) == pytest.approx(0.5 * min(over, 2 * figure.strength))
    outlook.weights = outlook.weights.model_copy(update={"cover": table})
    assert outlook.cover(beside) == 3.0


def test_a_unit_alone_in_the_way_to_a_held_goal_blocks_it() -> None:
    outlook = outlook_of("marketgarden", "campaign", "german", block=2.0)
    way = int(outlook.lanes.argmax())
    assert outlook.lanes[way] > 0
    figure = next(f for f in outlook.figures.values() if f.side == "german" and f.attack)
    outlook.__dict__["own"] = {figure.place: [figure]}
    assert ends_of(outlook, figure.id).block(way) == 2.0 * outlook.lanes[way]
    headquarters = Ends(outlook, replace(figure, attack=0.0), Ambition(planned={}))
    assert headquarters.block(way) == 0
    another = next(f for f in outlook.figures.values() if f.side == "german" and f != figure)
    outlook.__dict__["own"] = {way: [another]}
    assert ends_of(outlook, figure.id).block(way) == 0
    outlook.__dict__["enemies"] = {}
    del outlook.__dict__["lanes"]
    assert not outlook.lanes.any()


def test_a_run_for_a_small_gain_is_not_made() -> None:
    def move(far: float) -> Advice | None:
        outlook = outlook_of("normandy44", "cherbourg", "german", far=far)
        figure = next(f for f in outlook.figures.values() if f.side == "german" and f.movement >= 4)
        ends = outlook.answers.reach((figure.id,)).hexes
        places = outlook.ruleset.places
        start = places.name(figure.place)
        moves = [act.MoveUnits(units=(figure.id,), path=(start, places.name(i))) for i in ends]
        return best_move(outlook, (figure.id,), moves, Ambition(planned={}))

    free = move(0.0)
    assert free is not None
    assert move(100.0) is None


def test_a_reason_names_the_nearest_hex_of_a_goal() -> None:
    outlook = outlook_of("normandy44", "cherbourg", "allied")
    board = outlook.ground.board
    goal = next(goal for goal in outlook.goals if len(goal.hexes) > 1)
    near, first = max(goal.hexes), min(goal.hexes)
    assert nearest_of(outlook, goal, near) == board.numbers[near]
    assert nearest_of(outlook, goal, first) == board.numbers[first]


def test_a_reason_names_no_goal_that_excludes_the_unit() -> None:
    outlook = outlook_of("holland44", "short", "allied")
    airborne, armour = outlook.figures["BR-2-1P"], outlook.figures["BR-2GG/5"]
    north = next(goal for goal in outlook.goals if goal.without)
    for place in north.hexes:
        assert outlook.goal_of(place, replace(armour, place=outlook.ground.hexes)) == north
        assert outlook.goal_of(place, replace(airborne, place=outlook.ground.hexes)) != north
    assert outlook.goal_of(airborne.place, airborne) is None


def test_no_unit_takes_a_post_where_it_would_lose_steps() -> None:
    outlook = moving(outlook_of("holland44", "short", "allied", post=2.0))
    ambition = ambition_of(outlook, movers_of(outlook))
    unit, post = next((u, p) for u, p in ambition.posts.items() if outlook.figures[u].steps == 3)
    figure, places = outlook.figures[unit], outlook.ruleset.places
    others = (f for f in outlook.figures.values() if f.side == "allied" and f.id != unit)
    full = [f.id for f in others if f.steps == 3 and "airborne" in f.traits][:3]
    outlook.state = _relocated(outlook, dict.fromkeys(full, post.hex))
    for name in ("answers", "figures", "own"):
        outlook.__dict__.pop(name, None)
    legal = outlook.ruleset.actions_of(outlook.state, unit)
    moves = [a for a in legal if isinstance(a, act.MoveUnits)]
    assert places.name(post.hex) in {move.path[-1] for move in moves}
    assert figure.place != post.hex
    advice = best_move(outlook, (unit,), moves, ambition)
    assert advice is None or advice.action.path[-1] != places.name(post.hex)


def test_units_leave_a_hex_in_which_the_end_of_the_phase_would_cost_steps() -> None:
    """The club lost three steps of the Guards in 1504 on turn 1 of a game against a person."""
    outlook = moving(outlook_of("holland44", "short", "allied"))
    rules, full = outlook.ruleset, outlook.ground.board.index["1504"]
    outlook.state = _relocated(outlook, dict.fromkeys(("BR-1CG/5", "BR-5CG/32"), full))
    end = act.NextPhase()
    assert steps_lost(outlook, [end], 1) == {full: 3}
    player = Club(rules, "allied", 1)
    player._ambition = Ambition(planned={})
    advice = player._make_room(outlook, ())
    assert advice is not None
    assert isinstance(advice.action, act.MoveUnits)
    assert advice.action.path[0] == "1504"
    assert "steps would be lost in 1504" in advice.reason.text
    moved = apply(
        outlook.state,
        play(rules, outlook.state, advice.action, Rolled(random.Random(1))).effects,
        rules.places,
    )
    after = Outlook(rules, moved, "allied", outlook.weights, outlook.ground)
    assert steps_lost(after, [end], 1) == {}
    assert player._make_room(after, ()) is None


def test_no_unit_leaves_a_hex_if_that_saves_no_step(monkeypatch: pytest.MonkeyPatch) -> None:
    outlook = moving(outlook_of("holland44", "short", "allied"))
    full = outlook.ground.board.index["1504"]
    monkeypatch.setattr(recruit, "steps_lost", lambda root, actions, seed: {full: 3})
    player = Club(outlook.ruleset, "allied", 1)
    player._ambition = Ambition(planned={})
    assert player._make_room(outlook, ()) is None


def test_no_attack_is_planned_in_moves_after_the_combats() -> None:
    outlook = outlook_of("airbridge", "introductory", "german")
    movers = {f.id for f in outlook.figures.values() if f.side == "german"}
    clock = outlook.state.clock.model_copy(update={"phase": "mechanised"})
    outlook.state = replace(outlook.state, clock=clock)
    assert ambition_of(outlook, movers) == Ambition(planned={})


@pytest.mark.parametrize("lines", [{"post": 0.0}, {"exact": False}, {"exact": True}])
def test_planned_attacks_pay_and_share_no_unit(lines: dict[str, float]) -> None:
    outlook = outlook_of("holland44", "short", "allied", **lines)
    ambition = ambition_of(outlook, movers_of(outlook))
    assert len(ambition.planned) > 5
    units = [unit for group in ambition.planned.values() for unit in group]
    assert len(units) == len(set(units))
    least, most = outlook.weights.attack.least, outlook.weights.move.group
    for target, group in ambition.planned.items():
        assert ambition.promise[target] >= (-1 if lines.get("exact") else least)
        assert 0 < len(group) <= most
    assert ambition.posts.keys() == (set() if "post" in lines else set(units))


@pytest.mark.parametrize("stack", [1, 2])
def test_each_unit_of_a_planned_attack_gets_a_hex_that_it_can_reach(stack: int) -> None:
    outlook = outlook_of("holland44", "short", "allied", post=2.0, stack=stack)
    movers = movers_of(outlook)
    ambition = ambition_of(outlook, movers)
    assert ambition.posts
    for unit, post in ambition.posts.items():
        assert unit in ambition.planned[post.target]
        assert post.hex in outlook.approaches(post.target)
        start = outlook.state.pieces[unit].place
        assert post.hex == start or post.hex in outlook.answers.reach((unit,)).hexes
    crowds = Counter(post.hex for unit, post in ambition.posts.items() if unit in movers)
    assert max(crowds.values()) == stack


def test_the_more_attacks_count_the_more_units_leave_their_goals_for_them() -> None:
    def planned(post: float) -> int:
        outlook = outlook_of("holland44", "short", "allied", post=post)
        return len(ambition_of(outlook, movers_of(outlook)).posts)

    assert 0 < planned(0.1) < planned(5.0)


def test_a_unit_goes_to_its_post_or_to_another_hex_beside_the_target() -> None:
    outlook = moving(outlook_of("holland44", "short", "allied", post=2.0))
    ambition = ambition_of(outlook, movers_of(outlook))
    places, asked = outlook.ruleset.places, 0
    for unit, post in ambition.posts.items():
        legal = outlook.ruleset.actions_of(outlook.state, unit)
        moves = [a for a in legal if isinstance(a, act.MoveUnits)]
        advice = best_move(outlook, (unit,), moves, ambition)
        if outlook.state.pieces[unit].place == post.hex:
            assert advice is None
            continue
        assert advice is not None
        assert advice.action.path[-1] == places.name(post.hex)
        assert advice.reason.key == "hunt"
        others = [move for move in moves if move.path[-1] != places.name(post.hex)]
        near = {places.name(i) for i in outlook.approaches(post.target)}
        able = near & {move.path[-1] for move in others}
        if able and outlook.figures[unit].place not in outlook.approaches(post.target):
            beside = best_move(outlook, (unit,), others, ambition)
            assert beside is not None
            assert beside.action.path[-1] in able
            asked += 1
        dropped = replace(ambition, planned={post.target: ()})
        free = best_move(outlook, (unit,), moves, dropped)
        assert free is None or free.reason.key != "hunt"
    assert asked


def test_a_plan_that_no_longer_pays_is_dropped() -> None:
    outlook = outlook_of("holland44", "short", "allied", post=2.0)
    ambition = ambition_of(outlook, movers_of(outlook))
    target = max(ambition.planned, key=lambda target: ambition.promise[target])
    assert stands(outlook, ambition, target)
    assert not stands(outlook, replace(ambition, planned={target: ()}), target)
    outlook.__dict__["enemies"] = {}
    assert not stands(outlook, ambition, target)


def test_attacks_are_planned_as_the_rules_allow_them_from_the_posts() -> None:
    """26.3.3: The 82nd Airborne Division keeps within three hexes of its posts."""
    plans = []
    for exact in (False, True):
        outlook = moving(outlook_of("normandy44", "cherbourg", "allied", post=2.0, exact=exact))
        plans.append(ambition_of(outlook, movers_of(outlook)))
        fight = outlook.ruleset.next_attack(outlook.state.clock)
        assert fight is not None
        there = _relocated(outlook, {u: p.hex for u, p in plans[-1].posts.items()})
        legal = [
            is_legal(
                judged(
                    outlook.ruleset,
                    replace(there, clock=fight),
                    act.DeclareAttack(
                        attackers=tuple(units), target=outlook.ruleset.places.name(target)
                    ),
                )
            )
            for target, units in plans[-1].planned.items()
        ]
        assert legal
        assert all(legal) == exact


def moving(outlook: Outlook) -> Outlook:
    """Return the same position in the movement phase."""
    clock = outlook.state.clock.model_copy(update={"phase": "movement"})
    outlook.state = replace(outlook.state, clock=clock)
    return outlook


def movers_of(outlook: Outlook) -> set[str]:
    return {f.id for f in outlook.figures.values() if f.side == outlook.side}


@pytest.mark.parametrize(("held", "key"), [(True, "hold"), (False, "take")])
def test_the_reason_for_a_move_into_a_goal_names_it_once(held: bool, key: str) -> None:
    goal = Goal(frozenset({2}), 1.0, held=held)
    answers = SimpleNamespace(where=lambda place: f"hex {place}", name=lambda unit: unit)
    weights = SimpleNamespace(depots={})
    outlook = SimpleNamespace(answers=answers, goal_of=lambda place, unit: goal, weights=weights)
    ends = SimpleNamespace(
        outlook=outlook,
        figure=SimpleNamespace(id="1 Para", place=1, depot=""),
        hunt=lambda place: (0.0, None),
        goal=lambda place: float(place),
        danger=lambda place: 0.0,
        block=lambda place: 0.0,
        front=lambda place: 0.0,
    )
    reason = _why(cast(Ends, ends), ("1 Para",), 2, outside=False)
    assert reason.key == key
    assert reason.text.count("hex 2") == 1


def test_in_the_last_turn_a_unit_goes_into_a_goal_rather_than_towards_a_better_one() -> None:
    outlook = outlook_of("normandy44", "campaign", "german")
    index = outlook.ground.board.index
    village, road = index["1523"], index["2223"]
    outlook.goals = (
        Goal(frozenset({village}), 0.3, held=False),
        Goal(frozenset({index["2322"]}), 1.0, held=False),
    )
    unit = next(f.id for f in outlook.figures.values() if f.side == "german")

    def gain(left: int) -> float:
        """Return the advantage of the village over a hex nearer to the city."""
        weights = outlook.weights.with_left(left)
        again = Outlook(outlook.ruleset, outlook.state, "german", weights, outlook.ground)
        again.goals = outlook.goals
        ends = ends_of(again, unit)
        return ends.goal(village) + ends.seat(village) - ends.goal(road) - ends.seat(road)

    assert gain(0) > 0 > gain(outlook.weights.late.turns)
