"""Answers about combat: odds, bombardments, retreats, advances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from engine.core import actions as act
from engine.games.marketgarden import tracks
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.rules.ch05_advance import advances
from engine.games.marketgarden.rules.ch05_combat import Attack, reckon
from engine.games.marketgarden.rules.ch05_engagement import attackers_of
from engine.games.marketgarden.rules.ch05_procedure import (
    bombard_verdicts,
    declaration_verdicts,
)
from engine.games.marketgarden.rules.ch05_results import (
    ATTACKER_RETREATS,
    DEFENDER_RETREATS,
    LOSSES,
)
from engine.games.marketgarden.rules.ch05_retreat import RetreatPath, retreat_paths
from engine.games.marketgarden.rules.ch06_air import air_value, points_left
from engine.games.marketgarden.rules.ch08_artillery import (
    able_to_fire,
    bombardment_column,
    bombardment_shift,
    bombardment_value,
    support_strength,
)
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import GAME, enemy_of
from engine.i18n import t
from engine.modules.tables import THROWS, PairChart
from engine.request_fields import number_field, texts
from engine.rules import answers
from engine.rules.base.combat import ATTACKER, DEFENDER
from engine.rules.base.named import hex_field, known_units, on_map
from engine.rules.base.stack_routes import shared_advances, shared_paths

DICE_SUMS = range(2, 13)
COMBAT, ATTACK, BOMBARDMENT = "combat", "attack", "bombardment"
"""The choice in a combat plan: attack by adjacent units, or bombardment."""


# -- plans ----------------------------------------------------------------------------------------


def plan(position: Position, request: Mapping[str, Any]) -> answers.AttackPlan:
    """Parse the attack in a request of the probe. Raises Refused."""
    attackers = known_units(position, texts(request, "attackers", empty=False), "attackers")
    target = hex_field(position, request, "target")
    guns = known_units(position, texts(request, "artillery"), "artillery")
    choices = {name: number_field(request, name, 0, 99, 0) for name in ("air", "air_defense")}
    return answers.AttackPlan(attackers, target, guns, choices)


def attack_of(position: Position, wanted: answers.AttackPlan) -> Attack:
    """Return the attack of a plan; the attackers' side attacks, artillery supports its own side."""
    attackers = tuple(on_map(position, name) for name in wanted.attackers)
    guns = [on_map(position, name) for name in wanted.support]
    side = attackers[0].side if attackers else position.active
    return Attack(
        position,
        side,
        attackers,
        wanted.target,
        tuple(u for u in guns if u.side == side),
        int(wanted.choices.get("air") or 0),
        tuple(u for u in guns if u.side != side),
        int(wanted.choices.get("air_defense") or 0),
    )


# -- odds -----------------------------------------------------------------------------------------


def odds(position: Position, wanted: answers.AttackPlan) -> answers.Odds:
    """Return the odds of an attack with all verdicts on it (5.1)."""
    attack = attack_of(position, wanted)
    computed = reckon(attack)
    chart = position.charts.crt
    left = {side: points_left(position, side) for side in (attack.side, enemy_of(attack.side))}
    return answers.Odds(
        plan=wanted,
        attack=computed.attack,
        defense=computed.defense,
        ratio=computed.ratio,
        column=chart.columns[computed.column],
        strengths=tuple(_shares(attack)),
        shifts=_shift_lines(computed.shifts),
        chances=chances(chart, computed.column),
        verdicts=tuple(declaration_verdicts(attack)),
        choices=(
            _points("air", attack.air, left[attack.side]),
            _points("air_defense", attack.air_defense, left[enemy_of(attack.side)]),
        ),
        able=tuple(u.id for u in able_to_fire(position, attack.side, attack.target)),
        attackers=tuple(u.id for u in attack.attackers),
        defenders=tuple(u.id for u in attack.defenders),
        support=tuple(u.id for u in attack.firers),
        prospect=prospect(chart, computed.column, attack.defenders),
    )


def _shift_lines(shifts: Iterable[tuple[str, int, str]]) -> tuple[answers.ShiftLine, ...]:
    """Return shifts as lines, without those of 0."""
    return tuple(
        answers.ShiftLine(rule, by, t(f"shift.{GAME}.{word}"), name=word)
        for rule, by, word in shifts
        if by
    )


