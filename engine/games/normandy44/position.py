"""Positions of Normandy '44: facts derived from a state, computed on first use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from engine.core.places import Places
from engine.core.state import State
from engine.games.normandy44 import tracks
from engine.games.normandy44.charts import Charts
from engine.games.normandy44.ground import Ground
from engine.games.normandy44.readings import READINGS
from engine.games.normandy44.rules.ch08_zoc import bonds_of, zone_of
from engine.games.normandy44.units import Unit, UnitType
from engine.games.normandy44.vocabulary import (
    CLEAR,
    IP,
    IP_BEGUN,
    MULBERRY,
    REGROUP,
    SIDES,
    enemy_of,
)
from engine.rules.base.position import Position as BasePosition
from engine.rules.base.setting import Setting as BaseSetting
from engine.rules.base.units import Roster
from engine.search.zoc import Bonds


class Setting(BaseSetting[Ground, Charts, Unit, "Position"]):
    """The data shared by all positions of a game: ground, units, charts, names."""

    sides = SIDES
    unit_class = Unit

    def __init__(
        self,
        ground: Ground,
        roster: Roster[UnitType],
        charts: Charts,
        places: Places,
        last_turn: int,
        scenario: str,
        control_default: str | None = None,
    ) -> None:
        super().__init__(ground, roster, charts, places, last_turn, control_default)
        self.scenario = scenario

    def make_position(self, state: State, like: Position | None) -> Position:
        """Return a new position."""
        return Position(self, state, like)


class Position(BasePosition[Ground, Charts, Unit]):
    """Facts derived from a state: stacks, zones, bonds, weather, markers."""

    setting: Setting
    readings = READINGS

    @property
    def weather(self) -> str:
        """4.3: return clear, overcast or storm; 4.1b: the first turn is overcast."""
        return str(self.state.tracks.get(tracks.WEATHER) or CLEAR)

    @property
    def scenario(self) -> str:
        """Return the scenario."""
        return self.setting.scenario

    def zone_of_side(self, side: str) -> frozenset[int]:
        """Return the zone of control of a side."""
        stacks = self.stacks[side]
        hexes: frozenset[int] = self.setting.latest(
            ("zone", side), (stacks,), lambda: zone_of(self.ground, stacks)
        )
        return hexes

    @cached_property
    def bonds(self) -> Mapping[str, Bonds]:
        """Return the ZOC bonds of each side."""
        return {side: self.bonds_of_side(side) for side in SIDES}

    def bonds_of_side(self, side: str) -> Bonds:
        """Return the ZOC bonds of a side, the same while no enemy enters or leaves their hexes."""
        own, enemies = self.stacks[side], self.stacks[enemy_of(side)].keys()
        known: list[tuple[frozenset[int], Bonds]] = self.setting.latest(
            ("bonds", side), (own,), list
        )
        if not known or enemies & known[0][1].between != known[0][0]:
            bonds = bonds_of(self.ground, own, enemies)
            known[:] = [(frozenset(enemies & bonds.between), bonds)]
        return known[0][1]

    def enemy_bonds(self, side: str) -> Bonds:
        """Return the bonds against units of a side."""
        return self.bonds_of_side(enemy_of(side))

    def adjacent_enemy(self, unit: Unit) -> bool:
        """Return whether an enemy unit is next to a unit."""
        enemies = self.stacks[enemy_of(unit.side)]
        return any(j in enemies for j in self.ground.ring[unit.place])

    def has_landed(self, unit: Unit) -> bool:
        """6.5.2c: return whether a unit landed this turn, with or without the Regroup marker."""
        return REGROUP in unit.status or tracks.ASHORE + unit.id in self.state.tracks

    @property
    def improved(self) -> frozenset[int]:
        """16.1.6: return the hexes with a complete improved position, permanent ones included."""
        return self.marked(IP) | self.ground.with_mark("permanent_ip")

    @property
    def building(self) -> frozenset[int]:
        """16.1.3: return the hexes with an improved position under construction."""
        return self.marked(IP_BEGUN)

    @property
    def mulberries(self) -> frozenset[int]:
        """21.1: return the hexes with a complete Mulberry."""
        return self.marked(MULBERRY)
