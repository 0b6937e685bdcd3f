"""Chapter 7: zones of control of units on the ground and in the air."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.games.ardenas.ground import Ground
from engine.games.ardenas.units import Unit


def exerts(unit: Unit) -> bool:
    """7.0m, 12.0k: Return whether a unit has a zone: every one but supply and fuel."""
    return not unit.type.stores


def zone(ground: Ground, stacks: Mapping[int, Sequence[Unit]]) -> frozenset[int]:
    """7.0m, 7.0q, 8.4f: Return the six hexes around each unit with a zone."""
    holders: Iterable[int] = (i for i, stack in stacks.items() if any(map(exerts, stack)))
    return frozenset(j for i in holders for j in ground.ring[i])
