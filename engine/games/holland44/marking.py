"""The moved markers of artillery: how many are left, given and taken back (17.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.core import actions as act
from engine.core.errors import Holland44Error
from engine.games.holland44.position import Position
from engine.games.holland44.progress import MOVED
from engine.games.holland44.units import MOVED as UNDER_MARKER
from engine.games.holland44.units import Unit
from engine.games.holland44.work import Work
from engine.i18n import t

MARKER = "moved"
STATUS = {"allied": "moved", "german": "moved_german"}
"""The kind of marker an order names, and the status a side's unit has under it."""


@dataclass(frozen=True, slots=True)
class Mark:
    """An order to put a marker on a unit, or to take it off."""

    position: Position
    unit: Unit
    marker: str
    on: bool

    @property
    def left(self) -> int:
        """The moved markers the side has not yet placed: hard limits (17.3)."""
        side = self.unit.p.side
        count = self.position.setting.module.markers[STATUS[side]].count or 0
        return count - sum(
            1 for u in self.position.units.values() if u.p.side == side and u.p.moved
        )

    @property
    def has_moved(self) -> bool:
        """Has the unit begun to move in the phase?"""
        return MOVED + self.unit.id in self.position.state.tracks


def mark_of(position: Position, action: act.PlaceMarker) -> Mark:
    """The order of an action; raises Holland44Error for a unit that is not there."""
    if action.unit not in position.units:
        key = "probe.off_map" if action.unit in position.state.pieces else "probe.unit"
        raise Holland44Error(t(key, unit=action.unit))
    return Mark(position, position.units[action.unit], action.marker, action.on)


def mark(work: Work, order: Mark) -> None:
    """Put the marker on, or take it off."""
    if order.marker != MARKER:
        raise Holland44Error(t("play.no_marker", marker=order.marker))
    if order.on:
        work.status(order.unit.id, add=[STATUS[order.unit.p.side]])
    else:
        work.status(order.unit.id, remove=UNDER_MARKER)


def orders(position: Position, unit: Unit) -> Iterator[act.Action]:
    """The orders about markers that a unit might be given."""
    if unit.p.artillery:
        yield act.PlaceMarker(unit=unit.id, marker=MARKER, on=not unit.p.moved)
