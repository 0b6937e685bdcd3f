"""Luck of throws and errors of decisions, by the evaluation fitted to the rollouts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice

from engine.core import actions as act
from engine.core.dice import Rolled
from engine.core.errors import UserError
from engine.core.reducer import apply
from engine.core.state import State
from engine.i18n import t
from engine.log.entry import Entry
from engine.opponent.attacks import weigh
from engine.opponent.evaluation import Balance, Evaluation
from engine.opponent.outlook import Outlook
from engine.opponent.value import continued
from engine.report.analysis import Choice, Throw
from engine.rules.judge import Given, play
from engine.rules.own_actions import typed
from engine.rules.player import ALL, branches
from engine.rules.ports import Ruleset

MOST_FACES = 216
"""Maximum number of outcomes of a throw that are all compared; of more, a sample is taken."""
SAMPLED = 60
"""Number of outcomes in such a sample."""
DEPTH = 6
"""Maximum number of decisions answered until nothing is pending."""
MOST_OPTIONS = 12
"""Maximum number of answers compared."""
MOST_ATTACKS = 3
"""Maximum number of other attacks on the same hex that are compared."""

Worth = tuple[float, float]
"""Win probability and points of the first side."""


class Judge:
    """Judge of throws and decisions. The values of one phase share its root position."""

    def __init__(self, ruleset: Ruleset, evaluation: Evaluation, seed: int) -> None:
        self._ruleset = ruleset
        self._evaluation = evaluation
        self._seed = seed
        self._balance: Balance | None = None
        self._root: object = None

    def balance(self, state: State) -> Balance:
        """Return the features with the root of the state's phase."""
        if self._balance is None or self._root != state.clock:
            self._balance, self._root = Balance(self._ruleset, state), state.clock
        return self._balance

    def throw(self, before: State, entry: Entry, step: int) -> Throw | None:
        """Return the luck of an entry's dice; None if the rules now resolve it differently."""
        action = typed(self._ruleset, entry.action)
        thrown = [value for dice in entry.dice for value in dice.values]
        try:
            played = play(self._ruleset, before, action, Given(thrown))
        except UserError:
            return None
        if played.effects != entry.effects:
            return None
        after = apply(before, played.effects, self._ruleset.places)
        got = self._settled(before, after)
        means, faces = self._mean(before, action)
        return Throw(
            step=step,
            entry=entry.id,
            side=entry.by,
            win=round(got[0] - means[0], 5),
            points=round(got[1] - means[1], 3),
            faces=faces,
        )

    def choice(self, before: State, entry: Entry, step: int) -> Choice | None:
        """Return the error of an answer or attack; None for other entries and only choices."""
        action = typed(self._ruleset, entry.action)
        if not isinstance(action, act.Choose | act.DeclareAttack):
            return None
        side = before.side_to_act
        balance = self.balance(before)
        if side not in balance.sides:
            return None
        viewer = balance.outlooks[balance.sides.index(side)]
        others: Sequence[act.Action]
        if isinstance(action, act.Choose):
            options = self._ruleset.legal(before, ALL).actions
            spread = options[:: max(1, -(-len(options) // MOST_OPTIONS))]
            others = [a for a in spread if a != action]
        else:
            others = self._attacks(before, action, viewer)
        try:
            played, _ = self._mean(before, action)
        except UserError:
            return None
        sign = 1 if side == balance.sides[0] else -1
        worths: list[tuple[Worth, act.Action | None]] = []
        if isinstance(action, act.DeclareAttack):
            worths.append((self._evaluation.value(balance, before), None))
        for other in others:
            try:
                worths.append((self._mean(before, other)[0], other))
            except UserError:
                continue
        if not worths:
            return None
        best, result = max(worths, key=lambda pair: sign * pair[0][0])
        lost = max(0.0, round(sign * (best[0] - played[0]), 5))  # less is noise of the sums
        return Choice(
            step=step,
            entry=entry.id,
            side=side,
            win=lost,
            points=round(max(0.0, sign * (best[1] - played[1])), 3) if lost > 0 else 0.0,
            compared=len(worths) + 1,
            better=self._words(before, result) if lost > 0 else "",
            better_action=result if lost > 0 else None,
        )

    def _attacks(
        self, before: State, attack: act.DeclareAttack, viewer: Outlook
    ) -> list[act.DeclareAttack]:
        """Return the best other attacks of the same units on the same hex."""
        result: dict[act.DeclareAttack, float] = {}
        outlook = Outlook(self._ruleset, before, viewer.side, viewer.weights, viewer.ground)
        for unit in attack.attackers:
            for one in islice(self._ruleset.actions_of(before, unit), 200):
                if (
                    isinstance(one, act.DeclareAttack)
                    and one.target == attack.target
                    and one != attack
                    and one not in result
                ):
                    weighed = weigh(outlook, one)
                    if weighed is not None:
                        result[one] = weighed.worth
        return sorted(result, key=lambda a: -result[a])[:MOST_ATTACKS]

    def _mean(self, before: State, action: act.Action) -> tuple[Worth, int]:
        """Return the mean worth over an action's dice, and the number of outcomes.

        Raises UserError for an illegal action.
        """
        outcomes = list(islice(branches(self._ruleset, before, action), MOST_FACES + 1))
        if len(outcomes) <= MOST_FACES:
            shares = [float(b.probability) for b in outcomes]
            states = [b.state for b in outcomes]
        else:
            dice = [Rolled(random.Random(f"{self._seed}/{n}")) for n in range(SAMPLED)]
            states = [
                apply(
                    before,
                    play(self._ruleset, before, action, one).effects,
                    self._ruleset.places,
                )
                for one in dice
            ]
            shares = [1 / SAMPLED] * SAMPLED
        known: list[tuple[State, Worth]] = []
        win = points = 0.0
        for state, share in zip(states, shares, strict=True):
            worth = next((w for s, w in known if s == state), None)
            if worth is None:
                worth = self._settled(before, state)
                known.append((state, worth))
            win, points = win + share * worth[0], points + share * worth[1]
        return (win, points), len(states)

    def _settled(self, before: State, after: State) -> Worth:
        """Return the worth of a state, played until nothing is pending."""
        dice = Rolled(random.Random(self._seed))
        state, _ = continued(self._ruleset, after, dice, DEPTH)
        return self._evaluation.value(self.balance(before), state)

    def _words(self, before: State, action: act.Action | None) -> str:
        """Describe an alternative."""
        answers = self._ruleset.answers(before)
        match action:
            case None:
                return t("analysis.no_attack")
            case act.Choose():
                asked = answers.question()
                options = asked.options if asked is not None else ()
                return next((o.text for o in options if o.id == action.option), action.option)
            case act.DeclareAttack():
                units = (*action.attackers, *action.artillery)
                return t("analysis.attack", units=", ".join(answers.name(u) for u in units))
        return action.kind
