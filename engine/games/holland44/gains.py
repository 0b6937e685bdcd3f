"""Steps given back: a reduced unit gains one, a remnant gives way to its unit (2.3.12, 11.4)."""

from __future__ import annotations

from engine.core.counters import Counter
from engine.games.holland44.losses import PARENT, inherit
from engine.games.holland44.position import REMNANT, Position
from engine.games.holland44.units import Unit
from engine.games.holland44.work import Work

FACES = ("foot", "motorized")
"""Statuses that only turn a remnant or breakdown counter to one of its sides (21.2)."""


def whole(position: Position, unit: Unit) -> Counter:
    """The counter a unit is of; that of the unit whose last step it is, for a remnant (11.4)."""
    parent = position.state.tracks.get(REMNANT + unit.id)
    if parent is None:
        return unit.p.counter
    return position.setting.roster.counter(position.state.pieces[str(parent)].counter)


def origin(position: Position, unit: Unit) -> Counter:
    """The counter a unit is of, or came out of as a remnant or breakdown unit (11.4, 21.4)."""
    parent = position.state.tracks.get(PARENT + unit.id)
    if parent is None:
        return whole(position, unit)
    return position.setting.roster.counter(position.state.pieces[str(parent)].counter)


def is_reduced(position: Position, unit: Unit) -> bool:
    """Has a unit lost steps that it may get back?"""
    return unit.p.counter.role in ("combat", "remnant") and (
        unit.p.steps < whole(position, unit).steps
    )


def gain_step(work: Work, name: str) -> str:
    """A reduced unit gains a step; the id of the unit afterwards, another one for a remnant."""
    parent = work.state.tracks.get(REMNANT + name)
    piece = work.state.pieces[name]
    if parent is None:
        work.steps(name, piece.steps + 1)
        return name
    unit = str(parent)
    work.put(unit, work.setting.places.name(piece.place))
    work.steps(unit, piece.steps + 1)
    work.status(unit, add=piece.status - frozenset(FACES))
    inherit(work, name, unit)
    work.status(name, remove=piece.status)
    work.put(name, f"remnants-{piece.side}")
    work.track(REMNANT + name, None)
    return unit
