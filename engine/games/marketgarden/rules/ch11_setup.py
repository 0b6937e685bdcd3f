"""Chapter 11.1: set-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.marketgarden import tracks
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.rules.ch04_stacking import stacking
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import ALLIED, FIRST_TURN, verdict


def setup_verdicts(
    position: Position, units: Sequence[Unit], path: Sequence[int]
) -> Iterator[Verdict]:
    """11.1.1a: Yield the verdicts against a free set-up of XXX Corps south of its line."""
    zone = position.ground.land.start_zone
    names = [u.id for u in units]
    begun = any(name.startswith(tracks.MOVED) for name in position.state.tracks)
    if position.turn != FIRST_TURN or position.active != ALLIED or begun:
        yield verdict("11.1.1a", "too_late", units=names)
    if not all(u.type.xxx_corps for u in units):
        yield verdict("11.1.1a", "not_xxx", units=names)
    for place in (path[0], path[-1]):
        if place not in zone:
            number = position.number(place)
            yield verdict("11.1.1a", "outside", units=names, hexes=[number], hex=number)
    yield from stacking(position, units, path[-1])
