"""An unrevealed unknown unit taken up and put down in another town (25.6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.core import actions as act
from engine.games.holland44.position import Position
from engine.games.holland44.supplying import supply_of
from engine.games.holland44.units import Unit
from engine.games.holland44.work import Work

MODE = "relocation"
"""The mode of the move action that does it."""

RELOCATED = "relocated"
"""Track of the unknown unit that was moved in the turn."""

FIRST_TURN = 3
SHELTERS = ("town", "city")
"""25.6: from which turn on, and where to."""


@dataclass(frozen=True, slots=True)
class Relocation:
    """An order to move an unknown unit unseen from one place to another."""

    position: Position
    unit: Unit
    target: int

    @property
    def is_supplied(self) -> bool:
        """Does a road supply path join the hex to a German entry area (18.3.2)?"""
        return self.target in supply_of(self.position, "german").routes().net


def relocate(work: Work, order: Relocation) -> None:
    """Put the unit down in its new hex; it stays unseen."""
    work.put(order.unit.id, work.setting.places.name(order.target))
    work.control(order.target, order.unit.p.side)
    work.track(RELOCATED, order.unit.id)


def orders(position: Position, unit: Unit) -> Iterator[act.Action]:
    """Every town that an unknown unit might be moved to; the rules say to which it may."""
    if not unit.p.unknown or position.turn < FIRST_TURN or RELOCATED in position.state.tracks:
        return
    here = position.places.name(unit.place)
    for i, kind in enumerate(position.board.settlement):
        if kind in SHELTERS and i != unit.place:
            yield act.MoveUnits(units=(unit.id,), path=(here, position.places.name(i)), mode=MODE)
