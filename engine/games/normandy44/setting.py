"""What a game is played with: the module's board, counters and scenario as these rules see them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from engine.board.board import Board
from engine.core.effects import Clock
from engine.core.places import Places
from engine.core.reducer import apply
from engine.core.state import State
from engine.games.normandy44.charts import Charts
from engine.games.normandy44.ground import Ground
from engine.games.normandy44.position import Setting
from engine.games.normandy44.units import UnitType, type_of
from engine.games.normandy44.vocabulary import ALLIED, BOXES, INVASION
from engine.modules.module import Module
from engine.modules.setup import setup_effects
from engine.rules.situations.units import Roster

TURNS = 22
"""24.1: 6 to 27 June."""


@dataclass(frozen=True)
class Base:
    """A scenario on its board, before anything has happened."""

    charts: Charts
    board: Board
    places: Places
    scenario: str
    types: Mapping[str, UnitType] = field(default_factory=dict)
    opening: State = field(
        default_factory=lambda: State(clock=Clock(turn=1, phase=INVASION, active=ALLIED))
    )
    last_turn: int = TURNS
    control_default: str | None = None

    @cached_property
    def ground(self) -> Ground:
        """The ground of the board."""
        return Ground(self.board)

    def counter(self, name: str) -> str | None:
        """The counter of a name: itself, or without the number of a piece."""
        if name in self.types:
            return name
        bare, _, number = name.rpartition("-")
        return bare if bare in self.types and number.isdecimal() else None

    def type_of(self, counter: str) -> UnitType:
        """The type of a counter. Raises KeyError for an unknown one."""
        return self.types[self.counter(counter) or counter]

    def setting(self) -> Setting:
        """The setting of the scenario itself."""
        return Setting(
            self.ground,
            Roster(self.type_of, {}),
            self.charts,
            self.places,
            self.last_turn,
            self.scenario,
            self.control_default,
        )


def base_of(module: Module, scenario: str) -> Base:
    """2.1, 2.2.1b, 2.2.2, 2.3.1h, 24.2a, 24.2b, 26.1a, 26.2.2a: map, counters, set-up."""
    played = module.scenario(scenario)
    places = module.places
    return Base(
        charts=Charts(module),
        board=module.board,
        places=places,
        scenario=played.id,
        types={c.id: type_of(c) for c in module.counters},
        opening=apply(State(), setup_effects(module, played), places),
        last_turn=played.turns,
        control_default=str(played.control_default) or None,
    )


def boxes_of(base: Base) -> tuple[str, ...]:
    """The boxes beside a board."""
    return tuple(base.places.names[base.places.hex_count :]) or BOXES
