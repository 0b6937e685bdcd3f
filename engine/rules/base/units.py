"""Units, and the types of all pieces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from engine.core.counters import Counter
from engine.rules.answers import UnitView


class Sided(Protocol):
    """A counter type with a side."""

    @property
    def side(self) -> str:
        """The side of the counter."""
        ...


T = TypeVar("T", bound=Sided)


@dataclass(frozen=True, slots=True)
class TypedUnit(Generic[T]):
    """A piece in play: place, steps and type; games add current values."""

    id: str
    place: int
    steps: int
    type: T
    status: frozenset[str] = frozenset()

    @property
    def side(self) -> str:
        """The side of the unit."""
        return self.type.side


class Typed(Sided, Protocol):
    """The fields common to all games' counters."""

    @property
    def id(self) -> str:
        """The counter's id."""
        ...

    @property
    def kind(self) -> str:
        """The kind of unit."""
        ...

    @property
    def formation(self) -> str:
        """The unit's formation."""
        ...


def unit_view(
    unit: TypedUnit[Any], traits: Mapping[str, bool], values: Mapping[str, Any]
) -> UnitView:
    """Return the public view of a unit, with its true traits and current values."""
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
    """Return the values on the current face of a unit's counter."""
    counter = unit.type
    face = counter.face(counter.face_name(unit.steps, unit.status))
    values = {"attack": face.attack, "defense": face.defense, "movement": face.movement}
    return {**values, **face.values}


class Roster(Generic[T]):
    """The types of all pieces: those of the module and those defined by a request."""

    def __init__(self, find: Callable[[str], T], own: Mapping[str, T]) -> None:
        self._find = find
        self.own = dict(own)
        self._types: dict[str, T] = {}

    def type_of(self, counter: str) -> T:
        """Return the type of a counter. Raises KeyError for an unknown one."""
        cached = self._types.get(counter)
        if cached is None:
            cached = self.own[counter] if counter in self.own else self._find(counter)
            self._types[counter] = cached
        return cached
