"""Verdicts and effects of orders: moves, markers and attacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.core import actions as act
from engine.core.verdicts import Verdict
from engine.games.normandy44 import tracks
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.rules import ch06_replacements, ch16_fortifications
from engine.games.normandy44.rules.ch03_sequence import end_verdicts, is_over, turn_verdicts
from engine.games.normandy44.rules.ch06_arrivals import (
    arrival_verdicts,
    arrive,
    evacuate,
    evacuation_verdicts,
)
from engine.games.normandy44.rules.ch09_movement import Mover, path_verdicts
from engine.games.normandy44.rules.ch10_attack import Attack
from engine.games.normandy44.rules.ch10_combat import best_lead
from engine.games.normandy44.rules.ch10_procedure import combat_phase, declaration_verdicts
from engine.games.normandy44.rules.ch15_reserve import reserve_verdicts
from engine.games.normandy44.rules.ch17_special_units import COTENTIN_HQ
from engine.games.normandy44.rules.ch19_air_and_naval import strafe, strafing_verdicts
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import (
    GERMAN,
    IN_BRITAIN,
    IP,
    MODES,
    MOVED,
    MOVEMENT,
    NORMAL,
    RELOCATE,
    REPLACED,
    RESERVE,
    RESERVE_MOVE,
    RETURN,
    STRATEGIC,
    TACTICAL,
    TRUCK,
    TRUCK_STRATEGIC,
    cadres,
    eliminated,
    verdict,
)
from engine.rules.base.named import hex_named, on_map, stack_named, unit_named

NAVAL = "naval"
AGAIN = "*"
"""Follows a headquarters that is named for a second shift (11.6.2)."""
REMOVE = "remove"
MARKERS = (REPLACED, RESERVE, IP, REMOVE)
"""Markers that a unit may be ordered: replacement, reserve, position, removal."""

# -- actions --------------------------------------------------------------------------------------


def attack_named(position: Position, action: act.DeclareAttack) -> Attack:
    """Return the attack of a declaration, with the best force if none is named.

    The artillery names headquarters and Werfers, ``caen``, and ``naval`` for a naval unit.
    """
    guns = [name.rstrip(AGAIN) for name in action.artillery if name != NAVAL]
    attack = Attack(
        position,
        position.active,
        tuple(on_map(position, name) for name in dict.fromkeys(action.attackers)),
        hex_named(position, action.target),
        lead=action.lead or "",
        guns=tuple(guns),
        air=action.air,
        naval=len(action.artillery) - len(guns),
    )
    return best_lead(attack, action.attached)


# -- verdicts -------------------------------------------------------------------------------------


def order_verdicts(position: Position, action: act.Action) -> Iterator[Verdict]:
    """Yield every verdict on an order of the active side."""
    if position.state.pending:
        yield verdict("3.0", "pending")
    if is_over(position):
        yield verdict("23.1", "over")
        return
    match action:
        case act.NextPhase():
            yield from end_verdicts(position)
        case act.MoveUnits():
            yield from move_verdicts(position, action)
        case act.DeclareAttack():
            yield from combat_phase(position)
            yield from declaration_verdicts(attack_named(position, action))
        case act.Bombard():
            target = hex_named(position, action.target)
            yield from strafing_verdicts(position, target, action.air)
        case act.PlaceMarker():
            yield from marker_verdicts(position, action)
        case _:
            yield verdict("3.0", "by_hand")


def move_verdicts(position: Position, action: act.MoveUnits) -> Iterator[Verdict]:
    """Yield every verdict on a move."""
    units = stack_named(position, action.units)
    path = [position.places.index(name) for name in action.path]
    if action.mode not in MODES:
        yield verdict("3.0", "mode", mode=action.mode, known=", ".join(MODES))
        return
    if path[0] != units[0].place:
        here = position.number(units[0].place)
        yield verdict("9.1a", "start", units=[u.id for u in units], hexes=[here], hex=here)
        return
    if action.mode != RETURN:
        yield from turn_verdicts(position, units)
    yield from route_verdicts(position, units, path, action.mode)


def route_verdicts(
    position: Position, units: tuple[Unit, ...], path: Sequence[int], mode: str
) -> Iterator[Verdict]:
    """9.2: yield every verdict on a path from a hex or a box, whatever the phase."""
    is_hex = position.places.is_hex
    box = "" if is_hex(path[0]) else position.number(path[0])
    if mode == RELOCATE:
        yield from relocation_verdicts(position, units, path)
    elif box in (eliminated(units[0].side), cadres(units[0].side)):
        yield from ch06_replacements.return_verdicts(position, units, path)
    elif box:
        if not is_hex(path[1]):
            yield verdict("9.1a", "gap", here=box, there=position.number(path[1]))
        else:
            yield from arrival_verdicts(position, units, path, _entry_mode(mode))
    elif not is_hex(path[-1]):
        yield from evacuation_verdicts(position, units)
        if position.number(path[-1]) != IN_BRITAIN:
            yield verdict("9.2", "off_map", units=[u.id for u in units])
    else:
        yield from path_verdicts(Mover(position, units, mode), path)


def _entry_mode(mode: str) -> str:
    """Return the mode of an entry: that of the order, or normal for one that no entry has."""
    known = (STRATEGIC, TRUCK, TRUCK_STRATEGIC, TACTICAL, RESERVE_MOVE)
    return mode if mode in known else NORMAL


def relocation_verdicts(
    position: Position, units: Sequence[Unit], path: Sequence[int]
) -> Iterator[Verdict]:
    """17.4c: the Cotentin headquarters may go to Cherbourg once, from any place on the map."""
    names = [u.id for u in units]
    there = position.number(path[-1])
    german_city = path[-1] in position.ground.cherbourg and position.control(path[-1]) == GERMAN
    once = tracks.COTENTIN not in position.state.tracks and position.places.is_hex(path[0])
    now = position.phase == MOVEMENT and position.active == GERMAN
    if names != [COTENTIN_HQ] or not german_city or not once or not now:
        yield verdict("17.4c", "not_now", units=names, hexes=[there])


def relocations(position: Position, unit: Unit) -> Iterator[act.MoveUnits]:
    """17.4c: yield the moves of the Cotentin headquarters to the city hexes of Cherbourg."""
    if unit.id != COTENTIN_HQ:
        return
    for hex_ in sorted(position.ground.cherbourg):
        if not any(relocation_verdicts(position, (unit,), (unit.place, hex_))):
            path = (position.number(unit.place), position.number(hex_))
            yield act.MoveUnits(units=(unit.id,), path=path, mode=RELOCATE)


def marker_verdicts(position: Position, action: act.PlaceMarker) -> Iterator[Verdict]:
    """Yield every verdict on a marker for a unit."""
    unit = unit_named(position, action.unit)
    yield from mark_verdicts(position, unit, action.marker, on=action.on)


def mark_verdicts(
    position: Position, unit: Unit, marker: str, *, on: bool = True
) -> Iterator[Verdict]:
    """Yield every verdict on placing or removing a marker of a unit."""
    match marker:
        case "replacement":
            yield from ch06_replacements.on_map_verdicts(position, unit)
        case "reserve":
            if unit.side != position.active or unit.id not in position.units:
                yield verdict("3.0", "other_side", units=[unit.id])
            yield from reserve_verdicts(position, unit, on)
        case "improved_position":
            yield from ch16_fortifications.position_verdicts(position, unit)
        case "remove":
            yield from ch16_fortifications.removal_verdicts(position, unit)
        case _:
            yield verdict("3.0", "by_hand")


# -- effects --------------------------------------------------------------------------------------


def move(work: Resolution, action: act.MoveUnits) -> None:
    """9.1a, 17.2h, 17.2i, 17.4a, 9.8.3a: move units as ordered."""
    position = work.position
    units = stack_named(position, action.units)
    path = [position.places.index(name) for name in action.path]
    is_hex = position.places.is_hex
    box = "" if is_hex(path[0]) else position.number(path[0])
    if action.mode == RELOCATE:
        work.put(units[0].id, position.number(path[-1]))
        work.track(tracks.COTENTIN, position.turn)
        return
    if box in (eliminated(units[0].side), cadres(units[0].side)):
        ch06_replacements.return_to_play(work, units[0], path[-1])
        return
    if box:
        arrive(work, units, path, _entry_mode(action.mode))
        return
    if not is_hex(path[-1]):
        evacuate(work, units)
        return
    mover = Mover(position, units, action.mode)
    spent = sum(mover.cost(i, j) or 0 for i, j in pairwise(path))
    if mover.most_hexes is not None:
        spent = -1
    names = [u.id for u in units]
    work.move_along(names, path)
    for unit in units:
        work.track(tracks.MOVED + unit.id, spent)
        work.add(tracks.HEXES + unit.id, len(path) - 1)
        if unit.type.kind == "hq" and work.position.track(tracks.HEXES + unit.id) > 1:
            work.status(unit.id, add=[MOVED])
        added = []
        if action.mode in (STRATEGIC, TRUCK_STRATEGIC):
            added.append(STRATEGIC)
        if action.mode in (TRUCK, TRUCK_STRATEGIC):
            added.append(TRUCK)
        # 15.4: a unit in reserve that moves in its movement phase is placed again.
        gone = [RESERVE] if position.phase == MOVEMENT else []
        work.status(unit.id, add=added, remove=gone)


def mark(work: Resolution, action: act.PlaceMarker) -> None:
    """Put a marker on a unit, or remove it."""
    unit = unit_named(work.position, action.unit)
    match action.marker:
        case "replacement":
            ch06_replacements.take(work, unit)
        case "reserve":
            change = {"add": [RESERVE]} if action.on else {"remove": [RESERVE]}
            work.status(unit.id, **change)
        case "improved_position":
            ch16_fortifications.begin(work, unit)
        case "remove":
            ch16_fortifications.take_off(work, unit)


def bombard(work: Resolution, action: act.Bombard) -> None:
    """19.1.4b: assign aircraft to strafe a hex."""
    strafe(work, hex_named(work.position, action.target), action.air)
