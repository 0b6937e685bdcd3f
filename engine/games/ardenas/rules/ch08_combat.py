"""Chapter 8.1: attacks are declared, then fought: on the map with dice and factors.

Every attack of the phase is declared before the first is fought. Individual counters fight on the
map (:func:`multiply`); stacks and groupings fight each other in the enlarged area.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Literal

from engine.core.verdicts import Verdict
from engine.games.ardenas import tracks
from engine.games.ardenas.combat import Attack, Attacks
from engine.games.ardenas.position import Position
from engine.games.ardenas.resolution import ATTACKS, Resolution
from engine.games.ardenas.rules.ch08_affected import combat_of
from engine.games.ardenas.rules.ch08_bases import AIR_COMBATS, begin_step, is_safe, step_verdicts
from engine.games.ardenas.rules.ch08_guns import SPENT, support_verdicts
from engine.games.ardenas.rules.ch12_supply import has, supply_verdicts
from engine.games.ardenas.rules.ch14_weather import flight_verdicts
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import (
    AIR,
    AIR_PHASES,
    ARTILLERY,
    COMBAT,
    DEPLOYED,
    FIGHTER,
    GROUND,
    SUPPLY,
    TANK,
    Layer,
    enemy_of,
    verdict,
)

Method = Literal["product", "table"]
PRODUCT: Method = "product"
TABLE: Method = "table"


# -- factors --------------------------------------------------------------------------------------


def defense_of(position: Position, unit: Unit) -> int:
    """8.1n, 8.3o, 12.0b: Return the factor of a unit that defends: in a town twice its factor.

    By the reading a unit without supply defends at half.
    """
    factor = combat_of(position, unit)
    if not has(position, unit, SUPPLY) and position.reading("unsupplied") == "defend_at_half":
        factor //= 2
    in_town = unit.layer == GROUND and unit.place in position.ground.cities
    return 2 * factor if in_town else factor


def attack_sum(position: Position, units: Sequence[Unit], support: int = 0) -> int:
    """8.1d, 8.1m, 8.3e: Return the sum of the attackers' factors and the points of support."""
    return sum(combat_of(position, u) for u in units) + support


def defense_sum(position: Position, units: Sequence[Unit]) -> int:
    """8.1d, 8.1m: Return the sum of the factors of the units that are attacked."""
    return sum(defense_of(position, u) for u in units)


def defenders_in(
    position: Position, side: str, hexes: Sequence[int], layer: Layer = GROUND
) -> list[Unit]:
    """7.0p, 7.0q, 7.0t, 10.0a: Return all units of a layer in hexes that are attacked.

    By the other reading, commandos placed this turn take no part where other units are attacked.
    """
    enemies = position.layers[enemy_of(side), layer]
    stacks = [enemies.get(h, ()) for h in dict.fromkeys(hexes)]
    if position.reading("deployed_stack") == "others_attacked":
        stacks = [tuple(u for u in s if DEPLOYED not in u.status) or s for s in stacks]
    return [unit for stack in stacks for unit in stack]


def is_grouped(position: Position, unit: Unit) -> bool:
    """8.1b, 8.1e: Return whether a unit is part of a stack or a grouping."""
    if unit.id in position.grouping_of:
        return True
    return len(position.loose(unit.side, unit.layer, unit.place)) > 1


