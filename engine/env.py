"""A PettingZoo environment (AEC) of any game with rules, for research on players.

An agent is a side. An action is the index of a legal action in ``info["actions"]``; the mask names
those that exist. With ``explicit_chance`` the agent ``chance`` throws each die, as chance nodes do
in OpenSpiel. Needs the packages ``pettingzoo`` and ``gymnasium``.
"""

from __future__ import annotations

import random
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from engine.core.actions import Action
from engine.core.dice import Rolled
from engine.core.reducer import apply
from engine.core.state import State
from engine.games import require_rulebook
from engine.modules.module import load_module
from engine.rules import player
from engine.rules.judge import play

CHANCE = "chance"
"""The agent that throws the dice with ``explicit_chance``."""
PLANES = ("hex", "victory", "own steps", "enemy steps", "own control", "enemy control")
"""The planes of an observation; terrain planes follow, one for each terrain of the board."""
FEATURES = ("side", "row", "column", "steps")
"""The columns of the table of units: side 1 is the observer's, -1 the other; place -1 is off the
map.
"""
MOST = 9_999
"""The highest number of an observation."""
MOST_FACES = 100

Observation = dict[str, Any]


class Environment(AECEnv):  # type: ignore[misc]
    """One game of a scenario. The same seed of :meth:`reset` gives the same dice and lists.

    ``most`` limits the actions in a list; a longer list is offered from another start each time.
    ``turns`` is the last turn that is played; the game is then truncated.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "holland44_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str,
        scenario: str = "",
        *,
        most: int = MOST_FACES,
        turns: int | None = None,
        explicit_chance: bool = False,
        render_mode: str | None = None,
    ) -> None:
        chosen = load_module(game).scenario_id(scenario)
        self.ruleset = require_rulebook(game).ruleset(chosen)
        self.most, self.turns, self.render_mode = max(most, MOST_FACES), turns, render_mode
        self._sides = [side.id for side in self.ruleset.module.meta.sides]
        self.possible_agents = [*self._sides, *([CHANCE] if explicit_chance else [])]
        self.agents = list(self.possible_agents)
        board = self.ruleset.board
        cells = [board.grid.cell(number) for number in board.numbers]
        top, left = min(row for row, _ in cells), min(column for _, column in cells)
        self._cell_of = [(row - top, column - left) for row, column in cells]
        rows, columns = (max(numbers) + 1 for numbers in zip(*self._cell_of, strict=True))
        self._ground = self._fixed_planes(rows, columns)
        self._rows = {name: row for row, name in enumerate(self.ruleset.opening().pieces)}
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, MOST, self._ground.shape, np.float32),
                "units": spaces.Box(-1, MOST, (len(self._rows), len(FEATURES)), np.float32),
                "turn": spaces.Box(0, MOST, (1,), np.float32),
                "action_mask": spaces.MultiBinary(self.most),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {
            agent: spaces.Discrete(self.most, seed=number)
            for number, agent in enumerate(self.possible_agents)
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    # -- play -------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; without a seed with random dice."""
        chance = random.Random(seed)
        self._chance, self._dice = chance, Rolled(random.Random(chance.randrange(2**63)))
        self.state: State = self.ruleset.opening()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._waiting: Action | None = None
        self._thrown: list[int] = []
        self._sides_of_die = 0
        self._offer()

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent by its index. Raises ValueError if it is masked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        if action is None or not 0 <= action < self._count():
            raise ValueError(f"{action} is none of the {self._count()} actions of {agent}")
        self._clear_rewards()
        if self._waiting is not None:
            self._thrown.append(int(action) + 1)
            self._advance(self._waiting)
        else:
            self._advance(self._actions[int(action)])
        self._accumulate_rewards()

    def _advance(self, action: Action) -> None:
        """Play an action, or wait for the next die that it needs from the agent ``chance``."""
        if CHANCE in self.agents:
            node = player.chance(self.ruleset, self.state, action, self._thrown)
            if node is not None:
                self._waiting, self._sides_of_die = action, node.sides
                self._select(CHANCE)
                return
            self.state = player.step(self.ruleset, self.state, action, self._thrown).state
            self._waiting, self._thrown = None, []
        else:
            played = play(self.ruleset, self.state, action, self._dice)
            self.state = apply(self.state, played.effects, self.ruleset.places)
        self._offer()

    def _offer(self) -> None:
        """Select the deciding side and list its actions, or end the game."""
        legal = self.ruleset.legal(self.state, self.most, self._chance.randrange(1_000_000))
        late = self.turns is not None and self.state.clock.turn > self.turns
        if late or not legal.actions:
            self._end(truncated=bool(legal.actions))
            return
        self._actions = legal.actions
        self._select(legal.side)

    def _select(self, agent: str) -> None:
        self.agent_selection = agent
        actions = [] if agent == CHANCE else list(self._actions)
        self.infos[agent] = {"actions": actions, "action_mask": self._mask()}

    def _end(self, *, truncated: bool) -> None:
        """End the game: the winner gets 1, the loser -1."""
        ended = player.outcome(self.ruleset, self.state)
        for side in self._sides:
            if ended is not None and ended.winner in self._sides:
                self.rewards[side] = 1.0 if ended.winner == side else -1.0
        self.terminations = dict.fromkeys(self.agents, not truncated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self._actions = ()
        self.agent_selection = self.agents[0]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the actions of the agent ``chance`` with their probabilities."""
        return [(face, 1 / self._sides_of_die) for face in range(self._count())]

    # -- what an agent sees -----------------------------------------------------------------------

    def observe(self, agent: str) -> Observation:
        """Return planes, units and the mask of actions; of the other side's secrets nothing.

        ``chance`` sees empty planes, because the faces of a die do not depend on the position.
        """
        planes = self._ground.copy()
        units = np.full((len(self._rows), len(FEATURES)), -1, np.float32)
        if agent != CHANCE:
            self._fill(planes, units, self.ruleset.observe(self.state, agent), agent)
        mask = self._mask() if agent == self.agent_selection else np.zeros(self.most, np.int8)
        return {
            "observation": planes,
            "units": units,
            "turn": np.array([self.state.clock.turn], np.float32),
            "action_mask": mask,
        }

    def render(self) -> str:
        """Return turn, phase and deciding side as a line of text."""
        clock = self.state.clock
        return f"turn {clock.turn}, {clock.phase}, {self.agent_selection}"

    def close(self) -> None:
        """Do nothing: there are no resources to release."""

    def _fill(self, planes: Any, units: Any, seen: State, agent: str) -> None:
        hexes = self.ruleset.places.hex_count
        own_steps, enemy_steps = PLANES.index("own steps"), PLANES.index("enemy steps")
        shown, known = [], []
        for name, piece in seen.pieces.items():
            own, place = piece.side == agent, piece.place
            cell = self._cell_of[place] if place < hexes else (-1, -1)
            if place < hexes:
                shown.append((own_steps if own else enemy_steps, *cell, piece.steps))
            if name in self._rows:
                known.append((self._rows[name], 1 if own else -1, *cell, piece.steps))
        if shown:
            plane, row, column, steps = np.array(shown).T
            np.add.at(planes, (plane, row, column), steps)
        if known:
            table = np.array(known)
            units[table[:, 0]] = table[:, 1:]
        own_control, enemy_control = PLANES.index("own control"), PLANES.index("enemy control")
        held = [
            (own_control if side == agent else enemy_control, *self._cell_of[place])
            for place, side in seen.control.items()
        ]
        if held:
            planes[tuple(np.array(held).T)] = 1

    def _fixed_planes(self, rows: int, columns: int) -> Any:
        board = self.ruleset.board
        kinds = sorted(set(board.terrain))
        planes = np.zeros((len(PLANES) + len(kinds), rows, columns), np.float32)
        for place, (row, column) in enumerate(self._cell_of):
            planes[0, row, column] = 1
            planes[1, row, column] = board.victory[place]
            planes[len(PLANES) + kinds.index(board.terrain[place]), row, column] = 1
        return planes

    def _count(self) -> int:
        return self._sides_of_die if self.agent_selection == CHANCE else len(self._actions)

    def _mask(self) -> Any:
        mask = np.zeros(self.most, np.int8)
        mask[: self._count()] = 1
        return mask
