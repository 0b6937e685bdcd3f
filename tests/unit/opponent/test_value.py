"""Worth of positions and attacks."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial

import pytest

from engine.core import actions as act
from engine.core.reducer import apply
from engine.core.resolve import relocate
from engine.opponent import attacks, value
from engine.opponent.attacks import RatedAttack
from engine.opponent.outlook import Figure, Outlook, figure_of
from engine.opponent.perils import breaking, ruin
from engine.opponent.player import Advice, Reason
from engine.opponent.value import cut_off, seats
from engine.rules.answers import Peril
from engine.rules.judge import judged
from engine.rules.registry import is_legal
from tests.unit.opponent.positions import outlook_of


def cost_of(outlook: Outlook, figure: Figure) -> float:
    return breaking(outlook, [figure], 1.0)


def test_units_of_which_a_number_decides_the_game_are_spared() -> None:
    outlook = outlook_of("normandy44", "campaign", "allied")
    value = outlook.weights.value
    one, other, *_ = (outlook.figures[u] for u in sorted(outlook.figures))

    def cost(count: int, *units: Figure, side: str = "allied", lost: float = 0.5) -> float:
        outlook.perils = [Peril(side, count, 7, {one.id: 1})]
        return breaking(outlook, units, lost)

    assert cost(0, one) == pytest.approx(0.5 * value.peril / 7**value.steep)
    assert cost(5, one) > cost(4, one)
    assert cost(6, one) == 0.5 * value.win  # the seventh loses the game
    assert cost(6, one, lost=3) == value.win
    assert cost(5, one, other) == cost(5, one) / 2
    assert cost(5, other) == cost(5) == 0
    outlook.perils = [Peril("allied", 6.0, 7, {one.id: 0.5, other.id: 1})]
    assert cost_of(outlook, other) == value.win  # half a point does not reach the limit
    assert 0 < cost_of(outlook, one) < value.win / 2
    assert ruin(outlook, [Peril("allied", 7, 7, {})]) == -value.peril
    assert ruin(outlook, [Peril("german", 7, 7, {})]) == value.peril


def test_an_attack_that_may_break_a_unit_is_worth_less() -> None:
    outlook = outlook_of("normandy44", "seven_turns", "allied")
    rules, state = outlook.ruleset, outlook.state
    clock = state.clock.model_copy(update={"phase": "combat", "active": "allied"})
    outlook.state = replace(state, clock=clock)
    target, units = next(
        (place, names)
        for place in sorted(outlook.enemies)
        if (names := rules.answers(outlook.state).attackers(place))
        and attacks.promise_of(outlook, names[:1], place) is not None
    )
    before = attacks.promise_of(outlook, units[:1], target)
    outlook.perils = [Peril("allied", 5, 7, {units[0]: 1})]
    after = attacks.promise_of(outlook, units[:1], target)
    assert before is not None
    assert after is not None
    assert after < before - 1


def test_more_units_than_in_the_listed_attacks_join_where_stacks_are_over_the_limit() -> None:
    """Two units of a hex attack together (6.4.2); of larger stacks only pairs are listed."""
    outlook = outlook_of("holland44", "short", "allied")
    places, index = outlook.ruleset.places, outlook.ruleset.places.index
    state, target = outlook.state, index("1605")
    clock = state.clock.model_copy(update={"phase": "combat", "active": "allied"})
    state = replace(state, clock=clock)
    moved = {"BR-44RTR": "1504", "BR-1CG/5": "1504", "BR-1WG/32": "1704", "BR-2WG": "1704"}
    for unit, hex_ in {**moved, "GE-Bloch": "1605", "GE-I-vdH": "1605"}.items():
        state = apply(state, relocate(state, places, unit, hex_), places)
    outlook.state = state
    orders = outlook.ruleset.legal(state, 10_000).actions
    listed = [a for a in orders if isinstance(a, act.DeclareAttack) and a.target == "1605"]
    listed = [a for a in listed if not a.artillery and not a.air]
    found: dict[bool, Advice] = {}
    for massed in (True, False):
        weights = outlook.weights.attack.model_copy(update={"massed": massed})
        outlook.weights = outlook.weights.model_copy(update={"attack": weights})
        advice = attacks.best_attack(outlook, listed, forced=True)
        assert advice is not None
        found[massed] = advice
    large, small = found[True].action, found[False].action
    assert isinstance(large, act.DeclareAttack)
    assert isinstance(small, act.DeclareAttack)
    assert found[True].worth > found[False].worth
    assert {*large.attackers} > {*small.attackers}
    assert len(small.attackers) == 2 < len(outlook.answers.attackers(target))
    assert is_legal(judged(outlook.ruleset, state, large))


def test_a_repair_counts_by_the_way_that_it_saves() -> None:
    outlook = outlook_of("holland44", "short", "allied")
    state, bridges = outlook.state, sorted(outlook.blown)
    saved = {name: outlook.mended(name) for name in bridges}
    best = max(bridges, key=lambda name: saved[name])
    assert saved[best] > 0
    assert outlook.mended("1605/1705") == 0  # no blown bridge
    whole = replace(state, hexsides={**state.hexsides, best: "intact"})
    begun = replace(state, hexsides={**state.hexsides, best: "under_repair"})
    assert value.repaired(outlook, state) == 0
    assert value.repaired(outlook, whole) == saved[best]
    assert value.repaired(outlook, begun) == saved[best] / 2
    gain = value.worth(outlook, whole) - value.worth(outlook, state)
    assert gain == pytest.approx(outlook.weights.value.mend * saved[best])


def test_an_unknown_unit_counts_as_a_usual_one() -> None:
    """In Holland '44 unknown units have no printed strength, and were never attacked."""
    outlook = outlook_of("holland44", "short", "allied")
    unknown = [f for stack in outlook.enemies.values() for f in stack if "unknown" in f.traits]
    assert unknown
    assert {f.defense for f in unknown} == {outlook.weights.value.unknown}
    assert all(f.strength > 0 for f in unknown)
    views = [*outlook.answers.units("allied")]
    assert [figure_of(view, 9) for view in views] == [figure_of(view) for view in views]


