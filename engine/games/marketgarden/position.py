"""A position of Market-Garden as the rules see it, worked out from a state when first asked."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from engine.core.places import Places
from engine.core.state import Piece, State
from engine.games.marketgarden import tracks
from engine.games.marketgarden.charts import Charts
from engine.games.marketgarden.ground import BLOWN, Ground
from engine.games.marketgarden.readings import reading
from engine.games.marketgarden.rules.ch04_zone import zone
from engine.games.marketgarden.units import Roster, Unit
from engine.games.marketgarden.vocabulary import SIDES, enemy_of

KEPT = 64
"""Positions kept per setting."""


class Setting:
    """What the positions of a game share: ground, units, charts, names."""

    def __init__(
        self,
        ground: Ground,
        roster: Roster,
        charts: Charts,
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
        self._positions: OrderedDict[int, Situation] = OrderedDict()
        self._units: dict[str, tuple[Piece, Unit]] = {}

    def situation(self, state: State) -> Situation:
        """A state as the rules see it; the same one for the same state."""
        held = self._positions.get(id(state))
        if held is not None and held.state is state:
            self._positions.move_to_end(id(state))
            return held
        found = Situation(self, state)
        self._positions[id(state)] = found
        if len(self._positions) > KEPT:
            self._positions.popitem(last=False)
        return found

    def unit(self, name: str, piece: Piece) -> Unit:
        """A piece as the rules see it; the same one as long as the piece does not change."""
        held = self._units.get(name)
        if held is not None and held[0] is piece:
            return held[1]
        kind = self.roster.type_of(piece.counter)
        unit = Unit(name, piece.place, piece.steps, kind, piece.status)
        self._units[name] = piece, unit
        return unit

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_positions": OrderedDict()}


class Situation:
    """Everything that follows from a state: stacks, zones, the clock, what bridges stand."""

    def __init__(self, setting: Setting, state: State) -> None:
        self.setting = setting
        self.state = state
        self.ground = setting.ground
        self.charts = setting.charts
        self.places = setting.places
        self.turn = state.clock.turn
        self.phase = state.clock.phase
        self.active = state.clock.active
        stacks: dict[str, dict[int, list[Unit]]] = {side: {} for side in SIDES}
        units: dict[str, Unit] = {}
        count, pieces = setting.places.hex_count, state.pieces
        for place, names in state.stacks.items():
            if place >= count:
                continue
            for name in names:
                piece = pieces[name]
                unit = units[name] = setting.unit(name, piece)
                stacks[piece.side].setdefault(place, []).append(unit)
        self.units: Mapping[str, Unit] = units
        """The units on the map by id."""
        self.stacks = stacks
        self.memo: dict[Any, Any] = {}

    def reading(self, name: str) -> str:
        """The value of a reading in this game."""
        return reading(self.state.tracks, name)

    def stack(self, hex_: int) -> list[Unit]:
        """The units of a hex, from the bottom."""
        for stacks in self.stacks.values():
            if hex_ in stacks:
                return stacks[hex_]
        return []

    def waiting(self, name: str) -> Unit | None:
        """A piece in a box as a unit; None for one on the map or none at all."""
        piece = self.state.pieces.get(name)
        if piece is None or self.places.is_hex(piece.place):
            return None
        return self.setting.unit(name, piece)

    def any_unit(self, name: str) -> Unit | None:
        """A piece as a unit, on the map or in a box."""
        return self.units.get(name) or self.waiting(name)

    def own(self, side: str) -> list[Unit]:
        """A side's units on the map, by id."""
        key = ("own", side)
        if key not in self.memo:
            mine = (u for u in self.units.values() if u.type.side == side)
            self.memo[key] = sorted(mine, key=lambda u: u.id)
        found: list[Unit] = self.memo[key]
        return found

    @cached_property
    def zones(self) -> Mapping[str, frozenset[int]]:
        """The zone of engagement of each side."""
        return {side: zone(self.ground, stacks) for side, stacks in self.stacks.items()}

    def enemy_zone(self, side: str) -> frozenset[int]:
        """The zone that engages units of a side."""
        return self.zones[enemy_of(side)]

    def engaged(self, unit: Unit) -> bool:
        """Does a unit stand in an enemy zone?"""
        return unit.place in self.enemy_zone(unit.side)

    def is_down(self, hexside: str) -> bool:
        """Is a bridge blown, or a ferry destroyed?"""
        return self.state.hexsides.get(hexside) == BLOWN

    def number(self, place: int) -> str:
        """The printed number of a hex or the id of a box."""
        return self.places.name(place)

    def track(self, name: str) -> int:
        """A track that counts."""
        return tracks.number(self.state, name)

    def control(self, hex_: int) -> str | None:
        """Who holds a hex: who stands there, or stood there last."""
        for side, stacks in self.stacks.items():
            if hex_ in stacks:
                return side
        return self.state.control.get(hex_, self.setting.control_default)
