"""The setting of a game whose rules use only the board and the printed counters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from engine.board.board import BEYOND, Board
from engine.core.counters import Counter
from engine.core.scenario import Scenario
from engine.core.state import State
from engine.modules.module import Module
from engine.modules.setup import opening_state
from engine.rules.base.position import Position
from engine.rules.base.scenario_base import TypedBase
from engine.rules.base.setting import Setting
from engine.rules.base.units import Roster, TypedUnit


@dataclass(frozen=True, slots=True)
class BoardRing:
    """The neighbours of each hex of a board."""

    ring: Sequence[Sequence[int]]

    @classmethod
    def of(cls, board: Board) -> BoardRing:
        """Return the neighbours of each hex of a board."""
        return cls([[j for j in around if j != BEYOND] for around in board.neighbours])


CounterPosition = Position[BoardRing, None, TypedUnit[Counter]]


class CounterSetting(Setting[BoardRing, None, TypedUnit[Counter], Any]):
    """The board, printed counters and sides of a module."""

    unit_class = TypedUnit

    @classmethod
    def of(cls, module: Module, scenario: Scenario) -> Self:
        """Return the setting of a scenario of a module."""
        roster: Roster[Counter] = Roster(module.counters.of, {})
        setting = cls(
            BoardRing.of(module.board),
            roster,
            None,
            module.places,
            scenario.turns,
            scenario.control_default or None,
        )
        setting.sides = tuple(side.id for side in module.meta.sides)
        return setting

    @classmethod
    def opened(cls, module: Module, scenario: str) -> TypedBase[Self, Counter]:
        """Return a scenario of a module with its setting and opening state."""
        played = module.scenario(scenario)
        types = {counter.id: counter for counter in module.counters}
        setting, opening = cls.of(module, played), opening_state(module, played)
        return TypedBase(module.board, setting, opening, types)

    def make_position(self, state: State, like: CounterPosition | None) -> CounterPosition:
        """Create the position of a state."""
        return Position(self, state, like)
