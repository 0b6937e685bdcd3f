"""Chapter 8.1.1: affected units and the values that count."""

from __future__ import annotations

from engine.games.ardenas.position import Position
from engine.games.ardenas.units import Unit


def combat_of(position: Position, unit: Unit) -> int:
    """8.1.1b: Return the combat factor in force: an affected unit has half, rounded down."""
    return halved(position, unit.type.combat) if unit.affected else unit.type.combat


def artillery_of(position: Position, unit: Unit) -> int:
    """8.1.1b: Return the shots in force: affected artillery has half, rounded down."""
    return halved(position, unit.type.artillery) if unit.affected else unit.type.artillery


def halved(position: Position, factor: int) -> int:
    """8.1.1b: Return half of a factor, rounded down; a factor of 1 by the reading."""
    if factor == 1 and position.reading("affected_one") == "stays_one":
        return 1
    return factor // 2
