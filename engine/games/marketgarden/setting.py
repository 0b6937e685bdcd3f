"""What a game is played with: the module's board, counters and scenario as these rules see them."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.core.effects import Clock
from engine.core.places import Places
from engine.core.state import State
from engine.games.marketgarden.charts import Charts
from engine.games.marketgarden.ground import Ground
from engine.games.marketgarden.lands import land
from engine.games.marketgarden.position import Setting
from engine.games.marketgarden.units import Roster, UnitType
from engine.games.marketgarden.vocabulary import ALLIED, BOXES, FIRST_TURN, MOVEMENT

TURNS = 10
"""2.4.1: 17 to 26 September."""


@dataclass(frozen=True)
class Base:
    """A scenario on its board, before anything has happened."""

    charts: Charts
    ground: Ground
    places: Places
    types: Mapping[str, UnitType] = field(default_factory=dict)
    opening: State = field(
        default_factory=lambda: State(clock=Clock(turn=FIRST_TURN, phase=MOVEMENT, active=ALLIED))
    )
    last_turn: int = TURNS
    control_default: str | None = None

    @property
    def divisions(self) -> Mapping[str, int]:
        """2.2b: how many elements each division has in the game."""
        return Tally(u.division for u in self.types.values() if u.division)

    def counter(self, name: str) -> str | None:
        """The counter of a name: itself, or without the number of its only piece."""
        bare = name.removesuffix("-1")
        return name if name in self.types else bare if bare in self.types else None

    def type_of(self, counter: str) -> UnitType:
        """The type of a counter. Raises KeyError for an unknown one."""
        return self.types[self.counter(counter) or counter]

    def setting(self) -> Setting:
        """The setting of the scenario itself."""
        roster = Roster(self.type_of, {})
        roster.divisions.update(self.divisions)
        return Setting(
            self.ground, roster, self.charts, self.places, self.last_turn, self.control_default
        )


def boxes_of(base: Base) -> tuple[str, ...]:
    """The boxes beside a board."""
    return tuple(base.places.names[base.places.hex_count :]) or BOXES


def bare(charts: Charts) -> Base:
    """A base without a map, for questions that bring their own."""
    from engine.games.marketgarden.diagram import diagram_grid

    grid = diagram_grid((1, 1), (1, 1))
    ground = Ground(land(grid, ["open"], {}, (), (), (), {}, {}))
    return Base(charts, ground, Places(ground.numbers, BOXES))
