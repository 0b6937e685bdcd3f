"""Groupings on the map (11.0a): the units of each, and the track that records it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from engine.core.effects import Track
from engine.core.places import Places
from engine.games.ardenas import tracks
from engine.games.ardenas.vocabulary import Layer

PATTERN = rf"{tracks.GROUPING}[a-z]+/(ground|air)/[1-9][0-9]?"
"""The names of groupings in orders."""


@dataclass(frozen=True, slots=True)
class Grouping:
    """A grouping: side, kind (ground or air), label, hex and units; a false one has no units.

    The label is its number; for an enemy grouping seen face down it is the hex.
    """

    side: str
    kind: Layer
    label: str
    place: int
    units: tuple[str, ...] = ()

    @property
    def number(self) -> int | None:
        """Its number; None where it is not known."""
        return int(self.label) if self.label.isdigit() else None

    @property
    def track(self) -> str:
        """11.0a: The name of the grouping's track, and of the grouping in orders."""
        return f"{tracks.GROUPING}{self.side}/{self.kind}/{self.label}"

    @property
    def marker(self) -> str:
        """2.2b, 2.4b: The kind of its counter on the map."""
        return f"grouping_{self.kind}_{self.side}"

    @property
    def movers(self) -> tuple[str, ...]:
        """The names of the moving pieces: the units, or a false grouping itself."""
        return self.units or (self.track,)

    def value(self, places: Places) -> str:
        """Return the value of its track."""
        return " ".join((places.name(self.place), *self.units))


@lru_cache(maxsize=1024)
def read_grouping(name: str, value: str, places: Places) -> Grouping:
    """Return the grouping that a track records."""
    side, kind, label = name.removeprefix(tracks.GROUPING).split("/")
    hex_, *units = value.split()
    return Grouping(side, cast(Layer, kind), label, places.index(hex_), tuple(units))


def groupings_in(values: Mapping[str, Track], places: Places) -> Iterator[Grouping]:
    """Yield the groupings that the tracks of a state record, in their order."""
    for name in sorted(name for name in values if name.startswith(tracks.GROUPING)):
        value = values[name]
        if isinstance(value, str):
            yield read_grouping(name, value, places)
