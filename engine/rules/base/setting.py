"""The data that all positions of a scenario share: board, charts, roster, names, caches."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from operator import is_not
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from engine.core.places import Places
from engine.core.state import Piece, State, alike

KEPT = 24
"""The number of cached positions per setting; each takes megabytes."""

LATEST = 256
"""The number of results that are kept while their inputs do not change."""


class UnitInPlay(Protocol):
    """A piece with its place and current values."""

    @property
    def id(self) -> str:
        """The name of the piece in the log."""
        ...

    @property
    def place(self) -> int:
        """The hex or box of the piece."""
        ...

    @property
    def side(self) -> str:
        """The side of the piece."""
        ...


class Ring(Protocol):
    """The map data that the base rules need; a game's own map class has more."""

    @property
    def ring(self) -> Sequence[Sequence[int]]:
        """The adjacent hexes of each hex."""
        ...


U = TypeVar("U", bound=UnitInPlay)
"""The game's unit."""
G = TypeVar("G", bound=Ring)
"""The game's map."""
C = TypeVar("C")
"""The game's charts."""


class Derived(Protocol):
    """A position, derived from a state."""

    state: State


V = TypeVar("V", bound=Derived)
"""The game's position."""


class Setting(ABC, Generic[G, C, U, V]):
    """Data shared by all positions of a scenario; games add fields."""

    sides: tuple[str, ...] = ()
    unit_class: ClassVar[Callable[..., Any]]
    """The game's :class:`~engine.rules.base.units.TypedUnit`."""

    boxes_in_play: Mapping[int, str] = MappingProxyType({})
    """The names of the boxes whose units are in play, like units on the map."""

    def __init__(
        self,
        ground: G,
        roster: Any,
        charts: C,
        places: Places,
        last_turn: int,
        control_default: str | None = None,
    ) -> None:
        self.ground = ground
        self.roster = roster
        self.charts = charts
        self.places = places
        self.last_turn = last_turn
        self.control_default = control_default
        self._positions: OrderedDict[int, tuple[State, V]] = OrderedDict()
        self._units: dict[str, tuple[Piece, U]] = {}
        self._views: dict[str, tuple[U, object, Any]] = {}
        self._last: tuple[State, V] | None = None
        self._now: tuple[State, V] | None = None
        self._latest: dict[Hashable, tuple[tuple[object, ...], Any]] = {}

    @abstractmethod
    def make_position(self, state: State, like: V | None) -> V:
        """Return a new position of the game's own class.

        ``like`` is the previous position, from which unchanged data may be taken.
        """

    def unit_of(self, name: str, piece: Piece) -> U:
        """Return a new unit of the game's own class for a piece."""
        kind = self.roster.type_of(piece.counter)
        unit: U = self.unit_class(name, piece.place, piece.steps, kind, piece.status)
        return unit

    def enemy_of(self, side: str) -> str:
        """Return the other of the two sides."""
        first, second = self.sides
        return second if side == first else first

    def position(self, state: State) -> V:
        """Return the position of a state, cached by the state's identity.

        Consecutive states of equal content (after an action and in its record) share a position.
        """
        if self._now is not None and self._now[0] is state:
            return self._now[1]
        cached = self._positions.get(id(state))
        if cached is not None and cached[0] is state:
            self._positions.move_to_end(id(state))
            self._now = cached
            return cached[1]
        last = self._last
        if last is not None and alike(last[0], state):
            position = last[1]
            # The next state shares its pieces with this one, and is compared with the position's.
            position.state = state
        else:
            position = self.make_position(state, None if last is None else last[1])
        self._last = state, position
        self._now = self._positions[id(state)] = state, position
        if len(self._positions) > KEPT:
            self._positions.popitem(last=False)
        return position

    def latest(self, key: Hashable, inputs: tuple[object, ...], make: Callable[[], Any]) -> Any:
        """Return a result that depends on its inputs only, cached while they are the same objects.

        Successive positions share the parts that did not change, such as the stacks of a side.
        """
        kept = self._latest.get(key)
        if kept is None or any(map(is_not, kept[0], inputs)):
            if len(self._latest) >= LATEST:
                self._latest.clear()
            kept = self._latest[key] = inputs, make()
        return kept[1]

    def forget(self) -> None:
        """Empty the caches when a game is closed."""
        self._positions.clear()
        self._latest.clear()
        self._units.clear()
        self._views.clear()
        self._last = self._now = None

    def unit(self, name: str, piece: Piece) -> U:
        """Return the unit of a piece, cached while the piece does not change."""
        cached = self._units.get(name)
        if cached is not None and cached[0] is piece:
            return cached[1]
        unit = self.unit_of(name, piece)
        self._units[name] = piece, unit
        return unit

    def view(self, unit: U, make: Callable[[U], Any], basis: object = None) -> Any:
        """Return the view of a unit, cached while neither the unit nor the ``basis`` changes."""
        cached = self._views.get(unit.id)
        if cached is None or cached[0] is not unit or cached[1] != basis:
            cached = self._views[unit.id] = unit, basis, make(unit)
        return cached[2]

    def __getstate__(self) -> dict[str, Any]:
        empty: dict[str, Any] = {
            "_positions": OrderedDict(),
            "_latest": {},
            "_views": {},
            "_last": None,
            "_now": None,
        }
        return {**self.__dict__, **empty}
