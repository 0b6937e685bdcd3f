"""Chapter 4.1.2: zones of engagement, breaking contact, dominant terrain, duty to attack."""

from __future__ import annotations

from collections.abc import Collection

from engine.core.memo import memoized
from engine.games.marketgarden import tracks
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import COMBAT, HALF, MOVEMENT, enemy_of

BREAK_CONTACT = 1 * HALF
"""4.1.2c: the cost of leaving an enemy zone, in half points."""


def engaging(position: Position, unit: Unit) -> list[Unit]:
    """4.1.2a, 5.0a: Return the enemies that engage a unit: those in adjacent hexes."""
    enemies = position.stacks[enemy_of(unit.side)]
    return [e for j in position.ground.ring[unit.place] for e in enemies.get(j, ())]


def must_stop(position: Position, unit: Unit) -> bool:
    """4.1.2b: Return whether a unit has entered an enemy zone in this phase and must stop."""
    entered = tracks.ENTERED + unit.id in position.state.tracks
    return entered and position.engaged(unit)


def breaks_contact(zone: Collection[int], hex_: int) -> bool:
    """4.1.2c: Return whether units leaving a hex pay for breaking contact.

    They pay once, for any number of enemies, if the hex is in the enemy ``zone``.
    """
    return hex_ in zone


# -- dominant terrain -----------------------------------------------------------------------------


def columns_of_terrain(position: Position, hex_: int) -> int:
    """4.1.2e: Return the column shift of a hex's terrain for the defender, without rivers."""
    return position.charts.terrain[position.ground.terrain[hex_]].columns


def dominates(position: Position, hex_: int, other: int) -> bool:
    """4.1.2e: Return whether a hex dominates another: its terrain shifts more columns."""
    return columns_of_terrain(position, hex_) > columns_of_terrain(position, other)


def in_dominant_terrain(position: Position, unit: Unit) -> bool:
    """4.1.2d, 4.1.2i: Return whether a unit's hex dominates those of all enemies engaging it."""
    enemies = engaging(position, unit)
    return bool(enemies) and all(dominates(position, unit.place, e.place) for e in enemies)


# -- duty to attack -------------------------------------------------------------------------------


def is_newcomer(position: Position, unit: Unit) -> bool:
    """4.1.2f: Return whether a unit has moved or landed in this phase."""
    return tracks.ENTERED + unit.id in position.state.tracks


def is_exempt(position: Position, unit: Unit) -> bool:
    """4.1.2d, 4.1.2f: Return whether an engaged unit need not attack.

    Units already in dominant terrain are exempt. By the reading ``newcomer`` a unit that joins
    them must attack alone, or removes the exemption of the whole stack.
    """
    if is_newcomer(position, unit) or not in_dominant_terrain(position, unit):
        return False
    if position.reading("newcomer") == "new_unit":
        return True
    stack = position.stacks[unit.side][unit.place]
    return not any(is_newcomer(position, other) for other in stack)


def duty(position: Position, side: str) -> list[Unit]:
    """4.1.2g: Return the engaged units of a side that are not exempt from attacking.

    Includes units barred by supply (9.0g).
    """
    return [u for u in position.own(side) if position.engaged(u) and not is_exempt(position, u)]


@memoized
def owing(position: Position) -> list[Unit]:
    """4.1.2g: Return the units that still must attack in the combat phase.

    Leaves out units that have fought or no longer have an adjacent target.
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
    """4.1.2g, 5.1.2b: Return the adjacent enemy hexes not yet attacked in the turn."""
    enemies = position.stacks[enemy_of(unit.side)]
    struck = position.state.tracks
    return [
        j
        for j in position.ground.ring[unit.place]
        if j in enemies and tracks.STRUCK + position.number(j) not in struck
    ]


def engaged_at_start(position: Position) -> list[Unit]:
    """4.1.2c: Return the active side's engaged units at the start of its movement phase."""
    if position.phase != MOVEMENT:
        return []
    return [u for u in position.own(position.active) if position.engaged(u)]
