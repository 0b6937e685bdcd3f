"""Effects worked out one after the other, and the combat that they are the effects of."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.normandy44 import tracks
from engine.games.normandy44.combat import CombatRecord
from engine.games.normandy44.position import Position, Setting
from engine.games.normandy44.units import Unit
from engine.rules.base.combat import RecordTrack
from engine.rules.base.resolution import Resolution as BaseResolution

FIGHT = RecordTrack(tracks.FIGHT, CombatRecord)
"""The track of the combat that a position is in the midst of."""


class Resolution(BaseResolution[Setting, Position, Unit]):
    """A state under change, with the effects and the dice so far."""

    def walk(self, names: Iterable[str], path: Iterable[int]) -> None:
        """2.2.5a, 2.2.5b: move units along a path; the villages and forts they pass are theirs."""
        names, path = list(names), list(path)
        super().walk(names, path)
        side = self.state.pieces[names[0]].side
        for place in path:
            self.control(place, side)

    def put(self, name: str, place: str) -> None:
        """2.2.5a: move a piece straight to a place or box; a hex is its side's then."""
        super().put(name, place)
        self.control(self.places.index(place), self.state.pieces[name].side)

    combat = FIGHT
    """The combat that is being worked out."""
