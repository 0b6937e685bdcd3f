"""A position of Market-Garden as the rules see it, worked out from a state when first asked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from engine.core.places import Places
from engine.core.state import Piece, State
from engine.games.marketgarden.charts import Charts
from engine.games.marketgarden.ground import BLOWN, Ground
from engine.games.marketgarden.readings import READINGS
from engine.games.marketgarden.rules.ch04_zone import zone
from engine.games.marketgarden.units import Roster, Unit
from engine.games.marketgarden.vocabulary import SIDES, enemy_of
from engine.rules.situations.situation import BoardSetting, BoardSituation


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
        control_default: str | None = None,
    ) -> None:
        super().__init__(places, control_default)
        self.ground = ground
        self.roster = roster
        self.charts = charts
        self.last_turn = last_turn

    def see(self, state: State) -> Situation:
        """A new situation."""
        return Situation(self, state)

    def unit_of(self, name: str, piece: Piece) -> Unit:
        """A piece as the rules see it."""
        kind = self.roster.type_of(piece.counter)
        return Unit(name, piece.place, piece.steps, kind, piece.status)


class Situation(BoardSituation[Unit]):
    """Everything that follows from a state: stacks, zones, the clock, what bridges stand."""

    def __init__(self, setting: Setting, state: State) -> None:
        super().__init__(setting, state)
        self.setting = setting
        self.ground = setting.ground
        self.charts = setting.charts

    def reading(self, name: str) -> str:
        """The value of a reading in this game."""
        return READINGS.value(self.state.tracks, name)

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
