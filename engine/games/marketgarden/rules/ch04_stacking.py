"""Chapter 4.1.1: stacking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import verdict

LIMIT = 3
"""4.1.1a: the stacking limit in units."""


def room_for(position: Position, units: Sequence[Unit], hex_: int) -> bool:
    """4.1.1a, 4.1.1b: Return whether units may stop in a hex; passing through is free."""
    return len(position.others(units, hex_)) + len(units) <= LIMIT


def stacking(position: Position, units: Sequence[Unit], hex_: int) -> Iterator[Verdict]:
    """4.1.1a: Yield a verdict if units would overstack a hex."""
    if not room_for(position, units, hex_):
        there = position.number(hex_)
        present = position.others(units, hex_)
        names = [u.id for u in present]
        yield verdict("4.1.1a", "full", hexes=[there], units=names, hex=there, most=LIMIT)


def overstacked(position: Position) -> Iterator[tuple[str, int]]:
    """4.1.1a: Yield side and hex of each overstacked stack."""
    for side, stacks in position.stacks.items():
        for hex_, stack in stacks.items():
            if len(stack) > LIMIT:
                yield side, hex_
