"""Judge a recorded game entry by entry with today's rules.

Entries played under the rules are judged and resolved again with their dice. Games recorded on a
free table do not store movement points and combats. For them the auditor keeps an account: the
points each unit has spent in the phase, the units that have fought, the advances they may make.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.effects import Clock
from engine.core.errors import UserError
from engine.core.modes import house_rules
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.games.holland44.audit_account import Account
from engine.games.holland44.audit_tables import table_verdicts
from engine.games.holland44.house_rules import FIXED
from engine.games.holland44.rules.ch03_clock import sequence_of
from engine.games.holland44.rules.ch08_movement.why_not import MODES_OF
from engine.games.holland44.tracks import MOVED
from engine.log.entry import Entry
from engine.rules.base.auditor import Auditor as BaseAuditor
from engine.rules.base.ruleset import FREE
from engine.rules.house import under

BY_HAND = (*FREE, act.Setup, act.ManualEdit, act.RevealUnit)
"""Kinds of actions that are not judged."""


class Auditor(BaseAuditor):
    """Judges the entries of one game in order."""

    played = (act.NextPhase, act.DeclareAttack, act.Choose)
    accounts = (MOVED,)
    sequence = "3"

    def __init__(self, rules: Any) -> None:
        super().__init__(rules)
        self.rules = rules
        self.account = Account(rules, rules.setting)

    def judge(self, before: State, entry: Entry) -> list[Verdict] | None:
        """Return all verdicts on an entry; None where there is nothing to judge."""
        action = entry.action
        if any(isinstance(e, fx.SetPhase) for e in entry.effects):
            by_hand = not isinstance(action, self.played)
            verdicts = list(self.account.end_of_phase(before)) if by_hand else []
            verdicts += self._phase(before, entry)
            return under(house_rules(before), verdicts, FIXED)
        self.account.remember(before, entry)
        if isinstance(action, BY_HAND):
            return None
        try:
            verdicts = list(self._judge(before, entry))
        except UserError as error:
            verdicts = [self.senseless(error)]
        return under(house_rules(before), verdicts, FIXED)

    def _judge(self, before: State, entry: Entry) -> Iterator[Verdict]:
        action = entry.action
        if isinstance(action, self.played) or self.by_rules(entry):
            yield from self.again(before, entry)
            return
        match action:
            case act.MoveUnits() if action.mode in MODES_OF:
                yield from self.account.move(before, action)
            case act.MoveUnits(mode="retreat"):
                yield from self.account.retreat(before, action)
            case act.MoveUnits(mode="advance"):
                yield from self.account.advance(before, action)
            case act.Combat():
                yield from self.account.combat(before, entry)
            case act.Consult():
                yield from table_verdicts(self.rules.setting, before, entry)
                if action.table == "demolition" and action.at:
                    yield from self.account.demolition(before, action)

    def _phase(self, before: State, entry: Entry) -> Iterator[Verdict]:
        """3: the phases follow the sequence of play."""
        if isinstance(entry.action, self.played):
            yield from self.again(before, entry)
            return
        after = next(e.after for e in entry.effects if isinstance(e, fx.SetPhase))
        sequence = sequence_of(self.rules.setting)
        due = sequence.after(before.clock)
        while due is not None and due != after and self._idle(due):
            due = sequence.after(due)
        if after not in (due, before.clock):
            yield self.other_phase(due)
        self.account.new_phase()

    def _idle(self, clock: Clock) -> bool:
        """Return whether free tables often leave out this phase when nothing happens in it."""
        return clock.phase in ("artillery_resupply", "bridge", "traffic", "victory", "airlanding")
