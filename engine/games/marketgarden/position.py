"""A position of Market-Garden, computed on demand from a state."""

from __future__ import annotations

from engine.core.state import State
from engine.games.marketgarden.charts import Charts
from engine.games.marketgarden.ground import BLOWN, Ground
from engine.games.marketgarden.readings import READINGS
from engine.games.marketgarden.rules.ch04_zone_hexes import zone
from engine.games.marketgarden.units import Roster, Unit
from engine.games.marketgarden.vocabulary import SIDES
from engine.rules.base.position import Position as BasePosition
from engine.rules.base.setting import Setting as BaseSetting


class Setting(BaseSetting[Ground, Charts, Unit, "Position"]):
    """Data shared by all positions of a game: terrain, units, charts, names."""

    sides = SIDES
    unit_class = Unit
    roster: Roster

    def make_position(self, state: State, like: Position | None) -> Position:
        """Create the position of a state."""
        return Position(self, state, like)


class Position(BasePosition[Ground, Charts, Unit]):
    """Data derived from a state: stacks, zones, clock, bridges."""

    setting: Setting
    readings = READINGS

    def zone_of_side(self, side: str) -> frozenset[int]:
        """Return the zone of engagement of a side."""
        stacks = self.stacks[side]
        hexes: frozenset[int] = self.setting.latest(
            ("zone", side), (stacks,), lambda: zone(self.ground, stacks)
        )
        return hexes

    def engaged(self, unit: Unit) -> bool:
        """Return whether a unit is in an enemy zone."""
        return unit.place in self.enemy_zone(unit.side)

    def is_down(self, hexside: str) -> bool:
        """Return whether a bridge is blown or a ferry destroyed."""
        return self.state.hexsides.get(hexside) == BLOWN
