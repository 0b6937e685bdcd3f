"""Chapter 5.2: advance after combat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.core.memo import memoized
from engine.core.verdicts import Verdict
from engine.games.marketgarden.combat import CombatRecord
from engine.games.marketgarden.move_effects import go
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.resolution import FIGHT, Resolution
from engine.games.marketgarden.rules.ch04_movement import armour_barred_by_marsh, crossing_cost
from engine.games.marketgarden.rules.ch04_stacking import room_for, stacking
from engine.games.marketgarden.rules.ch04_zone_hexes import zone
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import ARMOURED, enemy_of, verdict
from engine.rules.base.clauses import Objection
from engine.rules.base.decisions import NONE, Args, Choice, Handler, option_id
from engine.rules.base.named import places_in
from engine.search.retreat import chains

FIRST = frozenset({"open"})
SECOND = frozenset({"open", "city"})
"""5.2e: the terrain of the first hex of a long advance, and of the second."""


LONGEST = 3
"""5.2b: the vacated hex and two more."""

STAYS = frozenset({"artillery", "antitank"})
"""5.2d: ordinary and anti-tank artillery; mechanised artillery may enter the vacated hex."""


def may_advance(unit: Unit) -> bool:
    """5.2c, 5.2d: Return whether a unit may advance: not ordinary or anti-tank artillery."""
    return unit.type.kind not in STAYS


def is_fast(unit: Unit) -> bool:
    """5.2b: Return whether a unit may advance beyond the vacated hex."""
    return unit.type.kind in ARMOURED or unit.type.kind == "mechanised_infantry"


def beyond(position: Position, unit: Unit) -> int:
    """5.2b, 5.2c: Return how many hexes a unit may advance beyond the vacated one.

    Two for armour and motorised infantry, or one by the reading ``motorised_advance``.
    """
    if not is_fast(unit):
        return 0
    return 2 if position.reading("motorised_advance") == "two_beyond" else 1


def long_advance(position: Position, first: int, second: int) -> bool:
    """5.2e: Return whether a long advance is possible: open, then open or city, no river."""
    terrain = position.ground.terrain
    dry = (first, second) not in position.ground.rivers
    return terrain[first] in FIRST and terrain[second] in SECOND and dry


def step_objections(
    position: Position, unit: Unit, path: Sequence[int], j: int, vacated: int
) -> Iterator[Objection]:
    """4.0h, 4.0i, 4.1.2b, 4.1.2h, 5.2a, 5.2b, 5.2c, 5.2e: Yield objections to a further step."""
    i, first, limit = path[-1], len(path) == 1, beyond(position, unit)
    enemies = position.stacks[enemy_of(unit.side)]
    if crossing_cost(position, unit, i, j) is None:
        yield Objection("4.0h", "river", j, i)
    if armour_barred_by_marsh(position, unit, j):
        yield Objection("4.0i", "marsh", j)
    if j in enemies:
        yield Objection("4.1.2h", "enemy", j)
    if first:
        if j != vacated:
            yield Objection("5.2a", "vacated", j)
        return
    # 5.2e applies to the last two hexes of a long advance.
    last_two = limit == 1 or len(path) > 2
    if not is_fast(unit):
        yield Objection("5.2c", "one_hex", j)
    elif len(path) > limit + 1 or (last_two and not long_advance(position, i, j)):
        yield Objection("5.2e", "too_far", j)
    if i in zone_without(position, unit.side, vacated):
        yield Objection("4.1.2b", "stops", i)


@memoized
def zone_without(position: Position, side: str, vacated: int) -> frozenset[int]:
    """4.1.2a: Return the enemy zone without the units in the vacated hex."""
    return zone(position.ground, position.stacks[enemy_of(side)].keys() - {vacated})


def advances(position: Position, unit: Unit, vacated: int) -> dict[int, tuple[int, ...]]:
    """5.2a, 5.2b, 5.2c, 5.2e, 4.1.2b: Return the hexes a unit may advance to, with their paths.

    An enemy zone ends the advance.
    """
    by_end: dict[int, tuple[int, ...]] = {}
    if not may_advance(unit):
        return by_end
    ground = position.ground

    def is_open(path: tuple[int, ...], j: int) -> bool:
        rules = step_objections(position, unit, path, j, vacated)
        return all(j == vacated and objection.why == "enemy" for objection in rules)

    for path in chains(ground.graph, unit.place, LONGEST, is_open, ground.ring):
        if room_for(position, [unit], path[-1]):
            by_end.setdefault(path[-1], path)
    return by_end


def to_advance(position: Position, record: CombatRecord) -> list[Unit]:
    """5.2a: Return the attackers that may still advance; none if enemies are in the hex."""
    target = position.ground.index[record.target]
    if target in position.stacks[enemy_of(record.side)]:
        return []
    units = position.units
    return [units[n] for n in record.attackers if n in units and n not in record.advanced]


class Advance(Handler[Position, Resolution]):
    """5.2a: The winner's choice of attackers to advance, one by one."""

    kind = "advance"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Offer every advance of every unit, or none."""
        record = FIGHT.of(position)
        if record is None:
            return []
        options = list(self._all(position, record))
        return [*options, Choice(NONE)] if options else []

    def offered(self, position: Position, record: CombatRecord) -> bool:
        """Return whether a unit can advance."""
        return next(self._all(position, record), None) is not None

    def _all(self, position: Position, record: CombatRecord) -> Iterator[Choice]:
        vacated = position.ground.index[record.target]
        for unit in to_advance(position, record):
            for path in advances(position, unit, vacated).values():
                yield Choice(option_id(position, unit.id, path), (unit.id,), path)

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Advance the unit; the others may follow."""
        record = FIGHT.current(work)
        if choice.id == NONE:
            work.combat = record.done()
            return
        work.combat = record.after(advanced=(*record.advanced, *choice.units))
        go(work, choice.units, choice.path)

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterable[Verdict]:
        """Yield the verdicts against an advance: against its path and the unit."""
        unit, record = position.units.get(words[0]) if words else None, FIGHT.of(position)
        if unit is None or record is None:
            return
        if not may_advance(unit):
            yield verdict("5.2d", "never", units=[unit.id])
        vacated, path = position.ground.index[record.target], [unit.place]
        for j in places_in(position, words[1:]):
            if not position.places.is_hex(j) or j not in position.ground.ring[path[-1]]:
                yield Objection("5.2e", "too_far", j).verdict(verdict, position.number, [unit.id])
                return
            for objection in step_objections(position, unit, path, j, vacated):
                yield objection.verdict(verdict, position.number, [unit.id])
            path.append(j)
        yield from stacking(position, [unit], path[-1])
