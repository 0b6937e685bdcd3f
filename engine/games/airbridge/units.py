"""Units as the rules see them: what is printed on a counter, and the values in force."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.airbridge.vocabulary import FATIGUED, UNSUPPLIED
from engine.rules.base.units import TypedUnit


@dataclass(frozen=True, slots=True)
class Face:
    """The numbers of one side of a counter."""

    attack: int
    defense: int
    efficiency: int
    bombardment: int


@dataclass(frozen=True, slots=True)
class UnitType:
    """A counter (2.4): both faces, what does not change, where it arrives."""

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

    @property
    def artillery(self) -> bool:
        """Does it fire from afar?"""
        return self.front.bombardment > 0


@dataclass(frozen=True, slots=True)
class Unit(TypedUnit[UnitType]):
    """One piece: where it stands and the values in force."""

    @property
    def face(self) -> Face:
        """The side of the counter that lies up."""
        return self.type.back if self.steps < self.type.steps else self.type.front

    @property
    def fatigued(self) -> bool:
        """Does it carry a fatigue marker?"""
        return FATIGUED in self.status

    @property
    def unsupplied(self) -> bool:
        """Is it out of supply?"""
        return UNSUPPLIED in self.status
