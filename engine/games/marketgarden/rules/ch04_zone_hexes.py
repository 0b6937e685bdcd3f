"""Chapter 4.1.2: the zone of engagement."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.marketgarden.ground import Ground


def zone(ground: Ground, occupied: Iterable[int]) -> frozenset[int]:
    """4.1.2a: Return the zone of engagement: all hexes adjacent to the given ones."""
    return frozenset(j for i in occupied for j in ground.ring[i])
