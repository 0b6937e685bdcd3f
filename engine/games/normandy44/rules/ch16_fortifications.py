"""Chapter 16: improved positions, and strongpoints that their owner removes."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.normandy44 import tracks
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.rules.ch17_cadres import eliminate
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import (
    DISRUPTED,
    GERMAN,
    IP,
    IP_BEGUN,
    ISOLATED,
    MOVEMENT,
    OUT_OF_SUPPLY,
    REPLACED,
    RESERVE,
    SCATTERED,
    STORM,
    verdict,
)

BUILDS = -1
"""16.1.3: the points that a unit spends by building, as by a move that counts hexes."""
GERMAN_FROM = 5
"""16.1.4a: the first turn of German improved positions."""


def allowed(position: Position, army: str) -> int:
    """16.1.2a, 16.1.4a, 26.2.5: return the improved positions an army may begin in the turn."""
    if position.weather == STORM:
        return 0
    if army != GERMAN:
        return 1
    if position.turn < GERMAN_FROM:
        return 0
    if position.scenario == "cherbourg":
        return int(position.weather == "overcast")
    row = position.charts.weather.get(position.track(tracks.WEATHER_ROW))
    return row.german_ip if row is not None else 0


def position_verdicts(position: Position, unit: Unit) -> Iterator[Verdict]:
    """16.1.2a, 16.1.3a, 16.1.4a, 16.1.4b, 13.6d, 18.4d: yield verdicts on beginning a position."""
    if not position.places.is_hex(unit.place):
        yield verdict("16.1.3a", "off_map", units=[unit.id])
        return
    number = position.number(unit.place)
    if position.phase != MOVEMENT or unit.side != position.active:
        yield verdict("16.1.3a", "phase", units=[unit.id])
    if not unit.type.infantry or unit.type.kind == "beach_engineer":
        yield verdict("16.1.3a", "no_infantry", units=[unit.id])
    barred = (DISRUPTED, SCATTERED, OUT_OF_SUPPLY, ISOLATED, REPLACED)
    if unit.bears(*barred):
        yield verdict("16.1.3a", "state", units=[unit.id])
    if tracks.MOVED + unit.id in position.state.tracks:
        yield verdict("16.1.3a", "moved", units=[unit.id])
    if position.ground.settlement[unit.place] == "city":
        yield verdict("16.1.4b", "city", units=[unit.id], hexes=[number])
    if unit.place in position.improved or unit.place in position.building:
        yield verdict("16.1.4b", "there", units=[unit.id], hexes=[number])
    yield from number_verdicts(position, unit)


def number_verdicts(position: Position, unit: Unit) -> Iterator[Verdict]:
    """16.1.2a: yield the verdict if the unit's army has begun its positions of the turn."""
    if not can_begin(position, unit):
        yield verdict("16.1.2a", "none_left", units=[unit.id])


def can_begin(position: Position, unit: Unit) -> bool:
    """16.1.2a: return whether the unit's army may begin another position in the turn."""
    army = unit.type.army
    return position.track(tracks.BUILT + army) < allowed(position, army)


def builds(position: Position, unit: Unit) -> bool:
    """16.1.3b: return whether a unit builds: infantry of the hex that has used its move for it.

    In given positions, where no unit has, all infantry of the hex builds.
    """
    if unit.place not in position.building:
        return False
    moved, stack = position.state.tracks, position.stacks[unit.side].get(unit.place, ())
    able = [u for u in stack if u.type.infantry]
    builders = [u for u in able if moved.get(tracks.MOVED + u.id) == BUILDS]
    return unit in (builders or able)


def begin(work: Resolution, unit: Unit) -> None:
    """16.1.3a, 16.1.3b: place the marker; the unit leaves reserve, and has not moved."""
    number = work.position.number(unit.place)
    work.marker(f"ip-{number}", IP_BEGUN, number, unit.side)
    work.track(tracks.BEGUN_BY + number, work.state.clock.turn)
    work.add(tracks.BUILT + unit.type.army, 1)
    work.status(unit.id, remove=[RESERVE])
    work.track(tracks.MOVED + unit.id, BUILDS)


def complete(work: Resolution, side: str) -> None:
    """16.1.3c: complete positions a turn later if infantry is still there."""
    position = work.position
    for hex_ in sorted(position.building):
        number = position.number(hex_)
        if any(u.type.infantry for u in position.stacks[side].get(hex_, ())):
            work.marker(f"ip-{number}", IP, number, side)
            work.track(tracks.BEGUN_BY + number, None)


def remove_lone(work: Resolution, side: str) -> None:
    """3.B7c, 16.1.5: remove positions without a unit of their side after its supply phase."""
    position = work.position
    for name, marker in sorted(position.state.markers.items()):
        if marker.kind not in (IP, IP_BEGUN) or marker.face not in (None, side):
            continue
        if position.ground.index[marker.at] not in position.stacks[side]:
            work.marker(name, None)
            work.track(tracks.BEGUN_BY + marker.at, None)


def removal_verdicts(position: Position, unit: Unit) -> Iterator[Verdict]:
    """16.2e: a German strongpoint may be removed in any phase of the German turn."""
    if unit.type.kind != "strongpoint" or position.active != GERMAN:
        yield verdict("16.2e", "no_strongpoint", units=[unit.id])


def take_off(work: Resolution, unit: Unit) -> None:
    """16.2e: remove the strongpoint."""
    eliminate(work, unit.id)
