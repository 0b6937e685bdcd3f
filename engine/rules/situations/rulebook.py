"""The rulebook of a game that works whole situations out of its states."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import orjson
from pydantic import BaseModel

from engine.board.board import Board
from engine.core.kept import Kept
from engine.core.state import State
from engine.modules.module import Module
from engine.rules.plain.rulebook import SCENARIOS, PlainRulebook
from engine.rules.ports import GivenPosition
from engine.rules.positions.shape import parse
from engine.rules.situations.ruleset import SituationRuleset
from engine.rules.situations.situation import BoardSetting

G = TypeVar("G", bound=BoardSetting[Any, Any])


@dataclass(frozen=True)
class ScenarioBase(Generic[G]):
    """A scenario on its board, before anything has happened, and what it is played with."""

    board: Board
    setting: G
    opening: State

    @property
    def boxes(self) -> tuple[str, ...]:
        """The boxes beside the board."""
        places = self.setting.places
        return tuple(places.names[places.hex_count :])


B = TypeVar("B", bound=ScenarioBase[Any])


class PositionReader(Protocol):
    """Lays what a question gives over a scenario's set-up."""

    @property
    def board(self) -> Board:
        """The real board, or the question's own, once the position is read."""
        ...

    @property
    def own(self) -> Mapping[str, Any]:
        """The units that the question gives itself, once the position is read."""
        ...

    @property
    def warnings(self) -> list[str]:
        """What was odd about the question."""
        ...

    def read(self) -> tuple[Any, State]:
        """The setting and the state. Raises Refused with the place of the fault."""
        ...


class SituationRulebook(PlainRulebook, Generic[B]):
    """The rules of one game, by the data of a module: one base for each scenario of it."""

    rules_class: ClassVar[type[SituationRuleset[Any, Any, Any]]]
    """The game's own ruleset."""
    position_shape: ClassVar[type[BaseModel]]
    """What a question may say of a position; it has a field ``scenario``."""
    opened: Callable[[Module, str], Any]
    """A scenario of a module on its board: a base."""
    reader: Callable[[Any, Any], PositionReader]
    """What reads a position of the game's own shape, given a base and the position."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self._bases: Kept[tuple[str, str], B] = Kept(SCENARIOS)

    def forget(self) -> None:
        """Let boards and rules be made anew when they are next asked for."""
        super().forget()
        self._bases.clear()

    def base(self, scenario: str, data: Module | None = None) -> B:
        """A scenario on its board, made once."""
        found = data or self.module
        return self._bases.get((found.hash, scenario), lambda: self.opened(found, scenario))

    def made(self, data: Module, scenario: str) -> SituationRuleset[Any, Any, Any]:
        """New rules of a scenario by the data of a module."""
        base = self.base(scenario, data)
        return self.rules_class(self, data, scenario, base.setting, base.opening, base.board)

    def given(self, position: Mapping[str, Any]) -> GivenPosition:
        """The position that the JSON of a question describes. Raises Refused."""
        given: Any = parse(self.position_shape, position, self.module.meta.scenarios)
        base = self.base(given.scenario)
        reader = self.reader(base, given)
        setting, state = reader.read()
        rules = self.rules_class(
            self,
            self.module,
            given.scenario,
            setting,
            base.opening,
            reader.board,
            reader.own,
            orjson.dumps(dict(position)),
        )
        return GivenPosition(rules, state, tuple(reader.warnings))
