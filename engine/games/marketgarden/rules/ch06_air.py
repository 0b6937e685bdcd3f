"""Chapter 6: air points, their use in combat, and bombardment from the air."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.marketgarden import tracks
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.resolution import Resolution
from engine.games.marketgarden.rules.ch09_supply import is_isolated
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import ALLIED, GERMAN, SIDES, verdict


def points_of_day(position: Position, side: str) -> int:
    """6.0a, 6.0b: Return the air points of a side on the day of the turn."""
    row = position.charts.days.on(position.turn)
    return {ALLIED: row.allied, GERMAN: row.german}[side]


def set_points(work: Resolution) -> None:
    """6.1a, 6.1b, 6.2f, 2.4.2: Set both sides' air points for a turn; none are saved."""
    for side in SIDES:
        work.track(tracks.AIR + side, points_of_day(work.position, side))


def points_left(position: Position, side: str) -> int:
    """6.1a: Return the air points left to a side in the turn."""
    value = position.state.tracks.get(tracks.AIR + side)
    return value if isinstance(value, int) else points_of_day(position, side)


def spend(work: Resolution, side: str, points: int) -> None:
    """6.1c: Deduct air points; by agreement a side spends more than it has left."""
    if points:
        work.track(tracks.AIR + side, max(0, points_left(work.position, side) - points))


def may_support(position: Position, units: Iterable[Unit]) -> bool:
    """6.2g: Return whether units may get air support: none is isolated."""
    return not any(is_isolated(position, unit) for unit in units)


def support_verdicts(
    position: Position, side: str, points: int, units: Sequence[Unit]
) -> Iterator[Verdict]:
    """6.1c, 6.2g: Yield the verdicts against air support of some units."""
    left = points_left(position, side)
    if points > left:
        yield verdict("6.1c", "too_many", points=points, left=left)
    alone = [u.id for u in units if is_isolated(position, u)]
    if points and alone:
        yield verdict("6.2g", "isolated", units=alone)


def air_value(position: Position, points: int, target: int) -> int:
    """6.2a, 6.2c: Return points times the total vulnerability of the units in a hex."""
    index = position.charts.vulnerability.index
    return points * sum(index(u.type.kind, "air") for u in position.stack(target))
