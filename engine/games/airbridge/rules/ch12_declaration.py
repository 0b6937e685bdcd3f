"""Chapters 12 and 13: declarations of combat, stored as tracks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.core.verdicts import Verdict
from engine.games.airbridge import tracks
from engine.games.airbridge.position import Position
from engine.games.airbridge.resolution import Resolution
from engine.games.airbridge.rules.ch04_limits import first_turn_verdicts
from engine.games.airbridge.rules.ch05_stacking import LIMIT, points
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import ALLIED, ASSAULT, GERMAN, MANEUVER, enemy_of, verdict

PREFIX = {MANEUVER: tracks.PLANNED, ASSAULT: tracks.STORMED}
DECLARED = {MANEUVER: "12.0a", ASSAULT: "13.0a"}
"""The rule by which each kind of combat is declared against an adjacent hex and then fought."""
ONE_KIND = {MANEUVER: "12.0d", ASSAULT: "13.0e"}
ONCE = {MANEUVER: "12.0c", ASSAULT: "13.0h"}


def named(position: Position, kind: str, target: int) -> tuple[str, ...]:
    """Return the ids of the units in a declaration."""
    text = position.state.tracks.get(PREFIX[kind] + position.number(target), "")
    return tuple(str(text).split())


def declared(position: Position, kind: str) -> Mapping[int, tuple[Unit, ...]]:
    """3.0.D, NOTES.b: Return the combats of a kind to be fought: attackers left by target.

    A combat is dropped if its target is empty or no attacker is adjacent.
    """
    attackers: dict[int, tuple[Unit, ...]] = {}
    enemies = position.stacks[enemy_of(position.phasing)]
    for track in sorted(position.state.tracks):
        if not track.startswith(PREFIX[kind]):
            continue
        target = position.ground.index[track.removeprefix(PREFIX[kind])]
        lone = kind == ASSAULT and position.phasing == GERMAN and target in position.drop_zones
        if target not in enemies and not lone:
            continue
        names = [n for n in named(position, kind, target) if n in position.units]
        units = tuple(
            u
            for u in map(position.units.__getitem__, names)
            if target in position.ground.ring[u.place]
        )
        if units:
            attackers[target] = units
    return attackers


def targets_of(position: Position) -> frozenset[int]:
    """Return all hexes declared as targets."""
    return frozenset({*declared(position, MANEUVER), *declared(position, ASSAULT)})


def pinned(position: Position, target: int) -> bool:
    """10.0b, 12.3g, 13.0f, NOTES.g: Return whether both kinds are declared against a hex."""
    number = position.number(target)
    state = position.state.tracks
    return tracks.PLANNED + number in state and tracks.STORMED + number in state


def engaged(position: Position) -> frozenset[str]:
    """12.0d, 13.0e: Return the ids of all units in declarations."""
    prefixes = (tracks.PLANNED, tracks.STORMED)
    texts = (v for k, v in position.state.tracks.items() if k.startswith(prefixes))
    return frozenset(name for text in texts for name in str(text).split())


def unit_verdicts(position: Position, unit: Unit, kind: str, target: int) -> Iterator[Verdict]:
    """9.0b, 12.0a, 12.0d, 13.0a, 13.0e, 13.0g, 14.0b, 14.0d, 16.0c, TOURN.c: Judge a unit."""
    number, rule = position.number(target), DECLARED[kind]
    if target not in position.ground.ring[unit.place]:
        yield verdict(rule, "apart", units=[unit.id], hexes=[number])
    elif (not position.dry(unit.place, target)) and (
        position.reading("attack_over_water") == "bridges"
    ):
        yield verdict(rule, "water", units=[unit.id], hexes=[number])
    if unit.type.artillery or unit.face.attack <= 0:
        yield verdict("9.0b", "no_attack", units=[unit.id])
    if unit.fatigued:
        yield verdict("14.0b", "fatigued", units=[unit.id])
    if unit.unsupplied and kind == ASSAULT:
        yield verdict("13.0g", "unsupplied", units=[unit.id])
    if unit.id in engaged(position):
        yield verdict(ONE_KIND[kind], "again", units=[unit.id])
    yield from first_turn_verdicts(position, unit)


def lone_zones(position: Position) -> frozenset[int]:
    """7.3d: Return the drop zones without Allied units, which Germans may assault."""
    guarded = position.stacks[ALLIED]
    german = position.active == GERMAN
    return frozenset(h for h in position.drop_zones if h not in guarded) if german else frozenset()


def declaration_verdicts(
    position: Position, units: Sequence[Unit], kind: str, target: int
) -> Iterator[Verdict]:
    """12.0a, 12.0b, 12.0c, 13.0a, 13.0b, 13.0c, 13.0d, 13.0h, 5.0e, 7.3d: Judge a declaration."""
    side, number = position.active, position.number(target)
    lone = kind == ASSAULT and target in lone_zones(position)
    if target not in position.stacks[enemy_of(side)] and not lone:
        yield verdict(DECLARED[kind], "nobody", hexes=[number], hex=number)
    if PREFIX[kind] + number in position.state.tracks:
        yield verdict(ONCE[kind], "declared", hexes=[number], hex=number)
    for unit in units:
        if unit.side != side:
            yield verdict(DECLARED[kind], "other_side", units=[unit.id])
            continue
        yield from unit_verdicts(position, unit, kind, target)
    if kind == ASSAULT and points(units) > LIMIT:
        yield verdict("13.0b", "points", units=[u.id for u in units], points=points(units))


def declare(work: Resolution, units: Sequence[Unit], kind: str, target: int) -> None:
    """3.0.D, 12.0a, 13.0a: Record a declared attack."""
    number = work.position.number(target)
    work.track(PREFIX[kind] + number, " ".join(u.id for u in units))
