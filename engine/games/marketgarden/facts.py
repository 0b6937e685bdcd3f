"""Facts of a log for reports: combats resolved by the rules, chart results, victory points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.state import State
from engine.games.marketgarden import tracks
from engine.games.marketgarden.combat import ELIMINATED, CombatRecord
from engine.games.marketgarden.resolution import FIGHT
from engine.games.marketgarden.rules.ch05_combat import CombatOdds, reckon
from engine.games.marketgarden.rules.ch05_procedure import attack_of
from engine.games.marketgarden.rules.ch05_results import (
    ATTACKER_RETREATS,
    ATTACKER_WINS,
    DEFENDER_RETREATS,
    LOSSES,
)
from engine.games.marketgarden.rules.ch11_victory import points
from engine.games.marketgarden.setting import base_of
from engine.games.marketgarden.vocabulary import GAME
from engine.i18n import t
from engine.log.entry import Entry
from engine.modules.module import Module
from engine.rules.base.combat import DEFENDER, Throw, rolls_of
from engine.rules.facts import PRESS, RETREAT, Fight, Outcome, PlainFacts

FULL: Final = 2.0
"""The steps of a full unit, lost to a result that eliminates one."""


class MarketGardenFacts(PlainFacts):
    """Facts of any log, with the combats and points that the rules compute."""

    def __init__(self, module: Module, scenario: str) -> None:
        super().__init__(module)
        self._setting = base_of(module, scenario).setting
        self._charts = self._setting.charts

    def describe_result(self, result: str) -> tuple[str, str]:
        """5.1.5a: Describe a result for the attacker and the defender; common codes go to both."""
        words = result.split()

        def without(other: str) -> str:
            own = (word for word in words if not word.startswith(other))
            return "; ".join(t(f"result.{GAME}.{word}") for word in own)

        return without("D"), without("A")

    def fight(self, entry: Entry, before: State) -> Fight | None:
        """Return a combat entered by hand, or one resolved by the rules (5.1.5a, 6.2a, 8.0d)."""
        by_hand = super().fight(entry, before)
        if by_hand is not None:
            return by_hand
        thrown = next(iter(rolls_of(entry.effects, tracks.COMBAT)), None)
        if thrown is None:
            return None
        # The last record of an entry contains the support of both sides.
        record = next(reversed(FIGHT.records_of(entry, before)), None)
        if record is None:
            return None
        dice = next((d.values for d in entry.dice), ())
        ground = record.kind == "ground"
        recorded = next((t for t in record.throws if t.table == "crt"), None)
        computed = self._computed(record, before) if ground and not recorded else None
        strengths: Throw | CombatOdds | None = recorded or computed
        shifts = [(s.rule, s.by, s.why) for s in recorded.shifts] if recorded else []
        shifts += computed.shifts if computed else ()
        return Fight(
            "",
            record.side,
            thrown.target,
            record.attackers or record.firers,
            record.defenders,
            strengths.attack if strengths else None,
            strengths.defense if strengths else None,
            tuple(act.Shift(by=by, why=t(f"shift.{GAME}.{why}")) for _, by, why in shifts),
            thrown.column,
            tuple(dice),
            thrown.result,
        )

    def points(self, state: State) -> Mapping[str, float]:
        """Return the current victory points of both sides (11.2)."""
        try:
            return {side: float(n) for side, n in points(self._setting.position(state)).items()}
        except (UserError, KeyError, IndexError, ValueError):
            return {}  # a position made by hand that the rules cannot read

    def _column(self, column: str) -> tuple[Outcome, ...]:
        """Return the outcomes of two dice on a column of the combat or bombardment chart."""
        for chart in (self._charts.crt, self._charts.bombardment):
            if column in chart.columns:
                place = chart.column(column)
                return tuple(
                    Outcome(result, 6 - abs(7 - total), worth(result))
                    for total in range(2, 13)
                    for result in [chart.result(total, place)]
                )
        return ()

    def _computed(self, record: CombatRecord, before: State) -> CombatOdds | None:
        """Return strengths and shifts at the time of the roll."""
        try:
            return reckon(attack_of(self._setting.position(before), record))
        except (UserError, KeyError, IndexError, ValueError):
            return None


def worth(result: str) -> float:
    """Return the worth of a result to the attacker, in steps.

    EMP costs both sides the same, IMP costs nothing.
    """
    codes = result.split()
    value = 0.0
    for code in codes:
        stage = LOSSES.get(code)
        if stage is not None:
            steps = FULL if stage.kind == ELIMINATED else 1.0
            value += steps if stage.of == DEFENDER else -steps
    if DEFENDER_RETREATS.intersection(codes):
        value += RETREAT
    if ATTACKER_RETREATS.intersection(codes):
        value -= RETREAT
    if ATTACKER_WINS.intersection(codes):
        value += PRESS
    return value
