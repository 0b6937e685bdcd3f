"""Chapters 8.3l to 8.3n and 8.4q: anti-aircraft guns fire at aircraft within two hexes.

Aircraft that enter the range of a gun stop there for its fire and then continue. Aircraft that stay
within range are fired at when their half of the sub-turn begins (our ruling: the printed steps have
no other place for it).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from engine.core.memo import memoized
from engine.core.verdicts import Verdict
from engine.games.ardenas import tracks
from engine.games.ardenas.combat import Flight
from engine.games.ardenas.ground import Ground
from engine.games.ardenas.position import Position
from engine.games.ardenas.resolution import FLIGHT, Resolution
from engine.games.ardenas.rules.ch08_bases import bases
from engine.games.ardenas.rules.ch08_guns import (
    SPENT,
    distance,
    faces_against,
    range_of,
    range_rule,
    shots_left,
    shots_of,
)
from engine.games.ardenas.rules.ch12_supply import supply_verdicts
from engine.games.ardenas.rules.ch14_weather import has_fog
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import (
    AIR,
    AIR_PHASES,
    ANTIAIRCRAFT,
    GROUND,
    HIDDEN,
    enemy_of,
    verdict,
)
from engine.rules.base.decisions import NONE, Args, Choice, Handler


def flak_verdicts(position: Position, gun: Unit, target: Unit) -> Iterator[Verdict]:
    """8.3l, 8.3m, 8.3n, 14.0d: Object to a shot of an anti-aircraft gun at a unit now.

    The gun fires in the half of a sub-turn in which the enemy's aircraft move, in a storm one hex.
    """
    names, there = [gun.id, target.id], position.number(target.place)
    if position.phase not in AIR_PHASES or gun.side == position.active:
        yield verdict("8.3n", "half", units=[gun.id])
    if target.side == gun.side:
        yield verdict("8.3c", "own", units=[target.id])
    elif target.layer != AIR:
        yield verdict("8.3l", "other_targets", units=names)
    max_range = range_of(position, gun)
    if distance(position, gun.place, target.place) > max_range:
        rule = range_rule(position, gun, "8.3l")
        yield verdict(rule, "range", units=names, hexes=[there], hex=there, most=max_range)
    yield from unready(position, gun)


def unready(position: Position, gun: Unit) -> Iterator[Verdict]:
    """8.3m, 12.0b, 14.0c: Object to an anti-aircraft gun that has no shot to fire."""
    if has_fog(position):
        yield verdict("14.0c", "silent", units=[gun.id])
    if not shots_left(position, gun):
        yield verdict("8.3m", "no_shots", units=[gun.id], shots=shots_of(position, gun))
    for status, rule in SPENT:
        if status in gun.status:
            yield verdict(rule, "no_fire", units=[gun.id])
    yield from supply_verdicts(position, [gun])


@memoized
def batteries(position: Position, side: str) -> Sequence[Unit]:
    """8.3l, 8.3m: Return the anti-aircraft guns of a side that have a shot left."""
    guns = (u for u in position.own(side) if u.type.kind == ANTIAIRCRAFT)
    return [u for u in guns if next(unready(position, u), None) is None]


def flak_hexes(position: Position, side: str, passed: Iterable[str] = ()) -> frozenset[int]:
    """8.3l, 8.4q: Return the hexes where the enemy's guns fire at aircraft of a side.

    ``passed`` are guns that let the aircraft pass.
    """
    guns = [g for g in batteries(position, enemy_of(side)) if g.id not in passed]
    return _within(position.ground, frozenset((g.place, range_of(position, g)) for g in guns))


@lru_cache(maxsize=64)
def _within(ground: Ground, guns: frozenset[tuple[int, int]]) -> frozenset[int]:
    """Return the hexes within the ranges of some places."""
    return frozenset().union(*(ground.within(*gun) for gun in guns))


def in_sight(position: Position, gun: Unit, names: Iterable[str]) -> list[Unit]:
    """8.3l: Return the aircraft within the range of a gun."""
    max_range = range_of(position, gun)
    units = (position.units[n] for n in names if n in position.units)
    return [u for u in units if distance(position, gun.place, u.place) <= max_range]


# -- flights --------------------------------------------------------------------------------------


def take_flight(work: Resolution, names: Sequence[str], path: Sequence[int] = ()) -> None:
    """8.3n, 8.4q: Let aircraft fly along a path, or hover, under fire of the enemy's guns."""
    side = work.state.pieces[names[0]].side
    numbers = tuple(map(work.places.name, path[1:]))
    flight = Flight(side=side, units=tuple(names), path=numbers)
    work.flight = flight
    if numbers:
        _advance(work, flight, names)


