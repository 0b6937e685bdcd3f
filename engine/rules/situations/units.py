"""A piece as the rules of a game see it, and the types of all pieces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar


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
