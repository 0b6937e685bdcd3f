"""Orders of aircraft and of units aboard them: judged, carried out, listed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain, combinations

from engine.core import actions as act
from engine.core.verdicts import Verdict
from engine.games.ardenas.own_actions import Drop, Embark, WorkOnBridge
from engine.games.ardenas.position import Position
from engine.games.ardenas.resolution import Resolution
from engine.games.ardenas.rules.ch08_bombing import bomb_verdicts
from engine.games.ardenas.rules.ch08_bridges import bridge_verdicts
from engine.games.ardenas.rules.ch09_drops import (
    CARRIED,
    TRANSPORT,
    boarding_turn,
    drop,
    drop_verdicts,
    embark,
    embark_verdicts,
    passengers,
)
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import AIR, BOMBED, BOMBER, GROUND
from engine.rules.base.named import on_map, unit_named
from engine.rules.listing import Allows, Orders

AirOrder = Embark | Drop
"""The orders of this file."""

ORDERS = (Embark, Drop)


def verdicts(position: Position, action: AirOrder) -> Iterator[Verdict]:
    """9.0b, 9.0c: Yield everything against an order of aircraft or their passengers."""
    match action:
        case Embark():
            units = [unit_named(position, n) for n in dict.fromkeys(action.units)]
            yield from embark_verdicts(position, on_map(position, action.transport), units)
        case Drop():
            yield from drop_verdicts(position, unit_named(position, action.unit))


def carry_out(work: Resolution, action: AirOrder) -> None:
    """9.0b, 9.0c: Do an order of aircraft or their passengers."""
    match action:
        case Embark():
            embark(work, action.transport, action.units)
        case Drop():
            drop(work, unit_named(work.position, action.unit))


def subjects(position: Position, allows: Allows) -> list[Orders]:
    """Return the legal orders of the active side in an air sub-turn besides moves."""
    own = [u for u in position.own(position.active) if u.layer == AIR]
    acting = (TRANSPORT, BOMBER)
    return [partial(orders_of, position, allows, u) for u in own if u.type.kind in acting]


def orders_of(position: Position, allows: Allows, unit: Unit) -> Iterator[act.Action]:
    """Yield the legal orders of an aircraft or a passenger besides its moves."""
    tried: Iterator[AirOrder] = iter(())
    if unit.type.kind == TRANSPORT and unit.id in position.units:
        aboard = (Drop(unit=u.id) for u in passengers(position, unit.id))
        able = allows(embark_verdicts(position, unit, ()))
        tried = chain(aboard, _loads(position, unit) if able else ())
    elif unit.id in position.aboard:
        tried = iter([Drop(unit=unit.id)])
    elif unit.type.kind in CARRIED:
        near = [u for u in position.own(unit.side) if u.type.kind == TRANSPORT]
        tried = (Embark(transport=u.id, units=(unit.id,)) for u in near)
    yield from (order for order in tried if allows(verdicts(position, order)))
    if unit.type.kind == BOMBER and unit.id in position.units:
        yield from bombs(position, allows, unit)


def _loads(position: Position, transport: Unit) -> Iterator[Embark]:
    """9.0b: Yield orders by which units board a transport: each alone, and in pairs."""
    side = transport.side
    ready = [u for u in position.off_map(side) if boarding_turn(position, u) is not None]
    units = (*position.layers[side, GROUND].get(transport.place, ()), *ready)
    ids = sorted(u.id for u in units if u.type.kind in CARRIED and u.id not in position.aboard)
    for names in chain(((n,) for n in ids), combinations(ids, 2)):
        yield Embark(transport=transport.id, units=names)


def bombs(position: Position, allows: Allows, bomber: Unit) -> Iterator[act.Action]:
    """8.2g, 8.4i: Yield the targets under a bomber: units, single or all, or a bridge."""
    here, place = position.number(bomber.place), bomber.place
    stack = position.layers[bomber.side, AIR].get(place, ())
    together = tuple(u.id for u in stack if u.type.kind == BOMBER and BOMBED not in u.status)
    for names in dict.fromkeys(((bomber.id,), together)):
        units = [position.units[n] for n in names]
        if units and allows(bomb_verdicts(position, units, place)):
            yield act.Bombard(artillery=names, target=here)
    if allows(bridge_verdicts(position, bomber, place, "bomb")):
        yield WorkOnBridge(unit=bomber.id, hex=here, way="bomb")
