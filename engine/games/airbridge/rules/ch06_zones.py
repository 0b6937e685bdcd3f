"""Chapter 6: zones of control."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.airbridge.vocabulary import ALLIED, FIRST_TURN

if TYPE_CHECKING:
    from engine.games.airbridge.position import Situation
    from engine.games.airbridge.units import Unit


def zone(situation: Situation, side: str) -> frozenset[int]:
    """6.0a, 6.0b: the hexes beside a side's units, not over unbridged water, not towns."""
    ground = situation.ground
    never = situation.reading("canal_zoc") == "never"
    found = set()
    for hex_ in situation.stacks[side]:
        for j in ground.ring[hex_]:
            if ground.terrain[j] == "urban" or not situation.dry(hex_, j):
                continue
            if never and ground.water.get((hex_, j)) == "canal":
                continue
            found.add(j)
    return frozenset(found)


def ignores_zones(situation: Situation, unit: Unit) -> bool:
    """6.0e: Allied C/M units ignore enemy zones in the first turn."""
    return situation.turn == FIRST_TURN and unit.side == ALLIED and unit.type.cm


def open_hex(situation: Situation, side: str, hex_: int) -> bool:
    """6.0d, 16.0w: no enemy there, and no enemy zone unless a friend stands in it."""
    if situation.stack(hex_) and hex_ not in situation.stacks[side]:
        return False
    return hex_ not in situation.enemy_zone(side) or hex_ in situation.stacks[side]
