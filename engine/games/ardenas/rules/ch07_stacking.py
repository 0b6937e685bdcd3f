"""Chapter 7: how many counters and groupings of a side may be in a hex."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.ardenas.position import Position
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import AIR, GROUND, SIDES, Layer, say

COUNTERS = 6
"""7.0f: counters outside groupings in a hex."""

GROUPINGS = 3
"""7.0r: groupings of a side in a hex."""

LAYERS: tuple[Layer, ...] = (GROUND, AIR)


def others(position: Position, units: Sequence[Unit], hex_: int) -> list[Unit]:
    """Return the loose units of a side in a hex besides those that are to stop there."""
    mine = {u.id for u in units}
    first = units[0]
    return [u for u in position.loose(first.side, first.layer, hex_) if u.id not in mine]


def room_for(position: Position, units: Sequence[Unit], hex_: int) -> bool:
    """7.0e, 7.0f: Return whether units may stop in a hex; they may pass through a full one.

    The units of a grouping do not count.
    """
    joining = [u for u in units if u.id not in position.grouping_of]
    return not joining or len(others(position, joining, hex_)) + len(joining) <= COUNTERS


def stacking_verdicts(position: Position, units: Sequence[Unit], hex_: int) -> Iterator[Verdict]:
    """7.0f: Object to more than six counters outside groupings in a hex."""
    if not room_for(position, units, hex_):
        there = position.number(hex_)
        names = [u.id for u in others(position, units, hex_)]
        yield say("7.0f", "full", hexes=[there], units=names, hex=there, most=COUNTERS)


def overfull(position: Position) -> Iterator[tuple[str, int, int]]:
    """7.0f: Yield side, hex and the number of counters too many."""
    for side in SIDES:
        for layer in LAYERS:
            for hex_ in position.layers[side, layer]:
                over = len(position.loose(side, layer, hex_)) - COUNTERS
                if over > 0:
                    yield side, hex_, over
