"""Rollouts: games played on from a position by the same player for both sides, without a log."""

from __future__ import annotations

import random
from dataclasses import dataclass

from engine.analyst.evaluation import Balance, margin_of, score_of
from engine.core.dice import Rolled
from engine.core.errors import UserError
from engine.core.garbage import collecting_seldom
from engine.core.reducer import apply
from engine.core.state import State
from engine.opponent.seats import advise, seed_of_player
from engine.opponent.strengths import player_named
from engine.report.analysis import Rollout
from engine.rules.judge import play
from engine.rules.player import to_decide
from engine.rules.ports import Ruleset

SAMPLES = 6
"""Maximum number of positions of a rollout that the evaluation is fitted to."""


@dataclass(frozen=True, slots=True)
class Task:
    """A rollout to play: the position's index, the rollout's number, and where it begins."""

    position: int
    number: int
    state: State
    player: str
    seed: int


def rollout(ruleset: Ruleset, task: Task) -> Rollout:
    """Play a game on to its end.

    Rollouts of the same seed and number get the same dice in every position. A game in which no
    order is found ends there, as a draw unless the rules name a winner.
    """
    name = f"{task.seed}/{task.number}"
    players = {
        side.id: player_named(task.player, ruleset, side.id, seed_of_player(name, side.id))
        for side in ruleset.module.meta.sides
    }
    dice = Rolled(random.Random(f"{name}/dice"))
    state, met = task.state, [task.state]
    with collecting_seldom():
        while (side := to_decide(ruleset, state)) is not None:
            advice, _ = advise(ruleset, players[side], state, side)
            if advice is None:
                break
            before = state.clock
            state = apply(state, play(ruleset, state, advice.action, dice).effects, ruleset.places)
            if state.clock != before and not state.pending:
                met.append(state)
    met = [s for s in met if ruleset.over(s) is None]
    chosen = met[:1] + random.Random(name).sample(met[1:], min(SAMPLES - 1, max(0, len(met) - 1)))
    return Rollout(
        number=task.number,
        score=score_of(ruleset, ruleset.over(state)),
        margin=margin_of(ruleset, state),
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
