"""Facts about logs of Holland '44: combats, points, troops that count (26.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.errors import UserError
from engine.core.reducer import apply
from engine.core.state import Piece, State
from engine.games.holland44.combat import CombatRecord
from engine.games.holland44.contents import BOOK
from engine.games.holland44.position import Setting
from engine.games.holland44.rules.ch09_combat import AUTO, fight_of, reckoned
from engine.games.holland44.rules.ch10_odds import CombatOdds
from engine.games.holland44.rules.ch26_victory import victory_points
from engine.games.holland44.tracks import COMBAT
from engine.i18n import t
from engine.log.entry import Entry
from engine.modules.module import Module
from engine.rules.base.combat import rolls_of
from engine.rules.facts import Fight, PlainFacts

COUNTED = ("combat", "breakdown", "remnant")
"""Roles of counters that are troops; supply heads, garrisons and unknown units are not."""


class HollandFacts(PlainFacts):
    """The facts of any log, and those that need the rules."""

    def __init__(self, module: Module, scenario: str) -> None:
        super().__init__(module)
        self._setting = Setting(module, module.scenario(scenario), BOOK)

    def fight(self, entry: Entry, before: State) -> Fight | None:
        """Return a combat, as recorded or as computed by the rules (9.3, 11.1)."""
        recorded = super().fight(entry, before)
        if recorded is not None:
            return recorded
        rolls = (r for r in rolls_of(entry.effects, COMBAT) if " " not in r.result)
        combat = next(rolls, None)
        if combat is None:
            return None
        target, column, die, result, earlier = combat
        places = self._setting.places
        record = _record(entry, before, target)
        thrown = apply(before, earlier, places)  # after advances and revealed units
        attackers = record.attackers if record is not None else ()
        first = thrown.pieces.get(attackers[0]) if attackers else None
        stack = thrown.stack(places.index(target))
        defenders = (record.defenders if record is not None else ()) or stack
        combat_odds = None
        if record is not None and die != AUTO:
            turned_over = tuple(u for u in stack if u not in before.stack(places.index(target)))
            revealed = record.revealed or turned_over
            combat_odds = self._reckoned(record.after(revealed=revealed), thrown)
        if combat_odds is not None and combat_odds.odds.column != column:
            combat_odds = None  # the log lacks something that decided the odds
        return Fight(
            "",
            first.side if first is not None else entry.by,
            target,
            attackers,
            defenders,
            combat_odds.odds.attack if combat_odds else None,
            combat_odds.odds.defense if combat_odds else None,
            tuple(
                act.Shift(by=s.by, why=t(f"change.holland44.{s.why}")) for s in combat_odds.shifts
            )
            if combat_odds
            else (),
            column,
            (int(die),) if die != AUTO else (),
            result,
        )

    def counts(self, piece: Piece) -> bool:
        """Return whether a piece is troops."""
        if piece.counter not in self.module.counters:
            return True
        return self.module.counters.of(piece.counter).role in COUNTED

    def points(self, state: State) -> Mapping[str, float]:
        """Return the victory points of both sides (26.5)."""
        try:
            return victory_points(self._setting.position(state))
        except (UserError, KeyError, IndexError, ValueError):
            return {}  # a hand-made position that the rules cannot read

    def _reckoned(self, record: CombatRecord, thrown: State) -> CombatOdds | None:
        try:
            fight = fight_of(self._setting.position(thrown), record)
            return reckoned(fight, record)
        except (UserError, KeyError, IndexError, ValueError):
            return None


def _record(entry: Entry, before: State, target: str) -> CombatRecord | None:
    """Return the combat as the log records it, from its decisions and its action.

    A move that ends in combat attacks a lone unknown unit (25.3.1).
    """
    fields: dict[str, Any] = {}
    if isinstance(entry.action, act.MoveUnits):
        fields |= {"attackers": entry.action.units, "target": target, "overrun": True}
    if before.pending:
        fields |= _of_args(before.pending[-1].args)
    if isinstance(entry.action, act.DeclareAttack):
        fields |= entry.action.model_dump(exclude={"kind"})
    for effect in entry.effects:
        if isinstance(effect, fx.PushDecision):
            fields |= _of_args(effect.decision.args)
    try:
        return CombatRecord.model_validate(fields)
    except ValidationError:
        return None


def _of_args(args: Mapping[str, Any]) -> dict[str, Any]:
    battle = args.get("battle")
    return dict(battle) if isinstance(battle, dict) else {}
