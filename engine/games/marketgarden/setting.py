"""What a game is played with: the module's board, counters and scenario as these rules see them."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from engine.board.board import Board
from engine.core.effects import Clock
from engine.core.places import Places
from engine.core.reducer import apply
from engine.core.state import State
from engine.games.marketgarden.charts import Charts
from engine.games.marketgarden.ground import Ground
from engine.games.marketgarden.lands import land_of
from engine.games.marketgarden.position import Setting
from engine.games.marketgarden.rules.ch02_counters import type_of
from engine.games.marketgarden.units import Roster, UnitType
from engine.games.marketgarden.vocabulary import ALLIED, BOXES, FIRST_TURN, MOVEMENT
from engine.modules.module import Module
from engine.modules.setup import setup_effects

TURNS = 10
"""2.4.1: 17 to 26 September."""


@dataclass(frozen=True)
class Base:
    """A scenario on its board, before anything has happened."""

    charts: Charts
    board: Board
    places: Places
    types: Mapping[str, UnitType] = field(default_factory=dict)
    opening: State = field(
        default_factory=lambda: State(clock=Clock(turn=FIRST_TURN, phase=MOVEMENT, active=ALLIED))
    )
    last_turn: int = TURNS
    control_default: str | None = None

    @cached_property
    def ground(self) -> Ground:
        """The ground of the board."""
        return Ground(land_of(self.board))

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


def base_of(module: Module, scenario: str) -> Base:
    """2.1, 2.2a, 11.1a, 11.1.1b, 11.1.2a, 11.1.2b: map, counters and set-up of a module."""
    played = module.scenario(scenario)
    places = module.places
    return Base(
        charts=Charts(module),
        board=module.board,
        places=places,
        types={c.id: type_of(c) for c in module.counters},
        opening=apply(State(), setup_effects(module, played), places),
        last_turn=played.turns,
        control_default=str(played.control_default) or None,
    )


def boxes_of(base: Base) -> tuple[str, ...]:
    """The boxes beside a board."""
    return tuple(base.places.names[base.places.hex_count :]) or BOXES
