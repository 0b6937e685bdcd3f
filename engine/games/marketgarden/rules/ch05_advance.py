"""Chapter 5.2: advance after combat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.marketgarden.combat import CombatRecord
from engine.games.marketgarden.move_effects import go
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.resolution import FIGHT, Resolution
from engine.games.marketgarden.rules.ch04_movement import crossing_cost, hex_cost
from engine.games.marketgarden.rules.ch04_stacking import room_for, stacking
from engine.games.marketgarden.rules.ch04_zone_hexes import zone
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import ARMOURED, ARTILLERY, enemy_of, say
from engine.rules.base.clauses import Objection
from engine.rules.base.decisions import NONE, Args, Choice, Handler, spelt
from engine.rules.base.named import places_in
from engine.search.retreat import chains

FIRST = frozenset({"open"})
SECOND = frozenset({"open", "city"})
"""5.2e: the terrain of the first hex of a long advance, and of the second."""


def may_advance(unit: Unit) -> bool:
    """5.2c, 5.2d: artillery and anti-tank artillery never advance."""
    return unit.type.kind not in ARTILLERY and unit.type.kind != "antitank"


def is_fast(unit: Unit) -> bool:
    """5.2b: armoured and motorised infantry units may go on from the vacated hex."""
    return unit.type.kind in ARMOURED or unit.type.kind == "mechanised_infantry"


def beyond(position: Position, unit: Unit) -> int:
    """5.2b, 5.2c: the hexes a unit may go beyond the vacated one.

    Two for armour and motorised infantry, or one by the reading ``motorised_advance``.
    """
    if not is_fast(unit):
        return 0
    return 2 if position.reading("motorised_advance") == "two_beyond" else 1


def long_advance(position: Position, first: int, second: int) -> bool:
    """5.2e: the first hex is open, the second open or city, and no river lies between them."""
    terrain = position.ground.terrain
    dry = (first, second) not in position.ground.rivers
    return terrain[first] in FIRST and terrain[second] in SECOND and dry


def step_objections(
    position: Position, unit: Unit, path: Sequence[int], j: int, vacated: int
) -> Iterator[Objection]:
    """4.0h, 4.0i, 4.1.2b, 4.1.2h, 5.2a, 5.2b, 5.2c, 5.2e: all against a further step."""
    i, first, most = path[-1], len(path) == 1, beyond(position, unit)
    enemies = position.stacks[enemy_of(unit.side)]
    if crossing_cost(position, unit, i, j) is None:
        yield Objection("4.0h", "river", j, i)
    if hex_cost(position, unit, j, False) is None:
        yield Objection("4.0i", "marsh", j)
    if j in enemies:
        yield Objection("4.1.2h", "enemy", j)
    if first:
        if j != vacated:
            yield Objection("5.2a", "vacated", j)
        return
    # The long advance: the last two of the hexes that are counted.
    last_two = most == 1 or len(path) > 2
    if not is_fast(unit):
        yield Objection("5.2c", "one_hex", j)
    elif len(path) > most + 1 or (last_two and not long_advance(position, i, j)):
        yield Objection("5.2e", "too_far", j)
    if i in zone_but_of(position, unit.side, vacated):
        yield Objection("4.1.2b", "stops", i)


def zone_but_of(position: Position, side: str, vacated: int) -> frozenset[int]:
    """4.1.2a: the enemy's zone but for what stood in the vacated hex."""
    key = "zone but of", side, vacated
    if key not in position.memo:
        enemies = position.stacks[enemy_of(side)].keys() - {vacated}
        position.memo[key] = zone(position.ground, enemies)
    found: frozenset[int] = position.memo[key]
    return found


def advances(position: Position, unit: Unit, vacated: int) -> dict[int, tuple[int, ...]]:
    """5.2a, 5.2b, 5.2c, 5.2e, 4.1.2b: where a unit may advance to, with the way.

    Its full distance or less; an enemy zone ends the advance.
    """
    found: dict[int, tuple[int, ...]] = {}
    if not may_advance(unit):
        return found
    ground, longest = position.ground, 1 + beyond(position, unit)

    def is_open(path: tuple[int, ...], j: int) -> bool:
        rules = step_objections(position, unit, path, j, vacated)
        return all(j == vacated and objection.why == "enemy" for objection in rules)

    for path in chains(ground.graph, unit.place, longest, is_open, ground.ring):
        if room_for(position, [unit], path[-1]):
            found.setdefault(path[-1], path)
    return found


def to_advance(position: Position, record: CombatRecord) -> list[Unit]:
    """5.2a: the attackers that may still advance: they won, and the hex is empty of enemies."""
    target = position.ground.index[record.target]
    if target in position.stacks[enemy_of(record.side)]:
        return []
    units = position.units
    return [units[n] for n in record.attackers if n in units and n not in record.advanced]


class Advance(Handler[Position, Resolution]):
    """5.2a: the winner advances as many of his attackers as he wants, one after the other."""

    kind = "advance"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Every unit with every hex it may go to; or none."""
        record = FIGHT.of(position)
        if record is None:
            return []
        found = list(self._all(position, record))
        return [*found, Choice(NONE)] if found else []

    def _all(self, position: Position, record: CombatRecord) -> Iterator[Choice]:
        vacated = position.ground.index[record.target]
        for unit in to_advance(position, record):
            for path in advances(position, unit, vacated).values():
                yield Choice(spelt(position, unit.id, path), (unit.id,), path)

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """The unit advances; the others may follow."""
        record = work.combat
        assert record is not None
        if choice.id == NONE:
            work.combat = record.done()
            return
        work.combat = record.after(advanced=(*record.advanced, *choice.units))
        go(work, choice.units, choice.path)

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterable[Verdict]:
        """Why a unit may not advance: all that is against its way, and against the unit."""
        unit, record = position.units.get(words[0]) if words else None, FIGHT.of(position)
        if unit is None or record is None:
            return
        if not may_advance(unit):
            yield say("5.2d", "never", units=[unit.id])
        vacated, path = position.ground.index[record.target], [unit.place]
        for j in places_in(position, words[1:]):
            if not position.places.is_hex(j) or j not in position.ground.ring[path[-1]]:
                yield Objection("5.2e", "too_far", j).verdict(say, position.number, [unit.id])
                return
            for objection in step_objections(position, unit, path, j, vacated):
                yield objection.verdict(say, position.number, [unit.id])
            path.append(j)
        if len(path) > 1:
            yield from stacking(position, [unit], path[-1])
