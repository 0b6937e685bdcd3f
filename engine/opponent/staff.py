"""Staff: a club player that plays several plans of a turn on before it chooses one."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from statistics import fmean
from time import monotonic

import numpy as np

from engine.core import actions as act
from engine.core.dice import Rolled
from engine.core.errors import UserError
from engine.core.state import State
from engine.i18n import t
from engine.opponent.evaluation import Balance, Evaluation
from engine.opponent.ground import ground_of
from engine.opponent.outlook import Outlook
from engine.opponent.player import Advice, Interrupted, Reason, never
from engine.opponent.recruit import Recruit
from engine.opponent.seats import played_on
from engine.opponent.shipped import shipped
from engine.opponent.value import worth
from engine.opponent.weights import Weights, weights_of
from engine.rules.ports import Ruleset


@dataclass(frozen=True, slots=True)
class Plan:
    """The weights for one turn, and the worth of the positions that they have led to.

    ``where`` is the goal that comes first, if the plan has one.
    """

    name: str
    weights: Weights
    where: str = ""
    worths: list[float] = field(default_factory=list)

    @property
    def worth(self) -> float:
        """The mean worth of the positions; 0 if the plan was not played on."""
        return fmean(self.worths) if self.worths else 0.0

    @property
    def text(self) -> str:
        """The plan in words."""
        return t(f"opponent.plan.{self.name}", where=self.where)


class Staff:
    """A club player that chooses a plan before its first move of each turn.

    Each plan is played on to the side's next turn, with the same dice for all: the side follows the
    plan, the enemy plays as a recruit. The worse half of the plans is dropped, and those left are
    played on more often. The evaluation of the scenario gives the worth of the positions reached;
    without one the weights do.
    """

    def __init__(self, ruleset: Ruleset, side: str, seed: int = 0, *, timed: bool = False) -> None:
        self._ruleset = ruleset
        self._side = side
        self._seed = seed
        self._timed = timed
        shared = weights_of(ruleset.module)
        self._weights = shared.of_club().in_play(ruleset.scenario.id, side)
        self._ground = ground_of(ruleset.board, self._weights.march)
        own = shipped(ruleset.module, ruleset.scenario.id)
        self._evaluation = None if own is None else Evaluation(own.fit)
        self._turn: int | None = None
        self._player = self._follower(self._weights, seed)

    def choose(
        self,
        state: State,
        refused: Collection[act.Action] = (),
        interrupted: Interrupted = never,
    ) -> Advice | None:
        """Return the best action in a state as the side observes it; None if there is none."""
        turn = state.clock.turn
        if turn == self._turn or not self._moves(state):
            return self._player.choose(state, refused, interrupted)
        try:
            plans = self._tried(state, interrupted)
        except UserError:  # what the side sees is not enough to play on
            plans = self._plans(state)[:1]
        best = max(plans, key=lambda plan: plan.worth)
        self._turn, self._player = turn, self._follower(best.weights, self._seed + turn)
        advice = self._player.choose(state, refused, interrupted)
        if advice is None or not best.worths:
            return advice
        why: dict[str, str | int | float] = {
            "order": advice.reason.text,
            "plan": best.text,
            "count": len(best.worths),
        }
        if self._evaluation is None:
            return replace(advice, reason=Reason("plan", why))
        why |= {"own": f"{100 * best.worth:.0f}", "usual": f"{100 * plans[0].worth:.0f}"}
        return replace(advice, reason=Reason("plan_won", why))

    def _follower(self, weights: Weights, seed: int) -> Recruit:
        return Recruit(self._ruleset, self._side, seed, timed=self._timed, weights=weights)

    def _moves(self, state: State) -> bool:
        """Return whether the side moves units next."""
        clock, phases = state.clock, self._ruleset.move_phases
        return clock.active == self._side and clock.phase in phases and not state.pending

    def _plans(self, state: State) -> list[Plan]:
        """Return the usual plan, those of the weights, and one for each of the goals that are
        contested most.
        """
        usual, staff = self._weights, self._weights.staff
        plans = [Plan("usual", usual)]
        plans += [Plan(name, usual.over(lines)) for name, lines in staff.plans.items()]
        outlook = Outlook(self._ruleset, state, self._side, usual, self._ground)
        if not outlook.goals:
            return plans
        needs = usual.goal.need + np.array([goal.need for goal in outlook.goals])
        even = 1 - np.tanh(np.abs(outlook.lead) / needs)
        contested = even * [goal.worth for goal in outlook.goals]
        for n in np.argsort(-contested, kind="stable")[: staff.goals]:
            first = outlook.goals[n].hexes
            weights = usual.model_copy(update={"first": first})
            plans.append(Plan("goal", weights, outlook.answers.where(min(first))))
        return plans

    def _tried(self, state: State, interrupted: Interrupted) -> list[Plan]:
        """Return the usual plan and the best others, played on."""
        until = monotonic() + self._weights.value.seconds
        plans, balance = self._plans(state), Balance(self._ruleset, state)
        for throws in self._weights.staff.throws:
            for _ in range(throws):
                for plan in plans:
                    if self._timed and monotonic() > until:
                        return _even(plans)
                    plan.worths.append(self._reached(plan, state, balance, interrupted))
            others = sorted(plans[1:], key=lambda plan: -plan.worth)
            plans = [plans[0], *others[: -(-len(others) // 2)]]
        return plans

    def _reached(
        self, plan: Plan, start: State, balance: Balance, interrupted: Interrupted
    ) -> float:
        """Return the worth of the position at the side's next turn, reached by a plan with the next
        dice.
        """
        turn, number, state = start.clock.turn, len(plan.worths), start
        players = {side: Recruit(self._ruleset, side, number) for side in balance.sides}
        players[self._side] = Recruit(self._ruleset, self._side, number, weights=plan.weights)
        dice = Rolled(random.Random(f"{self._seed}/{turn}/{number}"))
        for state in played_on(self._ruleset, players, start, dice, interrupted):
            if state.clock.turn > turn and self._moves(state):
                break
        if self._evaluation is None:
            now = Outlook(self._ruleset, state, self._side, self._weights, self._ground)
            return worth(now, state)
        won, _ = self._evaluation.value(balance, state)
        return won if self._side == balance.sides[0] else 1 - won


def _even(plans: list[Plan]) -> list[Plan]:
    """Return plans with the rollouts that all of them have had."""
    common = min(len(plan.worths) for plan in plans)
    return [replace(plan, worths=plan.worths[:common]) for plan in plans]
