"""Chapter 21 and the scenarios: set-up and reinforcements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.core.verdicts import Verdict
from engine.games.airbridge import tracks
from engine.games.airbridge.ground import Ground
from engine.games.airbridge.position import Position
from engine.games.airbridge.resolution import Resolution
from engine.games.airbridge.rules.ch05_stacking import fits, stacking_verdicts
from engine.games.airbridge.rules.ch16_supply import supplied
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import ALLIED, FIRST_TURN, MOVEMENT, verdict

WEST = ("59 Infantry Division", "85 Infantry Division", "189 Division")
SOUTH_EAST = ("107 Panzer Brigade", "180 Infantry Division")
"""CAMP.g1, CAMP.g2, CAMP.g3: formations by map edge of entry; all others enter in the east."""
SHIFT = 5
"""21.0f: hexes by which an entry hex may shift for each turn of waiting."""
READY = "ready-"
EARNED = {"earned-43-division": 5, "earned-50-division": 8}
"""CAMP.i1, CAMP.i2, CAMP.i3: the first turn in which a division may be bought, by box."""
RIVERS = {"earned-43-division": "Maas", "earned-50-division": "Neder Rijn"}
"""CAMP.i1, CAMP.i2, CAMP.i3: the rivers beyond which supplied ground units earn a division."""
ENTRY = "A0107"


def due_turn(position: Position, unit: Unit) -> int | None:
    """21.0a, 21.0c, CAMP.i1: Return the first turn in which a unit in a box may enter, or None."""
    box = position.number(unit.place)
    if box in EARNED:
        since = position.state.tracks.get(tracks.EARNED + box)
        return min(since, EARNED[box]) if isinstance(since, int) else EARNED[box]
    if box.startswith("turn-"):
        return int(box.removeprefix("turn-"))
    return FIRST_TURN if box.startswith("air-") else None


def earned(position: Position, box: str) -> bool:
    """CAMP.i1, CAMP.i2, CAMP.i3: Return whether a ground unit is or was supplied over the river."""
    if tracks.EARNED + box in position.state.tracks:
        return True
    ground = position.ground
    for unit in position.own(ALLIED):
        if unit.type.airborne:
            continue
        beyond = (
            unit.place not in ground.south_of_maas
            if RIVERS[box] == "Maas"
            else unit.place in ground.north
        )
        if beyond and supplied(position, unit):
            return True
    return False


def remember_earned(work: Resolution) -> None:
    """CAMP.i1, CAMP.i2, CAMP.i3: Record the turn in which waiting divisions have been earned."""
    position = work.position
    boxes = {position.number(unit.place) for unit in position.off_map(ALLIED)}
    for box in sorted(boxes & EARNED.keys()):
        if tracks.EARNED + box not in position.state.tracks and earned(position, box):
            work.track(tracks.EARNED + box, position.turn)


def is_due(position: Position, unit: Unit) -> bool:
    """3.0.C1, 21.0a, 21.0b, 21.0c, CAMP.g1, CAMP.i1: Return whether a unit may enter now."""
    box = position.number(unit.place)
    if box in EARNED:
        return position.turn >= EARNED[box] or earned(position, box)
    turn = due_turn(position, unit)
    return turn is not None and position.turn >= turn


def by_air(position: Position, unit: Unit) -> bool:
    """21.0b: Return whether a unit in a box arrives by air."""
    return unit.type.airborne and due_turn(position, unit) is not None


def entry_hexes(position: Position, unit: Unit) -> list[int]:
    """21.0d, 21.0f, TOURN.d, CAMP.f, CAMP.g2, CAMP.g3: Return a unit's entry hexes now."""
    ground, kind = position.ground, unit.type
    if unit.side == ALLIED:
        first = [ground.index[ENTRY]]
    elif kind.entries:
        first = [ground.index[n] for n in kind.entries]
    else:
        area = "west" if kind.formation in WEST else "east"
        area = "south-east" if kind.formation in SOUTH_EAST else area
        first = list(ground.board.areas[area].hexes)
    waited = max(0, position.turn - (due_turn(position, unit) or position.turn))
    if not waited:
        return first
    along = 0 if unit.side == ALLIED else SHIFT * waited
    return list(_beside(ground, tuple(first), along))


