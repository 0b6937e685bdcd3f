"""A piece as the rules of a game see it, and the types of all pieces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from engine.core.counters import Counter
from engine.rules.answers import UnitView


class Sided(Protocol):
    """What is printed on a counter of some game."""

    @property
    def side(self) -> str:
        """Whose it is."""
        ...


T = TypeVar("T", bound=Sided)


@dataclass(frozen=True, slots=True)
class TypedUnit(Generic[T]):
    """One piece in play: where it stands, its steps and its type; a game adds values in force."""

    id: str
    place: int
    steps: int
    type: T
    status: frozenset[str] = frozenset()

    @property
    def side(self) -> str:
        """Whose it is."""
        return self.type.side


class Typed(Sided, Protocol):
    """What every game prints on its counters."""

    @property
    def id(self) -> str:
        """The counter."""
        ...

    @property
    def kind(self) -> str:
        """What kind of unit it is."""
        ...

    @property
    def formation(self) -> str:
        """What it belongs to."""
        ...


def unit_view(
    unit: TypedUnit[Any], traits: Mapping[str, bool], values: Mapping[str, Any]
) -> UnitView:
    """A unit as others see it: which of the traits it has, and its values in force."""
    kind: Typed = unit.type
    return UnitView(
        id=unit.id,
        counter=kind.id,
        side=unit.side,
        place=unit.place,
        steps=unit.steps,
        kind=kind.kind,
        formation=kind.formation,
        status=unit.status,
        traits=frozenset(name for name, on in traits.items() if on),
        values=values,
    )


def printed_values(unit: TypedUnit[Counter]) -> dict[str, Any]:
    """Return the values on the face of a unit's counter that is up."""
    counter = unit.type
    face = counter.face(counter.face_name(unit.steps, unit.status))
    values = {"attack": face.attack, "defense": face.defense, "movement": face.movement}
    return {**values, **face.values}


class Roster(Generic[T]):
    """The types of all pieces: those of the module, and those that a question gives itself."""

    def __init__(self, find: Callable[[str], T], own: Mapping[str, T]) -> None:
        self._find = find
        self.own = dict(own)
        self._types: dict[str, T] = {}

    def type_of(self, counter: str) -> T:
        """The type of a piece by its counter. Raises KeyError for an unknown one."""
        found = self._types.get(counter)
        if found is None:
            found = self.own[counter] if counter in self.own else self._find(counter)
            self._types[counter] = found
        return found
