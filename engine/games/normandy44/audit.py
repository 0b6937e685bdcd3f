"""A recorded game judged entry by entry with today's rules.

What was played by the rules is judged and worked out again with its dice. A move told on a free
table is judged as a way; what is told of combats there leaves no account to judge.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.errors import UserError
from engine.core.modes import house_rules
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.games.normandy44 import tracks
from engine.games.normandy44.answers.views import judge_way
from engine.games.normandy44.rules.ch03_sequence import next_clock
from engine.games.normandy44.vocabulary import MODES
from engine.log.entry import Entry
from engine.rules.house import under
from engine.rules.judge import DiceNeeded, Given, WrongDie

if TYPE_CHECKING:
    from engine.games.normandy44.ruleset import Rules

PLAYED = (act.NextPhase, act.DeclareAttack, act.Bombard, act.Choose, act.PlaceMarker)
"""Kinds of actions that only rules can work out."""

SEQUENCE = "3.0"


class Auditor:
    """Judges the entries of one game in their order."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def judge(self, before: State, entry: Entry) -> list[Verdict] | None:
        """All verdicts on an entry; None where there is nothing to judge."""
        try:
            found = self._judge(before, entry)
        except UserError as error:
            found = iter([_senseless(error)])
        verdicts = None if found is None else list(found)
        if verdicts is None:
            return None
        return under(house_rules(before), verdicts, self.rules.fixed)

    def _judge(self, before: State, entry: Entry) -> Iterator[Verdict] | None:
        action = entry.action
        if isinstance(action, PLAYED) or played_by_rules(entry):
            return self._again(before, entry)
        match action:
            case act.MoveUnits() if action.mode in MODES:
                situation = self.rules.situation(before)
                return iter(judge_way(situation, action.units, action.path, action.mode))
            case act.SetClock():
                return self._clock(before, action)
        return None

    def _again(self, before: State, entry: Entry) -> Iterator[Verdict]:
        """The rules against it, and whether its dice lead to the recorded effects."""
        yield from self.rules.judge(before, entry.action)
        dice = Given([v for thrown in entry.dice for v in thrown.values])
        try:
            effects, _ = self.rules.resolve(before, entry.action, dice)
        except (DiceNeeded, WrongDie, UserError) as error:
            yield _senseless(error)
            return
        if effects != entry.effects or dice.left:
            yield Verdict(rule=SEQUENCE, level="forbid", key="audit.differs")

    def _clock(self, before: State, action: act.SetClock) -> Iterator[Verdict]:
        """3.0: one phase follows the other as the sequence of play says."""
        after = fx.Clock(turn=action.turn, phase=action.phase, active=action.active)
        due = next_clock(self.rules.situation(before))
        if after not in (due, before.clock):
            module = self.rules.module
            words = [module.side_name(due.active), module.phase_name(due.phase)] if due else ["–"]
            args = {"due": " ".join(words)}
            yield Verdict(rule=SEQUENCE, level="forbid", key="audit.phase", args={**args})


def played_by_rules(entry: Entry) -> bool:
    """Was a move played by the rules, so that the log itself keeps account of it?"""
    return isinstance(entry.action, act.MoveUnits) and any(
        isinstance(e, fx.SetTrack) and e.track.startswith((tracks.MOVED, tracks.HEXES))
        for e in entry.effects
    )


def _senseless(error: Exception) -> Verdict:
    return Verdict(rule=SEQUENCE, level="forbid", key="audit.senseless", args={"why": str(error)})
