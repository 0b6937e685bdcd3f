"""25.6: an unknown unit moves unseen from town to town."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.core import actions as act
from engine.core.verdicts import Verdict
from engine.games.holland44.constants import verdict
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch18_supply import supply_of
from engine.games.holland44.tracks import RELOCATED
from engine.games.holland44.units import Unit
from engine.rules.base.clauses import clause

MODE = "relocation"
"""The mode of its move action."""
FIRST_TURN = 3
SHELTERS = ("town", "city")
"""25.6: the first turn of relocations, and the hexes where they end."""


@clause("25.6", "relocation")
def moving_an_unknown_unit(order: Relocation, _: object) -> Iterator[Verdict]:
    """25.6: one a turn from turn 3 on, in the German movement phase."""
    position, unit = order.position, order.unit
    clock, ids = position.state.clock, [order.unit.id]
    if not unit.profile.unknown:
        yield verdict("25.6", "revealed", units=ids, unit=position.name(unit.id))
    if clock.phase != "movement" or clock.active != unit.profile.side:
        yield verdict("25.6", "phase", units=ids)
    if position.turn < FIRST_TURN:
        yield verdict("25.6", "turn", units=ids, turn=FIRST_TURN)
    if RELOCATED in position.state.tracks:
        yield verdict("25.6", "again", units=ids)


@clause("25.6", "relocation")
def unknown_unit_destinations(order: Relocation, _: object) -> Iterator[Verdict]:
    """25.6: to a town or city out of reach of the Allies, with a road to a German entry area."""
    position, target = order.position, order.target
    number, where = position.number(target), position.where(target)
    if not position.places.is_hex(target) or position.board.settlement[target] not in SHELTERS:
        yield verdict("25.6", "town", hexes=[number], hex=where)
        return
    stacks = position.stacks["allied"]
    near = [j for j in (target, *position.ground.ring[target]) if j in stacks]
    if near:
        ids = [u.id for j in near for u in stacks[j]]
        yield verdict("25.6", "enemy", units=ids, hexes=[number], hex=where)
    if not order.is_supplied:
        yield verdict("25.6", "road", hexes=[number], hex=where)


@clause("25.2.1", "relocation")
def one_unknown_unit_in_a_hex(order: Relocation, _: object) -> Iterator[Verdict]:
    """25.2.1: unrevealed unknown units do not count for stacking, but there is one in a hex."""
    position, target = order.position, order.target
    others = [u.id for u in position.stack(target) if u.profile.unknown and u.id != order.unit.id]
    if others:
        number, where = position.number(target), position.where(target)
        yield verdict("25.2.1", "one", units=others, hexes=[number], hex=where)


@dataclass(frozen=True, slots=True)
class Relocation:
    """An order to move an unknown unit unseen from one place to another."""

    position: Position
    unit: Unit
    target: int

    @property
    def is_supplied(self) -> bool:
        """Return whether a road supply path joins the hex to a German entry area (18.3.2)."""
        return self.target in supply_of(self.position, "german").routes().net


def relocate(work: Resolution, order: Relocation) -> None:
    """Put the unit in its new hex; it stays unrevealed."""
    work.put(order.unit.id, work.setting.places.name(order.target))
    work.control(order.target, order.unit.profile.side)
    work.track(RELOCATED, order.unit.id)


def orders(position: Position, unit: Unit) -> Iterator[act.Action]:
    """Yield a move of an unknown unit to every town; the clauses judge which are legal."""
    if not unit.profile.unknown or position.turn < FIRST_TURN or RELOCATED in position.state.tracks:
        return
    here = position.places.name(unit.place)
    for i, kind in enumerate(position.board.settlement):
        if kind in SHELTERS and i != unit.place:
            yield act.MoveUnits(units=(unit.id,), path=(here, position.places.name(i)), mode=MODE)
