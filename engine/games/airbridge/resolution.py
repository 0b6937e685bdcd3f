"""The resolution of an action: its effects, dice and current combat."""

from __future__ import annotations

from engine.games.airbridge import tracks
from engine.games.airbridge.combat import CombatRecord
from engine.games.airbridge.position import Position, Setting
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import DIE, FATIGUED, eliminated
from engine.rules.base.combat import RecordTrack
from engine.rules.base.resolution import Resolution as BaseResolution

FIGHT = RecordTrack(tracks.FIGHT, CombatRecord)
"""The track of the current combat."""


class Resolution(BaseResolution[Setting, Position, Unit]):
    """A changing state, with the effects and dice so far."""

    combat = FIGHT
    """The current combat."""

    def die(self, reason: str) -> int:
        """2.5a: Roll a ten-sided die; 0 counts as 10."""
        return self.throw(reason, DIE)

    def lose_step(self, name: str) -> None:
        """2.3e, 2.3f: Remove a step: flip the counter, or eliminate a unit with one step."""
        piece = self.state.pieces[name]
        if piece.steps > 1:
            self.steps(name, piece.steps - 1)
        else:
            self.put(name, eliminated(piece.side))

    def fatigue(self, name: str) -> None:
        """14.0a: Put a fatigue marker on a unit."""
        self.status(name, add=[FATIGUED])

    def go(self, names: list[str], path: list[int]) -> None:
        """Move a stack along a path and give its side control of the hexes."""
        self.move_along(names, path)
        side = self.state.pieces[names[0]].side
        for hex_ in path[1:]:
            self.control(hex_, side)
