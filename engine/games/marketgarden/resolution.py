"""Effects worked out one after the other, and the combat that they are the effects of."""

from __future__ import annotations

from engine.games.marketgarden import tracks
from engine.games.marketgarden.combat import CombatRecord
from engine.games.marketgarden.position import Position, Setting
from engine.games.marketgarden.units import Unit
from engine.rules.base.combat import RecordTrack
from engine.rules.base.resolution import Resolution as BaseResolution

FIGHT = RecordTrack(tracks.FIGHT, CombatRecord)
"""The track of the combat that a position is in the midst of."""


class Resolution(BaseResolution[Setting, Position, Unit]):
    """A state under change, with the effects and the dice so far."""

    combat = FIGHT
    """The combat that is being worked out."""
