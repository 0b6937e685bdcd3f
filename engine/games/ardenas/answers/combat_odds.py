"""A fight or a bombardment computed before it is ordered: factors, chances, objections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, product
from typing import Any

from engine.core import actions as act
from engine.games.ardenas.ground_orders import order_of, verdicts
from engine.games.ardenas.own_actions import AttackSeveral
from engine.games.ardenas.position import Position
from engine.games.ardenas.rules.ch08_affected import combat_of
from engine.games.ardenas.rules.ch08_area_combat import row_of
from engine.games.ardenas.rules.ch08_combat import (
    TABLE,
    attack_sum,
    defenders_in,
    defense_of,
    defense_sum,
    method_of,
    still_due,
    totals,
    winner,
)
from engine.games.ardenas.rules.ch08_guns import (
    able_to_support,
    at_hex_verdicts,
    distance,
    faces_against,
    gun_verdicts,
    shots_left,
    targets_in,
)
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import BOMBARDMENT, GAME, GROUND
from engine.i18n import t
from engine.request_fields import field, texts
from engine.rules import answers
from engine.rules.base.named import hex_named, known_units, units_in

Throws = tuple[int, int]
WON = {"attacker": (">", "DX"), "none": ("=", "-"), "defender": ("<", "AX")}
"""8.1c: Sign between both products, and code of the result, by winner."""


def plan(position: Position, request: Mapping[str, Any]) -> answers.AttackPlan:
    """Return the attack that a request describes. Raises Refused."""
    attackers = known_units(position, texts(request, "attackers", empty=False), "attackers")
    guns = known_units(position, texts(request, "artillery"), "artillery")
    return answers.AttackPlan(attackers, hex_named(position, field(request, "target", str)), guns)


def odds(position: Position, wanted: answers.AttackPlan) -> answers.Odds:
    """8.1c, 8.1m, 8.3g: Return the odds of a fight; without attackers, a bombardment."""
    units = units_in(position, wanted.attackers)
    if not units or position.phase == BOMBARDMENT:
        return _bombardment(position, wanted)
    guns = tuple(n for n in wanted.support if n in position.units)
    number = position.number(wanted.target)
    order: act.DeclareAttack | AttackSeveral = act.DeclareAttack(
        attackers=tuple(u.id for u in units), target=number, artillery=guns
    )
    for attack in still_due(position):
        if number in attack.targets and set(attack.attackers) >= {u.id for u in units}:
            units, guns = units_in(position, attack.attackers), attack.support
            order = order_of(attack)
    defenders = defenders_in(position, units[0].side, [wanted.target], units[0].layer)
    on_ground = units[0].layer == GROUND
    values = attack_sum(position, units, len(guns)), defense_sum(position, defenders)
    method = method_of(position, units, defenders)
    column = position.charts.crt.column(values[0] - values[1]) if method == TABLE else ""
    stores = all(u.type.stores for u in defenders)
    chances = _chances(position, values, column, (0 if stores else len(units), len(defenders)))
    if method == TABLE:
        prospect = _best_split(position, units, defenders, values)
    else:
        prospect = _prospect(chances, "DX")
    return answers.Odds(
        wanted,
        *values,
        ratio=f"{values[0]}:{values[1]}",
        column=column,
        strengths=(
            *(_share(position, u, "attack") for u in units),
            *(answers.Share(n, "support", 1, 1) for n in guns),
            *(_share(position, u, "defense") for u in defenders),
        ),
        shifts=(),
        chances=chances,
        verdicts=tuple(verdicts(position, order)),
        able=tuple(able_to_support(position, units, defenders)) if on_ground else (),
        attackers=tuple(u.id for u in units),
        defenders=tuple(u.id for u in defenders),
        support=guns,
        kind=method,
        method=t(f"odds.{GAME}.{method}", attack=values[0], defense=values[1], column=column),
        order=order,
        prospect=prospect,
    )


def _prospect(chances: Sequence[answers.Chance], falls: str = "") -> answers.Prospect:
    """8.1c, 8.1.1b, 8.1q: Return the counters that each side loses on the average, an affected one
    as half; ``falls`` is the code of a result that removes all defenders.
    """
    lost = [0.0, 0.0]
    for chance in chances:
        result, share = chance.result, float(chance.probability)
        for n, (letter, losses) in enumerate((("A", result.attacker), ("D", result.defender))):
            lost[n] += share * losses.get("steps", 0)
            if result.words and letter in result.code:  # affected
                lost[n] += share / 2
    likely = float(sum(c.probability for c in chances if c.result.code == falls))
    return answers.Prospect(likely, likely, lost[0], lost[1])


def _best_split(
    position: Position,
    attackers: Sequence[Unit],
    defenders: Sequence[Unit],
    values: tuple[int, int],
) -> answers.Prospect:
    """8.1e, 8.1q: Return the prospect of a battle in the enlarged area, split into the number of
    equal combats that is best for the attacker: each strikes one counter of a side.
    """
    splits = []
    for parts in range(1, min(len(attackers), len(defenders)) + 1):
        column = position.charts.crt.column((values[0] - values[1]) // parts)
        one = _prospect(_chances(position, values, column, (1, 1)))
        splits.append(replace(one, attacker=parts * one.attacker, defender=parts * one.defender))
    return max(splits, key=lambda split: split.defender - split.attacker)


def _share(position: Position, unit: Unit, role: str) -> answers.Share:
    if role == "attack":
        return answers.Share(unit.id, "attack", unit.type.combat, combat_of(position, unit))
    return answers.Share(unit.id, "defense", unit.type.combat, defense_of(position, unit))


def _chances(
    position: Position, values: tuple[int, int], column: str, counters: tuple[int, int]
) -> tuple[answers.Chance, ...]:
    """8.1c, 8.1o: Return the results of the two throws: the winner, or the row of the table.

    ``counters`` are those of the attacker and the defender; on the map all of them are lost.
    """
    if not column:
        return _counted(position, lambda dice: winner(totals(values, dice)), "", "", counters)
    crt = position.charts.crt
    rows = [r.label for r in crt.rows]
    result = {c.throws: c for c in _counted(position, row_of, column, crt.basis)}
    return tuple(result[row] for row in rows if row in result)


def _counted(
    position: Position,
    result_of: Callable[[Throws], str],
    column: str,
    basis: str,
    counters: tuple[int, int] = (1, 1),
) -> tuple[answers.Chance, ...]:
    faces = position.charts.die.faces
    pairs = list(product(faces, faces))
    chances = []
    for word, count in sorted(Counter(map(result_of, pairs)).items()):
        throws, code = WON[word] if not column else (word, position.charts.crt.result(column, word))
        attacker = {"steps": counters[0]} if code == "AX" else {}
        defender = {"steps": counters[1]} if code == "DX" else {}
        words = ("affected",) if code in ("A", "D", "AD") else ()
        label = t(f"result.{GAME}.{code if column else word}")
        result = answers.Result(code, label, attacker, defender, words)
        chances.append(answers.Chance(throws, Fraction(count, len(pairs)), result, basis))
    return tuple(chances)


def _bombardment(position: Position, wanted: answers.AttackPlan) -> answers.Odds:
    """8.3c, 8.3g: Return a bombardment: how likely a gun hits, at the easiest target."""
    guns = units_in(position, (*wanted.attackers, *wanted.support))
    number = position.number(wanted.target)
    order = act.Bombard(artillery=tuple(u.id for u in guns), target=number)
    strengths = tuple(
        answers.Share(u.id, "support", shots_left(position, u), shots_left(position, u))
        for u in guns
    )
    defenders = tuple(u.id for u in position.stack(wanted.target) if u.layer == GROUND)
    likely = [_likely(position, u, wanted.target) for u in guns]
    misses = Fraction(1)
    for chance in likely:
        misses *= 1 - chance
    words = {"hit": 1 - misses, "miss": misses}
    chances = [
        answers.Chance(
            word,
            chance,
            answers.Result("A" if word == "hit" else "-", t(f"result.{GAME}.{word}")),
            position.charts.bombardment.basis,
        )
        for word, chance in words.items()
    ]
    return answers.Odds(
        wanted,
        len(guns),
        0,
        ratio="",
        column="",
        strengths=strengths,
        shifts=(),
        chances=tuple(chances) if guns and defenders else (),
        verdicts=tuple(verdicts(position, order)),
        able=tuple(guns_on(position, wanted.target)),
        defenders=defenders,
        support=tuple(u.id for u in guns),
        kind=BOMBARDMENT,
        method=t(f"odds.{GAME}.{BOMBARDMENT}", guns=len(guns)),
        order=order,
    )


def _likely(position: Position, gun: Unit, hex_: int) -> Fraction:
    """8.3g: Return the chance of the best shot of a gun at a hex."""
    dice = position.charts.die.faces
    best = 0
    for target in targets_in(position, gun, hex_):
        hits = faces_against(position, gun, target, distance(position, gun.place, hex_))
        best = max(best, sum(face in hits for face in dice))
    return Fraction(best, len(dice))


def guns_on(position: Position, hex_: int) -> Sequence[str]:
    """8.3c: Return the guns of the active side that may bombard a hex."""
    own = position.layers[position.active, GROUND]
    return [
        u.id
        for j in sorted(own)
        for u in own[j]
        if next(chain(gun_verdicts(position, u), at_hex_verdicts(position, u, hex_)), None) is None
    ]
