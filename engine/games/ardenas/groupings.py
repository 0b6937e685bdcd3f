"""Groupings on the map (11.0a): which units each holds, and the track that records it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.core.effects import Track
from engine.core.places import Places
from engine.games.ardenas import tracks


@dataclass(frozen=True, slots=True)
class Grouping:
    """A grouping: side, kind (ground or air), number, hex and units; without units, a false one."""

    side: str
    kind: str
    number: int
    place: int
    units: tuple[str, ...] = ()

    @property
    def track(self) -> str:
        """The name of its track."""
        return f"{tracks.GROUPING}{self.side}/{self.kind}/{self.number}"

    def value(self, places: Places) -> str:
        """Return the value of its track."""
        return " ".join((places.name(self.place), *self.units))


def groupings_in(values: Mapping[str, Track], places: Places) -> Iterator[Grouping]:
    """Yield the groupings that the tracks of a state record, in their order."""
    for name, value in sorted(values.items()):
        if name.startswith(tracks.GROUPING) and isinstance(value, str):
            side, kind, number = name.removeprefix(tracks.GROUPING).split("/")
            hex_, *units = value.split()
            yield Grouping(side, kind, int(number), places.index(hex_), tuple(units))
