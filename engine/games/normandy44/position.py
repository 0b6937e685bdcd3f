"""A position of Normandy '44 as the rules see it, worked out from a state when first asked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from engine.core.places import Places
from engine.core.state import Piece, State
from engine.games.normandy44 import tracks
from engine.games.normandy44.charts import Charts
from engine.games.normandy44.ground import Ground
from engine.games.normandy44.readings import READINGS
from engine.games.normandy44.rules.ch08_zoc import bonds_of, zone_of
from engine.games.normandy44.units import Roster, Unit
from engine.games.normandy44.vocabulary import CLEAR, IP, IP_BEGUN, MULBERRY, SIDES, enemy_of
from engine.rules.situations.situation import BoardSetting, BoardSituation
from engine.search.zoc import Bonds


class Setting(BoardSetting[Unit, "Situation"]):
    """What the positions of a game share: ground, units, charts, names."""

    sides = SIDES

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
        super().__init__(places, control_default)
        self.ground = ground
        self.roster = roster
        self.charts = charts
        self.last_turn = last_turn
        self.scenario = scenario

    def see(self, state: State) -> Situation:
        """A new situation."""
        return Situation(self, state)

    def unit_of(self, name: str, piece: Piece) -> Unit:
        """A piece as the rules see it."""
        kind = self.roster.type_of(piece.counter)
        return Unit(name, piece.place, piece.steps, kind, piece.status)


class Situation(BoardSituation[Unit]):
    """Everything that follows from a state: stacks, zones, bonds, weather, markers."""

    def __init__(self, setting: Setting, state: State) -> None:
        super().__init__(setting, state)
        self.setting = setting
        self.ground = setting.ground
        self.charts = setting.charts

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
        return READINGS.value(self.state.tracks, name)

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
