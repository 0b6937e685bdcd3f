"""Chapter 6: set-up, units in reserve, and the entry of reinforcements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.memo import memoized
from engine.core.verdicts import Verdict
from engine.games.ardenas.ground import Ground, Zone
from engine.games.ardenas.position import Position
from engine.games.ardenas.rules.ch07_stacking import stacking_verdicts
from engine.games.ardenas.rules.ch08_bases import may_fly, take_off_hexes, take_off_verdicts
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import (
    AIR,
    AIR_PHASES,
    ALLIED,
    COMMANDO,
    FIRST_TURN,
    GERMAN,
    GROUND,
    MOVEMENT,
    SET_UP,
    TRANSPORTED,
    aboard_box,
    enemy_of,
    held,
    verdict,
)

SPREAD = 2
"""6.0j: hexes from the mark of a unit zone."""

BARRED = 10
"""6.0l: hexes from a unit zone within which an enemy bars it."""

BRITISH = 5
"""6.0p: the turn from which British auxiliaries enter."""

AUXILIARIES = frozenset({"supply", "fuel", "engineer", "field_artillery", "sp_artillery"}) | {
    "antitank",
    "antiaircraft",
}
"""6.0b, 6.0p: supply, fuel, engineers and artillery."""

ARMY_TROOPS = "Army troops"
"""The formation of counters that belong to no division."""


def arrival_turn(position: Position, unit: Unit) -> int | None:
    """6.0c, 6.0h, 6.0m, 6.0p, 6.0q, 6.0r: Return the turn from which a unit off the map may enter.

    The set-up puts each unit in the box of its turn, by the length of the game. None: it enters by
    another chapter (6.0o). Aircraft take off in the first air sub-turn (8.4b).
    """
    if unit.layer == AIR:
        starts = position.phase == AIR_PHASES[0] and may_fly(position, unit)
        return FIRST_TURN if starts else None
    if position.number(unit.place) == aboard_box(unit.side):
        return unit.type.turn or FIRST_TURN if unit.type.how != TRANSPORTED else None
    if unit.type.how not in ("", "set_up", "reinforcement") or unit.type.kind == COMMANDO:
        return None
    box = position.number(unit.place)
    if box.startswith("turn-"):
        return int(box.removeprefix("turn-"))
    if box != held(unit.side):
        return None
    late = is_british(unit) and unit.type.kind in AUXILIARIES
    return BRITISH if late else FIRST_TURN


def is_british(unit: Unit) -> bool:
    """Return whether a unit is British."""
    return unit.type.nationality.lower().startswith("british")


def named_zones(position: Position, unit: Unit) -> list[Zone]:
    """6.0j, 6.0k: Return the unit zones that bear the name of an Allied unit's formation."""
    kind, zones = unit.type, position.ground.of_kind("unit_zone", ALLIED)
    return [z for z in zones if z.id == kind.area or kind.formation in z.formations]


def own_zones(position: Position, unit: Unit) -> list[Zone]:
    """6.0k, 6.0p: Return the unit zones that an Allied unit may use.

    British auxiliaries use none. American auxiliaries whose formation has no zone use all zones,
    other units none.
    """
    named, kind = named_zones(position, unit), unit.type
    auxiliary = kind.kind in AUXILIARIES
    if is_british(unit):
        return [] if auxiliary else named
    if named or not (auxiliary or not kind.formation):
        return named
    return list(position.ground.of_kind("unit_zone", ALLIED))


@memoized
def is_barred(position: Position, zone: Zone) -> bool:
    """6.0l: Return whether an enemy unit with a combat factor is within ten hexes of a zone."""
    enemies = position.layers[enemy_of(zone.side), GROUND]
    near = enemies.keys() & _around(position.ground, zone)
    return any(u.type.combat and not u.type.stores for h in near for u in enemies[h])


@memoized
def _around(ground: Ground, zone: Zone) -> frozenset[int]:
    return frozenset().union(*(ground.within(mark, BARRED) for mark in zone.hexes))


def set_up_hexes(position: Position, unit: Unit) -> frozenset[int]:
    """6.0a, 6.0b, 6.0d, 6.0e, 6.0f, 6.0g, 6.0j: Return the hexes for a unit of turn 1.

    German auxiliaries that belong to no division are placed freely, in the zone of any army.
    """
    ground, kind = position.ground, unit.type
    if unit.side == GERMAN:
        free = kind.kind in AUXILIARIES and kind.formation in ("", ARMY_TROOPS)
        every = ground.of_kind("zone", GERMAN)
        zones = [z for z in every if free or kind.army in ("", z.army)]
        return frozenset().union(*(z.hexes for z in zones))
    near = [ground.within(mark, SPREAD) for z in own_zones(position, unit) for mark in z.hexes]
    hexes = frozenset().union(*near)
    if named_zones(position, unit):
        return hexes
    return hexes & position.layers[ALLIED, GROUND].keys()


