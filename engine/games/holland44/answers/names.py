"""What pieces and places are called in sentences, on the real board or on a diagram."""

from __future__ import annotations

from engine.core.places import Places
from engine.games.holland44.position import Setting


class DiagramNames:
    """What pieces and places are called, on the real board or on a diagram."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    @property
    def places(self) -> Places:
        """Hexes and boxes."""
        return self._setting.places

    def unit_name(self, counter: str) -> str:
        """The name of a piece."""
        if counter in self._setting.inline:
            return counter
        return self._setting.module.unit_name(counter)

    def place_name(self, place: str) -> str:
        """The name of a hex, box or hexside."""
        if self._setting.diagram and place in self._setting.board.index:
            return self._setting.where(self._setting.board.index[place])
        return place if self._setting.diagram else self._setting.module.place_name(place)

    def side_name(self, side: str) -> str:
        """The name of a side."""
        return self._setting.module.side_name(side)

    def phase_name(self, phase: str) -> str:
        """The name of a phase."""
        return self._setting.module.phase_name(phase)

    def marker_name(self, kind: str) -> str:
        """The name of a marker or status."""
        return self._setting.module.marker_name(kind)

    def track_name(self, track: str) -> str | None:
        """The name of a track; None for one that only the rules keep."""
        return self._setting.module.track_name(track)

    def scenario_name(self, scenario: str) -> str:
        """The name of a scenario."""
        return self._setting.module.scenario_name(scenario)
