"""Chapter 4.1.1: how many units of a side may be in a hex."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import say

LIMIT = 3
"""4.1.1a: units in a hex."""


def others(position: Position, units: Sequence[Unit], hex_: int) -> list[Unit]:
    """The units of a side that stand in a hex beside those that are to stop there."""
    mine = {u.id for u in units}
    return [u for u in position.stacks[units[0].side].get(hex_, ()) if u.id not in mine]


def room_for(position: Position, units: Sequence[Unit], hex_: int) -> bool:
    """4.1.1a, 4.1.1b: may units stop in a hex? Passing through a full one is free."""
    return len(others(position, units, hex_)) + len(units) <= LIMIT


def stacking(position: Position, units: Sequence[Unit], hex_: int) -> Iterator[Verdict]:
    """4.1.1a: at most three units of a side stop in a hex."""
    if not room_for(position, units, hex_):
        there = position.number(hex_)
        held = others(position, units, hex_)
        names = [u.id for u in held]
        yield say("4.1.1a", "full", hexes=[there], units=names, hex=there, most=LIMIT)


def overfull(position: Position) -> Iterator[tuple[str, int]]:
    """4.1.1a: the sides and hexes where more units stand than may."""
    for side, stacks in position.stacks.items():
        for hex_, stack in stacks.items():
            if len(stack) > LIMIT:
                yield side, hex_