def test_the_best_attack_is_found_among_many_on_many_targets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    outlook = outlook_of("holland44", "short", "allied")
    rated = partial(RatedAttack, odds=None, prospect=None)
    best = act.DeclareAttack(attackers=("x", "y"), target="5221")
    many = [
        act.DeclareAttack(attackers=(f"u{n}",), target=target)
        for target in ("1501", "1502", "1603")
        for n in range(200)
    ]
    monkeypatch.setattr(attacks, "weigh", lambda _, a: rated(a, worth=8.0 if a == best else 0.5))
    monkeypatch.setattr(attacks, "why", lambda _, __: Reason("forced"))
    monkeypatch.setattr(attacks, "_massed", lambda *_: [])
    advice = attacks.best_attack(outlook, [*many, best, *many], forced=False)
    assert advice is not None
    assert advice.action == best


def test_a_position_with_more_units_in_a_goal_is_worth_more() -> None:
    outlook = outlook_of("marketgarden", "campaign", "german", more=0.5)
    nijmegen = outlook.ground.board.index["1609"]
    [goal] = [g for g in outlook.goals if nijmegen in g.hexes]
    own, enemy = (
        next(f for f in outlook.figures.values() if f.side == side) for side in ("german", "allied")
    )
    mine, theirs = replace(own, place=nijmegen), replace(enemy, place=nijmegen)
    assert seats(outlook, [mine]) == pytest.approx(goal.worth / 2)
    assert seats(outlook, [mine, mine]) == pytest.approx(goal.worth * 3 / 4)
    assert seats(outlook, [theirs]) == pytest.approx(-goal.worth / 2)


def test_answers_that_seem_equal_are_tried_with_more_throws(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    outlook, tried = outlook_of("marketgarden", "campaign", "german"), []
    orders = [act.Roll(reason=reason) for reason in "ab"]

    def equal(_root: Outlook, _order: act.Action, _seed: int, samples: int) -> float:
        tried.append(samples)
        return 1.0

    monkeypatch.setattr(value, "_mean_worth", equal)
    assert len(value.compared(outlook, orders, 1)) == 2
    few, many = outlook.weights.value.samples, outlook.weights.value.closely
    assert tried == [few, few, many, many]
    assert few < many


def test_a_stack_without_a_way_of_retreat_is_worth_more() -> None:
    outlook = outlook_of("normandy44", "cherbourg", "allied")
    target = next(iter(outlook.enemies))
    unit = next(f.id for f in outlook.figures.values() if f.side == "allied" and f.attack)
    free = attacks.promise_of(outlook, [unit], target)
    outlook.__dict__["_reached"] = Counter(outlook.ground.beside(target))
    caught = attacks.promise_of(outlook, [unit], target)
    assert free is not None
    assert caught is not None
    assert caught > free


def test_enemies_beside_which_all_hexes_are_closed_are_cut_off() -> None:
    outlook = outlook_of("normandy44", "cherbourg", "allied")
    enemy = next(f for f in outlook.figures.values() if f.side == "german")
    own = next(f for f in outlook.figures.values() if f.side == "allied")
    around = outlook.ground.beside(enemy.place)
    everywhere = [replace(own, place=i) for i in around]
    assert cut_off(outlook, [enemy, everywhere[0]]) == 0
    assert cut_off(outlook, [enemy, *everywhere]) == enemy.strength
    assert outlook.weights.value.trap > 0


def test_points_that_decide_nothing_do_not_count() -> None:
    outlook = outlook_of("normandy44", "cherbourg", "allied")
    assert not outlook.scored
    assert next(goal.hexes for goal in outlook.goals) == {outlook.ground.board.index["2512"]}
    assert outlook_of("normandy44", "seven_turns", "allied").scored
