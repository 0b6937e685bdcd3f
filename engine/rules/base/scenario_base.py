"""The base of all positions of one scenario: its board, its setting and its opening state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine.board.board import Board
from engine.core.state import State
from engine.rules.base.setting import Setting

T = TypeVar("T", bound=Setting[Any, Any, Any, Any])
"""The game's setting."""


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
