"""Stacking: how many units in a hex count, with one that stacks free and split battalions."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stacked:
    """One unit for stacking: does it count at all, may it stack free, its steps.

    ``pair`` is equal for the two counters of one battalion, which count as one unit.
    """

    counts: bool
    free: bool
    steps: int
    pair: Hashable


@dataclass(frozen=True, slots=True)
class Load:
    """What a hex carries: units that count against the limit, steps that count against theirs."""

    units: int
    steps: int

    def exceeds(self, limit: int) -> bool:
        """Is the hex overstacked?"""
        return self.units > limit


def load(stack: Sequence[Stacked]) -> Load:
    """The load of a hex: one of the free units is left out, the others count (6.1 to 6.4)."""
    counting = [s for s in stack if s.counts]
    free = sum(1 for s in counting if s.free)
    normal = len({s.pair for s in counting if not s.free})
    return Load(normal + max(0, free - 1), sum(s.steps for s in counting if not s.free))
