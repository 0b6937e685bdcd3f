"""Readings and optional rules: what the book leaves open or to the players, the default first.

A game's value stands in the track ``option/<name>``; one that is not set, or that the reading does
not know, has the default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.effects import Track
from engine.core.modes import OPTION_TRACK


@dataclass(frozen=True, slots=True)
class Choice:
    """A reading with its values (the default first) and the rules it concerns."""

    name: str
    values: tuple[str, ...]
    rules: tuple[str, ...]


READINGS = (
    Choice("final_1_3", ("printed", "automatic"), ("10.6b",)),
    Choice("storms", ("rolled", "historical", "three_days"), ("28.1", "28.2")),
    Choice("coast_batteries", ("off", "on"), ("28.3a", "28.3b", "28.3c")),
)
"""All readings and options."""

BY_NAME = {choice.name: choice for choice in READINGS}


def reading(tracks: Mapping[str, Track], name: str) -> str:
    """The value of a reading in a game."""
    choice = BY_NAME[name]
    value = tracks.get(OPTION_TRACK + name)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(choice.values):
        return choice.values[value]
    return value if isinstance(value, str) and value in choice.values else choice.values[0]
