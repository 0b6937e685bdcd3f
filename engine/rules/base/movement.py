"""Units that move together, and where a move may end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Generic

from engine.rules.base.position import P
from engine.rules.base.setting import U


@dataclass(frozen=True)
class Mover(Generic[P, U]):
    """Units of one place that move together in a position; a game adds what steps cost them."""

    position: P
    units: tuple[U, ...]

    @property
    def side(self) -> str:
        """Whose they are."""
        return self.units[0].side

    @property
    def start(self) -> int:
        """The hex or box where they stand."""
        return self.units[0].place

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Their ids."""
        return tuple(u.id for u in self.units)

    @cached_property
    def zone(self) -> frozenset[int]:
        """The enemy's zone."""
        return self.position.enemy_zone(self.side)


@dataclass(frozen=True, slots=True)
class Arrived:
    """An end of a move: its cost in the game's parts of a point, the way, what ends it there."""

    cost: int
    path: tuple[int, ...]
    stop: str | None


def dearest(prices: Iterable[int | None]) -> int | None:
    """What units pay together: the dearest price; None where one of them may not go."""
    most = 0
    for price in prices:
        if price is None:
            return None
        most = max(most, price)
    return most
