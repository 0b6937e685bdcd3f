"""Units as the rules see them: the values printed on a counter, and the values in force."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.counters import Counter
from engine.games.ardenas.vocabulary import (
    AFFECTED,
    AIR,
    AIRCRAFT,
    BACKS,
    ENGINEERS,
    FUELLED,
    GROUND,
    NEEDS_BRIDGE,
    STORES,
    Layer,
)
from engine.rules.base.units import TypedUnit


@dataclass(frozen=True, slots=True)
class UnitType:
    """A counter of the game (2.3): printed values, army and formation, arrival.

    ``area`` is the set-up zone or unit zone of the board where it may enter, ``how`` its kind of
    arrival: set_up, reinforcement, commando, air or transport. All units have one step. ``dummy``
    marks pieces that are no real counters: a moving false grouping, a back.
    """

    id: str
    side: str
    kind: str
    combat: int
    movement: int
    artillery: int = 0
    range: int = 0
    nationality: str = ""
    army: str = ""
    formation: str = ""
    size: str = "regiment"
    area: str = ""
    how: str = ""
    turn: int = 0
    steps: int = 1
    dummy: bool = False

    @property
    def layer(self) -> Layer:
        """8.4a: Whether it is on the ground or in the air."""
        return AIR if self.kind in AIRCRAFT else GROUND

    @property
    def engineer(self) -> bool:
        """Whether it is an engineer."""
        return self.kind in ENGINEERS

    @property
    def stores(self) -> bool:
        """Whether it is a supply or fuel counter."""
        return self.kind in STORES

    @property
    def needs_bridge(self) -> bool:
        """Whether it crosses rivers on bridges or over engineers only (8.2d)."""
        return self.kind in NEEDS_BRIDGE

    @property
    def needs_fuel(self) -> bool:
        """Whether it moves on fuel (12.0a)."""
        return self.kind in FUELLED


def type_of(counter: Counter) -> UnitType:
    """2.2a, 2.3, 2.4a: Return the rules' data of a counter of the module."""
    face, arrival = counter.front, counter.arrival
    return UnitType(
        id=counter.id,
        side=counter.side,
        kind=counter.kind,
        combat=int(face.attack),
        movement=int(face.movement),
        artillery=int(face.values.get("artillery", 0)),
        range=face.range or 0,
        nationality=counter.nationality,
        army=counter.corps or "",
        formation=counter.formation,
        size=str(face.values.get("size", "regiment")),
        area=arrival.area or "",
        how=arrival.how,
        turn=arrival.turn or 0,
        dummy=counter.kind in BACKS,
    )


@dataclass(frozen=True, slots=True)
class Unit(TypedUnit[UnitType]):
    """One piece in play."""

    @property
    def affected(self) -> bool:
        """Whether the unit has an A marker (8.1.1a)."""
        return AFFECTED in self.status

    @property
    def layer(self) -> Layer:
        """Whether it is on the ground or in the air."""
        return self.type.layer
