"""17.3: moving artillery, and its markers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.verdicts import Verdict
from engine.games.holland44.constants import verdict
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch02_units import MOVED as UNDER_MARKER
from engine.games.holland44.rules.ch08_movement.mover import Move
from engine.games.holland44.tracks import MOVED
from engine.games.holland44.units import Unit
from engine.i18n import t
from engine.rules.base.clauses import clause

MARKER = "moved"
STATUS = {"allied": "moved", "german": "moved_german"}
"""The marker kind that an order names, and the status of a unit of each side under it."""


@dataclass(frozen=True, slots=True)
class Mark:
    """An order to put a marker on a unit, or to remove it."""

    position: Position
    unit: Unit
    marker: str
    on: bool

    @property
    def left(self) -> int:
        """Return the moved markers that the side has left: the number is limited (17.3)."""
        side = self.unit.profile.side
        count = self.position.setting.module.markers[STATUS[side]].count or 0
        return count - sum(u.profile.moved for u in self.position.own(side))

    @property
    def has_moved(self) -> bool:
        """Return whether the unit has begun to move in the phase."""
        return MOVED + self.unit.id in self.position.state.tracks


def mark_of(position: Position, action: act.PlaceMarker) -> Mark:
    """Return the order of an action; raises UserError for a missing unit."""
    if action.unit not in position.units:
        key = "probe.off_map" if action.unit in position.state.pieces else "probe.unit"
        raise UserError(t(key, unit=action.unit))
    return Mark(position, position.units[action.unit], action.marker, action.on)


def mark(work: Resolution, order: Mark) -> None:
    """17.3: put the marker on, or remove it."""
    if order.marker != MARKER:
        raise UserError(t("play.holland44.no_marker", marker=order.marker))
    if order.on:
        work.status(order.unit.id, add=[STATUS[order.unit.profile.side]])
    else:
        work.status(order.unit.id, remove=UNDER_MARKER)


def orders(position: Position, unit: Unit) -> Iterator[act.Action]:
    """Yield the marker orders that a unit might be given."""
    if unit.profile.artillery:
        yield act.PlaceMarker(unit=unit.id, marker=MARKER, on=not unit.profile.moved)


@clause("17.3", "mode")
def extended_artillery(move: Move, _: object) -> Iterator[Verdict]:
    """17.3: only artillery under a moved marker uses extended movement."""
    if move.mode != "extended":
        return
    for unit in move.mover.units:
        if unit.profile.artillery and not unit.profile.moved:
            yield verdict("17.3", "extended", units=[unit.id], unit=move.position.name(unit.id))


@clause("17.3", "move")
def tactical_artillery(move: Move, _: object) -> Iterator[Verdict]:
    """17.3: artillery that moves two hexes tactically is disrupted."""
    if not move.tactical or len(move.legs) + move.hexes_moved < 2:
        return
    for unit in move.mover.units:
        if unit.profile.artillery:
            name = move.position.name(unit.id)
            yield verdict("17.3", "disrupted", level="info", units=[unit.id], unit=name)


@clause("17.3", "mark")
def moved_markers(order: Mark, _: object) -> Iterator[Verdict]:
    """17.3: the Allies have three, the Germans two; placed and removed in the movement phase.

    A marker stays until the owner's next movement phase; after its unit has moved it is not
    removed.
    """
    position, unit = order.position, order.unit
    clock, name, ids = position.state.clock, position.name(order.unit.id), [order.unit.id]
    if order.marker != MARKER:
        yield verdict("17.3", "no_marker", units=ids, marker=order.marker)
        return
    if clock.phase != "movement" or clock.active != unit.profile.side:
        yield verdict("17.3", "phase", units=ids, unit=name)
    if not unit.profile.artillery:
        yield verdict("17.3", "artillery", units=ids, unit=name)
    if order.on == unit.profile.moved:
        yield verdict("17.3", "twice" if order.on else "none", units=ids, unit=name)
    elif order.on and order.left < 1:
        yield verdict("17.3", "limit", units=ids)
    if order.has_moved:
        yield verdict("17.3", "has_moved", units=ids, unit=name)
