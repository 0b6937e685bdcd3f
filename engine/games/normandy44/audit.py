"""Judge a recorded game entry by entry, with an account of movement."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import actions as act
from engine.core import effects as fx
from engine.games.normandy44 import tracks
from engine.rules.base.auditor import Auditor as BaseAuditor


class Auditor(BaseAuditor):
    """Judges the entries of one game in order."""

    played = (*BaseAuditor.played, act.PlaceMarker)
    accounts = (tracks.MOVED, tracks.HEXES)
    sequence = "3.0"

    def alike(self, effects: Sequence[fx.Effect], recorded: Sequence[fx.Effect]) -> bool:
        """Return whether effects match; older logs have no tracks of landed units (6.5.2c)."""
        if any(map(_of_a_landing, recorded)):
            return super().alike(effects, recorded)
        others = tuple(e for e in effects if not _of_a_landing(e))
        return super().alike(others, tuple(recorded))


def _of_a_landing(effect: fx.Effect) -> bool:
    return isinstance(effect, fx.SetTrack) and effect.track.startswith(tracks.ASHORE)
