"""9.3, 10: the odds of a combat: lead formation, strengths, shifts, column, results."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from engine.games.holland44.rules.ch10_shifts import shifts
from engine.games.holland44.rules.ch10_strengths import Combat, Share
from engine.rules.odds import Odds, Strength, column_number, odds, total


@dataclass(frozen=True, slots=True)
class Shift:
    """A column shift; positive favours the attacker. ``why`` is the id of the modifier."""

    rule: str
    by: int
    why: str


@dataclass(frozen=True, slots=True)
class CombatOdds:
    """The computation from counters to a column."""

    lead: str | None
    attached: str | None
    shares: tuple[Share, ...]
    shifts: tuple[Shift, ...]
    odds: Odds
    results: dict[int, str]


def _rest(column_odds: Odds) -> tuple[tuple[tuple[str, int], ...], str, str]:
    return column_odds.shifts, column_odds.shifted, column_odds.column


def reckon(fight: Combat, lead: str, attached: str | None) -> CombatOdds:
    """9.3, 9.4.1, 9.4.2, 10.1: return the odds with a lead formation and an attached unit."""
    strengths, why, printed = [], {}, {}
    for unit in sorted(fight.attackers, key=lambda u: u.id):
        full = fight.leads(unit, lead) or unit.id == attached
        rules = tuple((rule, 0.5) for rule in dict.fromkeys(fight.attack_reasons(unit, full)))
        strengths.append(Strength(unit.id, unit.profile.attack, halved=bool(rules)))
        why[unit.id], printed[unit.id] = rules, unit.profile.attack
    value = total(strengths)
    defense, shares = fight.defense
    setting = fight.position.setting
    rules_of = setting.rule_of_change
    moved = tuple(Shift(rules_of[name], by, name) for name, by in shifts(fight, lead, attached))
    # There is no column for an attack of 0: it is illegal, and uses the first column.
    column_odds = odds(max(value.value, 1), defense, [(s.why, s.by) for s in moved], setting.crt)
    attack_shares = tuple(
        Share(name, printed[name], used, why[name]) for name, used in value.shares
    )
    return CombatOdds(
        lead,
        attached,
        attack_shares + shares,
        moved,
        column_odds if value.value else Odds(0, defense, column_odds.ratio, *_rest(column_odds)),
        setting.results(column_odds),
    )


def best_lead(
    fight: Combat, lead: str | None = None, attached: str | Iterable[str | None] | None = ()
) -> CombatOdds:
    """10.2.1, 10.2.2, 10.2.3: return the best odds: highest column before limits, then strength.

    ``lead`` and ``attached`` fix the attacker's choices; an empty ``attached`` leaves it open.
    """
    choices: list[tuple[str, str | None]] = []
    for name in [fight.formation(lead)] if lead else fight.formations():
        if attached == ():
            free = sorted(u.id for u in fight.attachable(name))
            choices += list(product([name], [None, *free]))
        else:
            choices.append((name, attached if isinstance(attached, str) else None))
    reckonings = [reckon(fight, name, unit) for name, unit in choices]
    return max(reckonings, key=_merit)


def _merit(combat_odds: CombatOdds) -> tuple[int, int, bool]:
    return (
        column_number(combat_odds.odds.shifted),
        combat_odds.odds.attack,
        combat_odds.attached is None,
    )
