"""Chapter 5: eight stacking points a hex."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.airbridge.position import Situation
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import say

LIMIT = 8


def points(units: Iterable[Unit]) -> int:
    """5.0a: the stacking points of units."""
    return sum(u.type.stacking for u in units)


def fits(situation: Situation, units: Sequence[Unit], hex_: int) -> bool:
    """5.0b: do units find room in a hex beside those that stand there?"""
    ids = {u.id for u in units}
    return points(u for u in situation.stack(hex_) if u.id not in ids) + points(units) <= LIMIT


def stacking_verdicts(situation: Situation, units: Sequence[Unit], hex_: int) -> Iterator[Verdict]:
    """5.0c: a movement never ends on more than eight points."""
    if not fits(situation, units, hex_):
        number = situation.number(hex_)
        yield say("5.0c", "full", hexes=[number], units=[u.id for u in units], hex=number)
