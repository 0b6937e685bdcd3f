"""The later advance of an automatic DS: in the combat phase the marked units take it up (8.7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.core import actions as act
from engine.core.errors import Holland44Error
from engine.games.holland44.battle import AUTO_DS
from engine.games.holland44.meta import FOUGHT
from engine.games.holland44.position import Position
from engine.games.holland44.units import Unit
from engine.games.holland44.work import Work, present
from engine.i18n import t


@dataclass(frozen=True, slots=True)
class Pursuit:
    """An order to a unit and all who made an automatic DS with it; ``target`` None for none."""

    position: Position
    unit: Unit
    target: str | None
    names: tuple[str, ...]


def pursuits(position: Position) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The hexes of automatic DS results that have not been followed up, and who made them."""
    for track, names in sorted(position.state.tracks.items()):
        if track.startswith(AUTO_DS):
            yield track.removeprefix(AUTO_DS), tuple(str(names).split())


def pursuit_of(position: Position, action: act.TakeAdvance) -> Pursuit:
    """The order of an action; raises Holland44Error for a unit that is not there."""
    unit = position.units.get(action.unit)
    if unit is None:
        key = "probe.off_map" if action.unit in position.state.pieces else "probe.unit"
        raise Holland44Error(t(key, unit=action.unit))
    for target, names in pursuits(position):
        if any(u.id == unit.id for u in present(position, names)):
            return Pursuit(position, unit, target, names)
    return Pursuit(position, unit, None, ())


def pursue(work: Work, order: Pursuit) -> None:
    """Take the markers off, and ask for a bonus advance that may break through (15.2, 16.1)."""
    if order.target is None:
        return
    units = work.units(order.names)
    for unit in units:
        work.status(unit.id, remove=["auto_ds"])
        work.track(FOUGHT + unit.id, "attacked")  # 8.7: nor is there a normal attack afterwards
    work.track(AUTO_DS + order.target, None)
    names = [u.id for u in units]
    work.ask(
        "advance",
        order.unit.p.side,
        units=names,
        vacated=order.target,
        advance="bonus",
        fought=names,
        through=True,
        open=True,
    )


def orders(position: Position) -> Iterator[act.Action]:
    """The orders by which the active side may take up such advances."""
    if position.state.clock.phase != "combat":
        return
    for _, names in pursuits(position):
        for unit in present(position, names)[:1]:
            if unit.p.side == position.state.clock.active:
                yield act.TakeAdvance(unit=unit.id)
