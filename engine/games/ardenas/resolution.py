"""Effects computed one after the other, with throws of the special die."""

from __future__ import annotations

from engine.games.ardenas.position import Position, Setting
from engine.games.ardenas.units import Unit
from engine.rules.base.resolution import Resolution as BaseResolution


class Resolution(BaseResolution[Setting, Position, Unit]):
    """A state under change, with the effects and the dice so far."""

    def throw_special(self, reason: str) -> int:
        """2.5: Throw the special die and return its face.

        The log records a throw of a common die: its six sides are the six faces in their order.
        """
        return self.setting.charts.die.faces[self.throw(reason) - 1]
