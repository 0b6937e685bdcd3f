"""What Holland '44 tells of its logs: combats fought by the rules, points, who counts (26.5)."""

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
from engine.rules.facts import Fight, PlainFacts

COUNTED = ("combat", "breakdown", "remnant")
"""Roles of counters that stand for troops; supply heads, garrisons and unknown units are not."""


class HollandFacts(PlainFacts):
    """The facts of any log, and those that only the rules can tell."""

    def __init__(self, module: Module, scenario: str) -> None:
        super().__init__(module)
        known = module.meta.scenarios
        name = scenario if scenario in known else known[0]
        self._setting = Setting(module, module.scenario(name), BOOK)

    def fight(self, entry: Entry, before: State) -> Fight | None:
        """A combat that was told, or one that the rules worked out (9.3, 11.1)."""
        told = super().fight(entry, before)
        if told is not None:
            return told
        combat = _combat(entry)
        if combat is None:
            return None
        (target, column, die, result), earlier = combat
        places = self._setting.places
        record = _record(entry, before, target)
        thrown = apply(before, earlier, places)  # who moved in or was turned over stands there
        attackers = record.attackers if record is not None else ()
        first = thrown.pieces.get(attackers[0]) if attackers else None
        stack = thrown.stack(places.index(target))
        defenders = (record.defenders if record is not None else ()) or stack
        found = None
        if record is not None and die != AUTO:
            turned_over = tuple(u for u in stack if u not in before.stack(places.index(target)))
            revealed = record.revealed or turned_over
            found = self._reckoned(record.after(revealed=revealed), thrown)
        if found is not None and found.odds.column != column:
            found = None  # what decided the odds is not told in the log
        return Fight(
            "",
            first.side if first is not None else entry.by,
            target,
            attackers,
            defenders,
            found.odds.attack if found else None,
            found.odds.defense if found else None,
            tuple(act.Shift(by=s.by, why=t(f"change.holland44.{s.why}")) for s in found.shifts)
            if found
            else (),
            column,
            (int(die),) if die != AUTO else (),
            result,
        )

    def counts(self, piece: Piece) -> bool:
        """Troops count."""
        if piece.counter not in self.module.counters:
            return True
        return self.module.counters.of(piece.counter).role in COUNTED

    def points(self, state: State) -> Mapping[str, float]:
        """The victory points of both sides (26.5)."""
        try:
            return victory_points(self._setting.position(state))
        except (UserError, KeyError, IndexError, ValueError):
            return {}  # a position made by hand that the rules cannot read

    def _reckoned(self, record: CombatRecord, thrown: State) -> CombatOdds | None:
        try:
            fight = fight_of(self._setting.position(thrown), record)
            return reckoned(fight, record)
        except (UserError, KeyError, IndexError, ValueError):
            return None


def _combat(entry: Entry) -> tuple[list[str], tuple[fx.Effect, ...]] | None:
    """Target, column, die and result of the combat that an entry resolved, and what came before."""
    for number, effect in enumerate(entry.effects):
        if isinstance(effect, fx.SetTrack) and effect.track == COMBAT and effect.after is not None:
            words = str(effect.after).split()
            if len(words) == 4:
                return words, entry.effects[:number]
    return None


def _record(entry: Entry, before: State, target: str) -> CombatRecord | None:
    """The combat as the log knows it: from what it asked next, what was asked, what was meant.

    A move that ends in combat attacks a lone unknown unit (25.3.1).
    """
    told: dict[str, Any] = {}
    if isinstance(entry.action, act.MoveUnits):
        told |= {"attackers": entry.action.units, "target": target, "overrun": True}
    if before.pending:
        told |= _of_args(before.pending[-1].args)
    if isinstance(entry.action, act.DeclareAttack):
        told |= entry.action.model_dump(exclude={"kind"})
    for effect in entry.effects:
        if isinstance(effect, fx.PushDecision):
            told |= _of_args(effect.decision.args)
    try:
        return CombatRecord.model_validate(told)
    except ValidationError:
        return None


def _of_args(args: Mapping[str, Any]) -> dict[str, Any]:
    told = args.get("battle")
    return dict(told) if isinstance(told, dict) else {}
