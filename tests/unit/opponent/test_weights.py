"""Weights files and the ground they describe."""

from __future__ import annotations

import random
import tomllib
from itertools import product
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

from engine.archive import FolderFiles
from engine.board.board import BEYOND
from engine.core.errors import UserError
from engine.modules.module import Module, builtin, load_module
from engine.opponent.ground import Ground, ground_of
from engine.opponent.outlook import Outlook, figure_of
from engine.opponent.weights import ScenarioWeights, Weights, base, weights_of
from tests.unit.opponent.positions import FILES, RESOURCES, outlook_of, rules_of, scenarios

SIDES = ("german", "allied")


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.parent.name)
def test_weights_name_existing_hexes_and_scenarios(path: Path) -> None:
    module = load_module(path.parent.name)
    weights = weights_of(module)
    named = {*weights.scenario, *weights.club.scenario, *weights.club.scenarios}
    assert named <= set(module.meta.scenarios)
    sides = {side.id for side in module.meta.sides}
    for scenario in (*weights.scenario.values(), *weights.club.scenario.values()):
        assert set(scenario.side) <= sides
        for goal in scenario.goals or ():
            assert set(goal.hexes) <= set(module.board.index)
            assert {goal.side, goal.only} <= {"", *sides}
    for player, name, side in product((weights, weights.of_club()), module.meta.scenarios, sides):
        assert player.in_play(name, side)  # every line is known
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
    (folder / "opponent.toml").write_text("[move]\ngaol = 2.0\n")
    with pytest.raises(UserError, match=r": move\.gaol: the field is not known\.$"):
        weights_of(module)
    (folder / "opponent.toml").write_bytes(b"\xff")
    with pytest.raises(UserError, match=r": it is not UTF-8 text\.$"):
        weights_of(module)
    for line in ("move = { reach = 2.0 }", "move = { gaol = 2.0 }", "n = { m = 2.0 }"):
        (folder / "opponent.toml").write_text(f"[late.lines]\n{line}\n")
        with pytest.raises(UserError, match=r"late\.lines\.\w+"):
            weights_of(module)
    (folder / "opponent.toml").write_text("[move]\ngoal = 3.5\n")
    assert weights_of(module).move.goal == 3.5
    assert weights_of(module).move.hunt == base()["move"]["hunt"]


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


def test_a_ferry_costs_more_than_a_bridge_where_it_carries_few() -> None:
    """8.5.6 of Holland '44: fifteen units waited at Cuijk, before a ferry for one step a turn."""
    board = load_module("holland44").board
    march = weights_of(load_module("holland44")).march
    [start], [end] = ([board.index[h]] for h in ("4521", "4622"))
    costs = [
        Ground(board, m).distances([[end]], frozenset({"4621/4721"}))[0][start]
        for m in (march, march.model_copy(update={"bridge": {}}))
    ]
    assert costs[0] > costs[1] + 5
    assert costs[1] == march.terrain.get(str(board.terrain[end]), march.open) + march.crossing


def test_the_base_file_is_complete() -> None:
    raw = tomllib.loads((RESOURCES / "opponent.toml").read_text(encoding="utf-8"))
    assert raw == base()
    assert set(builtin()) >= {path.parent.name for path in FILES}


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
    german = club.in_play("cherbourg", "german")
    assert club.in_play("cherbourg", "allied").move.danger < german.move.danger
    assert weights.in_play("cherbourg", "allied").move.danger == german.move.danger


def test_a_scenario_has_lines_of_its_own_and_keeps_the_goals_of_the_recruit() -> None:
    usual = weights_of(load_module("normandy44"))
    club = usual.of_club()
    post = {
        key: club.in_play(*key).move.post for key in product(("seven_turns", "cherbourg"), SIDES)
    }
    assert min(post["seven_turns", side] for side in SIDES) > 0
    assert max(post["cherbourg", side] for side in SIDES) == usual.move.post == 0
    german, allied = (club.in_play("seven_turns", side).goal for side in SIDES)
    assert german.calm > allied.calm == usual.goal.calm
    assert usual.in_play("seven_turns", "german").move == usual.move
    assert club.scenario["seven_turns"].goals == usual.scenario["seven_turns"].goals != ()
    assert usual.over({"attack": {"kill": 2.0}}).of_club().scenario == club.scenario


def test_a_goal_of_one_side_is_none_of_the_other() -> None:
    """Germans go for the hexes where the airborne division lands; its own goal is the bridge."""
    found = {}
    for side in ("german", "allied"):
        outlook = outlook_of("airbridge", "campaign", side)
        found[side] = {h for goal in outlook.goals for h in goal.hexes}
    listed = outlook.weights.scenario["campaign"].goals
    index = outlook.ground.board.index
    for goal in listed:
        hexes = {index[h] for h in goal.hexes}
        seen_by = {side for side, goals in found.items() if hexes <= goals}
        assert seen_by == ({goal.only} if goal.only else {"german", "allied"})
    assert {goal.only for goal in listed} == {"german", "allied", ""}


def test_losses_count_less_and_goals_more_from_turn_to_turn_at_the_end() -> None:
    usual = weights_of(load_module("normandy44"))
    turns, lines = usual.late.turns, usual.late.lines
    assert turns > 1
    assert usual.with_left(turns) is usual
    first = usual.model_copy(update={"first": frozenset({1})})  # as in a plan of the staff
    assert [first.with_left(left).first for left in (turns, 0)] == [first.first] * 2
    last, before, outside = (usual.with_left(left) for left in (0, 1, -1))
    assert outside == last
    for name, factors in lines.items():
        for key, factor in factors.items():
            full, half, end = (getattr(getattr(w, name), key) for w in (usual, before, last))
            assert end == pytest.approx(factor * full)
            assert min(full, end) < half < max(full, end)
    assert last.move.danger < usual.move.danger
    assert last.move.take > usual.move.take
    assert last.over({name: getattr(usual, name).model_dump() for name in lines}) == usual


def test_weights_without_last_turns_stay_the_same_until_the_end() -> None:
    weights = Weights.model_validate(base())
    assert weights.late.turns == 0
    assert weights.with_left(0) is weights
