"""A position of Air Bridge to Victory, computed on demand from a state."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from engine.core.memo import memoized
from engine.core.places import Places
from engine.core.state import State
from engine.games.airbridge import tracks
from engine.games.airbridge.charts import Charts
from engine.games.airbridge.ground import BLOWN, Ground
from engine.games.airbridge.readings import READINGS
from engine.games.airbridge.rules.ch06_zones import zone
from engine.games.airbridge.units import Unit, UnitType
from engine.games.airbridge.vocabulary import ALLIED, GERMAN, SIDES, enemy_of
from engine.rules.base.position import Position as BasePosition
from engine.rules.base.setting import Setting as BaseSetting
from engine.rules.base.units import Roster


def dz_marker(division: str) -> str:
    """7.3a: Return the name of a division's DZ marker."""
    return f"dz-{division.split()[0]}"


def dz_kind(division: str, *, alt: bool = False) -> str:
    """7.3a, 7.3i: Return the kind of a division's DZ marker; its reverse is an ALT DZ."""
    return f"alt_dz_{division.split()[0]}" if alt else f"dz_{division.split()[0]}"


class Setting(BaseSetting[Ground, Charts, Unit, "Position"]):
    """Data shared by all positions of a game: terrain, units, charts, names, scenario."""

    sides = SIDES
    unit_class = Unit

    def __init__(
        self,
        ground: Ground,
        roster: Roster[UnitType],
        charts: Charts,
        places: Places,
        scenario: str,
        last_turn: int,
        divisions: Mapping[str, str],
        strength: Mapping[str, int],
        air: Mapping[str, int],
        control_default: str | None,
    ) -> None:
        super().__init__(ground, roster, charts, places, last_turn, control_default)
        self.scenario = scenario
        self.divisions = divisions
        """The printed DZ of each airborne division of the scenario."""
        self.strength = strength
        """Each side's number of steps at the start of the game."""
        self.air = air

    def make_position(self, state: State, like: Position | None) -> Position:
        """Create the position of a state."""
        return Position(self, state, like)


class Position(BasePosition[Ground, Charts, Unit]):
    """Data derived from a state: stacks, zones, clock, bridges, drop zones."""

    setting: Setting
    readings = READINGS

    @property
    def phasing(self) -> str:
        """The side whose player turn it is; in refusal and reaction the other side is active."""
        swapped = self.phase in ("refusal", "reaction")
        return enemy_of(self.active) if swapped else self.active

    @property
    def first_player(self) -> str:
        """20.0: the side with the initiative today."""
        return "german" if self.track(tracks.INITIATIVE) == 2 else ALLIED

    def spans(self, i: int, j: int) -> bool:
        """7.2i: Return whether an intact bridge crosses the hexside between two hexes."""
        bridge = self.ground.bridges.get((i, j))
        return bridge is not None and self.state.hexsides.get(bridge.hexside) != BLOWN

    def dry(self, i: int, j: int) -> bool:
        """Return whether the hexside between two hexes has no water, or a bridge."""
        return (i, j) not in self.ground.water or self.spans(i, j)

    def zone_of_side(self, side: str) -> frozenset[int]:
        """Return the zone of control of a side."""
        inputs = (self.stacks[side], self.state.hexsides, self.reading("canal_zoc"))
        hexes: frozenset[int] = self.setting.latest(
            ("zone", side), inputs, lambda: zone(self, side)
        )
        return hexes

    def dz(self, division: str) -> int | None:
        """7.3: Return the hex of a division's DZ; None if it has none."""
        if division not in self.setting.divisions:
            return None
        if tracks.DZ_LOST + division in self.state.tracks:
            return None
        marker = self.state.markers.get(dz_marker(division))
        number = marker.at if marker is not None else self.first_dz(division)
        return self.ground.index.get(number)

    def first_dz(self, division: str) -> str:
        """7.3: Return the number of the hex of a division's initial DZ.

        In games recorded before DZ were markers, the track also stores the hex of an ALT DZ.
        """
        return str(self.state.tracks.get(tracks.DZ + division, self.setting.divisions[division]))

    @cached_property
    def drop_zones(self) -> Mapping[int, str]:
        """7.3a: the divisions by the hex of their DZ."""
        divisions = {}
        for division in self.setting.divisions:
            hex_ = self.dz(division)
            if hex_ is not None:
                divisions[hex_] = division
        return divisions

    @memoized
    def hostile_hexes(self, side: str) -> frozenset[int]:
        """4.0i: Return the hexes with an enemy or, for Germans, a DZ."""
        zones = self.drop_zones if side == GERMAN else ()
        return frozenset((*self.stacks[enemy_of(side)], *zones))

    def muddy(self) -> bool:
        """4.1b: Return whether there has been bad weather."""
        return tracks.MUD in self.state.tracks
