"""The legal actions of a position, by unit, stack or target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from engine.core import actions as act
from engine.core.modes import house_rules
from engine.games.airbridge import orders
from engine.games.airbridge.position import Position
from engine.games.airbridge.rules.ch04_movement import Mover, reach
from engine.games.airbridge.rules.ch07_drop_zones import any_landing_verdicts, landing_hexes
from engine.games.airbridge.rules.ch09_fire import (
    able,
    air_left,
    bombard_verdicts,
    in_range,
    may_bombard,
    ready_guns,
)
from engine.games.airbridge.rules.ch12_declaration import declared
from engine.games.airbridge.rules.ch21_arrivals import (
    any_entry_verdicts,
    any_setup_verdicts,
    by_air,
    entry_hexes,
    to_set_up,
    waiting,
)
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import (
    AIRBORNE,
    ASSAULT,
    BOMBARDMENT,
    DECLARATION,
    INITIAL,
    MANEUVER,
    MECHANISED,
    MOVEMENT,
    enemy_of,
)
from engine.rules.listing import Allows, Orders


def subjects(position: Position, allows: Allows) -> list[Orders]:
    """Return the legal orders of the active side, by unit, stack or target."""
    side, phase = position.active, position.phase
    listed_orders: list[Orders] = []
    if phase in (INITIAL, AIRBORNE, MOVEMENT, MECHANISED):
        listed_orders += [partial(moves, position, allows, (u,)) for u in waiting(position, side)]
    if phase in (MOVEMENT, MECHANISED):
        listed_orders += [partial(moves, position, allows, (u,)) for u in position.own(side)]
        stacks = sorted(position.stacks[side].items())
        listed_orders += [
            partial(moves, position, allows, tuple(s)) for _, s in stacks if len(s) > 1
        ]
    if phase == MOVEMENT:
        crews = [u for u in position.own(side) if u.type.engineer]
        listed_orders += [partial(ferries, position, allows, u) for u in crews]
    if phase in (DECLARATION, BOMBARDMENT):
        for hex_ in sorted({*position.stacks[enemy_of(side)], *position.drop_zones}):
            listed = declarations if phase == DECLARATION else bombardments
            listed_orders.append(partial(listed, position, allows, hex_))
    if phase in (MANEUVER, ASSAULT):
        listed_orders += [
            partial(combats, position, allows, hex_) for hex_ in declared(position, phase)
        ]
    return listed_orders


def orders_of(position: Position, allows: Allows, unit: Unit) -> Iterator[act.Action]:
    """Yield the legal orders of a unit."""
    if position.phase in (INITIAL, AIRBORNE, MOVEMENT, MECHANISED):
        moving = unit.id in position.units and position.phase in (MOVEMENT, MECHANISED)
        if moving or unit in waiting(position, unit.side):
            yield from moves(position, allows, (unit,))
        if position.phase == MOVEMENT and unit.type.engineer and unit.id in position.units:
            yield from ferries(position, allows, unit)
        return
    for order in subjects(position, allows):
        for action in order():
            if unit.id in (*getattr(action, "attackers", ()), *getattr(action, "artillery", ())):
                yield action


def moves(position: Position, allows: Allows, units: tuple[Unit, ...]) -> Iterator[act.Action]:
    """Yield the legal set-ups, landings, entries and moves of units."""
    ground, first = position.ground, units[0]
    mode, house = orders.NORMAL, house_rules(position.state)
    hexes: Iterable[int]
    ends: list[tuple[int, ...]]
    if not position.places.is_hex(first.place):
        if to_set_up(position, first):
            mode, reasons = orders.SETUP, any_setup_verdicts(position, units)
        elif by_air(position, first):
            mode, reasons = orders.LANDING, any_landing_verdicts(position, first)
        else:
            mode, reasons = orders.ARRIVAL, any_entry_verdicts(position, first)
        # Units of one division in a box are due together.
        key = ("enters", first.place, first.type.division, mode)
        if key not in position.memo:
            position.memo[key] = allows(reasons)
        if not position.memo[key]:
            return
        if mode == orders.SETUP:
            hexes = sorted(ground.setup)
        elif mode == orders.ARRIVAL:
            hexes = entry_hexes(position, first)
        else:
            hexes = range(len(ground.numbers)) if house else landing_hexes(position, first)
        ends = [(first.place, h) for h in hexes]
    else:
        ends = [end.path for _, end in sorted(reach(Mover(position, units)).items())]
    # The search finds legal moves only; house rules may also forbid what it permits.
    known, ids = mode == orders.NORMAL and not house, tuple(u.id for u in units)
    for path in ends:
        if known or allows(orders.route_verdicts(position, units, path, mode)):
            yield act.MoveUnits(units=ids, path=tuple(map(position.number, path)), mode=mode)


def ferries(position: Position, allows: Allows, crew: Unit) -> Iterator[act.Action]:
    """17.3: Yield ferries of an engineer, alone or with one stacked unit, over water hexsides."""
    companions = [u for u in position.stacks[crew.side][crew.place] if not u.type.engineer]
    for hex_ in position.ground.ring[crew.place]:
        if (crew.place, hex_) not in position.ground.water:
            continue
        path = (crew.place, hex_)
        names = tuple(position.number(i) for i in path)
        for units in ((crew,), *((crew, u) for u in companions)):
            if allows(orders.route_verdicts(position, units, path, orders.FERRY)):
                yield act.MoveUnits(units=tuple(u.id for u in units), path=names, mode=orders.FERRY)


def declarations(position: Position, allows: Allows, hex_: int) -> Iterator[act.Action]:
    """Yield attacks of both kinds on a hex, by all able units and by each alone."""
    near = [
        u for j in position.ground.ring[hex_] for u in position.stacks[position.active].get(j, ())
    ]
    for kind in ("", ASSAULT):
        fit = _able(position, allows, near, hex_, kind)
        groups = [tuple(fit), *((u,) for u in fit)]
        if kind == ASSAULT:
            groups += [tuple(fit[:n]) for n in range(2, len(fit))]
        for group in dict.fromkeys(g for g in groups if g):
            plan = _plan(position, group, hex_, kind)
            if allows(orders.attack_verdicts(position, plan)):
                yield plan


def _able(position: Position, allows: Allows, near: list[Unit], hex_: int, kind: str) -> list[Unit]:
    plans = ((u, _plan(position, (u,), hex_, kind)) for u in near)
    return [u for u, plan in plans if allows(orders.attack_verdicts(position, plan))]


def _plan(position: Position, units: tuple[Unit, ...], hex_: int, kind: str) -> act.DeclareAttack:
    names = tuple(u.id for u in units)
    return act.DeclareAttack(attackers=names, target=position.number(hex_), combat=kind)


def shots(left: int) -> list[int]:
    """Return the numbers of air points to list: none, one, half, all."""
    return sorted({0, min(1, left), left // 2, left})


def combats(position: Position, allows: Allows, hex_: int) -> Iterator[act.Action]:
    """Yield the declared combat against a hex: without guns, with all, with some air points."""
    units = declared(position, position.phase)[hex_]
    kind = ASSAULT if position.phase == ASSAULT else ""
    plan = _plan(position, units, hex_, kind)
    sets: list[tuple[str, ...]] = [()]
    points = [0]
    if not kind:
        guns = tuple(u.id for u in able(position, position.active, hex_, units))
        sets += [guns] if guns else []
        points = shots(air_left(position, position.active))
    for firers in sets:
        for air in points:
            order = plan.model_copy(update={"artillery": firers, "air": air})
            if allows(orders.attack_verdicts(position, order)):
                yield order


def bombardments(position: Position, allows: Allows, hex_: int) -> Iterator[act.Action]:
    """Yield the bombardments of a hex: by no gun, each gun, all guns, with some air points."""
    side, house = position.active, house_rules(position.state)
    if not house and hex_ not in position.stacks[enemy_of(side)]:
        return
    near = (u for u in ready_guns(position, side) if in_range(position, u, hex_))
    guns = tuple(u for u in near if not any(may_bombard(position, u, hex_)))
    sets = dict.fromkeys([(), *((g,) for g in guns), guns])
    airs = shots(air_left(position, side))
    for firers in sets:
        for air in airs:
            if allows(bombard_verdicts(position, firers, air, hex_)):
                names = tuple(u.id for u in firers)
                yield act.Bombard(artillery=names, target=position.number(hex_), air=air)
