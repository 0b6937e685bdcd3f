"""Supply and fuel columns of La Batalla de las Ardenas (12.0) in the hands of the computer."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.core import effects as fx
from engine.core.dice import Rolled
from engine.core.effects import Clock
from engine.core.reducer import apply
from engine.core.state import State
from engine.opponent.depots import exposure, follow, settled
from engine.opponent.ground import ground_of
from engine.opponent.moves import _why
from engine.opponent.outlook import Figure, Outlook, figure_of, joined
from engine.opponent.recruit import Club, Recruit
from engine.rules.judge import judged, play
from engine.rules.player import to_decide
from engine.rules.ports import Ruleset
from engine.rules.registry import is_legal
from tests.unit.opponent.positions import ends_of, outlook_of, rules_of


@pytest.fixture
def outlook() -> Outlook:
    return outlook_of("ardenas", "full", "german")


def at(outlook: Outlook, figure: Figure, hex_: str) -> Figure:
    return replace(figure, place=outlook.ground.board.index[hex_])


def alone(outlook: Outlook, *figures: Figure) -> None:
    """Leave only these units on the map."""
    outlook.figures = {f.id: f for f in figures}
    own = [f for f in figures if f.side == outlook.side]
    outlook.own = {place: [f for f in own if f.place == place] for place in {f.place for f in own}}
    enemies = [f for f in figures if f.side != outlook.side]
    outlook.enemies = {f.place: [f] for f in enemies}


def test_a_depot_goes_where_it_serves_most_units(outlook: Outlook) -> None:
    depot, tank = outlook.figures["GE-6A-Fuel1"], outlook.figures["GE-1SS-Pz"]
    marching = next(
        f for f in outlook.figures.values() if f.side == "german" and "vehicle" not in f.traits
    )
    index, worth = outlook.ground.board.index, outlook.weights.depots["fuel"].worth
    alone(outlook, at(outlook, depot, "4020"), at(outlook, tank, "2020"))
    attraction = follow(outlook, depot)
    assert attraction is not None
    assert attraction[index["2020"]] == attraction[index["2028"]] == worth
    assert worth > attraction[index["2029"]] > attraction[index["2032"]] > 0
    alone(outlook, depot, replace(marching, place=tank.place))
    nobody = follow(outlook, depot)  # infantry needs no fuel
    assert nobody is not None
    assert not nobody.any()
    assert follow(outlook, tank) is None
    assert follow(outlook, joined([tank, depot])) is None


def test_a_depot_goes_to_units_that_no_other_one_serves(outlook: Outlook) -> None:
    depot, other = outlook.figures["GE-6A-Sup1"], outlook.figures["GE-6A-Sup2"]
    near, far = outlook.figures["GE-1SS-SS1"], outlook.figures["GE-1SS-SS2"]
    index = outlook.ground.board.index
    served, unserved = at(outlook, near, "1010"), at(outlook, far, "3030")
    alone(outlook, at(outlook, depot, "2020"), at(outlook, other, "1010"), served, unserved)
    attraction = follow(outlook, at(outlook, depot, "2020"))
    assert attraction is not None
    assert attraction[index["3030"]] > 1.8 * attraction[index["1010"]]


def test_a_depot_near_the_enemy_has_a_cost_whatever_is_with_it(outlook: Outlook) -> None:
    """12.0c: A unit beside a grouping captures the columns in it."""
    depot, tank = outlook.figures["GE-6A-Fuel1"], outlook.figures["GE-1SS-Pz"]
    enemy = next(f for f in outlook.figures.values() if f.side == "allied" and f.attack)
    index, kind = outlook.ground.board.index, outlook.weights.depots["fuel"]
    alone(outlook, depot, tank, at(outlook, enemy, "2020"))
    cost = exposure(outlook, joined([tank, depot]))
    assert cost is not None
    assert cost[index["2021"]] == kind.worth
    assert kind.worth > cost[index["2023"]] > cost[index["2024"]] > 0
    assert cost[index[f"{2020 + kind.shy + 1}"]] == 0
    assert exposure(outlook, tank) is None


def test_a_move_of_a_depot_is_judged_by_whom_it_serves_and_by_the_enemy_near_it(
    outlook: Outlook,
) -> None:
    depot, tank = outlook.figures["GE-6A-Fuel1"], outlook.figures["GE-1SS-Pz"]
    enemy = next(f for f in outlook.figures.values() if f.side == "allied" and f.attack)
    index, worth = outlook.ground.board.index, outlook.weights.depots["fuel"].worth
    alone(
        outlook, at(outlook, depot, "4020"), at(outlook, tank, "2020"), at(outlook, enemy, "2010")
    )
    ends, other = ends_of(outlook, depot.id), ends_of(outlook, tank.id)
    assert ends.goal(index["2020"]) == worth > ends.goal(index["2030"])
    assert ends.danger(index["2011"]) >= worth
    assert ends.danger(index["2020"]) == 0
    assert other.danger(index["2011"]) < worth
    assert other.goal(index["2020"]) != worth


COMBAT = "german", "combat"


def played(rules: Ruleset, player: type[Recruit], done: Callable[[Clock], bool]) -> State:
    """Return the state in which a game between two players has come to a certain phase."""
    state, dice = rules.opening(), Rolled(random.Random(1))
    players = {side.id: player(rules, side.id, 1) for side in rules.module.meta.sides}
    while not done(state.clock):
        side = to_decide(rules, state)
        assert side is not None
        advice = players[side].choose(rules.observe(state, side))
        assert advice is not None
        state = apply(state, play(rules, state, advice.action, dice).effects, rules.places)
    return state


def moved_to(rules: Ruleset, state: State, unit: str, hex_: str) -> State:
    """Return a state in which a unit is elsewhere."""
    start = rules.places.name(state.pieces[unit].place)
    below = state.stack(state.pieces[unit].place).index(unit)
    move = fx.Move(unit=unit, path=(start, hex_), from_index=below, to_index=0)
    return apply(state, [move], rules.places)


def test_no_column_ends_the_first_turn_beside_the_enemy() -> None:
    """In one game of the full scenario the German lost twelve of eighteen in the first ten turns,
    and half his army never moved again.
    """
    rules = rules_of("ardenas", "full")
    outlook = outlook_of("ardenas", "full", "german")
    outlook.state = played(rules, Recruit, lambda clock: (clock.active, clock.phase) == COMBAT)
    columns = [f for f in outlook.figures.values() if f.depot and f.side == "german"]
    assert len(columns) == 18
    beside = {j for i in outlook.enemies for j in outlook.ground.beside(i)}
    assert not [f.id for f in columns if f.place in beside]


def test_a_supply_head_serves_only_its_own_division() -> None:
    outlook = outlook_of("holland44", "short", "allied")
    head = outlook.figures["US-101-supply"]
    own, other = outlook.figures["US-1/501"], outlook.figures["US-1/505"]
    index, worth = outlook.ground.board.index, outlook.weights.depots["supply_head"].worth
    alone(outlook, at(outlook, head, "3306"), at(outlook, own, "3708"), at(outlook, other, "4824"))
    attraction = follow(outlook, head)
    assert attraction is not None
    assert attraction[index["3708"]] == worth
    assert attraction[index["4824"]] < worth


def test_no_supply_head_is_alone_beside_the_enemy_after_two_turns() -> None:
    """In a game against a person all three were lost at the front in the first four turns."""
    rules = rules_of("holland44", "short")
    outlook = outlook_of("holland44", "short", "allied")
    outlook.state = played(rules, Club, lambda clock: (clock.turn, clock.active) == (2, "german"))
    heads = [f for f in outlook.figures.values() if f.depot == "supply_head"]
    assert len(heads) == 3
    beside = {j for i in outlook.enemies for j in outlook.ground.beside(i)}
    assert not [f.id for f in heads if f.place in beside and len(outlook.own[f.place]) == 1]


@pytest.mark.slow
def test_no_headquarters_are_beside_the_enemy_after_four_turns() -> None:
    """In a game against a person they went into the front line, and one was lost."""
    rules = rules_of("normandy44", "cherbourg")
    outlook = outlook_of("normandy44", "cherbourg", "allied")
    outlook.state = played(rules, Club, lambda clock: (clock.turn, clock.active) == (5, "allied"))
    quarters = [f for f in outlook.figures.values() if f.depot == "hq" and f.side == "allied"]
    assert quarters
    beside = {j for i in outlook.enemies for j in outlook.ground.beside(i)}
    assert not [f.id for f in quarters if f.place in beside]


def test_artillery_serves_its_division_at_the_front() -> None:
    """17.6.1, 17.6.2: A gun supports attacks of its formation, and one of a corps those of all."""
    outlook = outlook_of("holland44", "short", "allied")
    guns, corps = outlook.figures["BR-Gds-Arty"], outlook.figures["BR-5AGRA"]
    own, other = outlook.figures["BR-1GG/5"], outlook.figures["US-1/505"]
    rear = outlook.figures["BR-2IG/5"]
    enemy = next(f for f in outlook.figures.values() if f.side == "german" and f.attack)
    index, depot = outlook.ground.board.index, outlook.weights.depots["artillery"]
    near, reached = at(outlook, guns, "3306"), at(outlook, guns, "3308")
    front = [at(outlook, own, "3708"), at(outlook, enemy, "3709")]
    alone(outlook, near, *front, at(outlook, other, "4824"), at(outlook, rear, "1405"))
    attraction = follow(outlook, near)
    assert attraction is not None
    assert attraction[index["3708"]] == depot.worth
    assert attraction[index["1405"]] < depot.worth * depot.settled
    assert settled(outlook, near)
    assert settled(outlook, reached)
    assert not settled(outlook, at(outlook, guns, "1405"))
    corps, beside = at(outlook, corps, "3306"), at(outlook, enemy, "4825")
    alone(outlook, corps, at(outlook, other, "4824"), beside)
    shared = follow(outlook, corps)
    assert shared is not None
    assert shared[index["4824"]] == depot.worth
    view = outlook.answers.unit("BR-5AGRA")
    assert view is not None
    assert figure_of(view, 0, outlook.weights.depots).depot == "artillery"
    assert not figure_of(replace(view, side="german"), 0, outlook.weights.depots).depot


def test_artillery_marches_under_a_marker_and_fires_without_it() -> None:
    """17.3: In older games of the computer no gun ever left the first hexes of the road."""
    rules, gun = rules_of("holland44", "short"), "BR-Gds-Arty"
    clock = Clock(turn=3, phase="movement", active="allied")
    opening = replace(rules.opening(), clock=clock)
    behind = moved_to(rules, opening, gun, "1017")
    shown = outlook_of("holland44", "short", "allied")
    for state, under, key in (
        (behind, frozenset[str](), "limber"),
        (behind, frozenset({"moved"}), ""),
        (opening, frozenset({"moved"}), "unlimber"),
        (opening, frozenset[str](), ""),
    ):
        piece = replace(state.pieces[gun], status=under)
        marked = replace(state, pieces={**state.pieces, gun: piece})
        outlook = Outlook(rules, marked, "allied", shown.weights, shown.ground)
        advice = Club(rules, "allied")._limber(outlook, gun, ())
        assert (advice.reason.key if advice else "") == key
        if advice:
            assert is_legal(judged(rules, marked, advice.action))


def test_a_bridging_unit_goes_to_the_blown_bridge_that_costs_the_side_most() -> None:
    outlook = outlook_of("holland44", "short", "allied")
    bridging = outlook.figures["BR-30Corps-Bridge"]
    attraction = follow(outlook, bridging)
    assert attraction is not None
    ends = {name: outlook.ground.ends(name) for name in outlook.blown}
    free = [name for name in ends if outlook.enemies.keys().isdisjoint(ends[name])]
    best = max(free, key=outlook.mended)
    assert int(attraction.argmax()) in ends[best]
    assert attraction.max() == outlook.weights.depots["bridging"].worth * outlook.mended(best)
    waiting = follow(outlook, replace(bridging, place=outlook.ground.hexes + 1))  # outside the map
    assert waiting is not None
    assert (waiting == attraction).all()
    outlook.enemies = {**outlook.enemies, **{i: [bridging] for i in ends[best]}}
    held = follow(outlook, bridging)  # no bridge is repaired under the enemy
    assert held is not None
    assert held.max() < attraction.max()


@pytest.mark.parametrize(
    ("game", "scenario", "side", "unit", "key"),
    [
        ("holland44", "short", "allied", "BR-30Corps-Bridge", "repair"),
        ("ardenas", "full", "german", "GE-6A-Fuel1", "serve"),
    ],
)
def test_the_reason_for_a_move_of_a_depot_names_its_task(
    game: str, scenario: str, side: str, unit: str, key: str
) -> None:
    outlook = outlook_of(game, scenario, side)
    ends = ends_of(outlook, unit)
    best = max(range(outlook.ground.hexes), key=ends.goal)
    ends.figure = replace(ends.figure, place=int(outlook.ground.beside(best)[0]))
    assert ends.goal(best) > ends.goal(ends.figure.place)
    reason = _why(ends, (unit,), best, outside=False)
    assert reason.key == key
    assert str(outlook.answers.where(best)) in reason.text


def test_a_blown_bridge_costs_less_where_it_is_repaired() -> None:
    outlook = outlook_of("holland44", "short", "allied")
    march = outlook.weights.march
    strict = ground_of(outlook.ground.board, march.model_copy(update={"mend": 99.0}))
    name = next(s for s in sorted(outlook.blown) if outlook.ground.ends(s))
    i, j = sorted(outlook.ground.ends(name))
    costs = [g.distances([{i}], outlook.blown)[0][j] for g in (outlook.ground, strict)]
    intact = outlook.ground.distances([{i}], frozenset())[0][j]
    assert intact < costs[0] <= intact + march.mend
    assert costs[0] < costs[1]