def _points(name: str, chosen: int, left: int) -> answers.ChoiceLine:
    return answers.ChoiceLine.number(name, t(f"choice.{GAME}.{name}"), chosen, left)


def _shares(attack: Attack) -> Iterable[answers.Share]:
    position = attack.position
    for unit in attack.attackers:
        yield answers.Share(unit.id, "attack", unit.attack, unit.attack)
    for unit in attack.firers:
        used = support_strength(position, unit, attacking=True)
        yield answers.Share(unit.id, "support", unit.attack, used)
    for unit in attack.defenders:
        yield answers.Share(unit.id, "defense", unit.defense, unit.defense)
    for unit in attack.helpers:
        used = support_strength(position, unit, attacking=False)
        yield answers.Share(unit.id, "defense", unit.attack, used)


def chances(chart: PairChart, column: int) -> tuple[answers.Chance, ...]:
    """Return the result of each sum of two dice in a column, with its probability."""
    codes = {total: chart.result(total, column) for total in DICE_SUMS}
    return tuple(
        answers.Chance(str(total), Fraction(6 - abs(7 - total), THROWS), _result(code))
        for total, code in codes.items()
    )


def _result(code: str) -> answers.Result:
    words = code.split()
    text = "; ".join(t(f"result.{GAME}.{word}") for word in words)
    losses = {
        side: sum(word in LOSSES and LOSSES[word].of == side for word in words)
        for side in (ATTACKER, DEFENDER)
    }
    back = {
        "attacker": int(bool(ATTACKER_RETREATS.intersection(words))),
        "defender": int(bool(DEFENDER_RETREATS.intersection(words))),
    }
    return answers.Result(
        code,
        text,
        {"steps": losses["attacker"], "retreat": back["attacker"]},
        {"steps": losses["defender"], "retreat": back["defender"]},
        tuple(words),
    )


def prospect(chart: PairChart, column: int, defenders: Sequence[Unit]) -> answers.Prospect:
    """Summarise a column: chance of retreat, mean losses; DE and AE count a full unit's steps."""
    falls = attacker = defender = Fraction(0)
    whole = {"DE": max((u.steps for u in defenders), default=1), "AE": 2}
    for row in chart.rows:
        words = row.cells[column].split()
        falls += row.chance * bool(DEFENDER_RETREATS.intersection(words) or "EMP" in words)
        for word in words:
            steps = whole.get(word, 1) * (word in LOSSES) + 2 * (word == "EMP")
            if word == "EMP" or (word in LOSSES and LOSSES[word].of == DEFENDER):
                defender += row.chance * steps
            if word == "EMP" or (word in LOSSES and LOSSES[word].of == ATTACKER):
                attacker += row.chance * steps
    return answers.Prospect(float(falls), float(falls), float(attacker), float(defender))


# -- attackers ------------------------------------------------------------------------------------


def attackers(position: Position, target: int) -> tuple[str, ...]:
    """Return the units next to an enemy hex; those that have attacked come last."""
    stack = position.stack(target)
    if not stack:
        return ()
    near = attackers_of(position, target, enemy_of(stack[0].side))
    return tuple(
        u.id for u in sorted(near, key=lambda u: tracks.FOUGHT + u.id in position.state.tracks)
    )


# -- bombardment ----------------------------------------------------------------------------------


def bombardment(
    position: Position, firers: Sequence[str], target: int, air: int
) -> answers.Bombardment:
    """Return a bombardment with all verdicts on it (6.2, 8.0)."""
    guns = [on_map(position, name) for name in firers]
    stack = position.stack(target)
    side = guns[0].side if guns else enemy_of(stack[0].side) if stack else position.active
    by_air = bool(air and not guns)
    if by_air:
        value = air_value(position, air, target)
    else:
        value = bombardment_value(position, guns, target)
    chart = position.charts.bombardment
    column = bombardment_column(position, value, target)
    terrain = bombardment_shift(position, target, by_air=by_air)
    return answers.Bombardment(
        tuple(firers),
        target,
        value,
        chart.columns[column],
        _shift_lines([terrain]),
        chances(chart, column),
        tuple(bombard_verdicts(position, side, guns, air, target)),
    )


