"""What a fight is likely to bring: who holds the hex then, and what it costs."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch10_odds import CombatOdds
from engine.games.holland44.rules.ch10_strengths import Combat
from engine.games.holland44.rules.ch12_determined_defense import column_of
from engine.games.holland44.units import Unit
from engine.rules.tables import Chart, lookup

FACES = range(1, 7)
Meaning = dict[str, object]


@dataclass(frozen=True)
class Defence:
    """The best determined defence: its lead unit, how likely it holds, the steps it costs."""

    lead: Unit
    holds: float
    attacker: float
    defender: float


@dataclass(frozen=True)
class Prospect:
    """Chances from 0 to 1, losses in steps.

    ``falls`` is how likely the defender has to leave the hex by the die, ``taken`` how likely he
    has left it after a determined defence (12), made wherever it is allowed.
    """

    falls: float
    taken: float
    attacker: float
    defender: float
    defence: Defence | None


def prospect(fight: Combat, found: CombatOdds) -> Prospect:
    """What comes of a fight on the average, the defender always defending with determination."""
    meanings: dict[str, Meaning] = {
        name: dict(m) for name, m in fight.position.setting.crt.results.items()
    }
    held = best_defence(fight)
    falls = taken = attacker = defender = 0.0
    for result in found.results.values():
        meaning, share = meanings[result], 1 / len(FACES)
        attacker += share * _steps(meaning, "attacker_loss")
        defender += share * _steps(meaning, "defender_loss")
        if not meaning["retreat"]:
            continue
        falls += share
        if meaning["determined_defense"] and held is not None:
            taken += share * (1 - held.holds)
            attacker += share * held.attacker
            defender += share * held.defender
        else:
            taken += share
    return Prospect(falls, taken, attacker, defender, held)


def best_defence(fight: Combat) -> Defence | None:
    """The lead unit most likely to hold the hex, without artillery; None where none can."""
    able = [
        defence(fight.position, unit)
        for unit in fight.present
        if unit.p.good_order and not (unit.p.artillery or unit.p.head or unit.p.unknown)
    ]
    return max(able, key=lambda d: d.holds, default=None)


def defence(position: Position, lead: Unit, *, artillery: bool = False) -> Defence:
    """What a determined defence of a lead unit brings, with or without artillery (12.2, 17.6.3)."""
    chart = Chart.model_validate(position.setting.module.chart("determined_defense"))
    names = [q for q in ("elite", "low") if lead.p.quality == q]
    modifiers = [chart.modifier(n) for n in (*names, *(["artillery"] if artillery else []))]
    column, count = column_of(position, lead), len(FACES)
    results = [chart.results[lookup(chart, f, column, modifiers).result] for f in FACES]
    return Defence(
        lead,
        sum(bool(r["holds"]) for r in results) / count,
        sum(_steps(r, "attacker_loss") for r in results) / count,
        sum(_steps(r, "defender_loss") for r in results) / count,
    )


def _steps(meaning: object, name: str) -> int:
    assert isinstance(meaning, dict)
    return int(meaning[name])
