"""The legal actions of a position, by unit, stack or target."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.core import actions as act
from engine.games.airbridge import orders
from engine.games.airbridge.position import Situation
from engine.games.airbridge.rules.ch04_movement import Mover, reach
from engine.games.airbridge.rules.ch09_fire import able, air_left, may_bombard
from engine.games.airbridge.rules.ch12_declaration import declared
from engine.games.airbridge.rules.ch21_arrivals import by_air, entry_hexes, to_set_up, waiting
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


def subjects(situation: Situation, allows: Allows) -> list[Orders]:
    """The legal orders of the active side."""
    side, phase = situation.active, situation.phase
    found: list[Orders] = []
    if phase in (INITIAL, AIRBORNE, MOVEMENT, MECHANISED):
        found += [partial(moves, situation, allows, (u,)) for u in waiting(situation, side)]
    if phase in (MOVEMENT, MECHANISED):
        found += [partial(moves, situation, allows, (u,)) for u in situation.own(side)]
        stacks = sorted(situation.stacks[side].items())
        found += [partial(moves, situation, allows, tuple(s)) for _, s in stacks if len(s) > 1]
    if phase == MOVEMENT:
        crews = [u for u in situation.own(side) if u.type.engineer]
        found += [partial(ferries, situation, allows, u) for u in crews]
    if phase in (DECLARATION, BOMBARDMENT):
        for hex_ in sorted({*situation.stacks[enemy_of(side)], *situation.drop_zones}):
            listed = declarations if phase == DECLARATION else bombardments
            found.append(partial(listed, situation, allows, hex_))
    if phase in (MANEUVER, ASSAULT):
        found += [partial(combats, situation, allows, hex_) for hex_ in declared(situation, phase)]
    return found


def orders_of(situation: Situation, allows: Allows, unit: Unit) -> Iterator[act.Action]:
    """The legal orders of one unit."""
    if situation.phase in (INITIAL, AIRBORNE, MOVEMENT, MECHANISED):
        if unit.id in situation.units or unit in waiting(situation, unit.side):
            yield from moves(situation, allows, (unit,))
        if situation.phase == MOVEMENT and unit.type.engineer and unit.id in situation.units:
            yield from ferries(situation, allows, unit)
        return
    for order in subjects(situation, allows):
        for action in order():
            if unit.id in (*getattr(action, "attackers", ()), *getattr(action, "artillery", ())):
                yield action


def moves(situation: Situation, allows: Allows, units: tuple[Unit, ...]) -> Iterator[act.Action]:
    """Set-up, landing, entry, movement."""
    ground, first = situation.ground, units[0]
    mode, ends = orders.NORMAL, list[tuple[int, ...]]()
    if not situation.places.is_hex(first.place):
        if to_set_up(situation, first):
            mode, hexes = orders.SETUP, sorted(ground.setup)
        elif by_air(situation, first):
            mode, hexes = orders.LANDING, list(range(len(ground.numbers)))
            zone = situation.dz(first.type.division)
            if situation.phase != AIRBORNE or zone is None:
                return
        else:
            mode, hexes = orders.ARRIVAL, entry_hexes(situation, first)
        ends = [(first.place, h) for h in hexes]
    else:
        ends = [end.path for _, end in sorted(reach(Mover(situation, units)).items())]
    for path in ends:
        if allows(orders.way_verdicts(situation, units, path, mode)):
            names = tuple(situation.number(i) for i in path)
            yield act.MoveUnits(units=tuple(u.id for u in units), path=names, mode=mode)


def ferries(situation: Situation, allows: Allows, crew: Unit) -> Iterator[act.Action]:
    """17.3: an engineer takes itself or a unit that stands with it over a water hexside."""
    if not situation.places.is_hex(crew.place):
        return
    companions = [u for u in situation.stacks[crew.side][crew.place] if not u.type.engineer]
    for hex_ in situation.ground.ring[crew.place]:
        if (crew.place, hex_) not in situation.ground.water:
            continue
        path = (crew.place, hex_)
        names = tuple(situation.number(i) for i in path)
        for units in ((crew,), *((crew, u) for u in companions)):
            if allows(orders.way_verdicts(situation, units, path, orders.FERRY)):
                yield act.MoveUnits(units=tuple(u.id for u in units), path=names, mode=orders.FERRY)


def declarations(situation: Situation, allows: Allows, hex_: int) -> Iterator[act.Action]:
    """Attacks of both kinds by all who can, and by each alone."""
    near = [
        u
        for j in situation.ground.ring[hex_]
        for u in situation.stacks[situation.active].get(j, ())
    ]
    for kind in ("", ASSAULT):
        fit = _able(situation, allows, near, hex_, kind)
        groups = [tuple(fit), *((u,) for u in fit)]
        if kind == ASSAULT:
            groups += [tuple(fit[:n]) for n in range(2, len(fit))]
        for group in dict.fromkeys(g for g in groups if g):
            plan = _plan(situation, group, hex_, kind)
            if allows(orders.attack_verdicts(situation, plan)):
                yield plan


def _able(
    situation: Situation, allows: Allows, near: list[Unit], hex_: int, kind: str
) -> list[Unit]:
    plans = ((u, _plan(situation, (u,), hex_, kind)) for u in near)
    return [u for u, plan in plans if allows(orders.attack_verdicts(situation, plan))]


def _plan(situation: Situation, units: tuple[Unit, ...], hex_: int, kind: str) -> act.DeclareAttack:
    names = tuple(u.id for u in units)
    return act.DeclareAttack(attackers=names, target=situation.number(hex_), combat=kind)


def shots(left: int) -> list[int]:
    """Air points that are listed: none, one, half, all."""
    return sorted({0, min(1, left), left // 2, left})


def combats(situation: Situation, allows: Allows, hex_: int) -> Iterator[act.Action]:
    """The declared combat against a hex, with support as none, all guns, some air points."""
    units = declared(situation, situation.phase)[hex_]
    kind = ASSAULT if situation.phase == ASSAULT else ""
    plan = _plan(situation, units, hex_, kind)
    sets: list[tuple[str, ...]] = [()]
    points = [0]
    if not kind:
        guns = tuple(u.id for u in able(situation, situation.active, hex_, units))
        sets += [guns] if guns else []
        points = shots(air_left(situation, situation.active))
    for firers in sets:
        for air in points:
            order = plan.model_copy(update={"artillery": firers, "air": air})
            if allows(orders.attack_verdicts(situation, order)):
                yield order


def bombardments(situation: Situation, allows: Allows, hex_: int) -> Iterator[act.Action]:
    """The bombardments of a hex: each gun, all guns, some air points."""
    side = situation.active
    own = (u for u in situation.own(side) if u.type.artillery)
    guns = tuple(u.id for u in own if not any(may_bombard(situation, u, hex_)))
    sets = dict.fromkeys([(), *((g,) for g in guns), guns])
    for firers in sets:
        for air in shots(air_left(situation, side)):
            order = act.Bombard(artillery=firers, target=situation.number(hex_), air=air)
            if allows(orders.order_verdicts(situation, order)):
                yield order
