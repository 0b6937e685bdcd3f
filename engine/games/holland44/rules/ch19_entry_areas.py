"""19.3 to 19.7: entry areas in moves and attacks.

Elsewhere: 19.1 ``ch07_zones_of_control:stop_in_ezoc``; 19.1 ``mover:Move.open_areas``; 19.3.1
``mover:Move.first_hexes``; 19.2.1, 19.2.2 ``position:Position.area_side``; 19.2.2
``ch03_sequence:_new_turn``; 19.3.1 ``ch14_recovery:reorganize``; 19.4
``ch06_overstacking:overstacks_pending``; 19.4 ``ch07_front:Front.zone``; 19.4
``orders:_attack_verdicts``; 19.5 ``ch13_retreat_paths:Retreat.objection``; 19.7
``ch10_strengths:Combat.excess``; 19.8 ``ch17_artillery:hexes_to``.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.holland44.constants import verdict
from engine.games.holland44.rules.ch08_movement.limits import edge_objections, first_objections
from engine.games.holland44.rules.ch08_movement.mover import Leg, Move
from engine.games.holland44.rules.ch09_attack import Attack
from engine.games.holland44.tracks import SHIFTED
from engine.rules.base.clauses import clause


@clause("19.3.1", "mode")
def only_good_order_leaves(move: Move, _: object) -> Iterator[Verdict]:
    """14.2, 19.3.1: only units in good order leave an entry area."""
    if move.mover.area is None:
        return
    for unit in move.mover.units:
        if not unit.profile.good_order:
            yield verdict("19.3.1", "order", units=[unit.id], unit=move.position.name(unit.id))


@clause("19.6", "attack")
def no_attack_after_moving_between_areas(attack: Attack, _: object) -> Iterator[Verdict]:
    """19.6: a unit that moved from one entry area to the next does not attack onto the map."""
    tracks = attack.position.state.tracks
    for unit in attack.fight.attackers:
        if SHIFTED + unit.id in tracks:
            yield verdict("19.6", "attack", units=[unit.id], unit=attack.position.name(unit.id))


@clause("19.7", "automatic")
def attacks_onto_the_map_wait_for_combat(attack: Attack, _: object) -> Iterator[Verdict]:
    """19.7: units in an entry area attack in the combat phase; none makes an automatic DS."""
    position = attack.position
    for unit in attack.fight.attackers:
        if position.area_of(unit.place) is not None:
            yield verdict("19.7", "phase", units=[unit.id], unit=position.name(unit.id))


@clause("19.3", "move")
def through_entry_areas(move: Move, _: object) -> Iterator[Verdict]:
    """19.3, 19.3.1, 19.3.2, 19.4, 19.6: friendly entry areas end a move; major rivers bar them."""
    position = move.position
    for leg in move.legs:
        if position.area_of(leg.end) is not None:
            yield from _into(move, leg)
        elif position.area_of(leg.start) is not None:
            yield from _out_of(move, leg)
        elif not position.places.is_hex(max(leg.start, leg.end)):
            names = [position.places.name(p) for p in (leg.start, leg.end)]
            yield verdict("19.3.1", "box", start=names[0], end=names[1])


def _into(move: Move, leg: Leg) -> Iterator[Verdict]:
    position, mover = move.position, move.mover
    letter = position.area_of(leg.end) or ""
    args = {"area": letter}
    if position.area_side(letter) != mover.side:
        yield verdict("19.4", "enemy", args)
    elif not move.may_leave(letter):
        yield verdict("23.1.2", "areas", args, units=sorted(mover.ids))
    came_from = position.area_of(leg.start)
    if came_from is not None:
        if leg != move.legs[0]:
            yield verdict("19.3.1", "stop", area=came_from)
        if letter not in position.ground.area_neighbours.get(came_from, ()):
            yield verdict("19.6", "apart", args, start=came_from)
        return
    number = position.number(leg.start)
    if letter not in position.ground.area_hexes.get(leg.start, ()):
        yield verdict("19.3", "untouched", args, hexes=[number], hex=position.where(leg.start))
        return
    args["hex"] = args["start"] = position.where(leg.start)
    args["end"] = position.where(leg.end)
    for rule, key, *_ in edge_objections(move, leg.start):
        yield verdict(rule, key, args, units=sorted(mover.ids), hexes=[number])


def _out_of(move: Move, leg: Leg) -> Iterator[Verdict]:
    position, mover = move.position, move.mover
    letter = position.area_of(leg.start) or ""
    number = position.number(leg.end)
    args = {"area": letter, "hex": position.where(leg.end)}
    if leg != move.legs[0]:
        yield verdict("19.3.1", "stop", area=letter)
    if letter not in position.ground.area_hexes.get(leg.end, ()):
        yield verdict("19.3", "untouched", args, hexes=[number])
    else:
        for rule, key, *_ in first_objections(move, leg.end):
            args |= {"start": position.where(leg.start), "end": args["hex"]}
            yield verdict(rule, key, args, units=sorted(mover.ids), hexes=[number])
