"""The odds of an assault: both columns, and the chances of every ending (13)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from engine.games.airbridge.answers.assault_course import Course, Ending, course
from engine.games.airbridge.answers.odds_parts import (
    TENTH,
    combat_odds,
    fire_results,
    lost_steps,
    shift_lines,
    steps_in,
    thrown,
)
from engine.games.airbridge.charts import cell, cell_basis
from engine.games.airbridge.position import Position
from engine.games.airbridge.rules.ch05_stacking import LIMIT, points
from engine.games.airbridge.rules.ch09_fire import (
    fire_value,
    steps_of,
)
from engine.games.airbridge.rules.ch12_combat import cover
from engine.games.airbridge.rules.ch12_strengths import (
    Storm,
    engineers,
    storm,
)
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import (
    ASSAULT,
    DIE,
    GAME,
)
from engine.i18n import decimal, t
from engine.modules.tables import Chart
from engine.rules import answers


def assault(position: Position, wanted: answers.AttackPlan, units: list[Unit]) -> answers.Odds:
    """13.1e, 13.1m, 13.2a, 17.2g: Return both columns of the first round and all endings."""
    chart = position.charts.assault
    defenders = position.stack(wanted.target)
    mine, theirs, hexes = storm(position, units, defenders, wanted.target)
    first = "both" if engineers(units) else "defender"
    description = t(
        f"odds.{GAME}.assault",
        attack=mine.strength,
        column=chart.columns[mine.column],
        drm=f"{mine.drm:+d}",
        defense=theirs.strength,
        other=chart.columns[theirs.column],
        reply=f"{theirs.drm:+d}",
        points=points(units),
        limit=LIMIT,
        hexes=hexes,
        first=t(f"odds.{GAME}.first.{first}"),
    )
    hits, blows = fire_chances(chart, mine), fire_chances(chart, theirs, attacker=True)
    whole = course(position, units, wanted.target, shelled(position, wanted, units))
    own = {
        "first": first,
        "hexes": hexes,
        "defender_column": chart.columns[theirs.column],
        "efficiency": {"attack": mine.efficiency, "defense": theirs.efficiency},
        "rounds": {who: round(float(likely), 6) for who, likely in whole.rounds.items()},
        "endings": [
            {
                "attacker": end.attacker,
                "defender": end.defender,
                "taken": end.taken,
                "chance": round(float(likely), 6),
            }
            for end, likely in sorted(whole.endings.items(), key=lambda one: -one[1])
        ],
    }
    falls = float(sum(p for end, p in whole.endings.items() if end.taken))
    mine_lost = float(sum(p * end.attacker for end, p in whole.endings.items()))
    theirs_lost = float(sum(p * end.defender for end, p in whole.endings.items()))
    return combat_odds(
        position,
        wanted,
        units,
        ASSAULT,
        chart,
        mine.column,
        attack=mine.strength,
        defense=theirs.strength,
        ratio=f"{mine.strength}:{theirs.strength}",
        shifts=(*shift_lines(mine.drms), *shift_lines(theirs.drms, sign=1)),
        chances=hits,
        replies=blows,
        endings=endings(whole, sum(u.steps for u in units)),
        own=own,
        method=description,
        prospect=answers.Prospect(falls, falls, mine_lost, theirs_lost),
    )


def shelled(
    position: Position, wanted: answers.AttackPlan, units: Sequence[Unit]
) -> Mapping[int, Fraction]:
    """9.3a, 9.3b, 13.1c: Return the attackers' losses to the planned defensive bombardment."""
    helpers = str(wanted.choices.get("defense_artillery") or "").split()
    value = fire_value(position, helpers, int(wanted.choices.get("defense_air") or 0))
    thrown_ = thrown(position, value, wanted.choices.get("defense_die"))
    divisor = cover(position, units, wanted.target)
    losses: dict[int, Fraction] = defaultdict(Fraction)
    for result_, likely in fire_results(position, value, thrown_).items():
        losses[steps_of(result_, divisor)] += likely
    return losses


def endings(whole: Course, steps: int) -> tuple[answers.Chance, ...]:
    """13.1k, 13.2d: Group the endings: hex taken, hex held, all attacking steps lost."""
    by_name: dict[str, list[tuple[Ending, Fraction]]] = {"taken": [], "held": [], "lost": []}
    for end, likely in whole.endings.items():
        name = "taken" if end.taken else "lost" if end.attacker >= steps else "held"
        by_name[name].append((end, likely))
    chances = []
    for name, some in by_name.items():
        total = sum((likely for _, likely in some), Fraction())
        if not total:
            continue
        mine = float(sum(likely * end.attacker for end, likely in some) / total)
        theirs = float(sum(likely * end.defender for end, likely in some) / total)
        text = t(f"odds.{GAME}.end.costs", mine=decimal(mine, ".1f"), theirs=decimal(theirs, ".1f"))
        hurts = ({} if name == "taken" else {"hex": 1}, {} if name == "lost" else {"hex": 1})
        code = t(f"odds.{GAME}.end.{name}")
        chances.append(answers.Chance("", total, answers.Result(code, text, *hurts)))
    return tuple(chances)


def fire_chances(
    chart: Chart, side: Storm, *, attacker: bool = False
) -> tuple[answers.Chance, ...]:
    """13.1e, 13.1f: Return the losses that a side's die roll inflicts, by die."""
    if side.strength <= 0:
        return ()
    return tuple(
        answers.Chance(
            str(die),
            TENTH,
            lost_steps(steps_in(cell(chart, side.column, die + side.drm)), attacker=attacker),
            cell_basis(chart, side.column, die + side.drm),
        )
        for die in range(1, DIE + 1)
    )
