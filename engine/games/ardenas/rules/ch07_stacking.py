"""Chapter 7: how many counters and groupings of a side may be in a hex."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.ardenas.groupings import Grouping
from engine.games.ardenas.position import Position
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import AIR, GROUND, SIDES, Layer, verdict

COUNTERS = 6
"""7.0f: counters outside groupings in a hex."""

LAYERS: tuple[Layer, ...] = (GROUND, AIR)


def others(position: Position, units: Sequence[Unit], hex_: int) -> list[Unit]:
    """Return a side's ungrouped units in a hex, without those that move there."""
    mine = {u.id for u in units}
    first = units[0]
    return [u for u in position.loose(first.side, first.layer, hex_) if u.id not in mine]


def room_for(position: Position, units: Sequence[Unit], hex_: int) -> bool:
    """7.0e, 7.0f, 7.0r: Return whether units may stop in a hex; they may pass through a full one.

    The units of a grouping do not count.
    """
    key = units[0].side, units[0].layer
    if hex_ not in position.layers[key] and hex_ not in position.fronts[key]:
        limits = position.charts.groupings.per_hex, COUNTERS
        if len(units) <= min(limits):
            return True
    return next(stacking_verdicts(position, units, hex_), None) is None


def stacking_verdicts(position: Position, units: Sequence[Unit], hex_: int) -> Iterator[Verdict]:
    """7.0f, 7.0r: Object to more than six counters outside groupings, or three groupings, in a hex.

    Groupings on the ground and in the air count apart. Units that leave their grouping count as
    loose.
    """
    there = position.number(hex_)
    mine = {u.id for u in units}
    whole = {g for g in map(position.grouping_of.get, mine) if g and mine.issuperset(g.movers)}
    joining = [u for u in units if position.grouping_of.get(u.id) not in whole]
    here = others(position, joining, hex_) if joining else []
    if len(here) + len(joining) > COUNTERS:
        names = [u.id for u in here]
        yield verdict("7.0f", "full", hexes=[there], units=names, hex=there, most=COUNTERS)
    for first in whole:
        if not has_room(position, first, hex_, len(whole)):
            limit = position.charts.groupings.per_hex
            yield verdict("7.0r", "full", hexes=[there], hex=there, most=limit)
            return


def has_room(position: Position, grouping: Grouping, hex_: int, joining: int = 1) -> bool:
    """7.0r: Return whether groupings of a kind fit in a hex with those already there."""
    own = (grouping.side, grouping.kind, hex_)
    there = [g for g in position.groupings if (g.side, g.kind, g.place) == own and g != grouping]
    return len(there) + joining <= position.charts.groupings.per_hex


def overfull(position: Position) -> Iterator[tuple[str, int, int]]:
    """7.0f: Yield side, hex and the number of counters too many."""
    for side in SIDES:
        for layer in LAYERS:
            for hex_ in position.layers[side, layer]:
                over = len(position.loose(side, layer, hex_)) - COUNTERS
                if over > 0:
                    yield side, hex_, over
