"""Chapter 10: German commandos are placed anywhere; they confuse and misdirect Allied units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.verdicts import Verdict
from engine.games.ardenas import tracks
from engine.games.ardenas.position import Position
from engine.games.ardenas.resolution import Resolution
from engine.games.ardenas.rules.ch07_movement import Mover
from engine.games.ardenas.rules.ch07_stacking import room_for, stacking_verdicts
from engine.games.ardenas.rules.ch12_supply import halted
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import (
    COMMANDO,
    COMMANDOS,
    DEPLOYED,
    FROZEN,
    GERMAN,
    GROUND,
    eliminated,
    enemy_of,
    verdict,
)
from engine.rules.base.movement import cheapest_paths

CONFUSED = 3
"""10.0d: hexes around a commando within which Allied units do not move."""

SHIFTS = 5
"""10.0d: Allied units that the German moves in a turn."""


def is_ready(position: Position, unit: Unit) -> bool:
    """10.0a: Return whether a unit is a commando that has not come into play yet."""
    off_map = not position.places.is_hex(unit.place)
    is_lost = position.number(unit.place) == eliminated(unit.side)
    return unit.type.kind == COMMANDO and off_map and not is_lost


def placement_verdicts(position: Position, unit: Unit, hex_: int) -> Iterator[Verdict]:
    """10.0a: Object to a commando that is placed in a hex now: in an enemy zone, or too late."""
    names, there = [unit.id], position.number(hex_)
    if position.phase != COMMANDOS:
        yield verdict("10.0a", "phase", units=names)
    if unit.side != position.active:
        yield verdict("4.0a", "not_yours", units=names)
    if not is_ready(position, unit):
        yield verdict("10.0a", "not_ready", units=names)
    if hex_ in position.enemy_zone(unit.side):
        yield verdict("10.0a", "zone", hexes=[there], hex=there)
    if hex_ in position.layers[enemy_of(unit.side), GROUND]:
        yield verdict("7.0g", "enemy", hexes=[there], hex=there)
    yield from stacking_verdicts(position, [unit], hex_)


def confused(position: Position, side: str, hex_: int) -> list[str]:
    """10.0d: Return the enemy ground units within three hexes of a commando of a side."""
    enemies = position.layers[enemy_of(side), GROUND]
    near = enemies.keys() & position.ground.within(hex_, CONFUSED).keys()
    return sorted(u.id for h in near for u in enemies[h])


def place(work: Resolution, unit: Unit, hex_: int) -> None:
    """10.0a, 10.0d: Place a commando; the units around it do not move in the turn."""
    work.put(unit.id, work.position.number(hex_))
    work.status(unit.id, add={DEPLOYED})
    for name in confused(work.position, unit.side, hex_):
        work.status(name, add={FROZEN})


# -- units that the German moves ------------------------------------------------------------------


def shifts_left(position: Position) -> int:
    """10.0d: Return how many Allied units the German may still move in the turn: five in all."""
    done = sum(1 for name in position.state.tracks if name.startswith(tracks.SHIFTED))
    return max(0, SHIFTS - done)


def shift_paths(position: Position, unit: Unit) -> Mapping[int, tuple[int, ...]]:
    """10.0d: Return the hexes to which a confused unit can be moved, each with its path.

    Its own movement and enemy zones limit the move; by the other reading there is no limit.
    """
    mover, ground = Mover(position, (unit,)), position.ground
    paths: dict[int, tuple[int, ...]]
    if position.reading("commando_shift") == "no_limit":
        paths = {j: (unit.place, j) for j in range(len(ground.ring)) if j not in mover.enemies}
    else:
        costs, reachable = cheapest_paths(mover, ground.graph, unit.place, mover.limits[1])
        paths = {j: tuple(reachable[j]) for j in costs}
    return {
        j: path
        for j, path in sorted(paths.items())
        if j != unit.place and j not in mover.zone and room_for(position, (unit,), j)
    }


def shift_verdicts(position: Position, unit: Unit, hex_: int) -> Iterator[Verdict]:
    """7.0g, 10.0d: Object to an Allied unit that the German moves to a hex now.

    It is one of the units that commandos confuse in the turn; each is moved once, five in all. By
    its own movement it goes nowhere without supply and fuel.
    """
    names, there = [unit.id], position.number(hex_)
    if position.phase != COMMANDOS:
        yield verdict("10.0d", "phase", units=names)
    if position.active != GERMAN or unit.side == GERMAN:
        yield verdict("10.0d", "enemy", units=names)
    if FROZEN not in unit.status:
        yield verdict("10.0d", "apart", units=names, most=CONFUSED)
    if unit.id in position.grouping_of:
        yield verdict("10.0d", "grouped", units=names)
    if tracks.SHIFTED + unit.id in position.state.tracks:
        yield verdict("10.0d", "again", units=names)
    if not shifts_left(position):
        yield verdict("10.0d", "enough", units=names, most=SHIFTS)
    if position.reading("commando_shift") == "five":
        here = position.number(unit.place)
        for rule in halted(position, unit):
            yield verdict(rule, "no_move", units=names, hexes=[here], hex=here)
    if hex_ in Mover(position, (unit,)).enemies:
        yield verdict("7.0g", "enemy", hexes=[there], hex=there)
    elif hex_ not in shift_paths(position, unit):
        yield verdict("10.0d", "out_of_reach", units=names, hexes=[there], hex=there)


def shift(work: Resolution, unit: Unit, hex_: int) -> None:
    """10.0d: Move a confused unit where the German wants it, out of reach by agreement only."""
    path = shift_paths(work.position, unit).get(hex_)
    if path is None or work.position.reading("commando_shift") == "no_limit":
        work.put(unit.id, work.position.number(hex_))
    else:
        work.move_along([unit.id], path)
    work.track(tracks.SHIFTED + unit.id, 1)
