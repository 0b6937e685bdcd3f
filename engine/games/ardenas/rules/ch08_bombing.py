"""Chapters 8.4i to 8.4k: bombers bomb the ground units under them once a turn, then go home."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.ardenas import tracks
from engine.games.ardenas.position import Position
from engine.games.ardenas.resolution import Resolution
from engine.games.ardenas.rules.ch08_bases import BOMBS, begin_step
from engine.games.ardenas.rules.ch08_combat import due_verdicts
from engine.games.ardenas.rules.ch08_guns import aim_verdicts, bombard, targets_in
from engine.games.ardenas.rules.ch14_weather import flight_verdicts
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import (
    AIR_PHASES,
    BOMBED,
    BOMBER,
    GROUND,
    enemy_of,
    verdict,
)


def bomber_verdicts(position: Position, unit: Unit) -> Iterator[Verdict]:
    """7.0j, 8.4i, 8.4k, 14.0c: Object to an aircraft that bombs now, whatever its target.

    Only bombers bomb, once a turn, and not in a sub-turn in which they used their displacement.
    """
    names = [unit.id]
    if position.phase not in AIR_PHASES:
        yield verdict("8.4i", "phase", units=names)
    if unit.side != position.active:
        yield verdict("4.0a", "not_yours", units=names)
    if unit.type.kind != BOMBER:
        yield verdict("8.4i", "kind", units=names)
    yield from due_verdicts(position)
    if BOMBED in unit.status:
        yield verdict("8.4k", "no_work", units=names)
    if tracks.DISPLACED + unit.id in position.state.tracks:
        yield verdict("7.0j", "no_attack", units=names)
    yield from flight_verdicts(position, names)


def target_verdicts(position: Position, unit: Unit, target: Unit) -> Iterator[Verdict]:
    """8.4i, 10.0b: Object to a bomber that is not above the unit it bombs."""
    yield from bomber_verdicts(position, unit)
    if target.place != unit.place:
        there = position.number(target.place)
        yield verdict("8.4i", "above", units=[unit.id], hexes=[there], hex=there)
    elif unit.type.kind == BOMBER:
        yield from aim_verdicts(position, unit, target)


def bomb_verdicts(position: Position, bombers: Sequence[Unit], hex_: int) -> Iterator[Verdict]:
    """8.4i, 8.4k: Object to bombers that bomb the units of a hex now."""
    there = position.number(hex_)
    enemies = position.layers[enemy_of(bombers[0].side), GROUND].get(hex_, ())
    for unit in dict.fromkeys(bombers):
        if bombers.count(unit) > 1:
            yield verdict("8.4k", "no_work", units=[unit.id])
        if not enemies or targets_in(position, unit, hex_):
            yield from bomber_verdicts(position, unit)
            if unit.place != hex_:
                yield verdict("8.4i", "above", units=[unit.id], hexes=[there], hex=there)
        else:
            yield from target_verdicts(position, unit, enemies[0])
    if not enemies:
        yield verdict("8.4i", "nobody", hexes=[there], hex=there)


def bomb(work: Resolution, bombers: Sequence[str], hex_: int) -> None:
    """8.4i, 8.4j, 8.4k: Let each bomber hit a unit of a hex, after any anti-aircraft fire."""
    begin_step(work, BOMBS)
    for name in bombers:
        work.status(name, add={BOMBED})
    bombard(work, bombers, hex_)
