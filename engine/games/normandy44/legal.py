"""The legal actions of a position, by unit, stack or target."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from engine.core import actions as act
from engine.core.memo import memoized
from engine.core.modes import house_rules
from engine.games.normandy44 import tracks
from engine.games.normandy44.orders import NAVAL, mark_verdicts, relocations
from engine.games.normandy44.position import Position
from engine.games.normandy44.rules.ch06_arrivals import (
    arrival_places,
    evacuation_verdicts,
    is_due,
)
from engine.games.normandy44.rules.ch06_replacements import (
    comeback_verdicts,
    is_whole,
    places_of_return,
    pool_for,
)
from engine.games.normandy44.rules.ch07_stacking import stacking
from engine.games.normandy44.rules.ch09_movement import Mover, cannot_move, ends
from engine.games.normandy44.rules.ch10_attack import Attack
from engine.games.normandy44.rules.ch10_combat import attack_verdicts, attackers_of, best_lead
from engine.games.normandy44.rules.ch10_procedure import support_verdicts
from engine.games.normandy44.rules.ch15_reserve import moved_far, reserved, surplus_verdicts
from engine.games.normandy44.rules.ch16_fortifications import can_begin
from engine.games.normandy44.rules.ch17_support import able_to_fire
from engine.games.normandy44.rules.ch19_air_and_naval import (
    air_left,
    naval_left,
    prey,
    strafing_verdicts,
)
from engine.games.normandy44.rules.ch22_way_back import late
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import (
    ALLIED,
    COMBATS,
    EVACUATION,
    GERMAN,
    IN_BRITAIN,
    IP,
    MOVEMENT,
    NORMAL,
    REPLACED,
    REPLACEMENT_PHASE,
    RESERVE,
    RESERVE_MOVE,
    RESERVE_MOVEMENT,
    RETURN,
    STRATEGIC,
    TACTICAL,
    TRUCK,
    TRUCK_STRATEGIC,
    cadres,
    eliminated,
    enemy_of,
)
from engine.rules.listing import Allows, Orders

GROUPS_UP_TO = 3
"""Up to this number, attackers are also listed one by one."""


def orders_of(position: Position, allows: Allows, unit: Unit) -> Iterator[act.Action]:
    """Yield the legal orders of one unit: its moves, arrivals and markers, or its attacks."""
    yield from _orders(position, (unit,), allows)
    if position.phase in COMBATS and unit.id in position.units:
        for hex_ in position.ground.ring[unit.place]:
            for action in attacks_on(position, hex_, allows):
                if isinstance(action, act.DeclareAttack) and unit.id in action.attackers:
                    yield action


def subjects(position: Position, allows: Allows) -> list[Orders]:
    """Return the legal orders of the active side: by unit and stack, or by enemy hex."""
    side = position.active
    if position.phase in COMBATS:
        enemies = sorted(position.stacks[enemy_of(side)])
        all_orders: list[Orders] = [partial(attacks_on, position, i, allows) for i in enemies]
        if side == ALLIED:
            all_orders += [
                partial(strafings, position, i, allows) for i in enemies if prey(position, i)
            ]
        return all_orders
    # 22.1.2b: units that have to move come first.
    bound = [u for _, u in late(position)]
    free = [u for u in position.own(side) if u not in bound] if bound else position.own(side)
    groups: list[tuple[Unit, ...]] = [(u,) for u in (*bound, *free)]
    if position.phase in (MOVEMENT, RESERVE_MOVEMENT):
        groups += [tuple(s) for _, s in sorted(position.stacks[side].items()) if len(s) > 1]
    own = position.off_map(side)
    if position.phase == MOVEMENT:
        groups += [(u,) for u in own if is_due(position, u)]
    if position.phase == REPLACEMENT_PHASE:
        boxes = (eliminated(side), cadres(side), IN_BRITAIN)
        near = [u for u in own if position.number(u.place) in boxes]
        groups += [(u,) for u in near]
        groups += [(u,) for u in own if position.number(u.place).startswith("mobilisation-")]
    return [partial(_orders, position, group, allows) for group in groups]


def _orders(position: Position, units: tuple[Unit, ...], allows: Allows) -> Iterator[act.Action]:
    """Yield the orders of units; without house rules the most frequent objections come first."""
    phase, first, house = position.phase, units[0], house_rules(position.state)
    on_map = position.places.is_hex(first.place)
    if phase == MOVEMENT:
        yield from _moves(position, units, allows)
    elif phase == RESERVE_MOVEMENT and on_map and (house or reserved(units)):
        yield from _reached(position, units, (RESERVE_MOVE, TACTICAL))
    if len(units) > 1:
        return
    markers: list[str] = []
    if phase == MOVEMENT and on_map:
        moved = not house and tracks.MOVED + first.id in position.state.tracks
        if RESERVE not in first.status and (house or not moved_far(position, first)):
            markers.append(RESERVE)
        if house or (not moved and can_begin(position, first)):
            markers.append(IP)
    # Off the map only units in Britain are marked, by a replacement.
    if phase == REPLACEMENT_PHASE and (
        house or not (is_whole(position, first) or pool_for(position, first) is None)
    ):
        markers.append(REPLACED)
    for marker in markers:
        if allows(mark_verdicts(position, first, marker)):
            yield act.PlaceMarker(unit=first.id, marker=marker)
    if RESERVE in first.status and any(surplus_verdicts(position)):
        yield act.PlaceMarker(unit=first.id, marker=RESERVE, on=False)
    if phase == REPLACEMENT_PHASE and not on_map:
        yield from _returns(position, first, allows)


def _returns(position: Position, unit: Unit, allows: Allows) -> Iterator[act.Action]:
    """Yield the moves of a unit from a box in the replacement phase."""
    here = position.number(unit.place)
    if here.startswith("mobilisation-"):
        for end in arrival_places(position, (unit,)).values():
            yield _path(position, (unit,), end.path, NORMAL)
        return
    if here == IN_BRITAIN or not allows(comeback_verdicts(position, unit)):
        return
    is_hex = position.places.is_hex
    for hex_ in places_of_return(position, unit):
        if not is_hex(hex_) or allows(stacking(position, (unit,), hex_)):
            yield _path(position, (unit,), (unit.place, hex_), RETURN)


# -- moves ----------------------------------------------------------------------------------------


def _moves(position: Position, units: tuple[Unit, ...], allows: Allows) -> Iterator[act.Action]:
    first = units[0]
    if not position.places.is_hex(first.place):
        modes = (NORMAL,) if first.side == ALLIED else (NORMAL, STRATEGIC)
        for mode in modes:
            for end in arrival_places(position, units, mode).values():
                yield _path(position, units, end.path, mode)
        return
    if len(units) == 1:
        yield from relocations(position, first)
    if cannot_move(position, units):
        return
    usual = [NORMAL, TACTICAL]
    if len(units) == 1:
        usual += [STRATEGIC]
        if first.side == GERMAN:
            usual += [TRUCK, TRUCK_STRATEGIC]
    yield from _reached(position, units, usual)
    if (
        first.side == ALLIED
        and first.values.movement
        and allows(evacuation_verdicts(position, units))
    ):
        out = (first.place, position.places.index(IN_BRITAIN))
        yield _path(position, units, out, EVACUATION)


def _reached(
    position: Position, units: tuple[Unit, ...], modes: Sequence[str]
) -> Iterator[act.Action]:
    for mode in modes:
        for _, arrived in ends(Mover(position, units, mode)):
            yield _path(position, units, arrived.path, mode)


def _path(
    position: Position, units: Sequence[Unit], path: Sequence[int], mode: str
) -> act.MoveUnits:
    name, ids = position.places.names.__getitem__, tuple([u.id for u in units])
    return act.MoveUnits(units=ids, path=tuple(map(name, path)), mode=mode)


# -- attacks --------------------------------------------------------------------------------------


def attacks_on(position: Position, target: int, allows: Allows) -> Iterator[act.Action]:
    """Yield the attacks on a hex: by all units that can and by a few, with different support.

    Support is none, one gun, all available, an air unit, or a naval unit.
    """
    side = position.active
    if target not in position.stacks[enemy_of(side)] or target not in _beside(position, side):
        return
    able = attackers_of(position, target, side)
    for group in _groups(able):
        army = group[0].type.army
        plain = best_lead(Attack(position, side, group, target))
        if not allows(attack_verdicts(plain)):
            continue
        supports: list[tuple[tuple[str, ...], int, int]] = [((), 0, 0)]
        guns = able_to_fire(position, side, target, army)
        supports += [((name,), 0, 0) for name in guns[:2]]
        if side == ALLIED and air_left(position):
            supports.append(((), 1, 0))
        if side == ALLIED and naval_left(position, army, target):
            supports.append(((), 0, 1))
        for fire, air, naval in supports:
            attack = Attack(
                position, side, group, target, plain.lead, plain.attached, fire, air, naval
            )
            if allows(support_verdicts(attack)):
                yield act.DeclareAttack(
                    attackers=tuple(u.id for u in group),
                    target=position.number(target),
                    artillery=(*fire, *([NAVAL] * naval)),
                    air=air,
                    lead=attack.lead,
                    attached=attack.attached or None,
                )


@memoized
def _beside(position: Position, side: str) -> set[int]:
    """Return the hexes next to a side's units."""
    ring = position.ground.ring
    return {j for i in position.stacks[side] for j in ring[i]}


def _groups(able: Sequence[Unit]) -> list[tuple[Unit, ...]]:
    by_army: dict[str, list[Unit]] = {}
    for unit in able:
        by_army.setdefault(unit.type.army, []).append(unit)
    groups: list[tuple[Unit, ...]] = [tuple(units) for units in by_army.values()]
    if len(able) <= GROUPS_UP_TO:
        groups += [(u,) for u in able]
    return list(dict.fromkeys(groups))


def strafings(position: Position, target: int, allows: Allows) -> Iterator[act.Action]:
    """19.1.4a: yield a mission of one air unit over a hex."""
    if allows(strafing_verdicts(position, target, 1)):
        yield act.Bombard(target=position.number(target), air=1)
