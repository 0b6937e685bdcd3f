"""A state as the rules see it, worked out when first asked, and what all of a scenario's share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from engine.core.places import Places
from engine.core.state import Piece, State

KEPT = 64
"""Positions kept per setting."""


class UnitInPlay(Protocol):
    """One piece as the rules see it: where it stands, and the values in force."""

    @property
    def id(self) -> str:
        """Its name in the log."""
        ...

    @property
    def place(self) -> int:
        """Its hex or box."""
        ...

    @property
    def side(self) -> str:
        """Whose it is."""
        ...


U = TypeVar("U", bound=UnitInPlay)
S = TypeVar("S", bound="BoardSituation[Any]")


class BoardSetting(ABC, Generic[U, S]):
    """What the positions of a scenario on a board share; a game adds ground, charts, roster."""

    sides: ClassVar[tuple[str, ...]] = ()

    def __init__(self, places: Places, control_default: str | None = None) -> None:
        self.places = places
        self.control_default = control_default
        self._situations: OrderedDict[int, S] = OrderedDict()
        self._units: dict[str, tuple[Piece, U]] = {}

    @abstractmethod
    def see(self, state: State) -> S:
        """A new situation of the game's own class."""

    @abstractmethod
    def unit_of(self, name: str, piece: Piece) -> U:
        """A piece as the rules see it, made anew."""

    def situation(self, state: State) -> S:
        """A state as the rules see it; the same one for the same state."""
        held = self._situations.get(id(state))
        if held is not None and held.state is state:
            self._situations.move_to_end(id(state))
            return held
        found = self._situations[id(state)] = self.see(state)
        if len(self._situations) > KEPT:
            self._situations.popitem(last=False)
        return found

    def unit(self, name: str, piece: Piece) -> U:
        """A piece as the rules see it; the same one as long as the piece does not change."""
        held = self._units.get(name)
        if held is not None and held[0] is piece:
            return held[1]
        unit = self.unit_of(name, piece)
        self._units[name] = piece, unit
        return unit

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_situations": OrderedDict()}


class BoardSituation(Generic[U]):
    """Everything that follows from a state: units and stacks by side, the clock, who holds what."""

    def __init__(self, setting: BoardSetting[U, Any], state: State) -> None:
        self.state = state
        self.places = setting.places
        self.turn = state.clock.turn
        self.phase = state.clock.phase
        self.active = state.clock.active
        self._setting = setting
        stacks: dict[str, dict[int, list[U]]] = {side: {} for side in setting.sides}
        units: dict[str, U] = {}
        count, pieces = setting.places.hex_count, state.pieces
        for place, names in state.stacks.items():
            if place >= count:
                continue
            for name in names:
                piece = pieces[name]
                unit = units[name] = setting.unit(name, piece)
                stacks[piece.side].setdefault(place, []).append(unit)
        self.units: Mapping[str, U] = units
        """The units on the map by id."""
        self.stacks = stacks
        """The units of each side by hex, from the bottom."""
        self.memo: dict[Any, Any] = {}
        """Answers of other modules, kept with the situation."""

    # -- units ------------------------------------------------------------------------------------

    def stack(self, hex_: int) -> list[U]:
        """The units of a hex, from the bottom."""
        for stacks in self.stacks.values():
            if hex_ in stacks:
                return stacks[hex_]
        return []

    def waiting(self, name: str) -> U | None:
        """A piece in a box as a unit; None for one on the map or none at all."""
        piece = self.state.pieces.get(name)
        if piece is None or self.places.is_hex(piece.place):
            return None
        return self._setting.unit(name, piece)

    def any_unit(self, name: str) -> U | None:
        """A piece as a unit, on the map or in a box."""
        return self.units.get(name) or self.waiting(name)

    def box(self, name: str) -> list[U]:
        """The units in a box; none in one that there is not."""
        if name not in self.places:
            return []
        found = (self.waiting(n) for n in self.state.stack(self.places.index(name)))
        return [u for u in found if u is not None]

    def own(self, side: str) -> list[U]:
        """A side's units on the map, by id."""
        key = ("own", side)
        if key not in self.memo:
            mine = (u for u in self.units.values() if u.side == side)
            self.memo[key] = sorted(mine, key=lambda u: u.id)
        found: list[U] = self.memo[key]
        return found

    # -- the state --------------------------------------------------------------------------------

    def number(self, place: int) -> str:
        """The printed number of a hex or the id of a box."""
        return self.places.name(place)

    def track(self, name: str) -> int:
        """A track that counts; 0 where it is not set."""
        value = self.state.tracks.get(name)
        return value if isinstance(value, int) else 0

    def control(self, hex_: int) -> str | None:
        """Who holds a hex: who stands there, or stood there last."""
        for side, stacks in self.stacks.items():
            if hex_ in stacks:
                return side
        return self.state.control.get(hex_, self._setting.control_default)
