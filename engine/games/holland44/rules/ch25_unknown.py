"""Chapter 25: unknown units, and the marker of units that are spent."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.holland44.attack import Attack
from engine.games.holland44.meta import UNKNOWN_DEFENSE
from engine.games.holland44.mover import Move
from engine.games.holland44.relocating import FIRST_TURN, RELOCATED, SHELTERS, Relocation
from engine.rules.registry import clause, say

SPENT = {"spent": "25.3.3", "auto_ds": "8.7"}
"""Statuses that end a unit's movement and attacks for the turn, with their rules."""


@clause("25.2.1", "mode")
def unknown_units_stay(move: Move, _: object) -> Iterator[Verdict]:
    """25.2.1: unrevealed unknown units cannot move (but 25.6)."""
    for unit in move.mover.units:
        if unit.p.unknown:
            yield say("25.2.1", "stays", units=[unit.id])


@clause("25.3.3", "mode")
def spent_units_stay(move: Move, _: object) -> Iterator[Verdict]:
    """25.3.3: spent units, and those of an automatic DS (8.7), do not move again."""
    for unit in move.mover.units:
        for status, rule in SPENT.items():
            if status in unit.p.status:
                yield say(rule, "move", units=[unit.id], unit=move.position.name(unit.id))


@clause("25.3.1", "move")
def entering_unknown_units(move: Move, _: object) -> Iterator[Verdict]:
    """25.3.1: Allied units may enter the hex of a lone unknown unit, not by extended movement."""
    mover, position = move.mover, move.position
    for leg in move.legs:
        if mover.side != "allied" or leg.end not in mover.enemy.lone_unknowns:
            continue
        number, where = position.number(leg.end), position.where(leg.end)
        ids = [u.id for u in mover.enemy.stacks[leg.end]]
        if leg.end not in mover.quarry:
            yield say("25.3.1", "unable", units=ids, hexes=[number], hex=where)
        elif move.mode == "extended":
            yield say("25.3.1", "extended", units=ids, hexes=[number], hex=where)
        elif leg != move.legs[-1]:
            yield say("25.3.1", "stop", units=ids, hexes=[number], hex=where)
        else:
            yield say("25.3.1", "reveal", level="info", units=ids, hexes=[number], hex=where)


@clause("25.3.3", "attack")
def spent_units_do_not_attack(attack: Attack, _: object) -> Iterator[Verdict]:
    """25.3.3: spent units, and those of an automatic DS (8.7), attack no more this turn."""
    for unit in attack.fight.attackers:
        for status, rule in SPENT.items():
            if status in unit.p.status:
                yield say(rule, "attack", units=[unit.id], unit=attack.position.name(unit.id))


@clause("25.3.4", "attack")
def attacking_unknown_units(attack: Attack, _: object) -> Iterator[Verdict]:
    """25.3.4: an unknown unit is revealed first; until then it is taken as 25.4 says."""
    for unit in attack.fight.present:
        if unit.p.unknown:
            yield say("25.3.4", "reveal", level="info", units=[unit.id], defense=UNKNOWN_DEFENSE)


@clause("25.6", "relocation")
def moving_an_unknown_unit(order: Relocation, _: object) -> Iterator[Verdict]:
    """25.6: one a turn from turn 3 on, in the German movement phase."""
    position, unit = order.position, order.unit
    clock, ids = position.state.clock, [order.unit.id]
    if not unit.p.unknown:
        yield say("25.6", "revealed", units=ids, unit=position.name(unit.id))
    if clock.phase != "movement" or clock.active != unit.p.side:
        yield say("25.6", "phase", units=ids)
    if position.turn < FIRST_TURN:
        yield say("25.6", "turn", units=ids, turn=FIRST_TURN)
    if RELOCATED in position.state.tracks:
        yield say("25.6", "again", units=ids)


@clause("25.6", "relocation")
def where_an_unknown_unit_may_go(order: Relocation, _: object) -> Iterator[Verdict]:
    """25.6: to a town or city out of reach of the Allies, with a road to a German entry area."""
    position, target = order.position, order.target
    number, where = position.number(target), position.where(target)
    if not position.places.is_hex(target) or position.board.settlement[target] not in SHELTERS:
        yield say("25.6", "town", hexes=[number], hex=where)
        return
    stacks = position.stacks["allied"]
    near = [j for j in (target, *position.ground.ring[target]) if j in stacks]
    if near:
        ids = [u.id for j in near for u in stacks[j]]
        yield say("25.6", "enemy", units=ids, hexes=[number], hex=where)
    if not order.is_supplied:
        yield say("25.6", "road", hexes=[number], hex=where)


@clause("25.2.1", "relocation")
def one_unknown_unit_in_a_hex(order: Relocation, _: object) -> Iterator[Verdict]:
    """25.2.1: unrevealed unknown units do not count for stacking, but there is one in a hex."""
    position, target = order.position, order.target
    others = [u.id for u in position.stack(target) if u.p.unknown and u.id != order.unit.id]
    if others:
        number, where = position.number(target), position.where(target)
        yield say("25.2.1", "one", units=others, hexes=[number], hex=where)
