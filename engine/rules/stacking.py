"""Stacking: count the units in a hex, with free stacking and split battalions."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stacked:
    """The stacking data of a unit that counts: whether it may stack free, its steps.

    ``pair`` is equal for the two counters of a battalion, which count as one unit.
    """

    free: bool
    steps: int
    pair: Hashable


@dataclass(frozen=True, slots=True)
class Load:
    """The load of a hex: the units and steps that count against the limits."""

    units: int
    steps: int

    def exceeds(self, limit: int) -> bool:
        """Return whether the hex is overstacked."""
        return self.units > limit


def load(stack: Sequence[Stacked]) -> Load:
    """Return the load of a hex; one free unit does not count (6.1 to 6.4)."""
    free = sum(1 for s in stack if s.free)
    normal = len({s.pair for s in stack if not s.free})
    return Load(normal + max(0, free - 1), sum(s.steps for s in stack if not s.free))
