"""The places of a VASSAL table: every pixel of every map, named ``m<map>:<x>,<y>``."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.core.errors import UserError
from engine.core.places import Places
from engine.i18n import t

_NAME = re.compile(r"m(\d{1,4}):(-?\d{1,7}),(-?\d{1,7})(?::\d{1,4})?", re.ASCII)
FARTHEST = 9_999_999
"""The largest coordinate of a spot, in pixels."""
MAX_SPOTS = 1_000_000
"""Limit for the spots of one game."""


class Spot(NamedTuple):
    """A point of a map: the map's number, and pixels at 100 % from its upper left corner."""

    map: int
    x: int
    y: int

    @property
    def name(self) -> str:
        """The place at this spot."""
        return f"m{self.map}:{self.x},{self.y}"


def boards_track(number: int) -> str:
    """Return the track that stores which boards a map shows: none or 0 for the first ones."""
    return f"boards:m{number}"


def property_track(name: str) -> str:
    """Return the track that stores a global property."""
    return f"property:{name}"


def read_spot_name(place: str) -> Spot | None:
    """Return the spot of a place; None for a box. Copies of a spot (``m0:5,5:1``) share it."""
    match = _NAME.fullmatch(place)
    return Spot(int(match[1]), int(match[2]), int(match[3])) if match else None


class SpotPlaces(Places):
    """Places that are added when first named, besides some initial ones."""

    def index(self, name: str) -> int:
        """Return the index of a place. Raises UserError for a name that is neither spot nor box."""
        number = self._index.get(name)
        if number is None:
            if _NAME.fullmatch(name) is None or len(self.names) >= MAX_SPOTS:
                raise UserError(t("core.error.place", place=name))
            number = self._index[name] = len(self.names)
            self.names.append(name)
        return number

    def is_hex(self, index: int) -> bool:
        """Return whether the place is on a map."""
        return _NAME.fullmatch(self.names[index]) is not None

    def __contains__(self, name: object) -> bool:
        return name in self._index or (isinstance(name, str) and _NAME.fullmatch(name) is not None)
