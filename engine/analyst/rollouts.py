"""Rollouts: games played on from a position by the same player for both sides, without a log."""

from __future__ import annotations

import random
from dataclasses import dataclass

from engine.core.dice import Dice, Rolled
from engine.core.errors import UserError
from engine.core.garbage import collecting_seldom
from engine.core.state import State
from engine.opponent.evaluation import Balance, Evaluation, margin_of, score_of
from engine.opponent.seats import played_on, seed_of_player
from engine.opponent.strengths import player_named
from engine.report.analysis import Fit, Rollout
from engine.rules.ports import Ruleset

SIDES = 100
"""Maximum number of sides of a first throw that is spread."""
SAMPLES = 6
"""Maximum number of positions of a rollout that the evaluation is fitted to."""


@dataclass(frozen=True, slots=True)
class Task:
    """A rollout to play: the position's index, the rollout's number, and where it begins.

    With ``turns`` it ends so many turns later, valued by the evaluation ``fit``.
    """

    position: int
    number: int
    state: State
    player: str
    seed: int
    turns: int = 0
    fit: Fit | None = None


class FirstThrowSpread(Rolled):
    """Dice of one rollout of several, whose first throws show each side of a die equally often.

    Rollouts 0 to 5 throw each side of a six-sided die once, so do 6 to 11. All throws after the
    first are drawn at random.
    """

    def __init__(self, seed: int, number: int) -> None:
        super().__init__(random.Random(f"{seed}/{number}/dice"))
        self._seed, self._number = seed, number
        self._is_first = True

    def throw(self, sides: int, count: int, reason: str) -> Dice:
        """Roll and return the record."""
        thrown = super().throw(sides, count, reason)
        if not self._is_first or sides > SIDES:
            return thrown
        self._is_first = False
        block, at = divmod(self._number, sides)
        order = random.Random(f"{self._seed}/first/{block}")
        values = tuple(order.sample(range(1, sides + 1), sides)[at] for _ in range(count))
        return thrown.model_copy(update={"values": values})


def rollout(ruleset: Ruleset, task: Task) -> Rollout:
    """Play a game on to its end.

    Rollouts of the same seed and number get the same dice in every position, the first throw
    spread (:class:`FirstThrowSpread`). A game in which no order is found ends there, as a draw
    unless the rules name a winner. A truncated rollout (:class:`Task`) ends with a phase.
    """
    name = f"{task.seed}/{task.number}"
    players = {
        side.id: player_named(task.player, ruleset, side.id, seed_of_player(name, side.id))
        for side in ruleset.module.meta.sides
    }
    dice = FirstThrowSpread(task.seed, task.number)
    state, met = task.state, [task.state]
    with collecting_seldom():
        for after in played_on(ruleset, players, state, dice):
            moved_on, state = after.clock != state.clock, after
            if moved_on and not state.pending:
                met.append(state)
                if task.turns and state.clock.turn >= task.state.clock.turn + task.turns:
                    break
    met = [s for s in met if ruleset.over(s) is None]
    chosen = met[:1] + random.Random(name).sample(met[1:], min(SAMPLES - 1, max(0, len(met) - 1)))
    score, margin = score_of(ruleset, ruleset.over(state)), margin_of(ruleset, state)
    if task.turns and task.fit is not None:
        score, margin = Evaluation(task.fit).value(Balance(ruleset, state), state)
    return Rollout(
        number=task.number,
        score=score,
        margin=margin,
        samples=tuple(Balance(ruleset, s).sample(s) for s in chosen),
    )


@dataclass(frozen=True, slots=True)
class Done:
    """A finished task; without a rollout if the rules cannot play on from its position."""

    task: Task
    rollout: Rollout | None


def done(ruleset: Ruleset, task: Task) -> Done:
    """Return a finished task."""
    try:
        return Done(task, rollout(ruleset, task))
    except UserError:
        return Done(task, None)
