"""The environment for research: PettingZoo's own test, the same game again, chance, secrets."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from pettingzoo.test import api_test

from engine.core.state import State
from engine.env import CHANCE, FEATURES, PLANES, Environment
from engine.games import RULEBOOKS


@pytest.mark.parametrize("explicit", [False, True])
@pytest.mark.filterwarnings("ignore::UserWarning")  # advice on names and on spaces with a mask
def test_pettingzoos_test_passes(explicit: bool) -> None:
    api_test(Environment("airbridge", "introductory", explicit_chance=explicit), num_cycles=60)


def played(env: Environment, seed: int, steps: int) -> list[tuple[str, object, bytes]]:
    """Return agent, action and observation of each step of a random game."""
    chance, result = random.Random(seed), []
    env.reset(seed=seed)
    for agent in env.agent_iter(steps):
        observation, _, ended, cut, info = env.last()
        if ended or cut:
            env.step(None)
            continue
        mask = observation["action_mask"]
        action = chance.choice(np.flatnonzero(mask).tolist())
        assert env.observation_space(agent).contains(observation)
        if agent != CHANCE:
            assert len(info["actions"]) == mask.sum()
            result.append((agent, info["actions"][action], observation["observation"].tobytes()))
        env.step(action)
    return result


@pytest.mark.slow
def test_the_same_seed_gives_the_same_game() -> None:
    env = Environment("airbridge", "introductory")
    first = played(env, 3, 60)
    assert len(first) > 20
    assert played(env, 3, 60) == first
    assert played(env, 4, 60) != first


def test_units_and_planes_show_the_position() -> None:
    env = Environment("marketgarden")
    env.reset(seed=1)
    agent, state = env.agent_selection, env.state
    seen = env.observe(agent)
    planes = seen["observation"]
    places = env.ruleset.places
    for plane, mine in (("own steps", True), ("enemy steps", False)):
        steps = sum(
            p.steps
            for p in state.pieces.values()
            if (p.side == agent) is mine and places.is_hex(p.place)
        )
        assert planes[PLANES.index(plane)].sum() == steps
    assert planes[PLANES.index("hex")].sum() == len(env.ruleset.board.numbers)
    assert (planes[len(PLANES) :].sum(axis=0) == planes[0]).all()  # one terrain in each hex
    for row, piece in zip(seen["units"], state.pieces.values(), strict=True):
        assert dict(zip(FEATURES, row, strict=True))["steps"] == piece.steps
    other = next(side for side in env.agents if side != agent)
    assert not env.observe(other)["action_mask"].any()


def test_an_agent_sees_what_its_side_observes(monkeypatch: pytest.MonkeyPatch) -> None:
    env = Environment("marketgarden")
    env.reset(seed=1)
    agent = env.agent_selection

    def own_only(_: object, state: State, side: str) -> State:
        assert side == agent
        return replace(state, pieces={n: p for n, p in state.pieces.items() if p.side == side})

    enemy = PLANES.index("enemy steps")
    assert env.observe(agent)["observation"][enemy].any()
    monkeypatch.setattr(type(env.ruleset), "observe", own_only)
    seen = env.observe(agent)
    assert not seen["observation"][enemy].any()
    assert {row[0] for row in seen["units"].tolist()} == {1, -1}
    assert (seen["units"][seen["units"][:, 0] == -1] == -1).all()


def test_chance_throws_each_die() -> None:
    env = Environment("airbridge", "introductory", explicit_chance=True)
    env.reset(seed=2)
    chance, faces = random.Random(2), set()
    for agent in env.agent_iter(400):
        observation, _, ended, cut, _ = env.last()
        if agent == CHANCE and not (ended or cut):
            outcomes = env.chance_outcomes()
            assert sum(share for _, share in outcomes) == pytest.approx(1)
            assert len(outcomes) == observation["action_mask"].sum()
            faces.add(len(outcomes))
        actions = np.flatnonzero(observation["action_mask"]).tolist()
        env.step(None if ended or cut else chance.choice(actions))
    assert faces == {10}


def test_a_masked_action_is_refused() -> None:
    env = Environment("airbridge", "introductory")
    env.reset(seed=1)
    count = len(env.infos[env.agent_selection]["actions"])
    with pytest.raises(ValueError, match=f"{count} is none of the {count} actions"):
        env.step(count)


def test_a_game_ends_with_opposite_rewards() -> None:
    env = Environment("airbridge", "introductory")
    env.reset(seed=5)
    chance, rewards = random.Random(5), {}
    for agent in env.agent_iter(5_000):
        observation, reward, ended, cut, _ = env.last()
        if ended or cut:
            rewards[agent] = reward
        actions = np.flatnonzero(observation["action_mask"]).tolist()
        env.step(None if ended or cut else chance.choice(actions))
    assert sorted(rewards.values()) in ([-1.0, 1.0], [0.0, 0.0])
    assert env.ruleset.over(env.state) is not None


@pytest.mark.soak
@pytest.mark.parametrize("game", sorted(RULEBOOKS))
def test_twenty_thousand_steps(game: str) -> None:
    env, steps = Environment(game), 0
    for seed in range(10_000):
        steps += len(played(env, seed, 20_000))
        if steps >= 20_000:
            return