def prepared(position: Position, wanted: answers.AttackPlan) -> answers.Odds:
    """5.0, 6.2, 8.0: Return a planned attack or bombardment, with the choice between them.

    A hex without adjacent enemies can only be bombarded.
    """
    kinds = (ATTACK, BOMBARDMENT) if attackers(position, wanted.target) else (BOMBARDMENT,)
    is_attack = bool(wanted.attackers) and wanted.choices.get(COMBAT) != BOMBARDMENT
    computed = odds(position, wanted) if is_attack else _bombardment_odds(position, wanted)
    chosen = ATTACK if is_attack else BOMBARDMENT
    options = tuple((kind, t(f"choice.{GAME}.{kind}")) for kind in kinds)
    line = answers.ChoiceLine(COMBAT, t(f"choice.{GAME}.combat"), options, chosen, is_result=False)
    return replace(computed, choices=(line, *computed.choices))


def _bombardment_odds(position: Position, wanted: answers.AttackPlan) -> answers.Odds:
    """6.2, 8.0: Return a planned bombardment, by artillery or from the air."""
    side, target = position.active, wanted.target
    air = int(wanted.choices.get("air") or 0)
    strike = bombardment(position, wanted.support, target, air)
    guns = [on_map(position, name) for name in wanted.support]
    index, arm = position.charts.vulnerability.index, "artillery" if guns else "air"
    stack = position.stack(target)
    vulnerability = {u.id: index(u.type.kind, arm) for u in stack}
    points = sum(u.attack for u in guns) if guns else air
    description = t(
        f"odds.{GAME}.{arm if points else 'nothing'}",
        points=points,
        index=sum(vulnerability.values()),
        value=strike.strength,
        column=strike.column,
    )
    return answers.Odds(
        plan=wanted,
        attack=strike.strength,
        defense=sum(vulnerability.values()),
        ratio="",
        column=strike.column if points else "–",
        strengths=(
            *(answers.Share(u.id, "support", u.attack, u.attack) for u in guns),
            *(
                answers.Share(name, "defense", value, value)
                for name, value in vulnerability.items()
            ),
        ),
        shifts=strike.shifts,
        chances=strike.chances if points else (),
        verdicts=strike.verdicts,
        choices=(_points("air", air, points_left(position, side)),),
        able=tuple(u.id for u in able_to_fire(position, side, target)),
        defenders=tuple(vulnerability),
        support=wanted.support,
        kind=BOMBARDMENT,
        method=description,
        order=act.Bombard(artillery=wanted.support, target=position.number(target), air=air),
    )


# -- retreats and advances ------------------------------------------------------------------------


def retreats(position: Position, units: Sequence[str], result: str) -> answers.Retreats:
    """Return the retreat paths that all units of a stack can take, survivable ones first.

    ``result`` may contain a code that costs the units a step before they retreat (5.3.2a, 5.3.3c).
    """
    stack = [on_map(position, name) for name in units]
    words = result.split()
    loser = DEFENDER if DEFENDER_RETREATS.intersection(words) else ATTACKER
    hit = any(LOSSES[word].of == loser for word in LOSSES.keys() & words)
    shared = shared_paths([retreat_paths(position, unit, hit) for unit in stack])
    options = sorted((_merged(path, routes) for path, routes in shared.items()), key=_worth)
    return answers.Retreats(
        tuple(options), tuple(n for n, route in enumerate(options) if not route.eliminated)
    )


def _worth(route: answers.RetreatOption) -> tuple[bool, int]:
    return route.eliminated, route.extra_loss


def _merged(path: tuple[int, ...], routes: Sequence[RetreatPath]) -> answers.RetreatOption:
    worst = max(routes, key=lambda route: (route.eliminated, route.losses))
    return answers.RetreatOption(
        path,
        eliminated=worst.eliminated,
        extra_loss=worst.losses,
        rule=worst.rule or None,
        tag=worst.rule,
    )


def advances_of(
    position: Position, units: Sequence[str], vacated: int
) -> dict[int, tuple[int, ...]]:
    """Return the hexes that all given units may advance to, with their paths (5.2)."""
    return shared_advances([advances(position, on_map(position, n), vacated) for n in units])
