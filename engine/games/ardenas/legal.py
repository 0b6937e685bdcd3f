"""The legal orders of a side, by unit and stack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from engine.core import actions as act
from engine.games.ardenas import air_orders, ground_orders, grouping_lists
from engine.games.ardenas.orders import ENTRY, SET_UP_MOVE
from engine.games.ardenas.position import Position
from engine.games.ardenas.rules.ch06_entry import arrival_turn, entry_verdicts, hexes_for
from engine.games.ardenas.rules.ch07_movement import (
    DISPLACEMENT,
    NORMAL,
    Mover,
    arrivals,
    may_leave,
)
from engine.games.ardenas.rules.ch07_stacking import room_for
from engine.games.ardenas.rules.ch08_combat import layer_of
from engine.games.ardenas.rules.ch11_groupings import phase_of
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import (
    AIR,
    AIR_PHASES,
    COMMANDOS,
    GERMAN,
    GROUND,
    MOVEMENT,
    SET_UP,
    Layer,
    held,
)
from engine.rules.listing import Allows, Orders


def waiting(position: Position, side: str) -> list[Unit]:
    """6.0q: Return the units of a side that may enter in the turn."""
    return [unit for turn, unit in coming(position, side) if turn <= position.turn]


def coming(position: Position, side: str) -> Sequence[tuple[int, Unit]]:
    """6.0q: Return the units of a side that are still to enter, each with its turn.

    Of the position only the units off the map matter, and whether aircraft take off now.
    """
    off_map = position.off_map(side)

    def listed() -> list[tuple[int, Unit]]:
        turns = ((arrival_turn(position, unit), unit) for unit in off_map)
        return [(turn, unit) for turn, unit in turns if turn is not None]

    key = "coming", side, position.phase == AIR_PHASES[0]
    units: Sequence[tuple[int, Unit]] = position.setting.latest(key, (off_map,), listed)
    return units


def orders_of(position: Position, allows: Allows, unit: Unit) -> Iterator[act.Action]:
    """Yield the legal orders of one unit: its moves, its entry, its place in the set-up."""
    if position.phase in AIR_PHASES:
        yield from air_orders.orders_of(position, allows, unit)
    if position.phase == COMMANDOS and unit.id not in position.units:
        yield from ground_orders.placements(position, allows, unit)
    if unit.id not in position.units:
        layer = GROUND if position.phase == MOVEMENT else AIR
        turn = arrival_turn(position, unit)
        if unit.layer == layer and turn is not None and turn <= position.turn:
            yield from _entries(position, allows, unit)
        return
    if position.phase == SET_UP:
        yield from _set_up(position, unit)
    elif position.phase in (AIR_PHASES if unit.layer == AIR else (MOVEMENT,)):
        yield from _moves(position, (unit,))
    if position.phase != SET_UP and unit.layer == layer_of(position.phase):
        yield from ground_orders.orders_of(position, allows, unit)
        if position.phase == phase_of(unit.layer):
            yield from grouping_lists.orders_of(position, allows, unit)


def subjects(position: Position, allows: Allows) -> list[Orders]:
    """Return the legal orders of the active side, by unit, stack and unit that is to enter."""
    side, phase = position.active, position.phase
    if phase == SET_UP:
        return [partial(_set_up, position, u) for u in position.own(side)]
    if phase != MOVEMENT and phase not in AIR_PHASES:
        result = ground_orders.subjects(position, allows)
        return [*result, *grouping_lists.subjects(position, allows)]
    layer: Layer = GROUND if phase == MOVEMENT else AIR
    groups: dict[tuple[str, ...], tuple[Unit, ...]] = {}
    for hex_ in position.layers[side, layer]:
        loose = position.loose(side, layer, hex_)
        leaving = [
            u
            for u in position.layers[side, layer][hex_]
            if (grouping := position.grouping_of.get(u.id)) and may_leave(position, grouping)
        ]
        for group in (loose, *((u,) for u in (*loose, *leaving))):
            if group:
                groups.setdefault(tuple(u.id for u in group), group)
    moves: list[Orders] = [partial(_moves, position, group) for _, group in sorted(groups.items())]
    moves += grouping_lists.marches(position, layer)
    moves += grouping_lists.subjects(position, allows)
    # Aircraft take off in the first sub-turn only (8.4b).
    enter = layer == GROUND or phase == AIR_PHASES[0]
    entries = [u for u in waiting(position, side) if u.layer == layer] if enter else []
    others = ground_orders.subjects(position, allows)
    if layer == AIR:
        others = air_orders.subjects(position, allows) + others
    return [*moves, *others, *(partial(_entries, position, allows, u) for u in entries)]


def _moves(position: Position, units: tuple[Unit, ...]) -> Iterator[act.Action]:
    ids = tuple(u.id for u in units)
    for mode in (NORMAL, DISPLACEMENT):
        for arrived in arrivals(Mover(position, units, mode)):
            path = tuple(position.number(i) for i in arrived.path)
            yield act.MoveUnits(units=ids, path=path, mode=mode)


def _entries(position: Position, allows: Allows, unit: Unit) -> Iterator[act.Action]:
    here = position.number(unit.place)
    for hex_ in sorted(hexes_for(position, unit)):
        if allows(entry_verdicts(position, (unit,), hex_)):
            yield act.MoveUnits(units=(unit.id,), path=(here, position.number(hex_)), mode=ENTRY)


def _set_up(position: Position, unit: Unit) -> Iterator[act.Action]:
    here = position.number(unit.place)
    for hex_ in sorted(hexes_for(position, unit) - {unit.place}):
        if room_for(position, (unit,), hex_):
            path = here, position.number(hex_)
            yield act.MoveUnits(units=(unit.id,), path=path, mode=SET_UP_MOVE)
    if unit.side == GERMAN:
        yield act.MoveUnits(units=(unit.id,), path=(here, held(GERMAN)), mode=SET_UP_MOVE)
