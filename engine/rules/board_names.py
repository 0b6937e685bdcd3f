"""Display names of pieces and places, on the printed board or a diagram."""

from __future__ import annotations

from collections.abc import Container

from engine.board.board import Board
from engine.core.dice import Dice
from engine.core.places import Places
from engine.modules.module import Module


class BoardNames:
    """The names of a module, and of units and hexes defined by a request."""

    def __init__(self, module: Module, board: Board, places: Places, own: Container[str]) -> None:
        self._module = module
        self._board = board
        self._own = own
        self.places = places
        self.game = module.meta.id

    def unit_name(self, counter: str) -> str:
        """Return the name of a piece."""
        return counter if counter in self._own else self._module.unit_name(counter)

    def place_name(self, place: str) -> str:
        """Return the name of a hex, box or hexside."""
        if place in self._board.index:
            return self._board.where(self._board.index[place])
        if "/" in place and place in self._board.sides:
            side = self._board.sides[place]
            return side.bridges[0].name if side.bridges else (side.river or place)
        return place if "/" in place else self._module.place_name(place)

    def shown(self, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
        """Return recorded throws with the faces that lie on the table."""
        return self._module.shown(dice)

    def side_name(self, side: str) -> str:
        """Return the name of a side."""
        return self._module.side_name(side)

    def phase_name(self, phase: str) -> str:
        """Return the name of a phase."""
        return self._module.phase_name(phase)

    def marker_name(self, kind: str) -> str:
        """Return the name of a marker or status."""
        return self._module.marker_name(kind)

    def track_name(self, track: str) -> str | None:
        """Return the name of a track; None for one used only by the rules."""
        return self._module.track_name(track)

    def weather_name(self, weather: str) -> str:
        """Return the name of a kind of weather."""
        return self._module.weather_name(weather)

    def scenario_name(self, scenario: str) -> str:
        """Return the name of a scenario."""
        return self._module.scenario_name(scenario)
