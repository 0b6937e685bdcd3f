"""Chapter 6: zones of control."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from engine.games.airbridge.ground import Ground
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import ALLIED, FIRST_TURN
from engine.rules.base.clauses import Objection


class ZoneData(Protocol):
    """Data that zones of control depend on; a position provides it."""

    ground: Ground

    @property
    def stacks(self) -> Mapping[str, Mapping[int, Sequence[Unit]]]:
        """Each side's units by hex."""
        ...

    @property
    def turn(self) -> int:
        """The game turn."""
        ...

    def reading(self, name: str) -> str:
        """Return the chosen option of a reading."""
        ...

    def dry(self, i: int, j: int) -> bool:
        """Return whether the hexside between two hexes has no water, or a bridge."""
        ...

    def stack(self, place: int) -> Sequence[Unit]:
        """Return the units in a hex."""
        ...

    def hostile_hexes(self, side: str) -> frozenset[int]:
        """Return the hexes that the enemy of a side holds."""
        ...

    def enemy_zone(self, side: str) -> frozenset[int]:
        """Return the enemy zone that affects a side."""
        ...


def zone(position: ZoneData, side: str) -> frozenset[int]:
    """6.0a, 6.0b: Return a side's zone: adjacent hexes, not urban, not across unbridged water."""
    return zone_of(position, position.stacks[side])


def zone_of(position: ZoneData, hexes: Iterable[int]) -> frozenset[int]:
    """6.0a, 6.0b: Return the zone of units in some hexes."""
    ground = position.ground
    never = position.reading("canal_zoc") == "never"
    zone_hexes = set()
    for hex_ in hexes:
        for j in ground.ring[hex_]:
            if ground.terrain[j] == "urban" or not position.dry(hex_, j):
                continue
            if never and ground.water.get((hex_, j)) == "canal":
                continue
            zone_hexes.add(j)
    return frozenset(zone_hexes)


def ignores_zones(position: ZoneData, unit: Unit) -> bool:
    """6.0e: Return whether a unit ignores zones: Allied C/M units in turn 1."""
    return position.turn == FIRST_TURN and unit.side == ALLIED and unit.type.cm


def open_hex(position: ZoneData, side: str, hex_: int) -> bool:
    """6.0d, 16.0w: Return whether a hex has no enemy, and no enemy zone or a friendly unit."""
    if position.stack(hex_) and hex_ not in position.stacks[side]:
        return False
    return hex_ not in position.enemy_zone(side) or hex_ in position.stacks[side]


def withdrawal_objections(
    position: ZoneData, units: Sequence[Unit], i: int, j: int, rule: str
) -> Iterator[Objection]:
    """4.0i, 6.0d, 6.0e, 10.0d, 12.3a, 12.3b: Yield objections to a step of a withdrawal or retreat.

    ``rule`` is the rule by which the units withdraw.
    """
    side = units[0].side
    if not position.dry(i, j):
        yield Objection(rule, "water", j, i)
    if j in position.hostile_hexes(side):
        yield Objection("6.0d", "enemy", j)
    elif not open_hex(position, side, j) and not all(ignores_zones(position, u) for u in units):
        yield Objection("6.0d", "zone", j)
