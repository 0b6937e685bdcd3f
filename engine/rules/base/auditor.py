"""The audit of a recorded game, entry by entry, with the current rules.

Actions played by the rules are judged and resolved again with their recorded dice. Moves made by
hand are judged as paths; combats entered by hand are not judged.
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
from engine.rules.base.answers import Answers
from engine.rules.base.combat import keeps_throws, of_the_table
from engine.rules.house import under
from engine.rules.judge import DiceNeeded, Given
from engine.rules.ports import Ruleset
from engine.rules.registry import NO_RULE


class Auditor:
    """Judge the entries of a game in order."""

    played: ClassVar[tuple[type, ...]] = (
        act.NextPhase,
        act.DeclareAttack,
        act.Bombard,
        act.Choose,
    )
    """Kinds of action that only rules can resolve."""

    accounts: ClassVar[tuple[str, ...]] = ()
    """Prefixes of the tracks that rules set for a move, and that moves by hand never set."""

    combats: ClassVar[str] = "fight"
    """The track of the current combat."""

    sequence: ClassVar[str] = NO_RULE
    """The number of the rule on the order of phases."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset

    def judge(self, before: State, entry: Entry) -> list[Verdict] | None:
        """Return all verdicts on an entry; None if there is nothing to judge."""
        try:
            issued = self.verdicts(before, entry)
            verdicts = None if issued is None else list(issued)
        except UserError as error:
            verdicts = [self.senseless(error)]
        if verdicts is None:
            return None
        return under(house_rules(before), verdicts, self.ruleset.fixed)

    def verdicts(self, before: State, entry: Entry) -> Iterable[Verdict] | None:
        """Return the printed rules' verdicts on an entry; None if there is nothing to judge."""
        action = entry.action
        if isinstance(action, self.played) or self.by_rules(entry):
            return self.again(before, entry)
        match action:
            case act.MoveUnits():
                return self.judge_move(before, action)
            case act.SetClock():
                return self.clock(before, action)
        return None

    def judge_move(self, before: State, move: act.MoveUnits) -> Iterable[Verdict] | None:
        """Return the verdicts on a move made by hand; None if there is nothing to judge.

        Games that name the modes of moves on paths judge these moves as paths, in any phase.
        """
        answers = self.ruleset.answers(before)
        if not isinstance(answers, Answers) or not answers.ways:
            return self.ruleset.judge(before, move)
        return answers.route_verdicts(move) if move.mode in answers.ways else None

    def by_rules(self, entry: Entry) -> bool:
        """Return whether a move was played by the rules: it set tracks or asked a decision."""
        return isinstance(entry.action, act.MoveUnits) and any(
            isinstance(e, fx.PushDecision)
            or (isinstance(e, fx.SetTrack) and e.track.startswith(self.accounts))
            for e in entry.effects
        )

    def again(self, before: State, entry: Entry) -> Iterator[Verdict]:
        """Yield the verdicts on an entry, and one if its dice lead to other effects."""
        yield from self.ruleset.judge(before, entry.action)
        dice = Given([v for thrown in entry.dice for v in thrown.values])
        try:
            effects, _ = self.ruleset.resolve(before, entry.action, dice)
        except (DiceNeeded, UserError) as error:
            yield self.senseless(error)
            return
        if dice.left or not self.alike(effects, entry.effects):
            yield Verdict(rule=self.sequence, level="forbid", key="audit.differs")

    def alike(self, effects: Sequence[fx.Effect], recorded: Sequence[fx.Effect]) -> bool:
        """Return whether effects match the recorded ones, without combat records of older logs."""
        if effects == recorded:
            return True
        track = self.combats
        if keeps_throws(track, recorded):
            return False
        return list(of_the_table(track, effects)) == list(of_the_table(track, recorded))

    def clock(self, before: State, action: act.SetClock) -> Iterator[Verdict]:
        """Yield a verdict if a phase breaks the sequence of play."""
        after = fx.Clock(turn=action.turn, phase=action.phase, active=action.active)
        due = self.ruleset.following(before)
        if after not in (due, before.clock):
            yield self.other_phase(due)

    def other_phase(self, due: fx.Clock | None) -> Verdict:
        """Return the verdict that another phase was due."""
        names = self.ruleset.names
        words = [names.side_name(due.active), names.phase_name(due.phase)] if due else ["–"]
        args = {"due": " ".join(words)}
        return Verdict(rule=self.sequence, level="forbid", key="audit.phase", args={**args})

    def senseless(self, error: Exception) -> Verdict:
        """Return the verdict on an entry that cannot be played."""
        args = {"why": str(error)}
        return Verdict(rule=self.sequence, level="forbid", key="audit.senseless", args={**args})
