"""Chapter 7: step losses and their recovery."""

from __future__ import annotations

from engine.games.marketgarden import tracks
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.resolution import Resolution
from engine.games.marketgarden.rules.ch09_supply import OUT_OF_SUPPLY, may_recover, relieve
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import eliminated


def lose_step(work: Resolution, name: str) -> None:
    """7.0a, 7.0c: Flip a full-strength unit, or eliminate a reduced one."""
    left = work.state.pieces[name].steps - 1
    if left > 0:
        work.steps(name, left)
    else:
        eliminate(work, name)


def eliminate(work: Resolution, name: str) -> None:
    """7.0a, 9.0j, 11.2.1a, 11.2.2a: Move a destroyed unit to its side's box; a siege may end."""
    work.status(name, remove=[OUT_OF_SUPPLY])
    work.put(name, eliminated(work.state.pieces[name].side))
    relieve(work)


def recovers(position: Position, unit: Unit) -> bool:
    """7.0d, 7.0e, 9.0d: Return whether a reduced unit recovers at the end of its movement phase.

    It must be in supply, and not engaged at the start and end of the phase.
    """
    return (
        unit.reduced
        and not position.engaged(unit)
        and tracks.BEGAN + unit.id not in position.state.tracks
        and may_recover(position, unit)
    )


def recovery(work: Resolution, side: str) -> None:
    """7.0d: Flip the units of a side that recover at the end of its movement phase."""
    position = work.position
    for unit in position.own(side):
        if recovers(position, unit):
            work.steps(unit.id, unit.type.steps)
