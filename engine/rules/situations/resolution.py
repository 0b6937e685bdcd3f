"""The resolution of a game that works whole situations out of its states."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from engine.core.dice import DiceSource
from engine.core.state import State
from engine.rules.plain.resolution import PlainResolution
from engine.rules.situations.situation import BoardSetting, S, U

G = TypeVar("G", bound=BoardSetting[Any, Any])


class SituationResolution(PlainResolution, Generic[G, S, U]):
    """A state under change, and the situation as it is after each step."""

    def __init__(self, setting: G, state: State, dice: DiceSource) -> None:
        super().__init__(setting.places, state, dice, setting.control_default)
        self.setting = setting

    @property
    def situation(self) -> S:
        """The position as it is now."""
        found: S = self.setting.situation(self.state)
        return found

    def units(self, names: Iterable[str]) -> list[U]:
        """Those of some units that are on the map."""
        units = self.situation.units
        return [units[name] for name in names if name in units]
