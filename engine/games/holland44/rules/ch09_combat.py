"""Chapter 9: combat."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.holland44.attack import Attack
from engine.rules.registry import clause, say


@clause("9.1", "attack")
def somebody_to_attack(attack: Attack, _: object) -> Iterator[Verdict]:
    """9.1: units attack adjacent enemy units."""
    fight, position = attack.fight, attack.position
    hexes = [position.number(fight.target)]
    if not fight.present or fight.present[0].p.side == fight.side:
        yield say("9.1", "nobody", hexes=hexes, hex=position.where(fight.target))
        return
    for unit in fight.attackers:
        if unit.p.side != fight.side:
            yield say("9.1", "sides", units=[unit.id], unit=position.name(unit.id))
        area = position.area_of(unit.place)
        near = (
            area in position.ground.area_hexes.get(fight.target, ())
            if area
            else fight.target in position.ground.ring[unit.place]
        )
        if not near:
            yield say(
                "9.1",
                "far",
                units=[unit.id],
                hexes=[position.number(unit.place), *hexes],
                unit=position.name(unit.id),
                hex=position.where(fight.target),
            )


@clause("9.1", "attack")
def attack_factor(attack: Attack, _: object) -> Iterator[Verdict]:
    """9.1: units with an attack factor of 0 cannot attack."""
    for unit in attack.fight.attackers:
        if unit.p.attack == 0:
            yield say("9.1", "no_factor", units=[unit.id], unit=attack.position.name(unit.id))


@clause("9.5.1", "attack")
def over_a_major_river(attack: Attack, _: object) -> Iterator[Verdict]:
    """9.5.1: none over a major river but over a bridge (9.5.2) or in a river assault (9.5.3)."""
    fight, position = attack.fight, attack.position
    for unit in fight.attackers:
        origin = fight.origin(unit)
        if (origin, fight.target) not in position.crossings.blocked or attack.assault(unit):
            continue
        yield say(
            "9.5.1",
            "river",
            units=[unit.id],
            hexes=[position.number(origin), position.number(fight.target)],
            unit=position.name(unit.id),
            hex=position.where(fight.target),
        )


@clause("6.4.2", "attack")
def too_many_from_a_hex(attack: Attack, _: object) -> Iterator[Verdict]:
    """6.4.2: two units and one that stacks free may attack from a hex."""
    fight, position = attack.fight, attack.position
    for unit in fight.excess():
        yield say(
            "6.4.2",
            "attack",
            units=[unit.id],
            hexes=[position.number(unit.place)],
            unit=position.name(unit.id),
            hex=position.where(unit.place),
        )


@clause("16.3.5", "attack")
def breakthrough(attack: Attack, _: object) -> Iterator[Verdict]:
    """16.3.5: breakthrough combat is one stack's, without air or artillery, over no open water."""
    fight, position = attack.fight, attack.position
    if not fight.breakthrough:
        return
    if len({u.place for u in fight.attackers}) > 1:
        yield say("16.3.5", "one_stack", units=[u.id for u in fight.attackers])
    if fight.air:
        yield say("16.3.5", "air")
    if fight.artillery:
        yield say("16.3.5", "artillery", units=[u.id for u in fight.artillery])
    closed = position.crossings.blocked | position.crossings.canals
    for unit in fight.attackers:
        if (fight.origin(unit), fight.target) in closed:
            hexes = [position.number(unit.place), position.number(fight.target)]
            yield say("16.3.5", "water", units=[unit.id], hexes=hexes, unit=position.name(unit.id))
