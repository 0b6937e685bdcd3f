"""Chapter 14: advance after combat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.normandy44.combat import LIMITED, CombatRecord
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import FIGHT, Resolution
from engine.games.normandy44.rules.ch07_stacking import room_for, stacking
from engine.games.normandy44.rules.ch08_zoc import zone_of
from engine.games.normandy44.rules.ch12_results import survivors, target_of
from engine.games.normandy44.rules.ch13_retreat import walked
from engine.games.normandy44.rules.ch15_reserve import may_be_placed, reserve_room
from engine.games.normandy44.rules.ch17_special_units import is_released, may_leave_hex
from engine.games.normandy44.rules.ch22_special_rules import leash_of, too_far_over
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import (
    RESERVE,
    SCATTERED,
    SUPPORTING,
    enemy_of,
    verdict,
)
from engine.rules.base.clauses import Objection
from engine.rules.base.decisions import NONE, Args, Choice, Handler, option_id
from engine.search.retreat import chains

FULL = 2
"""14.1c: hexes of an advance; a limited one enters only the vacated hex (14.1d)."""
PUT_BY = "reserve"


def may_advance(unit: Unit) -> bool:
    """14.1b, 17.2c, 17.3g, 10.7b, 20.2.3a: supporting, immobile and scattered units stay."""
    able = unit.type.kind not in SUPPORTING and unit.values.movement > 0
    return able and SCATTERED not in unit.status


def step_objections(
    position: Position, unit: Unit, path: Sequence[int], j: int, vacated: int
) -> Iterator[Objection]:
    """8.4, 8.5.2c, 13.5b, 14.2, 14.3a, 14.3c, 14.4.2, 14.4.3b, 14.4.3c, 14.4.4, 17.6b, 22.1.2a,
    26.1b: yield objections to a step.

    Any unit of the enemy holds its hex, also one that retreated there before.
    """
    ground, i, first = position.ground, path[-1], len(path) == 1
    into_vacated = j == vacated
    road = ground.road(i, j) is not None
    if j in position.stacks[enemy_of(unit.side)]:
        yield Objection("9.1c", "advance", j)
    if (i, j) in ground.blocked or (ground.terrain[j] == "marsh" and not road):
        yield Objection("14.4.2", "advance", j)
    if position.enemy_bonds(unit.side).closes(i, j) and not (first and into_vacated):
        yield Objection("14.3c", "advance", j)
    if closed := too_far_over(position, unit, j, moving=False):
        yield Objection(closed, "boundary", j)
    if not may_leave_hex(position, unit, j):
        yield Objection("17.6b", "perimeter", j)
    if not road:
        flood = (i, j) in ground.flooded and (i, j) not in ground.causeways
        if unit.type.mechanised and (flood or "flooded" in (ground.terrain[i], ground.terrain[j])):
            yield Objection("14.4.3c", "advance", j)
        if ground.wet(i, j) and not first:
            yield Objection("14.4.4" if (i, j) in ground.major else "14.4.3b", "advance", j)
    if first and not into_vacated and _same_enemy(position, unit, i, j):
        yield Objection("14.3a", "advance", j)
    if not first:
        for rule in _stop_rules(position, unit, path, j, vacated):
            yield Objection(rule, "advance", j)


def _stop_rules(
    position: Position, unit: Unit, path: Sequence[int], j: int, vacated: int
) -> Iterator[str]:
    """14.3b, 14.4.1, 14.4.3a: yield the rules that end an advance in its current hex."""
    ground, before, i = position.ground, path[-2], path[-1]
    if i != vacated and i in position.enemy_zone(unit.side):
        yield "14.3b"
    out = ground.road(i, j) is not None
    entered = ground.road(before, i) is not None
    if ground.terrain[i] == "bocage" and not (out and (i == vacated or entered)):
        yield "14.4.1"
    if ground.terrain[i] == "flooded" and not (out and entered):
        yield "14.4.3a"


def _same_enemy(position: Position, unit: Unit, i: int, j: int) -> bool:
    """14.3a: return whether a step leads from an enemy unit's zone into the same unit's zone."""
    enemies = position.stacks[enemy_of(unit.side)]
    near = [k for k in position.ground.ring[i] if k in enemies and k in position.ground.ring[j]]
    for k in near:
        zone = zone_of(position.ground, {k: enemies[k]})
        if i in zone and j in zone:
            return True
    return False


def advances(
    position: Position, unit: Unit, vacated: int, limit: int = FULL, *, limited: bool = False
) -> dict[int, tuple[int, ...]]:
    """14.1a, 14.1c, 14.1d, 14.2: return the hexes a unit may advance to, with the paths.

    In a limited advance, and for landed units, that is the vacated hex.
    """
    limited = limited or position.has_landed(unit)
    paths: dict[int, tuple[int, ...]] = {}
    if not may_advance(unit):
        return paths
    for route in routes(position, unit, vacated, limit, limited):
        if room_for(position, [unit], route[-1]):
            known = paths.get(route[-1])
            if known is None or (len(known) == len(route) and vacated in route[1:-1]):
                paths[route[-1]] = route
    return paths


def routes(
    position: Position, unit: Unit, vacated: int, limit: int, limited: bool
) -> Sequence[tuple[int, ...]]:
    """14.1c, 14.1d: return the open paths of an advance, kept while no enemy moves."""
    ground = position.ground

    def is_open(path: tuple[int, ...], j: int) -> bool:
        if limited and j != vacated:
            return False
        return not any(step_objections(position, unit, path, j, vacated))

    bounds = leash_of(position, unit), is_released(position, unit)
    zone, bonds = position.enemy_zone(unit.side), position.enemy_bonds(unit.side)
    found: Sequence[tuple[int, ...]] = position.setting.latest(
        ("advance", unit.id, vacated, limit, limited, *bounds),
        (unit, position.stacks[enemy_of(unit.side)], zone, bonds),
        lambda: chains(ground.graph, unit.place, limit, is_open, ground.ring),
    )
    return found


def to_advance(position: Position, record: CombatRecord) -> list[Unit]:
    """14.1b, 10.7b: return the attackers, and units stacked with them, that may still advance."""
    names = [*record.attackers, *record.followers]
    return [u for u in survivors(position, names) if u.id not in record.advanced]


def options(position: Position) -> Iterator[Choice]:
    """14.1a, 14.2, 15.1c: yield every unit with every hex it may go to, or with reserve."""
    record = FIGHT.of(position)
    if record is None:
        return
    vacated = target_of(position, record)
    limited = record.stages[0].kind == LIMITED
    for unit in to_advance(position, record):
        for path in advances(position, unit, vacated, limited=limited).values():
            yield Choice(option_id(position, unit.id, path), (unit.id,), path)
        able = may_be_placed(unit) and not position.has_landed(unit)
        if record.reserve and able and reserve_room(position, unit):
            yield Choice(f"{PUT_BY} {unit.id}", (unit.id,), word=PUT_BY)


class Advance(Handler[Position, Resolution]):
    """14.1a, 14.2, 15.1c: the winner advances his units or places them in reserve, one by one."""

    kind = "advance"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return the options, and none."""
        found = [*options(position)]
        return [*found, Choice(NONE, word=NONE)] if found else []

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Advance the unit; the others may follow."""
        record = FIGHT.current(work)
        if choice.id == NONE:
            work.combat = record.done()
            return
        work.combat = record.after(advanced=(*record.advanced, *choice.units))
        if choice.word == PUT_BY:
            work.status(choice.units[0], add=[RESERVE])
        else:
            work.move_along(choice.units, choice.path)

    def other(self, position: Position, args: Args, words: Sequence[str]) -> Choice | None:
        """14.2: return another path of a unit to a listed hex."""
        record = FIGHT.of(position)
        if record is None:
            return None
        vacated, limited = target_of(position, record), record.stages[0].kind == LIMITED
        for unit in to_advance(position, record):
            if words[:1] != [unit.id] or not may_advance(unit):
                continue
            for route in routes(
                position, unit, vacated, FULL, limited or position.has_landed(unit)
            ):
                named = option_id(position, unit.id, route) == " ".join(words)
                if named and room_for(position, [unit], route[-1]):
                    return Choice(" ".join(words), (unit.id,), route)
        return None

    def anyway(self, position: Position, args: Args, words: Sequence[str]) -> Choice | None:
        """Return any path of a unit that may advance, hex by hex."""
        record = FIGHT.of(position)
        return None if record is None else walked(position, to_advance(position, record), words)

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterable[Verdict]:
        """Yield why a unit may not advance."""
        unit = position.units.get(words[0]) if words else None
        record = FIGHT.of(position)
        if unit is None or record is None:
            return
        if not may_advance(unit):
            yield verdict("14.1b", "never", units=[unit.id])
            return
        path, vacated = [unit.place], target_of(position, record)
        for word in words[1:]:
            j = position.ground.index.get(word)
            if j is None or j not in position.ground.ring[path[-1]]:
                return
            for objection in step_objections(position, unit, path, j, vacated):
                yield objection.verdict(verdict, position.number, [unit.id])
            path.append(j)
        limited = record.stages[0].kind == LIMITED or position.has_landed(unit)
        if limited and path[1:] != [vacated]:
            yield verdict("14.1d", "advance", units=[unit.id], hexes=[words[-1]])
        elif len(path) - 1 > FULL:
            yield verdict("14.1a", "too_far", units=[unit.id], hexes=[words[-1]])
        yield from stacking(position, [unit], path[-1])
