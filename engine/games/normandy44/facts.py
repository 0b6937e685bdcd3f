"""Facts about logs of Normandy '44: attacks, landings, and the values of chart results."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.state import State
from engine.games.normandy44 import tracks
from engine.games.normandy44.combat import ASSAULT, CombatRecord
from engine.games.normandy44.orders import attack_named
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import FIGHT
from engine.games.normandy44.rules.ch10_combat import CombatOdds, reckon
from engine.games.normandy44.setting import base_of
from engine.games.normandy44.vocabulary import GAME
from engine.i18n import t
from engine.log.entry import Entry
from engine.modules.module import Module
from engine.rules.base.combat import Throw, rolls_of
from engine.rules.facts import PRESS, RETREAT, ROUT, Fight, Outcome, PlainFacts

HALF: Final = 2.0
"""Steps that DH, half a full stack, counts as."""

DEFENCE: Final = {
    "DR": RETREAT + PRESS,
    "D1": 1 + RETREAT + PRESS,
    "D2": 2 + ROUT + PRESS,
    "DH": HALF + ROUT + PRESS,
    "EX": 1.0,
}
"""The value of the defender's half of a result to the attacker, in steps (12.1a)."""

ATTACK: Final = {"A1": 1.0, "A1*": 1.0, "A2": 2.0, "EX": 1.0}
"""The cost of the attacker's half, in steps."""


class NormandyFacts(PlainFacts):
    """The facts of any log, and those that need the rules."""

    def __init__(self, module: Module, scenario: str) -> None:
        super().__init__(module)
        self._setting = base_of(module, scenario).setting
        self._charts = self._setting.charts

    def fight(self, entry: Entry, before: State) -> Fight | None:
        """Return a combat, as recorded or as rolled by the rules (10.5c, 20.3.2a)."""
        recorded = super().fight(entry, before)
        if recorded is not None:
            return recorded
        rolls = rolls_of(entry.effects, tracks.COMBAT)
        thrown = next((roll for roll in rolls if roll.die.isdigit()), None)
        if thrown is None:
            return None
        target, column, die = thrown.target, thrown.column, int(thrown.die)
        result = thrown.result.partition(" ")[0]
        record = _record(entry, before, target)
        if record is None:
            return None
        landing = record.kind == ASSAULT
        throw = next((each for each in record.throws if each.table == "crt"), None)
        computed = None if landing or throw is not None else self._reckoned(entry, before)
        if computed is not None and computed.name != column:
            computed = None
        strengths: Throw | CombatOdds | None = throw or computed
        shifts = [(s.by, s.why) for s in throw.shifts] if throw is not None else []
        shifts += [(s.by, s.name) for s in computed.shifts] if computed is not None else []
        stack = before.stack(self._setting.places.index(target))
        foes = tuple(u for u in stack if before.pieces[u].side != record.side)
        return Fight(
            t(f"word.{GAME}.{record.lead}") if landing else "",
            record.side,
            target,
            record.attackers,
            record.defenders or foes,
            strengths.attack if strengths else None,
            strengths.defense if strengths else None,
            tuple(act.Shift(by=by, why=t(f"shift.{GAME}.{why}")) for by, why in shifts),
            t(f"column.{GAME}.{column}.short") if landing else column,
            (die,) if die else (),
            result,
        )

    def _column(self, column: str) -> tuple[Outcome, ...]:
        """Return the six results of a column of the combat chart or the landing chart."""
        beaches = {t(f"column.{GAME}.{c}.short"): c for c in self._charts["invasion"].columns}
        for name, place in (("crt", column), ("invasion", beaches.get(column, ""))):
            if place in self._charts[name].columns:
                results = [self._charts.read(name, die, place).result for die in range(1, 7)]
                words = [result.partition(" ")[0] for result in results]
                return tuple(Outcome(word, 1, worth(word)) for word in words)
        return ()

    def _reckoned(self, entry: Entry, before: State) -> CombatOdds | None:
        """Return strengths and shifts at the time of the die roll, with the Jabos (19.5)."""
        if not isinstance(entry.action, act.DeclareAttack):
            return None
        thrown = [d.values[0] for d in entry.dice if d.reason.startswith("jabos:")]
        try:
            attack = attack_named(Position(self._setting, before), entry.action)
            if thrown:
                attack = replace(attack, jabos=int(self._charts.read("jabos", thrown[0]).result))
            return reckon(attack)
        except (UserError, KeyError, IndexError, ValueError):
            return None


def worth(result: str) -> float:
    """Return the value of a result to the attacker, in steps."""
    codes = [result] if result == "EX" else result.split("/")
    return sum(DEFENCE.get(code, 0.0) - ATTACK.get(code, 0.0) for code in codes)


def _record(entry: Entry, before: State, target: str) -> CombatRecord | None:
    """Return the combat of the die roll, as the log records it."""
    return next((r for r in FIGHT.records_of(entry, before) if r.target == target), None)
