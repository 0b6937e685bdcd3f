"""14.2, 14.3: actions of disrupted units and units in full retreat.

Elsewhere: 14.1.2, 14.3.1 ``ch13_retreat_paths:Retreat.end_status``; 14.1.2 ``march:_disorder``;
14.2 ``ch19_entry_areas:only_good_order_leaves``; 14.2, 14.3.2 ``ch07_front:Front.zone``; 14.2,
14.3.2 ``ch10_strengths:Combat.defenders``; 14.2 ``ch12_determined_defense:DeterminedDefense``; 14.2
``ch17_artillery:artillery_support``; 14.2 ``ch20_replacements:_unready``; 14.2
``ch10_strengths:Combat._defense``.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.holland44.constants import verdict
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch08_movement.mover import Move
from engine.games.holland44.rules.ch08_movement.reach import arrivals
from engine.games.holland44.rules.ch08_movement.why_not import mover_of
from engine.games.holland44.rules.ch09_attack import Attack
from engine.games.holland44.rules.ch14_disorder import must_flee
from engine.games.holland44.units import Unit
from engine.rules.base.clauses import clause


@clause("14.2", "mode")
def disrupted_units_move_tactically(move: Move, _: object) -> Iterator[Verdict]:
    """8.2, 14.2, 14.3.2, 18.4, 22.3.6: disrupted units use tactical movement only."""
    if move.mode in ("tactical", "full_retreat"):
        return
    for unit in move.mover.units:
        if not unit.profile.good_order and not unit.profile.full_retreat:
            yield verdict("14.2", "tactical", units=[unit.id], unit=move.position.name(unit.id))


@clause("14.3.1", "mode")
def full_retreat_is_for_disrupted_units(move: Move, _: object) -> Iterator[Verdict]:
    """14.3.1: disrupted units may be put in full retreat to move their whole allowance."""
    if move.mode != "full_retreat":
        return
    for unit in move.mover.units:
        name = move.position.name(unit.id)
        if unit.profile.good_order:
            yield verdict("14.3.1", "good_order", units=[unit.id], unit=name)


@clause("14.3.1", "move")
def voluntary_full_retreat(move: Move, _: object) -> Iterator[Verdict]:
    """14.3.1: a disrupted unit that moves its whole allowance goes into full retreat."""
    if move.mode != "full_retreat":
        return
    for unit in move.mover.units:
        if not unit.profile.good_order and not unit.profile.full_retreat:
            name = move.position.name(unit.id)
            yield verdict("14.3.1", "voluntary", level="info", units=[unit.id], unit=name)


@clause("14.3.2", "mode")
def full_retreat_modes(move: Move, _: object) -> Iterator[Verdict]:
    """14.3.2: units in full retreat move up to their allowance, never extended."""
    if move.mode in ("tactical", "full_retreat"):
        return
    for unit in move.mover.units:
        if unit.profile.full_retreat:
            yield verdict("14.3.2", "mode", units=[unit.id], unit=move.position.name(unit.id))


@clause("14.3.2", "move")
def full_retreat_into_ezoc(move: Move, _: object) -> Iterator[Verdict]:
    """14.3.2: units in full retreat enter EZOC only in hexes with a friend in better order."""
    mover, position = move.mover, move.position
    if move.mode != "full_retreat" and not any(u.profile.full_retreat for u in mover.units):
        return
    for leg in move.legs:
        if leg.end in mover.full_retreat_closed:
            holders = mover.enemy.exerts(leg.end)
            yield verdict(
                "14.3.2",
                "ezoc",
                units=[u.id for u in holders],
                hexes=[position.number(leg.end)],
                hex=position.where(leg.end),
                enemy=position.name(holders[0].id),
            )


@clause("14.2", "move")
def green_units_flee(move: Move, _: object) -> Iterator[Verdict]:
    """14.2: a disrupted green unit in EZOC moves out of it, or not at all."""
    mover, position, end = move.mover, move.position, move.path[-1]
    if end in mover.enemy.zone and must_flee(mover):
        hexes, where = [position.number(end)], position.where(end)
        for unit in filter(_is_green, mover.units):
            name = position.name(unit.id)
            yield verdict("14.2", "flee", units=[unit.id], hexes=hexes, hex=where, unit=name)


@clause("14.2", "clock")
def green_units_have_fled(position: Position, _: object) -> Iterator[Verdict]:
    """14.2: a movement phase does not end while a disrupted green unit could still leave EZOC."""
    clock = position.state.clock
    if clock.phase != "movement":
        return
    stacks = position.stacks[clock.active]
    for place in sorted(position.enemy(clock.active).zone & stacks.keys()):
        for unit in stacks[place]:
            if not _is_green(unit):
                continue
            mover = mover_of(position, [unit])
            if must_flee(mover) and next(arrivals(mover), None):
                hexes, name = [position.number(place)], position.name(unit.id)
                yield verdict("14.2", "stays", units=[unit.id], hexes=hexes, unit=name)


def _is_green(unit: Unit) -> bool:
    return unit.profile.quality == "low" and not unit.profile.good_order


@clause("14.2", "attack")
def disrupted_units_do_not_attack(attack: Attack, _: object) -> Iterator[Verdict]:
    """14.2: disrupted units, and those in full retreat (14.3.1), cannot attack."""
    for unit in attack.fight.attackers:
        if not unit.profile.good_order:
            rule = "14.3.1" if unit.profile.full_retreat else "14.2"
            yield verdict(rule, "attack", units=[unit.id], unit=attack.position.name(unit.id))
