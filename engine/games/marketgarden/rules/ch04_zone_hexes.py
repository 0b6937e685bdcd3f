"""Chapter 4.1.2: the hexes that a side's units engage."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.marketgarden.ground import Ground


def zone(ground: Ground, holders: Iterable[int]) -> frozenset[int]:
    """4.1.2a: the zone of engagement: the six hexes around every unit, whatever lies there."""
    return frozenset(j for i in holders for j in ground.ring[i])