def hover(work: Resolution) -> None:
    """8.3n: Expose the aircraft that are within range as their half of a sub-turn begins."""
    position = work.position
    danger = flak_hexes(position, position.active)
    own = [u.id for u in position.own(position.active) if u.layer == AIR and u.place in danger]
    if own:
        take_flight(work, own)


def fly_on(work: Resolution) -> None:
    """8.3n, 8.4q: Fly on until a gun may fire, or the flight has ended or is shot down."""
    while not work.state.pending and (flight := work.flight) is not None:
        position = work.position
        left = [n for n in flight.units if n in position.units]
        guns = batteries(position, enemy_of(flight.side))
        ready = [g for g in guns if g.id not in flight.passed and in_sight(position, g, left)]
        if left and ready:
            work.ask(Flak.kind, ready[0].side, gun=ready[0].id)
        elif left and flight.path:
            _advance(work, flight, left)
        else:
            work.flight = None
            _land(work, left)


def _land(work: Resolution, names: Sequence[str]) -> None:
    """8.4o: Note the aircraft that reach a base only in the sixth sub-turn."""
    position = work.position
    for name in names if position.phase == AIR_PHASES[-1] else ():
        unit = position.units[name]
        moved = tracks.MOVED + name in position.state.tracks
        if moved and unit.place in bases(position, unit.side):
            work.track(tracks.LATE + name, 1)


def _advance(work: Resolution, flight: Flight, names: Sequence[str]) -> None:
    """7.0o, 8.3n: Fly to the next hex within range of a gun, or to the end of the path."""
    position, index = work.position, work.position.ground.index
    danger = flak_hexes(position, flight.side, flight.passed)
    steps = [n for n, number in enumerate(flight.path, 1) if index[number] in danger]
    count = steps[0] if steps else len(flight.path)
    start = position.units[names[0]].place
    path = [start, *(index[number] for number in flight.path[:count])]
    work.move_along(names, path)
    _uncover(work, flight.side, path)
    end = index[flight.path[count - 1]]
    for grouping in dict.fromkeys(
        position.grouping_of[name] for name in names if name in position.grouping_of
    ):
        work.regroup(replace(grouping, place=end))
    work.flight = flight.model_copy(update={"path": flight.path[count:]})


def _uncover(work: Resolution, side: str, path: Sequence[int]) -> None:
    """7.0o, 7.0s: By a reading, turn units under aircraft face up until their owner turns them
    again.

    By the other reading, they are uncovered only while the aircraft are above them. A false
    grouping is found out at once, and leaves the map (11.0f).
    """
    for grouping in work.position.groupings:
        overflown = grouping.kind == GROUND and grouping.side != side and grouping.place in path
        if overflown and not grouping.units and grouping.number is not None:
            work.ungroup(grouping.track)
    if work.position.reading("covered_again") == "by_owner":
        below = work.position.layers[enemy_of(side), GROUND]
        for unit in (u for hex_ in path for u in below.get(hex_, ()) if HIDDEN in u.status):
            work.status(unit.id, remove={HIDDEN})


class Flak(Handler[Position, Resolution]):
    """Ask at which aircraft an anti-aircraft gun fires its next shot."""

    kind = "flak"

    def choices(self, position: Position, args: Args) -> Sequence[Choice]:
        """8.3l, 8.3m: Return the aircraft of the flight within range, and to hold the fire."""
        flight, gun = FLIGHT.of(position), position.units[str(args["gun"])]
        assert flight is not None
        result = in_sight(position, gun, flight.units)
        return [Choice(NONE, word="hold"), *(Choice(u.id, (u.id,)) for u in result)]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """8.3m, 9.0d: Fire a shot; a 2 shoots the aircraft down. A gun that holds fire is done."""
        flight, gun = work.flight, str(args["gun"])
        assert flight is not None
        if choice.id == NONE:
            work.flight = flight.model_copy(update={"passed": (*flight.passed, gun)})
            return
        units = work.position.units
        faces = faces_against(work.position, units[gun], units[choice.id], 0)
        work.add(tracks.FIRED + gun, 1)
        if work.throw_special("flak") in faces:
            work.eliminate(choice.id)
