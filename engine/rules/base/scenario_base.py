"""The base of all positions of one scenario: its board, its setting and its opening state."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine.board.board import Board
from engine.core.state import State
from engine.rules.base.setting import Setting

T = TypeVar("T", bound=Setting[Any, Any, Any, Any])
"""The game's setting."""
K = TypeVar("K")
"""The game's type of a counter."""


@dataclass(frozen=True)
class ScenarioBase(Generic[T]):
    """A scenario on its board, with its setting and opening state."""

    board: Board
    setting: T
    opening: State

    @property
    def boxes(self) -> tuple[str, ...]:
        """The boxes off the board."""
        places = self.setting.places
        return tuple(places.names[places.hex_count :])

    @property
    def known(self) -> Iterable[str]:
        """The known counter names."""
        return ()

    def counter(self, name: str) -> str | None:
        """Return the counter id of a name; None for an unknown name."""
        return name if name in self.known else None


@dataclass(frozen=True)
class TypedBase(ScenarioBase[T], Generic[T, K]):
    """A scenario on its board, with the type of each counter by its id."""

    types: Mapping[str, K]

    @property
    def known(self) -> Mapping[str, K]:
        """All counters."""
        return self.types

    def counter(self, name: str) -> str | None:
        """Return the counter of a name: its id, with or without the number of a piece."""
        return counter_named(self.types, name)


def counter_named(known: Collection[str], name: str) -> str | None:
    """Return the counter of a name: its id, with or without the number of a piece."""
    if name in known:
        return name
    bare, _, number = name.rpartition("-")
    return bare if bare in known and number.isdecimal() else None
