"""A player over the ports: a class with `choose`, that goes to the nearest objective it lacks."""

from __future__ import annotations

import random
from collections.abc import Collection

from engine.core import actions as act
from engine.core.state import State
from engine.opponent.player import Advice, Interrupted, Reason, never
from engine.rules.answers import AttackPlan
from engine.rules.player import ALL
from engine.rules.ports import Answers, Ruleset

GOOD = 0.5  # an attack is made if it takes the hex as often as this


class Marcher:
    """Marches on the objectives and attacks when it will probably win."""

    def __init__(self, ruleset: Ruleset, side: str, seed: int = 0) -> None:
        self.ruleset, self.side = ruleset, side
        self.chance = random.Random(seed)

    def choose(
        self,
        state: State,
        refused: Collection[act.Action] = (),
        interrupted: Interrupted = never,
    ) -> Advice | None:
        """Return the best of the legal actions; decisions are drawn by chance."""
        answers = self.ruleset.answers(state)
        actions = [a for a in self.ruleset.legal(state, ALL).actions if a not in refused]
        if not actions:
            return None
        goals = [o.place for o in answers.standing().objectives if o.holder != self.side]
        places = [place for place in goals if place is not None]
        best, worth = actions[0], 0.0
        for action in actions:
            found = self.worth(answers, action, places)
            if found > worth:
                best, worth = action, found
        if state.pending:
            best = self.chance.choice(actions)
        return Advice(best, worth, Reason("forced"))

    def worth(self, answers: Answers, action: act.Action, goals: list[int]) -> float:
        """Hexes that a move comes nearer, or the chance that an attack takes the hex."""
        if isinstance(action, act.MoveUnits) and goals:
            ends = [answers.place(action.path[0]), answers.place(action.path[-1])]
            board = self.ruleset.board
            if any(end is None or end >= len(board.numbers) for end in ends):
                return 1.0  # it enters the map
            start, end = (min(board.distance(at, goal) for goal in goals) for at in ends)
            return float(start - end)
        if isinstance(action, act.DeclareAttack):
            target = answers.place(action.target)
            odds = answers.odds(AttackPlan(action.attackers, target, action.artillery))
            return odds.prospect.taken if odds.prospect and odds.prospect.taken > GOOD else 0.0
        return 0.0
