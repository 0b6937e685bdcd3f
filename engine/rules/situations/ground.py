"""Situations of two sides on a ground of the game's own, with charts and zones."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from engine.core.places import Places
from engine.core.state import Piece, State
from engine.rules.readings import Readings
from engine.rules.situations.situation import BoardSetting, BoardSituation, S, U
from engine.rules.situations.units import Roster


class Ring(Protocol):
    """What the rules ask of the map; a game asks more."""

    @property
    def ring(self) -> Sequence[Sequence[int]]:
        """The hexes around each hex."""
        ...


G = TypeVar("G", bound=Ring)
C = TypeVar("C")
"""The charts."""


class GroundSetting(BoardSetting[U, S], Generic[G, C, U, S]):
    """What the positions of a game share: ground, types of units, charts, names, length."""

    unit_class: ClassVar[Callable[..., Any]]
    """The game's :class:`~engine.rules.situations.units.TypedUnit`."""

    def __init__(
        self,
        ground: G,
        roster: Roster[Any],
        charts: C,
        places: Places,
        last_turn: int,
        control_default: str | None = None,
    ) -> None:
        super().__init__(places, control_default)
        self.ground = ground
        self.roster = roster
        self.charts = charts
        self.last_turn = last_turn

    def unit_of(self, name: str, piece: Piece) -> U:
        """A piece as the rules see it."""
        kind = self.roster.type_of(piece.counter)
        found: U = self.unit_class(name, piece.place, piece.steps, kind, piece.status)
        return found

    def enemy_of(self, side: str) -> str:
        """The other of the two sides."""
        first, second = self.sides
        return second if side == first else first


class GroundSituation(BoardSituation[U], Generic[G, C, U]):
    """Everything that follows from a state on that ground: the zones of both sides."""

    readings: ClassVar[Readings]
    """What the game's book leaves open."""

    def __init__(self, setting: GroundSetting[G, C, U, Any], state: State) -> None:
        super().__init__(setting, state)
        self.ground = setting.ground
        self.charts = setting.charts
        self.roster = setting.roster
        self._enemy_of = setting.enemy_of

    def reading(self, name: str) -> str:
        """The value of a reading in this game."""
        return self.readings.value(self.state.tracks, name)

    @abstractmethod
    def zone_of_side(self, side: str) -> frozenset[int]:
        """The hexes in which a side's units hold or hinder enemies."""

    @cached_property
    def zones(self) -> Mapping[str, frozenset[int]]:
        """The zone of each side."""
        return {side: self.zone_of_side(side) for side in self.stacks}

    def enemy_zone(self, side: str) -> frozenset[int]:
        """The zone against units of a side."""
        return self.zones[self._enemy_of(side)]

    def enemies_beside(self, units: Sequence[str]) -> tuple[int, ...]:
        """The enemy hexes beside all of some units; beside any of the active side without."""
        if units:
            own = [self.units[name] for name in units if name in self.units]
            rings = [set(self.ground.ring[u.place]) for u in own]
            near = set.intersection(*rings) if rings else set()
            side = own[0].side if own else self.active
        else:
            side = self.active
            near = {j for i in self.stacks.get(side, {}) for j in self.ground.ring[i]}
        return tuple(sorted(near & self.stacks[self._enemy_of(side)].keys())) if side else ()
