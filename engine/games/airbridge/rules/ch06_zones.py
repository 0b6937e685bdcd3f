"""Chapter 6: zones of control."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from engine.games.airbridge.ground import Ground
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import ALLIED, FIRST_TURN


class Held(Protocol):
    """What zones are made of: who stands where, and what lies between."""

    ground: Ground

    @property
    def stacks(self) -> Mapping[str, Mapping[int, Sequence[Unit]]]:
        """The units of each side by hex."""
        ...

    @property
    def turn(self) -> int:
        """The turn of the game."""
        ...

    def reading(self, name: str) -> str:
        """The value of a reading in this game."""
        ...

    def dry(self, i: int, j: int) -> bool:
        """Is there no water between two hexes, or a bridge over it?"""
        ...

    def stack(self, place: int) -> Sequence[Unit]:
        """The units in a hex."""
        ...

    def enemy_zone(self, side: str) -> frozenset[int]:
        """The zone that holds units of a side."""
        ...


def zone(position: Held, side: str) -> frozenset[int]:
    """6.0a, 6.0b: the hexes beside a side's units, not over unbridged water, not towns."""
    return zone_of(position, position.stacks[side])


def zone_of(position: Held, hexes: Iterable[int]) -> frozenset[int]:
    """6.0a, 6.0b: the zone of units in some hexes."""
    ground = position.ground
    never = position.reading("canal_zoc") == "never"
    found = set()
    for hex_ in hexes:
        for j in ground.ring[hex_]:
            if ground.terrain[j] == "urban" or not position.dry(hex_, j):
                continue
            if never and ground.water.get((hex_, j)) == "canal":
                continue
            found.add(j)
    return frozenset(found)


def ignores_zones(position: Held, unit: Unit) -> bool:
    """6.0e: Allied C/M units ignore enemy zones in the first turn."""
    return position.turn == FIRST_TURN and unit.side == ALLIED and unit.type.cm


def open_hex(position: Held, side: str, hex_: int) -> bool:
    """6.0d, 16.0w: no enemy there, and no enemy zone unless a friend stands in it."""
    if position.stack(hex_) and hex_ not in position.stacks[side]:
        return False
    return hex_ not in position.enemy_zone(side) or hex_ in position.stacks[side]
