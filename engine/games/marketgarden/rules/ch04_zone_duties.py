"""Chapter 4.1.2: zones of engagement, breaking contact, dominant terrain, who must attack."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.marketgarden import tracks
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import COMBAT, HALF, MOVEMENT, enemy_of

BREAK_CONTACT = 1 * HALF
"""4.1.2c: what leaving an enemy zone costs, in half points."""


def engaging(position: Position, unit: Unit) -> list[Unit]:
    """4.1.2a, 5.0a: the enemies that engage a unit: those in the hexes around it."""
    enemies = position.stacks[enemy_of(unit.side)]
    return [e for j in position.ground.ring[unit.place] for e in enemies.get(j, ())]


def must_stop(position: Position, unit: Unit) -> bool:
    """4.1.2b: has a unit come to an enemy zone in this phase? Then it moves no further."""
    entered = tracks.ENTERED + unit.id in position.state.tracks
    return entered and position.engaged(unit)


def breaks_contact(position: Position, units: Sequence[Unit], hex_: int) -> bool:
    """4.1.2c: do units that leave a hex pay a point more to break contact?

    Once, however many enemies engage them; only where they begin the step in an enemy zone.
    """
    return hex_ in position.enemy_zone(units[0].side)


# -- dominant terrain -----------------------------------------------------------------------------


def columns_of_terrain(position: Position, hex_: int) -> int:
    """4.1.2e: the columns that the terrain of a hex gives its defender; rivers do not count."""
    return position.charts.terrain[position.ground.terrain[hex_]].columns


def dominates(position: Position, hex_: int, other: int) -> bool:
    """4.1.2e: is a hex in dominant terrain towards another: more columns for its defender?"""
    return columns_of_terrain(position, hex_) > columns_of_terrain(position, other)


def in_dominant_terrain(position: Position, unit: Unit) -> bool:
    """4.1.2d, 4.1.2i: does a unit's hex dominate those of all the enemies that engage it?"""
    enemies = engaging(position, unit)
    return bool(enemies) and all(dominates(position, unit.place, e.place) for e in enemies)


# -- who must attack ------------------------------------------------------------------------------


def is_newcomer(position: Position, unit: Unit) -> bool:
    """4.1.2f: has a unit come into the enemy zone in this turn?"""
    return tracks.ENTERED + unit.id in position.state.tracks


def is_exempt(position: Position, unit: Unit) -> bool:
    """4.1.2d, 4.1.2f: need an engaged unit not attack?

    One that was there already, in dominant terrain. By the reading ``newcomer`` a unit that joins
    it must attack alone, or takes the exemption from the whole stack.
    """
    if is_newcomer(position, unit) or not in_dominant_terrain(position, unit):
        return False
    if position.reading("newcomer") == "new_unit":
        return True
    stack = position.stacks[unit.side][unit.place]
    return not any(is_newcomer(position, other) for other in stack)


def duty(position: Position, side: str) -> list[Unit]:
    """4.1.2g: the engaged units of a side that would have to attack if they stay as they are.

    Those in dominant terrain since before are free; who is barred from attacking (9.0g) is left
    out by the caller.
    """
    return [u for u in position.own(side) if position.engaged(u) and not is_exempt(position, u)]


def owing(position: Position) -> list[Unit]:
    """4.1.2g: the units that still owe an attack in the combat phase, by id.

    Who has fought is free, and so is who is no longer engaged with an enemy that may be attacked.
    """
    if position.phase != COMBAT:
        return []
    return [
        unit
        for unit in position.own(position.active)
        if tracks.OWES + unit.id in position.state.tracks
        and tracks.FOUGHT + unit.id not in position.state.tracks
        and open_targets(position, unit)
    ]


def open_targets(position: Position, unit: Unit) -> list[int]:
    """4.1.2g, 5.1.2b: the enemy hexes next to a unit that have not been attacked in the turn."""
    enemies = position.stacks[enemy_of(unit.side)]
    struck = position.state.tracks
    return [
        j
        for j in position.ground.ring[unit.place]
        if j in enemies and tracks.STRUCK + position.number(j) not in struck
    ]


def engaged_at_start(position: Position) -> list[Unit]:
    """4.1.2c: the active side's units that are engaged as its movement phase begins."""
    if position.phase != MOVEMENT:
        return []
    return [u for u in position.own(position.active) if position.engaged(u)]
