"""A position of Normandy '44 as the rules see it, worked out from a state when first asked."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from engine.core.places import Places
from engine.core.state import Piece, State
from engine.games.normandy44 import tracks
from engine.games.normandy44.charts import Charts
from engine.games.normandy44.ground import Ground
from engine.games.normandy44.readings import reading
from engine.games.normandy44.rules.ch08_zoc import bonds_of, zone_of
from engine.games.normandy44.units import Roster, Unit
from engine.games.normandy44.vocabulary import CLEAR, IP, IP_BEGUN, MULBERRY, SIDES, enemy_of
from engine.search.zoc import Bonds

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
        scenario: str,
        control_default: str | None = None,
    ) -> None:
        self.ground = ground
        self.roster = roster
        self.charts = charts
        self.places = places
        self.last_turn = last_turn
        self.scenario = scenario
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
    """Everything that follows from a state: stacks, zones, bonds, weather, markers."""

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

    @property
    def weather(self) -> str:
        """4.3: clear, overcast or storm; 4.1b: the first turn is overcast."""
        return str(self.state.tracks.get(tracks.WEATHER) or CLEAR)

    @property
    def scenario(self) -> str:
        """The scenario that is played."""
        return self.setting.scenario

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

    def box(self, name: str) -> list[Unit]:
        """The units in a box."""
        if name not in self.places:
            return []
        found = (self.waiting(n) for n in self.state.stack(self.places.index(name)))
        return [u for u in found if u is not None]

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
        """The zone of control of each side."""
        return {side: zone_of(self.ground, self.stacks[side]) for side in SIDES}

    @cached_property
    def bonds(self) -> Mapping[str, Bonds]:
        """The ZOC bonds of each side."""
        return {
            side: bonds_of(self.ground, self.stacks[side], self.stacks[enemy_of(side)])
            for side in SIDES
        }

    def enemy_zone(self, side: str) -> frozenset[int]:
        """The zone of control against units of a side."""
        return self.zones[enemy_of(side)]

    def enemy_bonds(self, side: str) -> Bonds:
        """The bonds against units of a side."""
        return self.bonds[enemy_of(side)]

    def adjacent_enemy(self, unit: Unit) -> bool:
        """Does an enemy unit stand next to a unit?"""
        enemies = self.stacks[enemy_of(unit.side)]
        return any(j in enemies for j in self.ground.ring[unit.place])

    def _markers(self, kind: str) -> frozenset[int]:
        key = ("markers", kind)
        if key not in self.memo:
            index = self.ground.index
            self.memo[key] = frozenset(
                index[m.at] for m in self.state.markers.values() if m.kind == kind and m.at in index
            )
        found: frozenset[int] = self.memo[key]
        return found

    @property
    def improved(self) -> frozenset[int]:
        """16.1.6: the hexes with a complete improved position, permanent ones included."""
        return self._markers(IP) | self.ground.with_mark("permanent_ip")

    @property
    def building(self) -> frozenset[int]:
        """16.1.3: the hexes with an improved position under construction."""
        return self._markers(IP_BEGUN)

    @property
    def mulberries(self) -> frozenset[int]:
        """21.1: the hexes with a complete Mulberry."""
        return self._markers(MULBERRY)

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
