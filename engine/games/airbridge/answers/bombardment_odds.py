"""The odds of a bombardment (9)."""

from __future__ import annotations

from engine.core import actions as act
from engine.games.airbridge.answers.bargains import bargains
from engine.games.airbridge.answers.odds_parts import TENTH, air_line, lost_steps, steps_in
from engine.games.airbridge.charts import cell, cell_basis, column_of
from engine.games.airbridge.orders import order_verdicts
from engine.games.airbridge.position import Position
from engine.games.airbridge.rules.ch09_fire import (
    fire_value,
    may_bombard,
    steps_of,
    terrain_value,
)
from engine.games.airbridge.vocabulary import (
    BOMBARDMENT,
    DIE,
    GAME,
)
from engine.i18n import decimal, t
from engine.rules import answers


def bombardment(position: Position, wanted: answers.AttackPlan) -> answers.Odds:
    """9.1a, 9.1c, 9.1e: Return points, column and the defender's step losses by die."""
    side, chart = position.active, position.charts.bombardment
    air = int(wanted.choices.get("air") or 0)
    value = fire_value(position, wanted.support, air)
    column, divisor = column_of(chart, value), terrain_value(position, wanted.target)
    order = act.Bombard(artillery=wanted.support, target=position.number(wanted.target), air=air)
    chances = tuple(
        answers.Chance(
            str(die),
            TENTH,
            lost_steps(steps_of(steps_in(cell(chart, column, die)), divisor)),
            cell_basis(chart, column, die),
        )
        for die in range(1, DIE + 1)
        if value
    )
    units = [u for u in position.own(side) if u.id in wanted.support]
    guns = tuple(
        u.id
        for u in position.own(side)
        if u.type.artillery and not any(may_bombard(position, u, wanted.target))
    )
    mean = sum(float(c.probability) * c.result.defender.get("steps", 0) for c in chances)
    shares = [answers.Share(u.id, "support", u.type.front.bombardment, u.face.bombardment)
              for u in units]  # fmt: skip
    defenders = position.stack(wanted.target)
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
        verdicts=tuple(order_verdicts(position, order)),
        choices=(air_line(position, side, air),),
        able=guns,
        defenders=tuple(u.id for u in defenders),
        support=wanted.support,
        kind=BOMBARDMENT,
        notes=bargains(position, wanted, BOMBARDMENT, units, ()),
        method=t(
            f"odds.{GAME}.bombardment" if divisor > 1 else f"odds.{GAME}.bombardment.whole",
            points=value,
            column=name or "–",
            terrain=divisor,
            mean=decimal(mean, ".1f"),
        ),
        order=order,
    )
