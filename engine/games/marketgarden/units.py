"""Counters with their printed values, and units with their current values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.games.marketgarden.vocabulary import ALLIED, ARMOURED, ARTILLERY, HALF
from engine.rules.base.units import Roster as TypeRoster
from engine.rules.base.units import TypedUnit


@dataclass(frozen=True, slots=True)
class UnitType:
    """A counter (2.2): values of both sides, formation, arrival.

    ``division`` is the division of which it is an element, or empty. ``arrives`` is the first turn
    in which it may arrive, ``how`` the kind of arrival: edge, fixed (a printed drop hex), drop,
    flown, created; ``where`` the edge or hex.
    """

    id: str
    side: str
    kind: str
    attack: int
    defense: int
    movement: float
    reverse_attack: int
    reverse_defense: int
    motorised: bool
    nationality: str = ""
    formation: str = ""
    range: int = 0
    division: str = ""
    xxx_corps: bool = False
    airborne: bool = False
    steps: int = 2
    arrives: int = 0
    how: str = ""
    where: str = ""

    @property
    def armoured(self) -> bool:
        """Whether rivers and marshes stop the unit."""
        return self.kind in ARMOURED

    @property
    def artillery(self) -> bool:
        """Whether the unit fires at range."""
        return self.kind in ARTILLERY

    @property
    def paratroops(self) -> bool:
        """Whether it is an Allied airborne unit."""
        return self.airborne and self.side == ALLIED


@dataclass(frozen=True, slots=True)
class Unit(TypedUnit[UnitType]):
    """A piece in play with its place and current values (7.0a)."""

    @property
    def reduced(self) -> bool:
        """Whether the unit shows its reverse."""
        return self.steps < self.type.steps

    @property
    def attack(self) -> int:
        """The current attack factor."""
        return self.type.reverse_attack if self.reduced else self.type.attack

    @property
    def defense(self) -> int:
        """The current defence factor."""
        return self.type.reverse_defense if self.reduced else self.type.defense

    @property
    def allowance(self) -> int:
        """The movement factor in half points; step losses do not change it (7.0c)."""
        return int(self.type.movement * HALF)


class Roster(TypeRoster[UnitType]):
    """The types of all pieces, and the number of elements of each division."""

    def __init__(self, find: Callable[[str], UnitType], own: Mapping[str, UnitType]) -> None:
        super().__init__(find, own)
        self.divisions: dict[str, int] = {}
        """The number of elements of each division in the game (5.1.4a)."""
