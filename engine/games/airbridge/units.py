"""Counters with their printed values, and units with their current values."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.airbridge.vocabulary import FATIGUED, UNSUPPLIED
from engine.rules.base.units import TypedUnit


@dataclass(frozen=True, slots=True)
class Face:
    """The values printed on one side of a counter."""

    attack: int
    defense: int
    efficiency: int
    bombardment: int


@dataclass(frozen=True, slots=True)
class UnitType:
    """A counter (2.4): both faces, constant values, entry hexes."""

    id: str
    side: str
    kind: str
    front: Face
    back: Face
    stacking: int
    movement: int
    cm: bool
    armor: tuple[str, ...]
    range: int = 0
    airborne: bool = False
    division: str = ""
    formation: str = ""
    engineer: str = ""
    self_propelled: bool = False
    steps: int = 2
    entries: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash(self.id)  # fast: the odds of assaults hash many units

    @property
    def artillery(self) -> bool:
        """Whether the unit has a bombardment value."""
        return self.front.bombardment > 0


@dataclass(frozen=True, slots=True)
class Unit(TypedUnit[UnitType]):
    """A piece with its place and current values."""

    @property
    def face(self) -> Face:
        """The current face of the counter."""
        return self.type.back if self.steps < self.type.steps else self.type.front

    @property
    def fatigued(self) -> bool:
        """Whether the unit has a fatigue marker."""
        return FATIGUED in self.status

    @property
    def unsupplied(self) -> bool:
        """Whether the unit is out of supply."""
        return UNSUPPLIED in self.status
