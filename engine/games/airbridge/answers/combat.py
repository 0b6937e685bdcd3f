"""Both combats and bombardment as typed answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from engine.core import actions as act
from engine.core.verdicts import Verdict
from engine.games.airbridge.answers.assault_course import Course, Ending, course
from engine.games.airbridge.answers.bargains import bargains
from engine.games.airbridge.charts import cell, cell_basis, column_of
from engine.games.airbridge.orders import attack_verdicts, order_verdicts
from engine.games.airbridge.position import Situation
from engine.games.airbridge.rules.ch05_stacking import LIMIT, points
from engine.games.airbridge.rules.ch09_fire import (
    able,
    air_left,
    air_verdicts,
    fire_value,
    may_bombard,
    may_support,
    steps_of,
    terrain_value,
)
from engine.games.airbridge.rules.ch12_combat import cover
from engine.games.airbridge.rules.ch12_reckoning import (
    DRM,
    Maneuver,
    Storm,
    engineers,
    maneuver,
    parsed,
    storm,
)
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import (
    ASSAULT,
    BOMBARDMENT,
    DIE,
    GAME,
    MANEUVER,
    enemy_of,
)
from engine.i18n import t
from engine.questions import Refused, field, texts
from engine.rules import answers
from engine.rules.situations.named import known_units, on_map
from engine.rules.tables import Chart

COMBAT = "combat"
"""The choice that says which kind of combat is meant."""
TENTH = Fraction(1, DIE)


def plan(situation: Situation, request: Mapping[str, Any]) -> answers.AttackPlan:
    """The attack that a request of the probe describes. Raises Refused."""
    attackers = tuple(texts(request, "attackers", empty=False))
    known_units(situation, attackers, "attackers")
    number = field(request, "target", str)
    if number not in situation.ground.index:
        raise Refused("unknown_hex", t("probe.hex", hex=number), "target")
    guns = tuple(texts(request, "artillery"))
    known_units(situation, guns, "artillery")
    choices: dict[str, str | int | None] = {"air": air_of(request, "air")}
    choices[COMBAT] = field(request, COMBAT, str, "")
    helpers = tuple(texts(request, "defense_artillery"))
    known_units(situation, helpers, "defense_artillery")
    choices["defense_artillery"] = " ".join(helpers)
    choices["defense_air"] = air_of(request, "defense_air")
    for name in ("die", "defense_die"):
        if name in request:
            choices[name] = field(request, name, int) or DIE
    return answers.AttackPlan(attackers, situation.ground.index[number], guns, choices)


def air_of(request: Mapping[str, Any], name: str) -> int:
    """The air points of a field. Raises Refused for fewer than none."""
    air: int = field(request, name, int, 0)
    if not 0 <= air <= 99:
        raise Refused("bad_request", t("probe.negative", field=name), name)
    return air


def kind_meant(situation: Situation, wanted: answers.AttackPlan) -> str:
    """The kind of combat that is asked about: as chosen, or as the phase has it."""
    if situation.phase == BOMBARDMENT and not wanted.choices.get(COMBAT):
        return BOMBARDMENT
    chosen = str(wanted.choices.get(COMBAT) or situation.phase)
    return ASSAULT if chosen == ASSAULT else MANEUVER


def odds(situation: Situation, wanted: answers.AttackPlan) -> answers.Odds:
    """A manoeuvre combat by odds, an assault by strength, or in its phase a bombardment."""
    kind = kind_meant(situation, wanted)
    if kind == BOMBARDMENT:
        return bombardment(situation, wanted)
    units = [on_map(situation, name) for name in wanted.attackers]
    return (assault if kind == ASSAULT else by_odds)(situation, wanted, units)


def by_odds(situation: Situation, wanted: answers.AttackPlan, units: list[Unit]) -> answers.Odds:
    """12.1a, 12.1b, 12.1c, 12.1d: odds, efficiency, support, modifiers, the codes by die."""
    chart = situation.charts.maneuver
    found = maneuver(situation, units, wanted.target)
    air, other_air = (int(wanted.choices.get(n) or 0) for n in ("air", "defense_air"))
    helpers = tuple(str(wanted.choices.get("defense_artillery") or "").split())
    mine, theirs = (
        fire_value(situation, wanted.support, air),
        fire_value(situation, helpers, other_air),
    )
    help_ = thrown(situation, mine, wanted.choices.get("die"))
    hinder = thrown(situation, theirs, wanted.choices.get("defense_die"))
    drm = found.drm + support_drm(help_, hinder)
    steps = sum(u.steps for u in situation.stack(wanted.target))
    spread: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for by, likely in modifiers(situation, mine, theirs, help_, hinder).items():
        for die in range(1, DIE + 1):
            roll = die + found.drm + by
            code = cell(chart, found.column, roll), cell_basis(chart, found.column, roll)
            spread[code] += likely * TENTH
    results = {str(d): cell(chart, found.column, d + drm) for d in range(1, DIE + 1)}
    sure = mine == 0 or help_ is not None
    if sure and (theirs == 0 or hinder is not None):
        chances = tuple(
            answers.Chance(
                d,
                TENTH,
                result(code, found.terrain),
                cell_basis(chart, found.column, int(d) + drm),
            )
            for d, code in results.items()
        )
    else:
        chances = tuple(
            answers.Chance("", likely, result(code, found.terrain), basis)
            for (code, basis), likely in spread.items()
        )
    ratio = chart.columns[found.odds].replace("-", ":")
    drms = [{"rule": rule, "by": by, "why": word} for rule, by, word in found.drms]
    own = {
        "terrain": found.terrain,
        "shift": found.shift,
        "efficiency": dict(zip(("attack", "defense"), _rounded(found), strict=True)),
        "drms": drms,
        "drm": drm,
        "support": {
            "attack": help_,
            "defense": hinder,
            "drm": support_drm(help_, hinder),
        },
        "fire": {g: next_marker(situation, g) for g in (*wanted.support, *helpers)},
        "results": results,
    }
    way = t(
        f"odds.{GAME}.maneuver",
        attack=found.attack,
        defense=found.defense,
        ratio=ratio,
        mine=f"{_rounded(found)[0]:.3g}",
        theirs=f"{_rounded(found)[1]:.3g}",
        shift=f"{found.shift:+d}" if found.shift else "±0",
        column=chart.columns[found.column],
        drm=f"{found.drm:+d}" if found.drm else "±0",
        terrain=found.terrain,
    )
    shifts = _lines(found.drms)
    if found.shift:
        shifts.insert(0, answers.ShiftLine("8.0d", found.shift, t(f"drm.{GAME}.efficiency")))
    return _told(
        situation,
        wanted,
        units,
        MANEUVER,
        chart,
        found.column,
        attack=found.attack,
        defense=found.defense,
        ratio=ratio,
        shifts=tuple(shifts),
        chances=chances,
        own=own,
        way=way,
        prospect=_prospect(chances, found.terrain, steps, sum(u.steps for u in units)),
    )


def assault(situation: Situation, wanted: answers.AttackPlan, units: list[Unit]) -> answers.Odds:
    """13.1e, 13.1m, 13.2a, 17.2g: both columns of the first round, and how the whole may end."""
    chart = situation.charts.assault
    defenders = situation.stack(wanted.target)
    mine, theirs, hexes = storm(situation, units, defenders, wanted.target)
    first = "both" if engineers(units) else "defender"
    way = t(
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
    whole = course(situation, units, wanted.target, shelled(situation, wanted, units))
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
    return _told(
        situation,
        wanted,
        units,
        ASSAULT,
        chart,
        mine.column,
        attack=mine.strength,
        defense=theirs.strength,
        ratio=f"{mine.strength}:{theirs.strength}",
        shifts=(*_lines(mine.drms), *_lines(theirs.drms, sign=1)),
        chances=hits,
        replies=blows,
        endings=endings(whole, sum(u.steps for u in units)),
        own=own,
        way=way,
        prospect=answers.Prospect(falls, falls, mine_lost, theirs_lost),
    )


def shelled(
    situation: Situation, wanted: answers.AttackPlan, units: Sequence[Unit]
) -> Mapping[int, Fraction]:
    """9.3a, 9.3b, 13.1c: what the planned defensive bombardment costs the attackers."""
    helpers = str(wanted.choices.get("defense_artillery") or "").split()
    value = fire_value(situation, helpers, int(wanted.choices.get("defense_air") or 0))
    thrown_ = thrown(situation, value, wanted.choices.get("defense_die"))
    divisor = cover(situation, units, wanted.target)
    found: dict[int, Fraction] = defaultdict(Fraction)
    for result_, likely in _fire(situation, value, thrown_).items():
        found[steps_of(result_, divisor)] += likely
    return found


def endings(whole: Course, steps: int) -> tuple[answers.Chance, ...]:
    """13.1k, 13.2d: the hex taken, held, or all attackers (of so many steps) gone."""
    by_name: dict[str, list[tuple[Ending, Fraction]]] = {"taken": [], "held": [], "lost": []}
    for end, likely in whole.endings.items():
        name = "taken" if end.taken else "lost" if end.attacker >= steps else "held"
        by_name[name].append((end, likely))
    found = []
    for name, some in by_name.items():
        total = sum((likely for _, likely in some), Fraction())
        if not total:
            continue
        mine = float(sum(likely * end.attacker for end, likely in some) / total)
        theirs = float(sum(likely * end.defender for end, likely in some) / total)
        text = t(f"odds.{GAME}.end.costs", mine=f"{mine:.1f}", theirs=f"{theirs:.1f}")
        hurts = ({} if name == "taken" else {"hex": 1}, {} if name == "lost" else {"hex": 1})
        code = t(f"odds.{GAME}.end.{name}")
        found.append(answers.Chance("", total, answers.Result(code, text, *hurts)))
    return tuple(found)


def bombardment(situation: Situation, wanted: answers.AttackPlan) -> answers.Odds:
    """9.1a, 9.1c, 9.1e: points, column, steps that the defender loses."""
    side, chart = situation.active, situation.charts.bombardment
    air = int(wanted.choices.get("air") or 0)
    value = fire_value(situation, wanted.support, air)
    column, divisor = column_of(chart, value), terrain_value(situation, wanted.target)
    order = act.Bombard(artillery=wanted.support, target=situation.number(wanted.target), air=air)
    chances = tuple(
        answers.Chance(
            str(die),
            TENTH,
            lost_steps(steps_of(_steps(cell(chart, column, die)), divisor)),
            cell_basis(chart, column, die),
        )
        for die in range(1, DIE + 1)
        if value
    )
    units = [u for u in situation.own(side) if u.id in wanted.support]
    guns = tuple(
        u.id
        for u in situation.own(side)
        if u.type.artillery and not any(may_bombard(situation, u, wanted.target))
    )
    mean = sum(float(c.probability) * c.result.defender.get("steps", 0) for c in chances)
    shares = [answers.Share(u.id, "support", u.type.front.bombardment, u.face.bombardment)
              for u in units]  # fmt: skip
    defenders = situation.stack(wanted.target)
    shares += [
        answers.Share(u.id, "defense", u.type.front.defense, u.face.defense) for u in defenders
    ]
    name = chart.columns[column] if value else ""
    return answers.Odds(
        plan=wanted,
        attack=value,
        defense=divisor,
        ratio=f"{value}:{divisor}",
        column=name,
        strengths=tuple(shares),
        shifts=(),
        chances=chances,
        verdicts=tuple(order_verdicts(situation, order)),
        choices=(_air_line(situation, side, air),),
        able=guns,
        defenders=tuple(u.id for u in defenders),
        support=wanted.support,
        kind=BOMBARDMENT,
        notes=bargains(situation, wanted, BOMBARDMENT, units, ()),
        way=t(
            f"odds.{GAME}.bombardment",
            points=value,
            column=name or "–",
            terrain=divisor,
            mean=f"{mean:.1f}",
        ),
        order=order,
    )


# -- parts ----------------------------------------------------------------------------------------


def hindrance(situation: Situation, wanted: answers.AttackPlan) -> Iterator[Verdict]:
    """9.2a, 9.4g, 15.0c: what keeps the fire that a plan gives the defender from the combat."""
    friends = situation.stack(wanted.target)
    for name in str(wanted.choices.get("defense_artillery") or "").split():
        yield from may_support(situation, situation.units[name], wanted.target, friends)
    air = int(wanted.choices.get("defense_air") or 0)
    yield from air_verdicts(situation, enemy_of(situation.phasing), air, wanted.target)


def _told(
    situation: Situation,
    wanted: answers.AttackPlan,
    units: list[Unit],
    kind: str,
    chart: Chart,
    column: int,
    **found: Any,
) -> answers.Odds:
    """What both combats have in common."""
    side = units[0].side if units else situation.active
    defenders = situation.stack(wanted.target)
    air = int(wanted.choices.get("air") or 0)
    order = act.DeclareAttack(
        attackers=wanted.attackers or ("",),
        target=situation.number(wanted.target),
        artillery=wanted.support,
        air=air,
        combat=ASSAULT if kind == ASSAULT else "",
    )
    shares = [answers.Share(u.id, "attack", u.type.front.attack, u.face.attack) for u in units]
    shares += [
        answers.Share(u.id, "defense", u.type.front.defense, u.face.defense) for u in defenders
    ]
    kinds = tuple((k, t(f"choice.{GAME}.{k}")) for k in (MANEUVER, ASSAULT))
    line = answers.ChoiceLine(COMBAT, t(f"choice.{GAME}.combat"), kinds, kind, told=False)
    shoots = kind == MANEUVER and situation.phase == MANEUVER
    return answers.Odds(
        plan=wanted,
        column=chart.columns[column],
        strengths=tuple(shares),
        verdicts=(*attack_verdicts(situation, order), *hindrance(situation, wanted))
        if units
        else (),
        choices=(line, *((_air_line(situation, side, air),) if shoots else ())),
        able=tuple(u.id for u in able(situation, side, wanted.target, units)) if shoots else (),
        attackers=wanted.attackers,
        defenders=tuple(u.id for u in defenders),
        support=wanted.support,
        kind=kind,
        notes=bargains(situation, wanted, kind, units, found["chances"]),
        order=order,
        **found,
    )


def _air_line(situation: Situation, side: str, air: int) -> answers.ChoiceLine:
    left = air_left(situation, side)
    numbers = tuple((str(n), str(n)) for n in range(max(left, air) + 1))
    return answers.ChoiceLine("air", t(f"choice.{GAME}.air"), numbers, str(air), told=False)


def _lines(drms: Sequence[DRM], sign: int = -1) -> list[answers.ShiftLine]:
    """Modifiers with their favour: a lower die helps who throws it."""
    return [
        answers.ShiftLine(rule, sign * by, t(f"drm.{GAME}.{word}"), "drm", word)
        for rule, by, word in drms
    ]


def _rounded(found: Maneuver) -> tuple[float, float]:
    mine, theirs = (round(float(e), 6) for e in found.efficiency)
    return mine, theirs


def thrown(situation: Situation, value: int, die: object) -> dict[str, Any] | None:
    """9.2b: fire whose die is given: its points, column and result; None without one."""
    if value <= 0 or not isinstance(die, int):
        return None
    chart = situation.charts.bombardment
    column = column_of(chart, value)
    found = _steps(cell(chart, column, die))
    return {"points": value, "column": chart.columns[column], "result": found}


def support_drm(help_: Mapping[str, Any] | None, hinder: Mapping[str, Any] | None) -> int:
    """9.2c: the attacker's fire is subtracted from the die, the defender's added."""
    return (hinder["result"] if hinder else 0) - (help_["result"] if help_ else 0)


def modifiers(
    situation: Situation,
    mine: int,
    theirs: int,
    help_: Mapping[str, Any] | None,
    hinder: Mapping[str, Any] | None,
) -> Mapping[int, Fraction]:
    """9.2b, 9.2c: what both sides' fire does to the die, with its probability."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    for own, a in _fire(situation, mine, help_).items():
        for other, b in _fire(situation, theirs, hinder).items():
            found[other - own] += a * b
    return found


