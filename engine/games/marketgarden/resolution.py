"""The resolution of an action: its effects, dice and current combat."""

from __future__ import annotations

from engine.games.marketgarden import tracks
from engine.games.marketgarden.combat import CombatRecord
from engine.games.marketgarden.position import Position, Setting
from engine.games.marketgarden.units import Unit
from engine.rules.base.combat import RecordTrack
from engine.rules.base.resolution import Resolution as BaseResolution

FIGHT = RecordTrack(tracks.FIGHT, CombatRecord)
"""The track of the current combat."""


class Resolution(BaseResolution[Setting, Position, Unit]):
    """A changing state, with the effects and dice so far."""

    combat = FIGHT
    """The current combat."""
