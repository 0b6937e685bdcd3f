"""9.5.3, 23.3.2: river assaults over a major river in the combat phase."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch08_movement.progress import has_moved
from engine.games.holland44.tracks import FERRIED
from engine.games.holland44.units import Unit

ASSAULT = "river_assault"
"""The status of units ready for a river assault, and its marker (9.5.3)."""
STATUS = "river_assault"
"""The status of an engineer unit that may support an assault, and of its infantry."""


def ready_to_assault(position: Position, hex_: int) -> bool:
    """Return whether the units of a hex are marked for a river assault (9.5.3)."""
    stack = position.stack(hex_)
    marked = hex_ in position.marked(ASSAULT)
    return any(u.profile.counter.kind == "engineer" for u in stack) and (
        marked or any(ASSAULT in u.profile.status for u in stack)
    )


def prepare_assaults(work: Resolution, side: str) -> None:
    """23.3.1: mark the assaults that the Allies may make, before the records of moves are cleared.

    The marker has no cost and no duty, so it is placed wherever its conditions are met.
    """
    if side != "allied":
        return
    for unit in list(assault_groups(work.position)):
        work.status(unit.id, add=[STATUS])


def assault_groups(position: Position) -> Iterator[Unit]:
    """9.5.3b: yield infantry that has not moved beside a major river, and engineers with it.

    23.3.2: the engineer unit has not ferried. Extended movement cannot end stacked.
    """
    for hex_, stack in sorted(position.stacks["allied"].items()):
        ring = position.ground.ring[hex_]
        water, blocked = position.ground.water, position.crossings.blocked
        if not any((hex_, j) in blocked and water.get((hex_, j)) == "major_river" for j in ring):
            continue
        engineers = [u for u in stack if _may_support(position, u)]
        infantry = [u for u in stack if _has_waited(position, u)]
        if engineers and infantry:
            yield from (*engineers, *infantry)


def _may_support(position: Position, unit: Unit) -> bool:
    """23.3.3: return whether an engineer unit has ferried nobody this turn, nor itself."""
    return unit.profile.counter.kind == "engineer" and (
        "ferry" not in unit.profile.status and FERRIED + unit.id not in position.state.tracks
    )


def _has_waited(position: Position, unit: Unit) -> bool:
    return (
        unit.profile.infantry
        and unit.profile.good_order
        and unit.profile.counter.kind != "engineer"
        and not has_moved(position.state.tracks, unit.id)
    )
