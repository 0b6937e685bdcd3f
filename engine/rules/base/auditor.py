"""A recorded game judged entry by entry with today's rules.

What was played by the rules is judged and worked out again with its dice. A move told on a free
table is judged as a way; what is told of combats there leaves no account to judge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.errors import UserError
from engine.core.modes import house_rules
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.log.entry import Entry
from engine.rules.base.combat import keeps_throws, of_the_table
from engine.rules.house import under
from engine.rules.judge import DiceNeeded, Given
from engine.rules.ports import Ruleset
from engine.rules.registry import NO_RULE


class Auditor:
    """Judges the entries of one game in their order."""

    played: ClassVar[tuple[type, ...]] = (
        act.NextPhase,
        act.DeclareAttack,
        act.Bombard,
        act.Choose,
    )
    """Kinds of actions that only rules can work out."""

    accounts: ClassVar[tuple[str, ...]] = ()
    """How the tracks begin by which rules keep account of a move: what a free table never sets."""

    combats: ClassVar[str] = "fight"
    """The track of the combat that is worked out."""

    sequence: ClassVar[str] = NO_RULE
    """The number of the rule by which one phase follows the other."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset

    def judge(self, before: State, entry: Entry) -> list[Verdict] | None:
        """All verdicts on an entry; None where there is nothing to judge."""
        try:
            found = self.verdicts(before, entry)
            verdicts = None if found is None else list(found)
        except UserError as error:
            verdicts = [self.senseless(error)]
        if verdicts is None:
            return None
        return under(house_rules(before), verdicts, self.ruleset.fixed)

    def verdicts(self, before: State, entry: Entry) -> Iterable[Verdict] | None:
        """What the printed rules say of an entry; None where there is nothing to judge."""
        action = entry.action
        if isinstance(action, self.played) or self.by_rules(entry):
            return self.again(before, entry)
        match action:
            case act.MoveUnits():
                return self.told(before, action)
            case act.SetClock():
                return self.clock(before, action)
        return None

    def told(self, before: State, move: act.MoveUnits) -> Iterable[Verdict] | None:
        """What the rules say of a move that was told on a free table."""
        return self.ruleset.judge(before, move)

    def by_rules(self, entry: Entry) -> bool:
        """Was a move played by the rules, so that the log itself keeps account of it?

        It may begin with a question before anybody has moved.
        """
        return isinstance(entry.action, act.MoveUnits) and any(
            isinstance(e, fx.PushDecision)
            or (isinstance(e, fx.SetTrack) and e.track.startswith(self.accounts))
            for e in entry.effects
        )

    def again(self, before: State, entry: Entry) -> Iterator[Verdict]:
        """The rules against it, and whether its dice lead to the recorded effects."""
        yield from self.ruleset.judge(before, entry.action)
        dice = Given([v for thrown in entry.dice for v in thrown.values])
        try:
            effects, _ = self.ruleset.resolve(before, entry.action, dice)
        except (DiceNeeded, UserError) as error:
            yield self.senseless(error)
            return
        if dice.left or not self.alike(effects, entry.effects):
            yield Verdict(rule=self.sequence, level="forbid", key="audit.differs")

    def alike(self, effects: Sequence[fx.Effect], told: Sequence[fx.Effect]) -> bool:
        """Return whether effects are those told; what older logs keep of a combat is left out."""
        if effects == told:
            return True
        track = self.combats
        if keeps_throws(track, told):
            return False
        return list(of_the_table(track, effects)) == list(of_the_table(track, told))

    def clock(self, before: State, action: act.SetClock) -> Iterator[Verdict]:
        """One phase follows the other as the sequence of play says."""
        after = fx.Clock(turn=action.turn, phase=action.phase, active=action.active)
        due = self.ruleset.following(before)
        if after not in (due, before.clock):
            yield self.other_phase(due)

    def other_phase(self, due: fx.Clock | None) -> Verdict:
        """Another phase was due."""
        names = self.ruleset.names
        words = [names.side_name(due.active), names.phase_name(due.phase)] if due else ["–"]
        args = {"due": " ".join(words)}
        return Verdict(rule=self.sequence, level="forbid", key="audit.phase", args={**args})

    def senseless(self, error: Exception) -> Verdict:
        """What was recorded cannot be played at all."""
        args = {"why": str(error)}
        return Verdict(rule=self.sequence, level="forbid", key="audit.senseless", args={**args})
