"""The odds of a manoeuvre combat, with the die modifiers of both sides' support (12.1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from engine.games.airbridge.answers.odds_parts import (
    TENTH,
    combat_odds,
    fire_results,
    next_marker,
    shift_lines,
    thrown,
)
from engine.games.airbridge.charts import cell, cell_basis
from engine.games.airbridge.position import Position
from engine.games.airbridge.rules.ch09_fire import (
    fire_value,
    steps_of,
)
from engine.games.airbridge.rules.ch12_strengths import (
    Maneuver,
    maneuver,
    parsed,
)
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import (
    DIE,
    GAME,
    MANEUVER,
)
from engine.i18n import decimal, t
from engine.rules import answers


def by_odds(position: Position, wanted: answers.AttackPlan, units: list[Unit]) -> answers.Odds:
    """12.1a, 12.1b, 12.1c, 12.1d: Return odds, efficiency shift, support and results by die."""
    chart = position.charts.maneuver
    combat = maneuver(position, units, wanted.target)
    air, other_air = (int(wanted.choices.get(n) or 0) for n in ("air", "defense_air"))
    helpers = tuple(str(wanted.choices.get("defense_artillery") or "").split())
    mine, theirs = (
        fire_value(position, wanted.support, air),
        fire_value(position, helpers, other_air),
    )
    help_ = thrown(position, mine, wanted.choices.get("die"))
    hinder = thrown(position, theirs, wanted.choices.get("defense_die"))
    drm = combat.drm + support_drm(help_, hinder)
    steps = sum(u.steps for u in position.stack(wanted.target))
    spread: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for by, likely in modifiers(position, mine, theirs, help_, hinder).items():
        for die in range(1, DIE + 1):
            roll = die + combat.drm + by
            code = cell(chart, combat.column, roll), cell_basis(chart, combat.column, roll)
            spread[code] += likely * TENTH
    results = {str(d): cell(chart, combat.column, d + drm) for d in range(1, DIE + 1)}
    known = mine == 0 or help_ is not None
    if known and (theirs == 0 or hinder is not None):
        chances = tuple(
            answers.Chance(
                d,
                TENTH,
                result(code, combat.terrain),
                cell_basis(chart, combat.column, int(d) + drm),
            )
            for d, code in results.items()
        )
    else:
        chances = tuple(
            answers.Chance("", likely, result(code, combat.terrain), basis)
            for (code, basis), likely in spread.items()
        )
    ratio = chart.columns[combat.odds].replace("-", ":")
    drms = [{"rule": rule, "by": by, "why": word} for rule, by, word in combat.drms]
    own = {
        "terrain": combat.terrain,
        "shift": combat.shift,
        "efficiency": dict(zip(("attack", "defense"), _rounded(combat), strict=True)),
        "drms": drms,
        "drm": drm,
        "support": {
            "attack": help_,
            "defense": hinder,
            "drm": support_drm(help_, hinder),
        },
        "fire": {g: next_marker(position, g) for g in (*wanted.support, *helpers)},
        "results": results,
    }
    description = t(
        f"odds.{GAME}.maneuver" if combat.terrain > 1 else f"odds.{GAME}.maneuver.whole",
        attack=combat.attack,
        defense=combat.defense,
        ratio=ratio,
        mine=decimal(_rounded(combat)[0], ".3g"),
        theirs=decimal(_rounded(combat)[1], ".3g"),
        shift=f"{combat.shift:+d}" if combat.shift else "±0",
        column=chart.columns[combat.column],
        drm=f"{combat.drm:+d}" if combat.drm else "±0",
        terrain=combat.terrain,
    )
    shifts = shift_lines(combat.drms)
    if combat.shift:
        shifts.insert(0, answers.ShiftLine("8.0d", combat.shift, t(f"drm.{GAME}.efficiency")))
    return combat_odds(
        position,
        wanted,
        units,
        MANEUVER,
        chart,
        combat.column,
        attack=combat.attack,
        defense=combat.defense,
        ratio=ratio,
        shifts=tuple(shifts),
        chances=chances,
        own=own,
        method=description,
        prospect=_prospect(chances, steps, sum(u.steps for u in units)),
    )


def _rounded(combat: Maneuver) -> tuple[float, float]:
    mine, theirs = (round(float(e), 6) for e in combat.efficiency)
    return mine, theirs


def support_drm(help_: Mapping[str, Any] | None, hindrance: Mapping[str, Any] | None) -> int:
    """9.2c: Return the die modifier: the defender's support minus the attacker's."""
    return (hindrance["result"] if hindrance else 0) - (help_["result"] if help_ else 0)


def modifiers(
    position: Position,
    mine: int,
    theirs: int,
    help_: Mapping[str, Any] | None,
    hinder: Mapping[str, Any] | None,
) -> Mapping[int, Fraction]:
    """9.2b, 9.2c: Return the probabilities of the die modifiers from both sides' support."""
    by_modifier: dict[int, Fraction] = defaultdict(Fraction)
    for own, a in fire_results(position, mine, help_).items():
        for other, b in fire_results(position, theirs, hinder).items():
            by_modifier[other - own] += a * b
    return by_modifier


def result(code: str, terrain: int) -> answers.Result:
    """12.3h, 12.3j, 12.3k, 12.3m: Convert a result code to losses of both sides."""
    letter, steps, tired = parsed(code)
    lost = steps_of(steps, terrain) if letter == "D" else steps
    text = _in_words(letter.lower(), lost, tired)
    if letter == "A":
        mine = {"steps": steps, "fatigue": tired, "retreat": 1}
        return answers.Result(code, text, {k: v for k, v in mine.items() if v}, {})
    if letter == "D":
        theirs = {"steps": lost, "fatigue": tired, "retreat": 2}
        return answers.Result(code, text, {}, {k: v for k, v in theirs.items() if v})
    return answers.Result(code, text, {"fatigue": 1}, {"fatigue": 1})


def _in_words(letter: str, steps: int, tired: int) -> str:
    """Describe a result code, briefly enough to fit beside its bar."""
    if letter == "b":
        return t(f"odds.{GAME}.b")
    parts = [t(f"odds.{GAME}.steps", steps=steps)] if steps else []
    parts += [t(f"odds.{GAME}.tired", tired=tired)] if tired else []
    parts.append(t(f"odds.{GAME}.{letter}.back"))
    return t(f"odds.{GAME}.{letter}", parts=", ".join(parts))


def _prospect(
    chances: Sequence[answers.Chance], defenders: int, attackers: int
) -> answers.Prospect:
    """Summarise a combat: chances of retreat and of elimination, mean losses of both sides."""
    falls = sum(float(c.probability) for c in chances if c.result.defender.get("retreat"))
    gone = sum(
        float(c.probability)
        for c in chances
        if c.result.defender.get("steps", 0) >= max(defenders, 1)
    )
    mine = sum(
        float(c.probability) * min(c.result.attacker.get("steps", 0), attackers) for c in chances
    )
    theirs = sum(
        float(c.probability) * min(c.result.defender.get("steps", 0), defenders) for c in chances
    )
    return answers.Prospect(falls, gone, mine, theirs)
