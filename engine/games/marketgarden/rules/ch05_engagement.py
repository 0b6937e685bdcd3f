"""Chapter 5: engaged and surrounded units (5.0, 5.1.3)."""

from __future__ import annotations

from engine.games.marketgarden.position import Position
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import GERMAN, enemy_of


def attackers_of(position: Position, hex_: int, side: str) -> list[Unit]:
    """5.0a: Return the units of a side that engage a hex."""
    stacks = position.stacks[side]
    return [u for j in position.ground.ring[hex_] for u in stacks.get(j, ())]


def has_free_hex(position: Position, hex_: int, side: str) -> bool:
    """5.1.3a: Return whether an adjacent hex is free of enemies and their zone.

    A map edge counts for German units, which may leave the map (4.2.2c, 4.2.2d).
    """
    zone = position.enemy_zone(side)
    enemies = position.stacks[enemy_of(side)]
    if any(j not in zone and j not in enemies for j in position.ground.ring[hex_]):
        return True
    return side == GERMAN and bool(position.ground.edges_of(hex_))


def is_surrounded(position: Position, hex_: int, side: str) -> bool:
    """5.1.3a: Return whether a side is surrounded in a hex: engaged without a free hex."""
    if hex_ not in position.enemy_zone(side):
        return False
    return not has_free_hex(position, hex_, side)