@lru_cache(maxsize=256)
def _beside(ground: Ground, first: tuple[int, ...], along: int) -> tuple[int, ...]:
    """Return hexes, their neighbours, and edge hexes within a distance ``along``."""
    hexes = set(first).union(*(ground.ring[i] for i in first))
    if along:
        hexes.update(j for j in ground.edge for i in first if ground.distance(i, j) <= along)
    return tuple(sorted(hexes))


def any_entry_verdicts(position: Position, unit: Unit) -> Iterator[Verdict]:
    """3.0.C1, 21.0a, 21.0b: Yield the verdicts against entering, whatever the hex."""
    if position.phase != MOVEMENT:
        yield verdict("21.0b", "phase", units=[unit.id])
    if not is_due(position, unit):
        yield verdict("21.0a", "too_soon", units=[unit.id])


def entry_verdicts(position: Position, unit: Unit, hex_: int) -> Iterator[Verdict]:
    """21.0b, 21.0c, 21.0d: Yield the verdicts against entering in a hex."""
    number = position.number(hex_)
    yield from any_entry_verdicts(position, unit)
    if hex_ not in entry_hexes(position, unit):
        yield verdict("21.0b", "elsewhere", units=[unit.id], hexes=[number], hex=number)
    if hex_ in position.hostile_hexes(unit.side):
        yield verdict("21.0d", "occupied", hexes=[number], hex=number)
    yield from stacking_verdicts(position, [unit], hex_)
    if costs_level(position, unit):
        words = {"formation": unit.type.formation, "river": RIVERS[position.number(unit.place)]}
        yield verdict("CAMP.v2", "costs_level", words, level="info", units=[unit.id])


def costs_level(position: Position, unit: Unit) -> bool:
    """CAMP.v2: Return whether a unit in a box would be the first of an early division to enter."""
    box = position.number(unit.place)
    if box not in EARNED or earned(position, box):
        return False
    return tracks.BOUGHT + unit.type.formation not in position.state.tracks


def enter(work: Resolution, unit: Unit, hex_: int) -> None:
    """21.0b, CAMP.v2: Enter a unit; an early division costs one victory level."""
    if costs_level(work.position, unit):
        work.track(tracks.BOUGHT + unit.type.formation, 1)
        work.track(tracks.LEVELS, work.position.track(tracks.LEVELS) + 1)
    work.put(unit.id, work.setting.places.name(hex_))
    work.control(hex_, unit.side)


def setup_verdicts(
    position: Position, units: Sequence[Unit], path: Sequence[int]
) -> Iterator[Verdict]:
    """INTRO.b, INTRO.d, CAMP.c: Yield the verdicts against a free set-up of Allied units."""
    names, number = [u.id for u in units], position.number(path[-1])
    yield from any_setup_verdicts(position, units)
    if position.number(path[0]).startswith(READY) and path[-1] not in position.ground.setup:
        yield verdict("INTRO.d", "area", units=names, hexes=[number], hex=number)
    yield from stacking_verdicts(position, units, path[-1])


def any_setup_verdicts(position: Position, units: Sequence[Unit]) -> Iterator[Verdict]:
    """INTRO.b, CAMP.c: Yield the verdicts against setting up units, whatever the hex."""
    names = [u.id for u in units]
    late = position.turn != FIRST_TURN or position.phase not in ("initial", MOVEMENT)
    if late or any(k.startswith(tracks.ENTERED) for k in position.state.tracks):
        yield verdict("INTRO.b", "too_late", units=names)
    if not position.number(units[0].place).startswith(READY):
        yield verdict("INTRO.b", "no_setup", units=names)


def waiting(position: Position, side: str) -> list[Unit]:
    """Return a side's units that may enter or set up now, sorted by id."""
    mine = position.off_map(side)
    boxes = {u.place: u for u in mine}.values()  # units of one box are due together
    open_ = {u.place for u in boxes if is_due(position, u) or to_set_up(position, u)}
    return [u for u in mine if u.place in open_]


def to_set_up(position: Position, unit: Unit) -> bool:
    """INTRO.d: Return whether a unit waits to be set up."""
    return position.number(unit.place).startswith(READY)


def has_room(position: Position, unit: Unit, hex_: int) -> bool:
    """21.0d: Return whether an entry hex has no enemy and a unit fits in it."""
    return hex_ not in position.hostile_hexes(unit.side) and fits(position, [unit], hex_)