def _fire(
    situation: Situation, value: int, known_: Mapping[str, Any] | None
) -> Mapping[int, Fraction]:
    if known_ is not None:
        return {known_["result"]: Fraction(1)}
    if value <= 0:
        return {0: Fraction(1)}
    chart = situation.charts.bombardment
    column = column_of(chart, value)
    found: dict[int, Fraction] = defaultdict(Fraction)
    for die in range(1, DIE + 1):
        found[_steps(cell(chart, column, die))] += TENTH
    return found


def next_marker(situation: Situation, gun: str) -> str:
    """9.4b: the marker that a gun gets for a shot now."""
    return "final_fire" if "first_fire" in situation.units[gun].status else "first_fire"


def fire_chances(
    chart: Chart, side: Storm, *, attacker: bool = False
) -> tuple[answers.Chance, ...]:
    """13.1e, 13.1f: what a side's throw costs the other."""
    if side.strength <= 0:
        return ()
    return tuple(
        answers.Chance(
            str(die),
            TENTH,
            lost_steps(_steps(cell(chart, side.column, die + side.drm)), attacker=attacker),
            cell_basis(chart, side.column, die + side.drm),
        )
        for die in range(1, DIE + 1)
    )


def lost_steps(steps: int, *, attacker: bool = False) -> answers.Result:
    """A number of steps as a result of one side's fire."""
    lost = {"steps": steps} if steps else {}
    text = t(f"odds.{GAME}.steps", steps=steps)
    return answers.Result(text, text, lost if attacker else {}, {} if attacker else lost)


def result(code: str, terrain: int) -> answers.Result:
    """12.3h, 12.3j, 12.3k, 12.3m: a code as what both sides suffer."""
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
    """What a code does, in so few words that they stand beside its bar."""
    if letter == "b":
        return t(f"odds.{GAME}.b")
    parts = [t(f"odds.{GAME}.steps", steps=steps)] if steps else []
    parts += [t(f"odds.{GAME}.tired", tired=tired)] if tired else []
    parts.append(t(f"odds.{GAME}.{letter}.back"))
    return t(f"odds.{GAME}.{letter}", parts=", ".join(parts))


def _prospect(
    chances: Sequence[answers.Chance], terrain: int, defenders: int, attackers: int
) -> answers.Prospect:
    """How likely the defender must go or pay, and what the fight costs on the average."""
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


def _steps(found: str) -> int:
    return 0 if found == "-" else int(found)
