"""Parts that the odds of all kinds of combat share: support, modifiers, the answer's fields."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from engine.core import actions as act
from engine.core.verdicts import Verdict
from engine.games.airbridge.answers.bargains import bargains
from engine.games.airbridge.charts import cell, column_of
from engine.games.airbridge.orders import attack_verdicts
from engine.games.airbridge.position import Position
from engine.games.airbridge.rules.ch09_fire import (
    able,
    air_left,
    air_verdicts,
    may_support,
)
from engine.games.airbridge.rules.ch12_declaration import (
    DECLARED,
    ONCE,
    declaration_verdicts,
    named,
)
from engine.games.airbridge.rules.ch12_strengths import DRM
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import (
    ASSAULT,
    DECLARATION,
    DIE,
    GAME,
    MANEUVER,
    enemy_of,
    verdict,
)
from engine.i18n import t
from engine.modules.tables import Chart
from engine.rules import answers

COMBAT = "combat"
"""The choice between manoeuvre combat and assault."""

TENTH = Fraction(1, DIE)
NOT_DECLARED = frozenset(f"rule.{GAME}.{rule}.not_declared" for rule in DECLARED.values())
ALREADY = frozenset(f"rule.{GAME}.{rule}.declared" for rule in ONCE.values())


def hindrance(position: Position, wanted: answers.AttackPlan) -> Iterator[Verdict]:
    """9.2a, 9.4g, 15.0c: Yield the verdicts against the planned support of the defender."""
    friends = position.stack(wanted.target)
    for name in str(wanted.choices.get("defense_artillery") or "").split():
        yield from may_support(position, position.units[name], wanted.target, friends)
    air = int(wanted.choices.get("defense_air") or 0)
    if position.phase == DECLARATION and (air or wanted.choices.get("defense_artillery")):
        yield verdict("12.1c", "later")
    yield from air_verdicts(position, enemy_of(position.phasing), air, wanted.target)


def question_verdicts(position: Position, order: act.DeclareAttack) -> Iterator[Verdict]:
    """3.0.D, 12.0a, 13.0a: Yield the verdicts against a combat, declared or not.

    In its combat phase, units that are not declared are judged as if declared now.
    """
    verdicts = list(attack_verdicts(position, order))
    left = [v for v in verdicts if v.key not in NOT_DECLARED]
    yield from left
    if len(left) == len(verdicts):
        return
    target = position.ground.index[order.target]
    kind = ASSAULT if order.combat == ASSAULT else MANEUVER
    units = [position.units[name] for name in order.attackers]
    new = [u for u in units if u.id not in named(position, kind, target)]
    for against in declaration_verdicts(position, new, kind, target):
        if against.key not in ALREADY:
            yield against


def combat_odds(
    position: Position,
    wanted: answers.AttackPlan,
    units: list[Unit],
    kind: str,
    chart: Chart,
    column: int,
    **fields: Any,
) -> answers.Odds:
    """Return the odds of a manoeuvre combat or assault; ``fields`` are particular to its kind."""
    side = units[0].side if units else position.active
    defenders = position.stack(wanted.target)
    air = int(wanted.choices.get("air") or 0)
    order = act.DeclareAttack(
        attackers=wanted.attackers or ("",),
        target=position.number(wanted.target),
        artillery=wanted.support,
        air=air,
        combat=ASSAULT if kind == ASSAULT else "",
    )
    shares = [answers.Share(u.id, "attack", u.type.front.attack, u.face.attack) for u in units]
    shares += [
        answers.Share(u.id, "defense", u.type.front.defense, u.face.defense) for u in defenders
    ]
    kinds = tuple((k, t(f"choice.{GAME}.{k}")) for k in (MANEUVER, ASSAULT))
    line = answers.ChoiceLine(COMBAT, t(f"choice.{GAME}.combat"), kinds, kind, is_result=False)
    shoots = kind == MANEUVER and position.phase == MANEUVER
    return answers.Odds(
        plan=wanted,
        column=chart.columns[column],
        strengths=tuple(shares),
        verdicts=(*question_verdicts(position, order), *hindrance(position, wanted))
        if units
        else (),
        choices=(line, *((air_line(position, side, air),) if shoots else ())),
        able=tuple(u.id for u in able(position, side, wanted.target, units)) if shoots else (),
        attackers=wanted.attackers,
        defenders=tuple(u.id for u in defenders),
        support=wanted.support,
        kind=kind,
        notes=bargains(position, wanted, kind, units, fields["chances"]),
        order=order,
        **fields,
    )


def air_line(position: Position, side: str, air: int) -> answers.ChoiceLine:
    """Return the choice of how many air points to spend."""
    return answers.ChoiceLine.number("air", t(f"choice.{GAME}.air"), air, air_left(position, side))


def shift_lines(drms: Sequence[DRM], sign: int = -1) -> list[answers.ShiftLine]:
    """Convert die modifiers to shift lines; a lower die favours the side that rolls."""
    return [
        answers.ShiftLine(rule, sign * by, t(f"drm.{GAME}.{word}"), "drm", word)
        for rule, by, word in drms
    ]


def thrown(position: Position, value: int, die: object) -> dict[str, Any] | None:
    """9.2b: Return points, column and result of fire with a known die, otherwise None."""
    if value <= 0 or not isinstance(die, int):
        return None
    chart = position.charts.bombardment
    column = column_of(chart, value)
    result = steps_in(cell(chart, column, die))
    return {"points": value, "column": chart.columns[column], "result": result}


def fire_results(
    position: Position, value: int, known_: Mapping[str, Any] | None
) -> Mapping[int, Fraction]:
    """9.1c, 9.2b: Return the probabilities of the results of fire; one result if it is known."""
    if known_ is not None:
        return {known_["result"]: Fraction(1)}
    if value <= 0:
        return {0: Fraction(1)}
    chart = position.charts.bombardment
    column = column_of(chart, value)
    results: dict[int, Fraction] = defaultdict(Fraction)
    for die in range(1, DIE + 1):
        results[steps_in(cell(chart, column, die))] += TENTH
    return results


def lost_steps(steps: int, *, attacker: bool = False) -> answers.Result:
    """Convert lost steps to the result of one side's fire."""
    lost = {"steps": steps} if steps else {}
    text = t(f"odds.{GAME}.steps", steps=steps)
    return answers.Result(text, text, lost if attacker else {}, {} if attacker else lost)


def steps_in(code: str) -> int:
    """Return the number in a cell of the bombardment or assault table."""
    return 0 if code == "-" else int(code)


def next_marker(position: Position, gun: str) -> str:
    """9.4b: Return the marker that an artillery unit gets if it fires now."""
    return "final_fire" if "first_fire" in position.units[gun].status else "first_fire"
