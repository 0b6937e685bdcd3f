"""Both combats as typed answers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from engine.core import actions as act
from engine.games.airbridge.charts import cell
from engine.games.airbridge.orders import attack_verdicts
from engine.games.airbridge.position import Situation
from engine.games.airbridge.rules.ch09_fire import able, air_left
from engine.games.airbridge.rules.ch12_reckoning import maneuver, storm
from engine.games.airbridge.vocabulary import ASSAULT, DIE, GAME, MANEUVER
from engine.i18n import t
from engine.questions import Refused, field, texts
from engine.rules import answers as say
from engine.rules.situations.named import on_map


def plan(situation: Situation, request: Mapping[str, Any]) -> say.AttackPlan:
    """The attack that a request of the probe describes. Raises Refused."""
    attackers = tuple(texts(request, "attackers", empty=False))
    for n, name in enumerate(attackers):
        if name not in situation.units:
            key = "probe.off_map" if name in situation.state.pieces else "probe.unit"
            raise Refused("unknown_unit", t(key, unit=name), f"attackers[{n}]")
    number = field(request, "target", str)
    if number not in situation.ground.index:
        raise Refused("unknown_hex", t("probe.hex", hex=number), "target")
    air = field(request, "air", int, 0)
    if not 0 <= air <= 99:
        raise Refused("bad_request", t("probe.negative", field="air"), "air")
    guns = tuple(texts(request, "artillery"))
    lead = field(request, "lead", str, MANEUVER)
    return say.AttackPlan(
        attackers, situation.ground.index[number], guns, {"air": air, "lead": lead}
    )


def odds(situation: Situation, wanted: say.AttackPlan) -> say.Odds:
    """A maneuver combat by odds, or an assault by strength: the choice ``lead`` says which."""
    units = [on_map(situation, name) for name in wanted.attackers]
    defenders = situation.stack(wanted.target)
    storming = wanted.choices.get("lead") == ASSAULT or situation.phase == ASSAULT
    air = int(wanted.choices.get("air") or 0)
    action = act.DeclareAttack(
        attackers=wanted.attackers,
        target=situation.number(wanted.target),
        artillery=wanted.support,
        air=air,
        lead=ASSAULT if storming else None,
    )
    shares = [say.Share(u.id, "attack", u.type.front.attack, u.face.attack) for u in units]
    shares += [say.Share(u.id, "defense", u.type.front.defense, u.face.defense) for u in defenders]
    charts = situation.charts
    own: dict[str, Any]
    if storming:
        mine, theirs, hexes = storm(situation, units, wanted.target)
        chart, column, attack, defense = charts.assault, mine.column, mine.strength, theirs.strength
        drms, drm, ratio = mine.drms, mine.drm, f"{attack}:{defense}"
        own = {"hexes": hexes, "defender_column": chart.columns[theirs.column]}
        own |= {"efficiency": {"attack": mine.efficiency, "defense": theirs.efficiency}}
    else:
        found = maneuver(situation, units, wanted.target)
        chart, column, attack, defense = charts.maneuver, found.column, found.attack, found.defense
        drms, drm = found.drms, found.drm
        ratio = chart.columns[found.odds].replace("-", ":")
        own = {"terrain": found.terrain, "shift": found.shift}
        own |= {
            "efficiency": dict(
                zip(("attack", "defense"), map(float, found.efficiency), strict=True)
            )
        }
    shifts = [
        say.ShiftLine(rule, -by, t(f"drm.{GAME}.{word}"), "drm", word) for rule, by, word in drms
    ]
    if own.get("shift"):
        shifts.insert(0, say.ShiftLine("8.0d", own["shift"], t(f"drm.{GAME}.efficiency")))
    chances = tuple(
        say.Chance(str(die), Fraction(1, DIE), say.Result(cell(chart, column, die + drm)))
        for die in range(1, DIE + 1)
    )
    left = air_left(situation, units[0].side) if units else 0
    points = tuple((str(n), str(n)) for n in range(max(left, air) + 1))
    kinds = tuple((k, t(f"choice.{GAME}.{k}")) for k in (MANEUVER, ASSAULT))
    return say.Odds(
        plan=wanted,
        attack=attack,
        defense=defense,
        ratio=ratio,
        column=chart.columns[column],
        strengths=tuple(shares),
        shifts=tuple(shifts),
        chances=chances,
        verdicts=tuple(attack_verdicts(situation, action)),
        choices=(
            say.ChoiceLine("air", t(f"choice.{GAME}.air"), points, str(air), told=False),
            say.ChoiceLine(
                "lead", t(f"choice.{GAME}.lead"), kinds, ASSAULT if storming else MANEUVER
            ),
        ),
        able=tuple(u.id for u in able(situation, units[0].side, wanted.target, units))
        if units
        else (),
        attackers=wanted.attackers,
        defenders=tuple(u.id for u in defenders),
        support=wanted.support,
        kind=ASSAULT if storming else MANEUVER,
        own=own,
    )
