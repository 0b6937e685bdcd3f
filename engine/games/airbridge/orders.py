"""Orders: verdicts on moves, declarations and fire, and their effects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.core import actions as act
from engine.core.verdicts import Verdict
from engine.games.airbridge import tracks
from engine.games.airbridge.position import Position
from engine.games.airbridge.resolution import Resolution
from engine.games.airbridge.rules.ch03_sequence import end_verdicts, is_over
from engine.games.airbridge.rules.ch04_movement import Mover, path_verdicts
from engine.games.airbridge.rules.ch07_bridges import approach, ferry, ferry_verdicts
from engine.games.airbridge.rules.ch07_drop_zones import land, landing_verdicts, lose_dz
from engine.games.airbridge.rules.ch09_fire import (
    air_verdicts,
    bombard,
    bombard_verdicts,
    mark_moving_guns,
    may_support,
)
from engine.games.airbridge.rules.ch12_combat import fight_maneuver
from engine.games.airbridge.rules.ch12_declaration import (
    DECLARED,
    declaration_verdicts,
    declare,
    declared,
)
from engine.games.airbridge.rules.ch13_assault import fight_assault
from engine.games.airbridge.rules.ch21_arrivals import (
    by_air,
    enter,
    entry_verdicts,
    is_due,
    setup_verdicts,
)
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import (
    ALLIED,
    ASSAULT,
    BOMBARDMENT,
    DECLARATION,
    MANEUVER,
    MECHANISED,
    MOVEMENT,
    eliminated,
    enemy_of,
    verdict,
)
from engine.rules.base.named import hex_named, on_map, stack_named

NORMAL, ARRIVAL, LANDING, SETUP, FERRY = "normal", "arrival", "landing", "setup", "ferry"
MECHANIZED = "mechanized"
"""The mode of queries about movement in the mechanised phase; moves there are NORMAL."""
MODES = (NORMAL, ARRIVAL, LANDING, SETUP, FERRY, MECHANIZED)


def kind_of(action: act.DeclareAttack) -> str:
    """Return the kind of combat declared: attack combat if ``combat`` is "assault"."""
    return ASSAULT if action.combat == ASSAULT else MANEUVER


def order_verdicts(position: Position, action: act.Action) -> Iterator[Verdict]:
    """Yield the verdicts against an order of the active side."""
    if position.state.pending:
        yield verdict("3.0", "pending")
    if isinstance(action, act.NextPhase):
        yield from end_verdicts(position)
        return
    if is_over(position):
        yield verdict("3.0.M1", "over")
    match action:
        case act.MoveUnits():
            yield from move_verdicts(position, action)
        case act.DeclareAttack():
            yield from attack_verdicts(position, action)
        case act.Bombard():
            if position.phase != BOMBARDMENT:
                yield verdict("3.0.G1", "phase")
            guns = [on_map(position, n) for n in dict.fromkeys(action.artillery)]
            target = hex_named(position, action.target)
            yield from bombard_verdicts(position, guns, action.air, target)
        case _:
            yield verdict("3.0", "by_hand")


def attack_verdicts(position: Position, action: act.DeclareAttack) -> Iterator[Verdict]:
    """3.0.D, 3.0.H3, 9.0c: Yield the verdicts against a declaration or a declared combat."""
    units = [on_map(position, n) for n in dict.fromkeys(action.attackers)]
    target = hex_named(position, action.target)
    kind = kind_of(action)
    if position.phase == DECLARATION:
        if action.artillery or action.air:
            yield verdict("12.1c", "later", units=action.artillery)
        yield from declaration_verdicts(position, units, kind, target)
        return
    if position.phase != kind:
        yield verdict("3.0.D", "phase")
        return
    units_declared = declared(position, kind).get(target, ())
    if {u.id for u in units_declared} != {u.id for u in units}:
        number = position.number(target)
        yield verdict(DECLARED[kind], "not_declared", hexes=[number], hex=number)
    guns = [on_map(position, n) for n in dict.fromkeys(action.artillery)]
    if kind == ASSAULT and (guns or action.air):
        yield verdict("9.0c", "no_support", units=[u.id for u in guns])
    for gun in guns:
        yield from may_support(position, gun, target, units)
    yield from air_verdicts(position, position.active, action.air, target)


def move_verdicts(position: Position, action: act.MoveUnits) -> Iterator[Verdict]:
    """3.0.C1, 3.0.J1: Yield the verdicts against a move."""
    units = stack_named(position, action.units)
    names = [u.id for u in units]
    path = [position.places.index(name) for name in action.path]
    if units[0].side != position.active:
        yield verdict("4.0h", "other_side", units=names)
    if action.mode not in MODES:
        yield verdict("4.0d", "mode", mode=action.mode, known=", ".join(MODES))
        return
    if path[0] != units[0].place:
        yield verdict("4.0d", "start", units=names, hexes=[position.number(units[0].place)])
        return
    if not position.places.is_hex(path[-1]):
        yield verdict("4.0d", "box", units=names)
        return
    yield from route_verdicts(position, units, path, action.mode)


def route_verdicts(
    position: Position, units: tuple[Unit, ...], path: Sequence[int], mode: str
) -> Iterator[Verdict]:
    """4.0d, 21.0b: Yield the verdicts against a path for its mode."""
    names = [u.id for u in units]
    if mode == SETUP:
        yield from setup_verdicts(position, units, path)
        return
    if not position.places.is_hex(path[0]):
        if len(units) > 1 or len(path) > 2:
            yield verdict("21.0b", "one_hex", units=names)
        elif by_air(position, units[0]):
            if not is_due(position, units[0]):
                yield verdict("21.0a", "too_soon", units=names)
            yield from landing_verdicts(position, units[0], path[-1])
        else:
            yield from entry_verdicts(position, units[0], path[-1])
        return
    if mode in (ARRIVAL, LANDING):
        yield verdict("21.0b", "on_map", units=names)
        return
    if position.phase not in (MOVEMENT, MECHANISED):
        yield verdict("4.0h", "phase", units=names)
    if mode == FERRY:
        yield from ferry_verdicts(position, units, path)
        return
    yield from path_verdicts(Mover(position, units), path)


# -- what happens ---------------------------------------------------------------------------------


def move(work: Resolution, action: act.MoveUnits) -> None:
    """3.0.C1, 21.0b: Carry out a move."""
    position = work.position
    units = stack_named(position, action.units)
    path = [position.places.index(name) for name in action.path]
    if action.mode == SETUP:
        work.move_along([u.id for u in units], path)
    elif action.mode == FERRY:
        ferry(work, units, path)
        approach(work, path[-1])
    elif not position.places.is_hex(path[0]):
        unit = units[0]
        if by_air(position, unit):
            land(work, unit, path[-1])
        else:
            enter(work, unit, path[-1])
        approach(work, path[-1])
    else:
        march(work, units, path)


def march(work: Resolution, units: tuple[Unit, ...], path: Sequence[int]) -> None:
    """3.0.C2, 3.0.C3, 4.2f, 7.2c, 9.4d: Move units, with overruns, up to a blown bridge."""
    mover = Mover(work.position, units)
    names = [u.id for u in units]
    mark_moving_guns(work, units)
    for i, j in pairwise(path):
        if (i, j) in mover.position.ground.water and not work.position.dry(i, j):
            return
        price = mover.cost(i, j) or 0
        if mover.hostile(j):
            overrun(work, units[0].side, j)
        work.go(names, [i, j])
        for name in names:
            work.add(tracks.MOVED + name, price)
            work.track(tracks.ENTERED + name, 1)
        approach(work, j)


def overrun(work: Resolution, side: str, hex_: int) -> None:
    """4.2f, 4.2h: Eliminate the enemy units in a hex, and a DZ overrun by Germans."""
    for unit in list(work.position.stacks[enemy_of(side)].get(hex_, [])):
        work.put(unit.id, eliminated(unit.side))
    if side != ALLIED and hex_ in work.position.drop_zones:
        lose_dz(work, hex_)


def attack(work: Resolution, action: act.DeclareAttack) -> None:
    """3.0.D, 3.0.H3, 3.0.I1: Carry out a declaration or a declared combat."""
    position = work.position
    units = [on_map(position, n) for n in dict.fromkeys(action.attackers)]
    target = hex_named(position, action.target)
    kind = kind_of(action)
    if position.phase == DECLARATION:
        declare(work, units, kind, target)
    elif kind == MANEUVER:
        fight_maneuver(work, units, target, tuple(dict.fromkeys(action.artillery)), action.air)
    else:
        fight_assault(work, units, target)


def shell(work: Resolution, action: act.Bombard) -> None:
    """3.0.G3: Carry out a bombardment."""
    target = hex_named(work.position, action.target)
    bombard(work, tuple(dict.fromkeys(action.artillery)), action.air, target)
