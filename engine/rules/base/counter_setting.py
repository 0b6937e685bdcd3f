"""The setting of a game whose rules use only the board and the printed counters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

from engine.board.board import BEYOND, Board
from engine.board.graph import board_graph, roads_of
from engine.core.counters import Counter
from engine.core.scenario import Scenario
from engine.core.state import State
from engine.modules.module import Module
from engine.modules.setup import opening_state
from engine.rules.base.position import Position
from engine.rules.base.scenario_base import TypedBase
from engine.rules.base.setting import Setting
from engine.rules.base.units import Roster, TypedUnit

if TYPE_CHECKING:
    import networkx as nx


class BoardGround:
    """The printed board as the base rules and searches need it."""

    def __init__(self, board: Board) -> None:
        self.board = board

    @cached_property
    def ring(self) -> Sequence[Sequence[int]]:
        """The neighbours of each hex."""
        return [[j for j in around if j != BEYOND] for around in self.board.neighbours]

    @cached_property
    def graph(self) -> nx.DiGraph[int]:
        """The graph of the board, with ``BEYOND`` connected to the edge hexes."""
        return board_graph(self.board)

    @cached_property
    def roads(self) -> nx.DiGraph[int]:
        """The part of the graph along roads."""
        return roads_of(self.graph)


class CounterSetting(Setting[BoardGround, None, TypedUnit[Counter], Any]):
    """The board, printed counters and sides of a module."""

    unit_class = TypedUnit
    position_class: ClassVar[Callable[..., Any]] = Position
    """The game's :class:`~engine.rules.base.position.Position`."""

    @classmethod
    def of(cls, module: Module, scenario: Scenario) -> Self:
        """Return the setting of a scenario of a module."""
        roster: Roster[Counter] = Roster(module.counters.of, {})
        setting = cls(
            BoardGround(module.board),
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

    def make_position(self, state: State, like: Any) -> Any:
        """Create the position of a state."""
        return self.position_class(self, state, like)
