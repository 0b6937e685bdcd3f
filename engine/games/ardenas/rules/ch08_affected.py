"""Chapters 8.1.1 and 8.1.2: affected units, the values that count, second hits, rebuilding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.ardenas.position import Position
from engine.games.ardenas.resolution import Resolution
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import AFFECTED, GROUPINGS, ON_GROUND, verdict


def combat_of(position: Position, unit: Unit) -> int:
    """8.1.1b: Return the combat factor in force: an affected unit has half, rounded down."""
    return halved(position, unit.type.combat) if unit.affected else unit.type.combat


def artillery_of(position: Position, unit: Unit) -> int:
    """8.1.1b: Return the shots in force: affected artillery has half, rounded down."""
    return halved(position, unit.type.artillery) if unit.affected else unit.type.artillery


def halved(position: Position, factor: int) -> int:
    """8.1.1b: Return half of a factor, rounded down; a factor of 1 by the reading."""
    if factor == 1 and position.reading("affected_one") == "stays_one":
        return 1
    return factor // 2


def hit(work: Resolution, name: str) -> None:
    """8.1.1a, 8.1.1c: Affect a unit; one that is affected already is eliminated."""
    if AFFECTED in work.state.pieces[name].status:
        work.eliminate(name)
    else:
        work.status(name, add={AFFECTED})


def rebuild_verdicts(position: Position, units: Sequence[Unit]) -> Iterator[Verdict]:
    """8.1.2a: Object to two units that may not be rebuilt into one.

    Both must be affected, in one stack or grouping, and have equal printed factors; kind and
    nationality do not matter. Rebuilding is possible at any moment of the side's own ground turn.
    """
    names = [u.id for u in units]
    in_time = ON_GROUND if position.reading("rebuild_step") == "any_moment" else (GROUPINGS,)
    if position.phase not in in_time:
        yield verdict("8.1.2a", "phase", units=names)
    if len(set(names)) != 2:
        yield verdict("8.1.2a", "two", units=names)
        return
    first, second = units
    if first.side != position.active:
        yield verdict("4.0a", "not_yours", units=names)
    groupings = {position.grouping_of.get(name) for name in names}
    if first.place != second.place or first.side != second.side or len(groupings) > 1:
        yield verdict("8.1.2a", "apart", units=names)
    for unit in units:
        if not unit.affected:
            yield verdict("8.1.2a", "whole", units=[unit.id])
    if (first.type.combat, first.type.movement) != (second.type.combat, second.type.movement):
        yield verdict("8.1.2a", "unequal", units=names)


def rebuild(work: Resolution, surviving: str, lost: str) -> None:
    """8.1.2a: Take the marker off one affected unit and the other unit out of play."""
    work.status(surviving, remove={AFFECTED})
    work.eliminate(lost)
