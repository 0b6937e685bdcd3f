"""Effects computed one after the other; each step sees the results of the steps before it."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.holland44.combat import CombatRecord
from engine.games.holland44.position import Position, Setting
from engine.games.holland44.rules.ch23_garrisons import released_by
from engine.games.holland44.tracks import FIGHT, RELEASED, REMNANT
from engine.games.holland44.units import Unit
from engine.rules.base.combat import RecordTrack
from engine.rules.base.resolution import Resolution as BaseResolution

SPENT_FROM = {"moved": "moved-allied", "moved_german": "moved-german"}
"""Statuses shown by markers from a box with a limited number of them (17.3): the box of each."""


FOUGHT_NOW = RecordTrack(FIGHT, CombatRecord)
"""The track of the last combat of the phase."""


def present(position: Position, names: Iterable[str]) -> list[Unit]:
    """Return the units that are still in play, each once; remnants replace their units (11.4)."""
    units_by_id: dict[str, Unit] = {}
    tracks = position.state.tracks
    units = {**position.units, **position.aloft} if position.aloft else position.units
    for name in names:
        unit = units.get(name)
        if unit is None:
            heirs = (t for t, parent in tracks.items() if parent == name and t.startswith(REMNANT))
            unit = next((u for t in heirs if (u := units.get(t[len(REMNANT) :]))), None)
        if unit is not None:
            units_by_id[unit.id] = unit
    return list(units_by_id.values())


class Resolution(BaseResolution[Setting, Position, Unit]):
    """A state under change, with the effects and dice so far."""

    combat = FOUGHT_NOW
    """The last combat of the phase."""

    def units(self, names: Iterable[str]) -> list[Unit]:
        """Return the units that are still in play, each once."""
        return present(self.position, names)

    def move_along(self, names: Iterable[str], path: Iterable[int]) -> None:
        """Move units of one stack along a path, and take control of its hexes."""
        names, places = list(names), list(path)
        side = self.state.pieces[names[0]].side
        released = self._released(side, places)
        super().move_along(names, places)
        for i in places:
            self.control(i, side)
        self._release(released)

    def put(self, name: str, place: str) -> None:
        """Move a piece directly to a place or box."""
        released = self._released(self.state.pieces[name].side, [self.places.index(place)])
        super().put(name, place)
        self._release(released)

    def _released(self, side: str, places: Iterable[int]) -> list[Unit]:
        """Return the garrisons that a side's units release when they enter places (23.6)."""
        return released_by(self.position, places) if side == "allied" else []

    def _release(self, garrisons: Iterable[Unit]) -> None:
        """23.6: garrisons near Allied units are free from now on."""
        for unit in garrisons:
            self.track(RELEASED + unit.id, 1)

    def status(self, name: str, add: Iterable[str] = (), remove: Iterable[str] = ()) -> None:
        """Add statuses to a unit and remove others; some use markers from a box (17.3)."""
        before = self.state.pieces[name].status
        super().status(name, add, remove)
        after = self.state.pieces[name].status
        for marker, box in SPENT_FROM.items():
            if (marker in before) != (marker in after):
                self._spend(marker, box, marker in after)

    def _spend(self, kind: str, box: str, used: bool) -> None:
        """Take one of a side's few markers out of its box, or return it (17.3)."""
        markers = self.state.markers
        names = [f"{box}-{n}" for n in range(1, (self.setting.module.markers[kind].count or 0) + 1)]
        if used:
            left = [n for n in names if n in markers and markers[n].at == box]
            if left:
                self.marker(left[-1], None)
            return
        gone = [n for n in names if n not in markers]
        if gone:
            self.marker(gone[0], "moved", box)

    def move_marker(self, name: str, at: str) -> None:
        """Move a marker, if it is in play."""
        marker = self.state.markers.get(name)
        if marker is not None:
            self.marker(name, marker.kind, at, marker.face)