def is_in_area(position: Position, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> bool:
    """8.1b, 8.1e, 8.1s, 8.4g: Return whether a combat is fought in the enlarged area.

    Stacks and groupings fight each other there; an individual counter keeps it on the map.
    """
    return all(any(is_grouped(position, u) for u in units) for units in (attackers, defenders))


def method_of(position: Position, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> Method:
    """8.1b, 8.1e, 8.1s, 8.4g: Return how a combat is decided: by the table in the enlarged area.

    Aircraft fight with dice and factors there too.
    """
    in_area = is_in_area(position, attackers, defenders)
    return TABLE if in_area and attackers[0].layer == GROUND else PRODUCT


def layer_of(phase: str) -> Layer:
    """8.1a, 8.4c: Return where units fight in a phase: on the ground or in the air."""
    return AIR if phase in AIR_PHASES else GROUND


# -- who may attack -------------------------------------------------------------------------------


def unable(position: Position, unit: Unit) -> Iterator[Verdict]:
    """7.0j, 8.2h, 8.3j, 8.3o, 8.4h, 9.0g, 10.0b, 11.0h, 12.0a, 12.0b, 12.0j, 14.0c: Judge units.

    In the turn of its placement a commando has its two missions only; it is no infantry yet.
    """
    names = [unit.id]
    if unit.layer == AIR:
        if unit.type.kind != FIGHTER:
            yield verdict("8.4h", "fighters", units=names)
        yield from flight_verdicts(position, names)
    elif unit.type.stores:
        yield verdict("12.0a", "defends_only", units=names)
    elif unit.type.kind in ARTILLERY:
        yield verdict("8.3o", "defends_only", units=names)
    elif combat_of(position, unit) <= 0:
        yield verdict("8.1a", "no_factor", units=names)
    if tracks.DISPLACED + unit.id in position.state.tracks:
        yield verdict("7.0j", "no_attack", units=names)
    for status, rule in (*SPENT, (DEPLOYED, "10.0b")):
        if status in unit.status:
            yield verdict(rule, "no_attack", units=names)
    if unit.type.kind == TANK and position.track(tracks.FIRED + unit.id):
        yield verdict("8.3j", "fired", units=names)
    yield from supply_verdicts(position, [unit])


def attack_verdicts(
    position: Position,
    attackers: Sequence[Unit],
    targets: Sequence[int],
    support: Sequence[str] = (),
) -> Iterator[Verdict]:
    """7.0n, 8.1a, 8.1d, 8.4g, 8.4h, 8.4o, 10.0b, 11.0k: Object to an attack, in any phase.

    Each attacker must be adjacent to all attacked hexes. By the other reading, the attacked hexes
    must be adjacent to one another.
    """
    ring = position.ground.ring
    side, layer = attackers[0].side, attackers[0].layer
    defenders = defenders_in(position, side, targets, layer)
    for hex_ in targets:
        there = position.number(hex_)
        if hex_ not in position.layers[enemy_of(side), layer]:
            nobody = "nobody" if layer == GROUND else "no_aircraft"
            yield verdict("8.1a", nobody, hexes=[there], hex=there)
        for unit in attackers:
            if hex_ not in ring[unit.place]:
                rule = "8.1d" if len(targets) > 1 else "8.1a"
                yield verdict(rule, "apart", units=[unit.id], hexes=[there], hex=there)
    if len(targets) > 1 and position.reading("several_targets") == "one_another":
        hexes = dict.fromkeys((*(u.place for u in attackers), *targets))
        for i, j in combinations(hexes, 2):
            if j not in ring[i]:
                two = [position.number(i), position.number(j)]
                yield verdict("8.1d", "not_adjacent", hexes=two, here=two[0], there=two[1])
    for unit in attackers:
        if unit.side != side or unit.layer != layer:
            yield verdict("8.1a", "sides", units=[unit.id])
        yield from unable(position, unit)
        if has_fought(position, unit):
            yield verdict("8.2h" if layer == GROUND else "8.4h", "fought", units=[unit.id])
    for unit in defenders:
        if DEPLOYED in unit.status:
            yield verdict("10.0b", "deployed", units=[unit.id])
        if layer == AIR and is_safe(position, unit):
            yield verdict("8.4o", "at_base", units=[unit.id])
    if support and layer == AIR:
        yield verdict("8.4g", "no_support", units=support)
    elif support:
        spent = [name for a in attacks_of(position).declared for name in a.support]
        yield from support_verdicts(position, support, attackers, defenders, spent)


def attacks_of(position: Position) -> Attacks:
    """8.1a: Return the attacks of the phase that are still to be fought."""
    return ATTACKS.of(position) or Attacks()


def order_verdicts(
    position: Position,
    attackers: Sequence[Unit],
    targets: Sequence[int],
    support: Sequence[str] = (),
) -> Iterator[Verdict]:
    """8.1a, 8.4c, 15.1: Object to the declaration of an attack now, or to the declared fight."""
    names = [u.id for u in attackers]
    if attackers[0].layer == AIR:
        if position.phase not in AIR_PHASES:
            yield verdict("8.4c", "phase", units=names)
        yield from step_verdicts(position, AIR_COMBATS)
    elif position.phase != COMBAT:
        yield verdict("8.1a", "phase", units=names)
    if attackers[0].side != position.active:
        yield verdict("4.0a", "not_yours", units=names)
    declared = attacks_of(position)
    if named(position, attackers, targets, support) in still_due(position):
        yield from owing_verdicts(position)
        return
    if declared.begun:
        yield verdict("8.1a", "begun", units=names)
    promised = {n for a in declared.declared for n in (*a.attackers, *a.support)}
    for unit in attackers:
        if unit.id in promised:
            yield verdict("8.1a", "declared", units=[unit.id])
    fighting = {n for a in declared.declared for n in a.attackers}
    for gun in support:
        if gun in fighting:
            yield verdict("8.3j", "attacks", units=[gun])
    yield from attack_verdicts(position, attackers, targets, support)


def named(
    position: Position,
    attackers: Sequence[Unit],
    targets: Sequence[int],
    support: Sequence[str] = (),
) -> Attack:
    """Return an attack as the record of a declaration, in a steady order."""
    return Attack(
        attackers=tuple(sorted({u.id for u in attackers})),
        targets=tuple(sorted({position.number(h) for h in targets})),
        support=tuple(sorted(support)),
    )


def parties(position: Position, attack: Attack) -> tuple[list[Unit], list[Unit]]:
    """8.1a: Return the attackers and defenders of a declared attack that are still there."""
    attackers = [position.units[n] for n in attack.attackers if n in position.units]
    if not attackers:
        return [], []
    hexes = [position.ground.index[number] for number in attack.targets]
    first = attackers[0]
    return attackers, defenders_in(position, first.side, hexes, first.layer)


def remaining(position: Position, attack: Attack) -> Attack:
    """8.1a: Return a declared attack without the units that were lost since its declaration."""
    attackers, support = (
        tuple(n for n in names if n in position.units)
        for names in (attack.attackers, attack.support)
    )
    return attack.model_copy(update={"attackers": attackers, "support": support})


def still_due(position: Position) -> list[Attack]:
    """8.1a: Return what remains of the declared attacks; some have lost attackers or object."""
    left = (remaining(position, a) for a in attacks_of(position).declared)
    return [a for a in left if all(parties(position, a))]


def due_at(position: Position, hex_: int) -> list[Attack]:
    """8.1a: Return the declared attacks on a hex that are still to be fought."""
    number = position.number(hex_)
    return [attack for attack in still_due(position) if number in attack.targets]


def due_verdicts(position: Position) -> Iterator[Verdict]:
    """8.1a, 15.1: Object to what comes after the combats while a declared one is to be fought."""
    for attack in still_due(position):
        yield verdict("8.1a", "due", units=attack.attackers, hexes=attack.targets)


def end_verdicts(position: Position) -> Iterator[Verdict]:
    """8.1a: Object to the end of the phase while a declared attack is still to be fought."""
    yield from due_verdicts(position)
    if position.phase == COMBAT:
        yield from owing_verdicts(position)


def owing_verdicts(position: Position) -> Iterator[Verdict]:
    """7.0m: Object while a unit that passed an enemy zone could attack but has no declared attack.

    The duty ends when fighting has begun.
    """
    declared = attacks_of(position)
    if declared.begun:
        return
    promised = {n for a in declared.declared for n in (*a.attackers, *a.support)}
    for name in sorted(position.state.tracks):
        unit = position.units.get(name.removeprefix(tracks.OWES))
        if not name.startswith(tracks.OWES) or unit is None:
            continue
        if unit.side != position.active or unit.id in promised:
            continue
        enemies = position.layers[enemy_of(unit.side), GROUND]
        near = [j for j in position.ground.ring[unit.place] if j in enemies]
        if any(next(attack_verdicts(position, [unit], [j]), None) is None for j in near):
            yield verdict("7.0m", "must_fight", units=[unit.id])


# -- what happens ---------------------------------------------------------------------------------


def declare(work: Resolution, attack: Attack) -> None:
    """8.1a: Record an attack that is to be fought once all are declared."""
    if work.position.phase in AIR_PHASES:
        begin_step(work, AIR_COMBATS)
    attacks = attacks_of(work.position)
    work.attacks = attacks.model_copy(update={"declared": (*attacks.declared, attack)})


def begin(work: Resolution, attack: Attack) -> None:
    """8.2h, 8.3d: Take a declared attack off the list, and count the combat and the shots."""
    attacks = attacks_of(work.position)
    left = tuple(a for a in attacks.declared if remaining(work.position, a) != attack)
    work.attacks = Attacks(declared=left, begun=True)
    for name in attack.attackers:
        work.track(tracks.FOUGHT + name, 1)
    for gun in attack.support:
        work.add(tracks.FIRED + gun, 1)


def has_fought(position: Position, unit: Unit) -> bool:
    """8.2h: Return whether a unit has had its combat of the turn."""
    return tracks.FOUGHT + unit.id in position.state.tracks


def multiply(
    work: Resolution, attackers: Sequence[Unit], defenders: Sequence[Unit], support: int = 0
) -> None:
    """8.1c, 8.1d, 8.4g: Fight with dice and factors; the lower product loses all its counters.

    The attacker throws first; with equal products all counters stay and there is no second throw.
    """
    position = work.position
    dice = work.throw_special("attack"), work.throw_special("defense")
    values = attack_sum(position, attackers, support), defense_sum(position, defenders)
    products = totals(values, dice)
    work.track(tracks.LAST, f"{products[0]} {products[1]}")
    for name in removed(attackers, defenders, products):
        work.eliminate(name)


def totals(values: tuple[int, int], dice: tuple[int, int]) -> tuple[int, int]:
    """8.1c: Return the factors of both sides multiplied by their dice."""
    return values[0] * dice[0], values[1] * dice[1]


def winner(products: tuple[int, int]) -> Literal["attacker", "defender", "none"]:
    """8.1c: Return the side with the higher product."""
    attack, defense = products
    if attack == defense:
        return "none"
    return "attacker" if attack > defense else "defender"


def removed(
    attackers: Sequence[Unit], defenders: Sequence[Unit], products: tuple[int, int]
) -> tuple[str, ...]:
    """8.1c, 12.0e: Return the counters that lose a combat on the map.

    Supply and fuel counters alone that win are saved, and the attackers stay.
    """
    won = winner(products)
    if won == "attacker":
        return tuple(u.id for u in defenders)
    if won == "defender" and not all(u.type.stores for u in defenders):
        return tuple(u.id for u in attackers)
    return ()
