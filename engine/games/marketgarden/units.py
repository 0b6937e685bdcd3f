"""Units as the rules see them: what is printed on a counter, and the values in force."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.games.marketgarden.vocabulary import ALLIED, ARMOURED, ARTILLERY, HALF
from engine.rules.base.units import Roster as TypeRoster
from engine.rules.base.units import TypedUnit


@dataclass(frozen=True, slots=True)
class UnitType:
    """A counter of the game (2.2): values of the front and the back, formation, arrival.

    ``division`` is the division it is an element of, empty for none. ``arrives`` is the turn from
    which it may come in, ``how`` by what: edge, fixed (a printed drop hex), drop, flown, created;
    ``where`` the edge or hex.
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
        """Is it stopped by rivers and marshes?"""
        return self.kind in ARMOURED

    @property
    def artillery(self) -> bool:
        """Does it fire from afar?"""
        return self.kind in ARTILLERY

    @property
    def paratroops(self) -> bool:
        """Is it an Allied airborne unit?"""
        return self.airborne and self.side == ALLIED


@dataclass(frozen=True, slots=True)
class Unit(TypedUnit[UnitType]):
    """One piece in play: where it stands and the values in force (7.0a)."""

    @property
    def reduced(self) -> bool:
        """Does its reverse lie up?"""
        return self.steps < self.type.steps

    @property
    def attack(self) -> int:
        """The attack factor in force."""
        return self.type.reverse_attack if self.reduced else self.type.attack

    @property
    def defense(self) -> int:
        """The defence factor in force."""
        return self.type.reverse_defense if self.reduced else self.type.defense

    @property
    def allowance(self) -> int:
        """The movement factor in half points; a loss does not change it (7.0c)."""
        return int(self.type.movement * HALF)


class Roster(TypeRoster[UnitType]):
    """The types of all pieces, and how many elements each division has."""

    def __init__(self, find: Callable[[str], UnitType], own: Mapping[str, UnitType]) -> None:
        super().__init__(find, own)
        self.divisions: dict[str, int] = {}
        """How many elements each division has in the game (5.1.4a)."""
