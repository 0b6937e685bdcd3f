"""The computer player: legal, reproducible, without access to secrets; weights, reasons, games."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import networkx as nx
import numpy as np
import pytest

from engine.archive import FolderFiles
from engine.board.board import BEYOND
from engine.core import actions as act
from engine.core.dice import Rolled
from engine.core.effects import Clock
from engine.core.errors import UserError
from engine.core.reducer import apply
from engine.core.state import State
from engine.games import RULEBOOKS, require_rulebook
from engine.modules.module import Module, builtin, load_module
from engine.opponent import attacks, recruit, value
from engine.opponent import seats as opponent_seats
from engine.opponent.attacks import RatedAttack
from engine.opponent.ground import Ground, ground_of
from engine.opponent.match import Score, pairings, play_game, score_of
from engine.opponent.moves import Ambition, Ends, _why, ambition_of, best_move, nearest_of
from engine.opponent.outlook import Figure, Goal, Outlook, figure_of, joined
from engine.opponent.player import Advice, Reason, Stopped
from engine.opponent.recruit import Recruit
from engine.opponent.seats import advise, seats_named
from engine.opponent.strengths import player_named, strengths_of
from engine.opponent.value import cut_off, seats
from engine.opponent.weights import ScenarioWeights, base, weights_of
from engine.rules.answers import Peril
from engine.rules.judge import judged, play
from engine.rules.player import to_decide
from engine.rules.ports import Ruleset
from engine.rules.registry import is_legal
from tests.thoroughness import some_now

RESOURCES = Path(__file__).parents[3] / "resources"
FILES = sorted(RESOURCES.glob("*/opponent.toml"))


def rules_of(game: str, scenario: str = "") -> Ruleset:
    module = load_module(game)
    return require_rulebook(game).ruleset(scenario or module.meta.scenarios[0], module)


def scenarios() -> list[tuple[str, str]]:
    return [(game, s) for game in RULEBOOKS for s in load_module(game).meta.scenarios]


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


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.parent.name)
def test_weights_name_existing_hexes_and_scenarios(path: Path) -> None:
    module = load_module(path.parent.name)
    weights = weights_of(module)
    assert set(weights.scenario) | set(weights.club.scenarios) <= set(module.meta.scenarios)
    sides = {side.id for side in module.meta.sides}
    for scenario in weights.scenario.values():
        for goal in scenario.goals:
            assert set(goal.hexes) <= set(module.board.index)
            assert goal.side in {"", *sides}
    assert set(weights.side) <= sides


@pytest.mark.parametrize("path", [RESOURCES / "opponent.toml", *FILES], ids=str)
def test_every_weight_has_a_comment(path: Path) -> None:
    goal = False
    for line in path.read_text(encoding="utf-8").splitlines():
        goal = line.startswith("[[") or (goal and not line.startswith("["))
        if (not goal and " = " in line and not line.startswith("#")) or line.startswith("[["):
            assert "#" in line, line


def test_invalid_weights_are_refused_with_a_message(tmp_path: Path) -> None:
    folder = tmp_path / "made"
    folder.mkdir()
    module = Module(FolderFiles(folder))
    (folder / "opponent.toml").write_text("[move]\ngoal = 'far'\n")
    with pytest.raises(UserError, match=r"opponent\.toml"):
        weights_of(module)
    (folder / "opponent.toml").write_text("[move\n")
    with pytest.raises(UserError, match=r"opponent\.toml"):
        weights_of(module)
    (folder / "opponent.toml").write_text("[move]\ngoal = 3.5\n")
    assert weights_of(module).move.goal == 3.5
    assert weights_of(module).move.hunt == base()["move"]["hunt"]


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


def test_every_game_names_strengths_that_the_recruit_reads() -> None:
    for game, scenario in scenarios():
        rules = rules_of(game, scenario)
        views = list(rules.answers(rules.opening()).units())
        strong = [v for v in views if figure_of(v).strength > 0]
        assert len(strong) > len(views) / 2, (game, scenario)


def test_distances_after_changes_of_bridges_equal_those_of_a_new_ground() -> None:
    module = load_module("holland44")
    march = weights_of(module).march
    bridges = sorted({s.name for s in module.board.hexsides.values() if s.bridges})
    shared, chance = ground_of(module.board, march), random.Random(1)
    assert ground_of(module.board, march) is shared
    goal = module.board.index["5320"]
    for count in (0, 6, 2, 9):
        blown = frozenset(chance.sample(bridges, count))
        fresh = Ground(module.board, march).distances([[goal]], blown)
        assert (shared.distances([[goal]], blown) == fresh).all()


@pytest.mark.parametrize("game", ["holland44", "marketgarden"])
def test_distances_are_those_of_a_plain_search(game: str) -> None:
    board = load_module(game).board
    ground = Ground(board, weights_of(load_module(game)).march)
    bridges = sorted({s.name for s in board.hexsides.values() if s.bridges})
    blown = frozenset(bridges[::3])
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(ground.hexes))
    for i, around in enumerate(board.neighbours):
        steps = ((j, ground._step(i, j, blown)) for j in around if j != BEYOND)
        graph.add_weighted_edges_from((j, i, cost) for j, cost in steps if cost < np.inf)
    goals = [[ground.hexes // 3], [ground.hexes // 2, ground.hexes // 5]]
    found = ground.distances(goals, blown)
    for goal, row in zip(goals, found, strict=True):
        expected = nx.multi_source_dijkstra_path_length(graph, set(goal))
        assert {i: row[i] for i in range(ground.hexes) if row[i] < np.inf} == expected
    assert ground.distances([], blown).shape == (0, ground.hexes)


def test_the_base_file_is_complete() -> None:
    raw = tomllib.loads((RESOURCES / "opponent.toml").read_text(encoding="utf-8"))
    assert raw == base()
    assert set(builtin()) >= {path.parent.name for path in FILES}


def outlook_of(game: str, scenario: str, side: str, **move: float) -> Outlook:
    """Return the opening of a game as the club player sees it, with changed weights of moves."""
    rules = rules_of(game, scenario)
    weights = weights_of(rules.module).of_club().of_side(side)
    weights = weights.model_copy(update={"move": weights.move.model_copy(update=move)})
    return Outlook(rules, rules.opening(), side, weights, ground_of(rules.board, weights.march))


def ends_of(outlook: Outlook, unit: str) -> Ends:
    return Ends(outlook, outlook.figures[unit], Ambition({}, {}, {}))


def test_units_of_which_a_number_decides_the_game_are_spared() -> None:
    outlook = outlook_of("normandy44", "campaign", "allied")
    value = outlook.weights.value
    one, other, *_ = (outlook.figures[u] for u in sorted(outlook.figures))

    def cost(count: int, *units: Figure, side: str = "allied", lost: float = 0.5) -> float:
        outlook.perils = [Peril(side, count, 7, frozenset({one.id}))]
        return outlook.breaking(units, lost)

    assert cost(0, one) == pytest.approx(0.5 * value.peril / 49)
    assert cost(5, one) > cost(4, one)
    assert cost(6, one) == 0.5 * value.win  # the seventh loses the game
    assert cost(6, one, lost=3) == value.win
    assert cost(5, one, other) == cost(5, one) / 2
    assert cost(5, other) == cost(5) == 0
    assert outlook.ruin([Peril("allied", 7, 7, frozenset())]) == -value.peril
    assert outlook.ruin([Peril("german", 7, 7, frozenset())]) == value.peril


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
    outlook.perils = [Peril("allied", 5, 7, frozenset(units[:1]))]
    after = attacks.promise_of(outlook, units[:1], target)
    assert before is not None
    assert after is not None
    assert after < before - 1


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
    advice = attacks.best_attack(outlook, [*many, best, *many], forced=False)
    assert advice is not None
    assert advice.action == best


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


def test_danger_is_less_in_cover_and_where_the_stack_is_attacked_first() -> None:
    outlook = outlook_of("marketgarden", "campaign", "allied", planned=0.5)
    target = outlook.ground.board.index["0426"]
    figure = next(f for f in outlook.figures.values() if f.side == "allied" and f.attack)
    attacked = Ambition({}, {target: 4.0}, {target: {figure.id}})
    beside = outlook.ground.beside(target)[0]
    outlook.__dict__["threat"] = np.full(outlook.ground.hexes, 30.0)
    outlook.__dict__["own"] = {}
    idle, busy = Ends(outlook, figure, Ambition({}, {}, {})), Ends(outlook, figure, attacked)
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
    headquarters = Ends(outlook, replace(figure, attack=0.0), Ambition({}, {}, {}))
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
        return best_move(outlook, (figure.id,), moves, Ambition({}, {}, {}))

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


def test_a_stack_without_a_way_of_retreat_is_worth_more() -> None:
    outlook = outlook_of("normandy44", "cherbourg", "allied", planned=0.0)
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


def test_a_list_of_hexes_can_be_one_goal_or_one_goal_each() -> None:
    outlook = outlook_of("normandy44", "seven_turns", "allied")
    listed = outlook.weights.scenario["seven_turns"].goals
    assert all(goal.each for goal in listed)
    hexes = {frozenset({outlook.ground.board.index[h]}) for goal in listed for h in goal.hexes}
    found = [goal.hexes for goal in outlook.goals]
    assert hexes <= set(found)
    joined = [goal.model_copy(update={"each": False}) for goal in listed]
    one = {"seven_turns": ScenarioWeights(goals=tuple(joined))}
    weights = outlook.weights.model_copy(update={"scenario": one})
    again = Outlook(outlook.ruleset, outlook.state, "allied", weights, outlook.ground)
    assert len(again.goals) == len(found) - len(hexes) + len(listed)


def test_club_has_goals_and_lines_of_its_own() -> None:
    weights = weights_of(load_module("normandy44"))
    club = weights.of_club()
    assert club.scenario["cherbourg"] == club.club.scenario["cherbourg"]
    assert club.scenario["cherbourg"] != weights.scenario["cherbourg"]
    assert club.of_side("allied").move.danger < club.of_side("german").move.danger
    assert weights.of_side("allied").move.danger == club.of_side("german").move.danger


def test_no_attack_is_planned_in_moves_after_the_combats() -> None:
    outlook = outlook_of("airbridge", "introductory", "german")
    movers = {f.id for f in outlook.figures.values() if f.side == "german"}
    clock = outlook.state.clock.model_copy(update={"phase": "mechanised"})
    outlook.state = replace(outlook.state, clock=clock)
    assert ambition_of(outlook, movers) == Ambition({}, {}, {})


def test_club_and_staff_are_offered_only_where_a_tournament_was_won() -> None:
    assert strengths_of(load_module("marketgarden"), "campaign") == ("recruit", "club")
    assert strengths_of(load_module("normandy44"), "cherbourg") == ("recruit", "club", "staff")
    assert strengths_of(load_module("normandy44"), "campaign") == ("recruit",)
    assert strengths_of(load_module("holland44"), "campaign") == ("recruit",)
    with pytest.raises(UserError, match="recruit"):
        seats_named(["german:club"], load_module("holland44"), ("recruit",))
    assert seats_named(["german:club"], load_module("marketgarden"), ("recruit", "club")) == {
        "german": "club"
    }


def test_planned_attacks_pay_and_share_no_unit() -> None:
    outlook = outlook_of("marketgarden", "campaign", "allied")
    movers = {f.id for f in outlook.figures.values() if f.side == "allied"}
    ambition = ambition_of(outlook, movers)
    assert len(ambition.planned) > 1
    units = [unit for group in ambition.planned.values() for unit in group]
    assert len(units) == len(set(units))
    least, most = outlook.weights.attack.least, outlook.weights.move.group
    for target, group in ambition.planned.items():
        assert ambition.promise[target] >= least
        assert 0 < len(group) <= most


class Blinded:
    """A player that expects a masked state, and first insists on an illegal order."""

    def __init__(self, secret: str) -> None:
        self.secret = secret
        self.seen: list[State] = []

    def choose(self, state, refused=(), interrupted=None):
        self.seen.append(state)
        bad = act.MoveUnits(units=(self.secret,), path=("0101", "0102"))
        if bad not in refused:
            return Advice(bad, 1, Reason("random"))
        return Advice(act.NextPhase(), 0, Reason("end"))


def test_a_player_gets_the_observed_state_and_replaces_a_refused_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = rules_of("marketgarden")
    state = rules.opening()
    side = to_decide(rules, state)
    assert side is not None
    secret = next(name for name, piece in state.pieces.items() if piece.side != side)
    left = {name: piece for name, piece in state.pieces.items() if name != secret}
    monkeypatch.setattr(type(rules), "observe", lambda self, s, who: replace(s, pieces=left))
    player = Blinded(secret)
    advice, refused = advise(rules, player, state, side)
    assert advice is not None
    assert isinstance(advice.action, act.NextPhase)
    assert refused == 1
    assert all(secret not in seen.pieces for seen in player.seen)


class Stubborn:
    """A player that wants to move an enemy unit wherever it can."""

    def __init__(self, rules: Ruleset, unit: str) -> None:
        self.rules, self.unit = rules, unit

    def choose(self, state, refused=(), interrupted=None):
        end = self.rules.board.numbers[len(refused)]
        here = self.rules.places.name(state.pieces[self.unit].place)
        return Advice(act.MoveUnits(units=(self.unit,), path=(here, end)), 1, Reason("random"))


def test_a_player_whose_orders_all_fail_gives_a_legal_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """In La Batalla de las Ardenas a column of arrivals may wait before a hex barred unseen."""
    monkeypatch.setattr(opponent_seats, "TRIES", 3)
    rules = rules_of("marketgarden")
    state = rules.opening()
    side = to_decide(rules, state)
    assert side is not None
    enemy = next(name for name, piece in state.pieces.items() if piece.side != side)
    advice, refused = advise(rules, Stubborn(rules, enemy), state, side)
    assert refused == 3
    assert advice is not None
    assert advice.reason.key == "unseen"
    assert is_legal(judged(rules, state, advice.action))


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


def test_scores_have_a_confidence_interval() -> None:
    low, high = Score(99, 100).interval
    assert 0.94 < low < 0.95
    assert 0.998 < high <= 1
    assert Score(0, 0).interval == (0.0, 1.0)


def test_players_change_sides_and_scores_are_counted_by_player() -> None:
    games = list(pairings(("a", "b"), "x", "y", 4, 5))
    assert games[:2] == [(5, {"a": "x", "b": "y"}), (5, {"a": "y", "b": "x"})]
    assert games[2][0] == 6
    assert [seed for seed, _ in pairings(("a", "b"), "x", "x", 3, 5)] == [5, 6, 7]
    rules = rules_of("airbridge", "introductory")
    sides = [side.id for side in rules.module.meta.sides]
    results = [play_game(rules, p, s) for s, p in pairings(sides, "recruit", "random", 2, 3)]
    both = score_of(results, "recruit").won + score_of(results, "random").won
    assert both == 2
    assert score_of(results, "recruit", sides[0]).games == 1


def test_an_unknown_player_is_refused_with_a_message() -> None:
    with pytest.raises(UserError, match="recruit"):
        player_named("napoleon", rules_of("marketgarden"), "x", 1)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("game", "scenario"), [("marketgarden", "campaign")])
def test_recruit_beats_random(game: str, scenario: str) -> None:
    rules = rules_of(game, scenario)
    sides = [side.id for side in rules.module.meta.sides]
    results = [play_game(rules, p, s) for s, p in pairings(sides, "recruit", "random", 10, 100)]
    assert score_of(results, "recruit").won >= 9


@pytest.mark.parametrize(("held", "key"), [(True, "hold"), (False, "take")])
def test_the_reason_for_a_move_into_a_goal_names_it_once(held: bool, key: str) -> None:
    goal = Goal(frozenset({2}), 1.0, held=held)
    answers = SimpleNamespace(where=lambda place: f"hex {place}", name=lambda unit: unit)
    outlook = SimpleNamespace(answers=answers, goal_of=lambda place, start: goal)
    ends = SimpleNamespace(
        outlook=outlook,
        figure=SimpleNamespace(id="1 Para", place=1),
        hunt=lambda place: (0.0, None),
        goal=lambda place: float(place),
        danger=lambda place: 0.0,
        block=lambda place: 0.0,
    )
    reason = _why(ends, 2, outside=False)  # type: ignore[arg-type]
    assert reason.key == key
    assert reason.text.count("hex 2") == 1


def test_the_reason_for_an_answer_names_the_question() -> None:
    option = SimpleNamespace(id="none", text="no more")
    asked = SimpleNamespace(title="which bridge to blow", options=(option,))
    outlook = SimpleNamespace(answers=SimpleNamespace(question=lambda: asked))
    action = act.Choose(decision="demolition", option="none")
    words = recruit._words(outlook, action)  # type: ignore[arg-type]
    assert words == "no more (which bridge to blow)"
