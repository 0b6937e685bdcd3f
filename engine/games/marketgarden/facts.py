"""What Market-Garden tells of its logs: combats by the rules, what a chart may give, points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core import actions as act
from engine.core import effects as fx
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
from engine.rules.base.combat import DEFENDER, Throw
from engine.rules.facts import PRESS, RETREAT, Fight, Outcome, PlainFacts

FULL: Final = 2.0
"""Steps of a full counter, which a result that eliminates one takes."""

WORDS: Final = 4
"""Parts of the track of the last throw: hex, column, sum, and a result of one or two codes."""


class MarketGardenFacts(PlainFacts):
    """The facts of any log, and those that only the rules can tell."""

    def __init__(self, module: Module, scenario: str) -> None:
        super().__init__(module)
        known = module.meta.scenarios
        name = scenario if scenario in known else known[0]
        base = base_of(module, name)
        self._setting = base.setting
        self._charts = base.setting.charts

    def told(self, result: str) -> tuple[str, str]:
        """5.1.5a: one throw hurts both sides; what concerns both is told to both."""
        words = result.split()

        def without(other: str) -> str:
            own = (word for word in words if not word.startswith(other))
            return "; ".join(t(f"result.{GAME}.{word}") for word in own)

        return without("D"), without("A")

    def fight(self, entry: Entry, before: State) -> Fight | None:
        """A combat that was told, or one that the rules threw for (5.1.5a, 6.2a, 8.0d)."""
        told = super().fight(entry, before)
        if told is not None:
            return told
        thrown = _thrown(entry)
        if thrown is None:
            return None
        target, column, result = thrown
        record = _record(entry, before, target)
        if record is None:
            return None
        # The dice of the throw; the entry may hold others, a supply die for one.
        dice = next((d.values for d in entry.dice if d.count > 1), ())
        ground = record.kind == "ground"
        kept = next((t for t in record.throws if t.table == "crt"), None)
        found = self._reckoned(record, before) if ground and not kept else None
        strengths: Throw | CombatOdds | None = kept or found
        shifts = [(s.rule, s.by, s.why) for s in kept.shifts] if kept else []
        shifts += found.shifts if found else ()
        return Fight(
            "",
            record.side,
            target,
            record.attackers or record.firers,
            record.defenders,
            strengths.attack if strengths else None,
            strengths.defense if strengths else None,
            tuple(act.Shift(by=by, why=t(f"shift.{GAME}.{why}")) for _, by, why in shifts),
            column,
            tuple(dice),
            result,
        )

    def points(self, state: State) -> Mapping[str, float]:
        """The points of both sides as they stand (11.2)."""
        try:
            return {side: float(n) for side, n in points(self._setting.position(state)).items()}
        except (UserError, KeyError, IndexError, ValueError):
            return {}  # a position made by hand that the rules cannot read

    def _column(self, column: str) -> tuple[Outcome, ...]:
        """The 36 throws of two dice on a column of the combat or the bombardment chart."""
        for chart in (self._charts.crt, self._charts.bombardment):
            if column in chart.columns:
                place = chart.column(column)
                return tuple(
                    Outcome(result, 6 - abs(7 - total), worth(result))
                    for total in range(2, 13)
                    for result in [chart.result(total, place)]
                )
        return ()

    def _reckoned(self, record: CombatRecord, before: State) -> CombatOdds | None:
        """Strengths and shifts as they stood when the dice were thrown."""
        try:
            return reckon(attack_of(self._setting.position(before), record))
        except (UserError, KeyError, IndexError, ValueError):
            return None


def worth(result: str) -> float:
    """What a result is worth to the attacker, in steps.

    EMP costs both sides alike, IMP nobody anything.
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


def _thrown(entry: Entry) -> tuple[str, str, str] | None:
    """Target, column and result of the throw that an entry resolved."""
    for effect in entry.effects:
        if isinstance(effect, fx.SetTrack) and effect.track == tracks.COMBAT:
            words = str(effect.after or "").split(maxsplit=WORDS - 1)
            if len(words) == WORDS:
                return words[0], words[1], words[3]
    return None


def _record(entry: Entry, before: State, target: str) -> CombatRecord | None:
    """The combat that was thrown for, as the log keeps it; with the support of both sides."""
    fitting = [r for r in FIGHT.told(entry, before) if r.target == target]
    supported = [r for r in fitting if r.throws] or fitting
    return supported[0] if supported else None
