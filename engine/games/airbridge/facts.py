"""Facts of a log for reports: the combats resolved by the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.errors import UserError
from engine.core.reducer import apply
from engine.core.state import State
from engine.games.airbridge import tracks
from engine.games.airbridge.charts import cell
from engine.games.airbridge.combat import CombatRecord
from engine.games.airbridge.position import Position
from engine.games.airbridge.resolution import FIGHT
from engine.games.airbridge.rules.ch09_fire import steps_of
from engine.games.airbridge.rules.ch12_strengths import DRM, maneuver, parsed, storm
from engine.games.airbridge.setting import base_of
from engine.games.airbridge.vocabulary import DIE, GAME
from engine.i18n import t
from engine.log.entry import Entry
from engine.modules.module import Module
from engine.modules.tables import Chart
from engine.rules.base.combat import rolls_of
from engine.rules.facts import PRESS, RETREAT, Fight, Outcome, PlainFacts


@dataclass(frozen=True, slots=True)
class _Computed:
    """A combat computed from the position in which the die was rolled.

    A positive shift favours the attacker. ``drm`` is added to the die, ``terrain`` divides the
    steps that the defender loses.
    """

    attack: int
    defense: int
    shifts: tuple[act.Shift, ...]
    chart: Chart
    column: int
    drm: int
    terrain: int = 1


class AirBridgeFacts(PlainFacts):
    """Facts of any log, with the combats resolved by the rules."""

    def __init__(self, module: Module, scenario: str) -> None:
        super().__init__(module)
        self._setting = base_of(module, scenario).setting

    def fight(self, entry: Entry, before: State) -> Fight | None:
        """Return a combat entered by hand, or one resolved by the rules (12.1d, 13.1e).

        For an assault the die roll is the attacker's; the defender's alone yields None.
        """
        by_hand = super().fight(entry, before)
        if by_hand is not None:
            return by_hand
        fired = [d.reason for d in entry.dice if d.reason in ("maneuver", "assault_attacker")]
        records = FIGHT.records_of(entry, before) if fired else []
        for record in records:
            rolls = rolls_of(entry.effects, tracks.COMBAT)
            own = [r for r in rolls if r.target == record.target and r.die.isdigit()]
            if not own:
                continue
            _, column, die, result, earlier = own[-1]
            combat = self._computed(record, apply(before, earlier, self._setting.places), earlier)
            if combat is not None and combat.chart.columns[combat.column] != column:
                combat = None
            return Fight(
                "",
                record.side,
                record.target,
                record.attackers,
                record.defenders,
                combat.attack if combat else None,
                combat.defense if combat else None,
                combat.shifts if combat else (),
                column,
                (int(die),),
                result,
                _table(combat, result, int(die)) if combat else (),
            )
        return None

    def _computed(
        self, record: CombatRecord, thrown: State, earlier: tuple[fx.Effect, ...]
    ) -> _Computed | None:
        """Return strengths, column and modifiers in the position in which the die was rolled."""
        try:
            position = Position(self._setting, thrown)
            left = position.units
            attackers = [left[name] for name in record.attackers if name in left]
            target = position.ground.index[record.target]
            charts = self._setting.charts
            if record.kind == "maneuver":
                odds = maneuver(position, attackers, target)
                better = [("", -odds.shift, "efficiency")] if odds.shift else []
                fire = _fired(earlier, "support_defense") - _fired(earlier, "support")
                return _Computed(
                    odds.attack, odds.defense, _lines([*better, *odds.drms]), charts.maneuver,
                    odds.column, odds.drm + fire, odds.terrain,
                )  # fmt: skip
            defenders = [left[name] for name in record.defenders if name in left]
            mine, theirs, _ = storm(position, attackers, defenders, target)
            return _Computed(
                mine.strength, theirs.strength, _lines(mine.drms), charts.assault, mine.column,
                mine.drm,
            )  # fmt: skip
        except (UserError, KeyError, IndexError, ValueError):
            return None  # losses since then have removed units of the combat


def _lines(drms: Iterable[DRM]) -> tuple[act.Shift, ...]:
    """Convert die modifiers to shifts; a lower die favours the side that rolls."""
    return tuple(act.Shift(by=-by, why=t(f"drm.{GAME}.{word}")) for _, by, word in drms)


def _table(combat: _Computed, result: str, die: int) -> tuple[Outcome, ...]:
    """Return the results of all ten die faces with the modifiers (12.1d, 13.1e).

    Empty if the recorded result does not match the die: the log does not state all modifiers.
    """
    codes = [cell(combat.chart, combat.column, face + combat.drm) for face in range(1, DIE + 1)]
    if codes[die - 1] != result:
        return ()
    return tuple(Outcome(code, 1, worth(code, combat.terrain)) for code in codes)


def worth(code: str, terrain: int = 1) -> float:
    """Return the worth of a result to the attacker in steps (12.3, 13.1e).

    Fatigue counts 0; a numbered result of an assault counts the steps lost.
    """
    if code == "-" or code.isdigit():
        return 0.0 if code == "-" else float(code)
    letter, steps, _ = parsed(code)
    if letter == "A":
        return -(steps + RETREAT)
    return steps_of(steps, terrain) + RETREAT + PRESS if letter == "D" else 0.0


def _fired(effects: Sequence[fx.Effect], reason: str) -> int:
    """Return the result of supporting fire in a combat; 0 without any (9.2c)."""
    rolls = rolls_of(effects, tracks.COMBAT)
    results = (roll.result for roll in rolls if roll.target == reason)
    return next((int(result) for result in results if result.isdigit()), 0)
