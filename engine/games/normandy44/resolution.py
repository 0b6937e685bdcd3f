"""Effects computed one after the other, and the current combat."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.normandy44 import tracks
from engine.games.normandy44.combat import CombatRecord
from engine.games.normandy44.position import Position, Setting
from engine.games.normandy44.units import Unit
from engine.rules.base.combat import RecordTrack
from engine.rules.base.resolution import Resolution as BaseResolution

FIGHT = RecordTrack(tracks.FIGHT, CombatRecord)
"""The track of the current combat."""


class Resolution(BaseResolution[Setting, Position, Unit]):
    """A state under change, with the effects and dice so far."""

    def move_along(self, names: Iterable[str], path: Iterable[int]) -> None:
        """2.2.5a, 2.2.5b: move units along a path, and take its villages and forts."""
        names, path = list(names), list(path)
        super().move_along(names, path)
        side = self.state.pieces[names[0]].side
        for place in path:
            self.control(place, side)

    def put(self, name: str, place: str) -> None:
        """2.2.5a: move a piece directly to a place or box; a hex then belongs to its side."""
        super().put(name, place)
        self.control(self.places.index(place), self.state.pieces[name].side)

    combat = FIGHT
    """The current combat."""
