"""Chapter 14: the weather of a turn, and its effect on movement."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.ardenas import tracks
from engine.games.ardenas.position import Position
from engine.games.ardenas.resolution import Resolution
from engine.games.ardenas.vocabulary import BAD, BAD_TURNS, FOG, STORM, verdict

EARLY_THROW = {2: STORM, 3: STORM, 4: FOG, 5: FOG}
"""The reading ``early_weather: throw``: our own chart for turns 1 to 6."""


def is_thrown(position: Position) -> bool:
    """14.0, 14.0f: Return whether a die decides the weather: not on turns 1 to 6, as printed."""
    return position.turn > BAD_TURNS or position.reading("early_weather") == "throw"


def set_weather(work: Resolution) -> None:
    """14.0, 14.0e, 14.0f: Roll for the weather of the turn, or set that of turns 1 to 6."""
    position = work.position
    if not is_thrown(position):
        work.track(tracks.WEATHER, BAD)
        return
    face = work.throw_special("weather")
    if position.turn > BAD_TURNS:
        work.track(tracks.WEATHER, position.charts.faces["weather"].faces[face])
    else:
        work.track(tracks.WEATHER, EARLY_THROW[face])


def has_fog(position: Position) -> bool:
    """14.0c, 14.0f: Return whether the effects of fog apply."""
    if position.weather == BAD:
        return position.reading("early_weather") in ("both", FOG, "throw")
    return position.weather == FOG


def flight_verdicts(position: Position, names: list[str]) -> Iterator[Verdict]:
    """14.0c: Object to all actions of aircraft in fog."""
    if has_fog(position):
        yield verdict("14.0c", "no_take_off", units=names)


def has_storm(position: Position) -> bool:
    """14.0a, 14.0b, 14.0f: Return whether the effects of a storm apply."""
    if position.weather == BAD:
        return position.reading("early_weather") in ("both", STORM, "throw")
    return position.weather == STORM


def half(position: Position, factor: int) -> int:
    """14.0a, 14.0b, 14.0c: Return half of a movement factor, rounded down.

    By default no factor falls below 1.
    """
    halved = factor // 2
    at_least_one = position.reading("halving") == "at_least_one"
    return max(halved, min(factor, 1)) if at_least_one else halved
