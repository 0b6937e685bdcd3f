"""Effects worked out one after the other, and the combat that they are the effects of."""

from __future__ import annotations

from engine.games.airbridge import tracks
from engine.games.airbridge.combat import CombatRecord
from engine.games.airbridge.position import Position, Setting
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import DIE, FATIGUED, eliminated
from engine.rules.base.combat import RecordTrack
from engine.rules.base.resolution import Resolution as BaseResolution

FIGHT = RecordTrack(tracks.FIGHT, CombatRecord)
"""The track of the combat that a position is in the midst of."""


class Resolution(BaseResolution[Setting, Position, Unit]):
    """A state under change, with the effects and the dice so far."""

    combat = FIGHT
    """The combat that is being worked out."""

    def die(self, reason: str) -> int:
        """2.5a: a ten-sided die; a 0 is a ten."""
        return self.throw(reason, DIE)

    def lose_step(self, name: str) -> None:
        """2.3e, 2.3f: a step lost turns a unit over, the last one eliminates it."""
        piece = self.state.pieces[name]
        if piece.steps > 1:
            self.steps(name, piece.steps - 1)
        else:
            self.put(name, eliminated(piece.side))

    def fatigue(self, name: str) -> None:
        """14.0a: a fatigue marker is put on a unit."""
        self.status(name, add=[FATIGUED])

    def go(self, names: list[str], path: list[int]) -> None:
        """Move units of one hex along hexes; what they pass is theirs."""
        self.walk(names, path)
        side = self.state.pieces[names[0]].side
        for hex_ in path[1:]:
            self.control(hex_, side)
