"""The legal actions of a position, by unit, stack or target."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations

from engine.core import actions as act
from engine.games.marketgarden import tracks
from engine.games.marketgarden.orders import ARRIVAL, NORMAL, SETUP
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.rules.ch04_arrivals import arrivals, comes_by_air, landing_hexes
from engine.games.marketgarden.rules.ch04_movement import Mover, reach
from engine.games.marketgarden.rules.ch05_combat import Attack
from engine.games.marketgarden.rules.ch05_engagement import attackers_of
from engine.games.marketgarden.rules.ch05_procedure import (
    bombardment_verdicts,
    declaration_verdicts,
)
from engine.games.marketgarden.rules.ch06_air import points_left
from engine.games.marketgarden.rules.ch08_artillery import able_to_fire
from engine.games.marketgarden.rules.ch11_setup import setup_verdicts
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import ALLIED, COMBAT, FIRST_TURN, MOVEMENT, enemy_of
from engine.rules.listing import Allows, Orders


def orders_of(position: Position, allows: Allows, unit: Unit) -> Iterator[act.Action]:
    """Yield the legal orders of a unit: moves and arrivals, or attacks it can join."""
    if position.phase == MOVEMENT:
        if unit.id in position.units or unit in arrivals(position, unit.side):
            yield from _moves(position, (unit,), allows)
        return
    for hex_ in position.ground.ring[unit.place] if unit.id in position.units else ():
        for action in attacks_on(position, hex_, allows):
            if unit.id in action.attackers:
                yield action


def subjects(position: Position, allows: Allows) -> list[Orders]:
    """Return the legal orders of the active side, by unit and stack, or by enemy hex."""
    side = position.active
    if position.phase == MOVEMENT:
        units = [(u,) for u in position.own(side)]
        stacks = [tuple(s) for _, s in sorted(position.stacks[side].items()) if len(s) > 1]
        coming = [(u,) for u in arrivals(position, side)]
        return [partial(_moves, position, group, allows) for group in [*units, *stacks, *coming]]
    if position.phase != COMBAT:
        return []
    enemies = sorted(position.stacks[enemy_of(side)])
    fights = [partial(attacks_on, position, hex_, allows) for hex_ in enemies]
    return [*fights, *(partial(bombardments, position, hex_, allows) for hex_ in enemies)]


# -- moves ----------------------------------------------------------------------------------------


def _moves(position: Position, units: tuple[Unit, ...], allows: Allows) -> Iterator[act.Action]:
    name, ids = position.number, tuple(u.id for u in units)
    first = units[0]
    here = name(first.place)
    if not position.places.is_hex(first.place) and comes_by_air(position, first):
        for hex_ in landing_hexes(position, first):
            yield act.MoveUnits(units=ids, path=(here, name(hex_)), mode=ARRIVAL)
        return
    for arrived in reach(Mover(position, units)).values():
        path = tuple(name(i) for i in arrived.path)
        yield act.MoveUnits(units=ids, path=path, mode=NORMAL)
    if position.turn == FIRST_TURN and position.active == ALLIED:
        for hex_ in sorted(position.ground.land.start_zone - {first.place}):
            if allows(setup_verdicts(position, units, (first.place, hex_))):
                yield act.MoveUnits(units=ids, path=(here, name(hex_)), mode=SETUP)


# -- attacks --------------------------------------------------------------------------------------


def attacks_on(position: Position, target: int, allows: Allows) -> Iterator[act.DeclareAttack]:
    """Yield the attacks on a hex by each group of :func:`groups`, with support.

    Support is none or all artillery, with no, one, half or all air points.
    """
    side = position.active
    if target not in position.stacks[enemy_of(side)]:
        return
    guns = tuple(able_to_fire(position, side, target))
    left = points_left(position, side)
    points = sorted({0, min(1, left), left // 2, left})
    for group in groups(position, target):
        for firers in dict.fromkeys([(), guns]):
            for air in points:
                attack = Attack(position, side, group, target, firers, air)
                if allows(declaration_verdicts(attack)):
                    yield act.DeclareAttack(
                        attackers=tuple(u.id for u in group),
                        target=position.number(target),
                        artillery=tuple(u.id for u in firers),
                        air=air,
                    )


def groups(position: Position, target: int) -> list[tuple[Unit, ...]]:
    """Return sets of units that could attack a hex: all, those that must, and smaller sets."""
    able = [
        u
        for u in attackers_of(position, target, position.active)
        if tracks.FOUGHT + u.id not in position.state.tracks
        and tracks.FIRED + u.id not in position.state.tracks
    ]
    owed = tuple(u for u in able if tracks.OWES + u.id in position.state.tracks)
    sets: list[tuple[Unit, ...]] = [tuple(able), owed]
    sets += [(u,) for u in able]
    if len(able) <= MANY:
        sets += [s for n in range(2, len(able)) for s in combinations(able, n)]
    return [group for group in dict.fromkeys(sets) if group]


MANY = 4
"""The number of attackers up to which all sets are listed."""


def bombardments(position: Position, target: int, allows: Allows) -> Iterator[act.Action]:
    """Yield bombardments of a hex: by all guns or each, or with one, half or all air points."""
    side, number = position.active, position.number(target)
    guns = able_to_fire(position, side, target)
    sets: Sequence[tuple[Unit, ...]] = list(
        dict.fromkeys([*((g,) for g in guns), tuple(guns)] if guns else [])
    )
    for firers in sets:
        if allows(bombardment_verdicts(position, side, firers, 0, target)):
            yield act.Bombard(artillery=tuple(u.id for u in firers), target=number)
    left = points_left(position, side)
    for air in sorted({min(1, left), left // 2, left} - {0}):
        if allows(bombardment_verdicts(position, side, (), air, target)):
            yield act.Bombard(target=number, air=air)
