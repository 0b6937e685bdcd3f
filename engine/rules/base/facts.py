"""Facts of a log by a game's answers: the odds of its attacks, the points of its positions."""

from __future__ import annotations

from collections.abc import Mapping
from math import lcm

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.state import State
from engine.log.entry import Entry
from engine.modules.module import Module
from engine.request_fields import Refused
from engine.rules.answers import Chance, Odds, Result
from engine.rules.facts import RETREAT, Fight, Outcome, PlainFacts
from engine.rules.ports import Ruleset

UNREADABLE = (UserError, Refused, KeyError, IndexError, ValueError)
"""Errors of rules about a position made by hand."""


class AnsweredFacts(PlainFacts):
    """Facts of any log, with the attacks and points that the rules' answers know."""

    def __init__(self, module: Module, rules: Ruleset) -> None:
        super().__init__(module)
        self._rules = rules

    def fight(self, entry: Entry, before: State) -> Fight | None:
        """Return a combat entered by hand, or an attack with the first dice of its entry."""
        action = entry.action
        if not isinstance(action, act.DeclareAttack) or not entry.dice:
            return super().fight(entry, before)
        odds = self._odds(action, before)
        dice = entry.dice[0].values
        result = None if odds is None else _result(odds, sum(dice))
        if odds is None or result is None:
            return None
        return Fight(
            "",
            entry.by,
            action.target,
            action.attackers,
            odds.defenders,
            float(odds.attack),
            float(odds.defense),
            tuple(act.Shift(by=shift.by, why=shift.why) for shift in odds.shifts),
            odds.column,
            dice,
            result.code,
            _table(odds),
        )

    def points(self, state: State) -> Mapping[str, float]:
        """Return the current victory points of each side."""
        if "standing" not in self._rules.questions:
            return {}
        try:
            points = self._rules.answers(state).standing().points
        except UNREADABLE:
            return {}
        return {side: float(number) for side, number in points.items()}

    def _odds(self, action: act.DeclareAttack, before: State) -> Odds | None:
        if "odds" not in self._rules.questions:
            return None
        request = action.model_dump(mode="json", exclude_defaults=True)
        try:
            answers = self._rules.answers(before)
            return answers.odds(answers.plan(request))
        except UNREADABLE:
            return None


def _result(odds: Odds, thrown: int) -> Result | None:
    return next((c.result for c in odds.chances if _covers(c, thrown)), None)


def _covers(chance: Chance, thrown: int) -> bool:
    """Return whether a roll is among those of a chance, such as "1" or "2-3"."""
    low, _, high = chance.throws.partition("-")
    return low.isdecimal() and int(low) <= thrown <= int(high or low)


def _table(odds: Odds) -> tuple[Outcome, ...]:
    rolls = lcm(*(chance.probability.denominator for chance in odds.chances))
    return tuple(
        Outcome(c.result.code, int(c.probability * rolls), _worth(c.result)) for c in odds.chances
    )


def _worth(result: Result) -> float:
    """Return the worth of a result to the attacker: the steps lost, and half for a retreat."""
    mine, theirs = result.attacker, result.defender
    retreats = bool(theirs.get("retreat")) - bool(mine.get("retreat"))
    return theirs.get("steps", 0) - mine.get("steps", 0) + RETREAT * retreats
