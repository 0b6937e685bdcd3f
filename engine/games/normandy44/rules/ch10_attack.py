"""Chapter 10: an attack: attackers, target hex, support, main assault force."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engine.games.normandy44 import tracks
from engine.games.normandy44.position import Position
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import enemy_of


@dataclass(frozen=True)
class Attack:
    """An attack on a hex: attackers, main assault force, and support.

    ``lead`` is a formation, a unit, or ``group:<hex>``; ``attached`` a unit of another formation.
    ``guns`` names a headquarters or Werfer once for each shift, and ``caen`` for the guns there.
    ``air`` and ``naval`` are numbers of markers; ``jabos`` are the shifts of an earlier die roll.
    """

    position: Position
    side: str
    attackers: tuple[Unit, ...]
    target: int
    lead: str = ""
    attached: str = ""
    guns: tuple[str, ...] = ()
    air: int = 0
    naval: int = 0
    jabos: int = 0

    @cached_property
    def defenders(self) -> tuple[Unit, ...]:
        """10.1c, 10.2a: return all units of the target hex, which defend together."""
        return tuple(self.position.stacks[enemy_of(self.side)].get(self.target, ()))

    @cached_property
    def fresh(self) -> tuple[Unit, ...]:
        """13.5a: return the defenders that have not retreated in the phase."""
        state_tracks = self.position.state.tracks
        return tuple(u for u in self.defenders if tracks.RETREATED + u.id not in state_tracks)

    @cached_property
    def force(self) -> tuple[Unit, ...]:
        """10.3.1, 10.3.3, 10.3.4: return the units of the main assault force."""
        if self.lead.startswith("group:"):
            number = self.lead.removeprefix("group:")
            return tuple(u for u in self.attackers if self.position.number(u.place) == number)
        return tuple(
            u for u in self.attackers if formation(u) == self.lead or u.id == self.attached
        )


def formation(unit: Unit) -> str:
    """10.3.2: return the formation of a unit: its division or brigade, or itself."""
    return unit.type.formation or unit.id