def entry_hexes(position: Position, unit: Unit) -> frozenset[int]:
    """6.0b, 6.0h, 6.0k, 6.0l, 6.0p: Return the hexes where a unit may enter on a later turn.

    Germans enter in any zone of their armies, Allies at their unit zone or a red helmet, British
    auxiliaries at a red helmet.
    """
    ground = position.ground
    if unit.side == GERMAN:
        return frozenset().union(*(z.hexes for z in ground.of_kind("zone", GERMAN)))
    helmets = [z.hexes for z in ground.of_kind("helmet", ALLIED)]
    near = [
        ground.within(mark, SPREAD)
        for z in own_zones(position, unit)
        if not is_barred(position, z)
        for mark in z.hexes
    ]
    return frozenset().union(*helmets, *near)


@memoized
def hexes_for(position: Position, unit: Unit) -> frozenset[int]:
    """Return the hexes where a unit may be set up or enter, computed once a position."""
    if unit.layer == AIR:
        return take_off_hexes(position, unit)
    first = position.turn == FIRST_TURN
    allowed = set_up_hexes(position, unit) if first else entry_hexes(position, unit)
    return allowed - position.layers[enemy_of(unit.side), GROUND].keys()


def is_entry_phase(position: Position, units: Sequence[Unit]) -> bool:
    """6.0q, 8.4b: Return whether units off the map may enter in this phase."""
    if position.phase in AIR_PHASES and all(u.layer == AIR for u in units):
        return position.phase == AIR_PHASES[0]
    return position.phase in (MOVEMENT, SET_UP)


def entry_verdicts(position: Position, units: Sequence[Unit], hex_: int) -> Iterator[Verdict]:
    """6.0o, 6.0q, 7.0g, 8.4b: Object to units that may not enter, or not in a hex.

    Reinforcements enter in the movement step, before or between moves.
    """
    names, there = [u.id for u in units], position.number(hex_)
    if position.phase in AIR_PHASES and all(u.layer == AIR for u in units):
        yield from take_off_verdicts(position, units, hex_)
        return
    if not is_entry_phase(position, units):
        yield verdict("6.0q", "phase", units=names)
    for unit in units:
        due = arrival_turn(position, unit)
        if due is None:
            yield verdict("6.0o", "other_way", units=[unit.id])
        elif due > position.turn:
            yield verdict("6.0q", "too_early", units=[unit.id], turn=due)
        if hex_ in position.layers[enemy_of(unit.side), GROUND]:
            yield verdict("7.0g", "enemy", hexes=[there], hex=there)
        elif hex_ not in hexes_for(position, unit):
            yield _outside(position, unit, hex_)
    yield from stacking_verdicts(position, units, hex_)


def _outside(position: Position, unit: Unit, hex_: int) -> Verdict:
    there = position.number(hex_)
    if unit.side == GERMAN:
        rule, key = ("6.0d", "zone") if position.turn == FIRST_TURN else ("6.0h", "zone")
        return verdict(rule, key, units=[unit.id], hexes=[there], hex=there, army=unit.type.army)
    if position.turn == FIRST_TURN:
        return verdict("6.0j", "far", units=[unit.id], hexes=[there], hex=there, most=SPREAD)
    for zone in own_zones(position, unit):
        near = any(hex_ in position.ground.within(mark, SPREAD) for mark in zone.hexes)
        if near and is_barred(position, zone):
            return verdict("6.0l", "barred", units=[unit.id], hexes=[there], hex=there, most=BARRED)
    return verdict("6.0k", "elsewhere", units=[unit.id], hexes=[there], hex=there)


def set_up_verdicts(position: Position, units: Sequence[Unit], target: int) -> Iterator[Verdict]:
    """6.0c, 6.0i, 6.0n, 15.0a: Object to a change of the set-up.

    Each side arranges its units of turn 1; the German may hold units back.
    """
    names = [u.id for u in units]
    if position.phase != SET_UP:
        yield verdict("6.0n", "phase", units=names)
    if not position.places.is_hex(target):
        box = position.number(target)
        if units[0].side != GERMAN or box != held(GERMAN):
            yield verdict("6.0i", "all", units=names, box=box)
        return
    for unit in units:
        if unit.type.how not in ("", "set_up"):
            yield verdict("6.0o", "other_way", units=[unit.id])
        elif target in position.layers[enemy_of(unit.side), GROUND]:
            there = position.number(target)
            yield verdict("7.0g", "enemy", hexes=[there], hex=there)
        elif target not in hexes_for(position, unit):
            yield _outside(position, unit, target)
    yield from stacking_verdicts(position, units, target)
