"""Chapter 5.2: advance after combat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.marketgarden.combat import CombatRecord
from engine.games.marketgarden.move_effects import go
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.resolution import FIGHT, Resolution
from engine.games.marketgarden.rules.ch04_movement import crossing_cost, hex_cost
from engine.games.marketgarden.rules.ch04_stacking import room_for
from engine.games.marketgarden.rules.ch04_zone_hexes import zone
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import ARMOURED, ARTILLERY, enemy_of, say
from engine.rules.base.decisions import NONE, Args, Choice, Handler, spelt

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


def can_enter(position: Position, unit: Unit, i: int, j: int) -> bool:
    """4.0h, 4.0i, 4.1.2h: may a unit go from hex to hex in an advance?"""
    return j not in position.stacks[enemy_of(unit.side)] and passable(position, unit, i, j)


def passable(position: Position, unit: Unit, i: int, j: int) -> bool:
    """4.0h, 4.0i: does the ground let a unit go from hex to hex?"""
    dry = crossing_cost(position, unit, i, j) is not None
    return dry and hex_cost(position, unit, j, False) is not None


def advances(position: Position, unit: Unit, vacated: int) -> dict[int, tuple[int, ...]]:
    """5.2a, 5.2b, 5.2c, 5.2e, 4.1.2b: where a unit may advance to, with the way.

    Its full distance or less; an enemy zone ends the advance.
    """
    found: dict[int, tuple[int, ...]] = {}
    if not may_advance(unit) or not passable(position, unit, unit.place, vacated):
        return found
    enemies = position.stacks[enemy_of(unit.side)].keys() - {vacated}
    closed, most = zone(position.ground, enemies), beyond(position, unit)
    in_all = most == 1
    layer: list[tuple[int, ...]] = [(unit.place, vacated)]
    for step in range(most + 1):
        for path in layer:
            if room_for(position, [unit], path[-1]):
                found.setdefault(path[-1], path)
        if step == most:
            break
        layer = [
            (*path, j)
            for path in layer
            if path[-1] not in closed
            for j in position.ground.ring[path[-1]]
            if j not in path
            and can_enter(position, unit, path[-1], j)
            # The long advance: the last two of the hexes that are counted.
            and (not (in_all or step == 1) or long_advance(position, path[-1], j))
        ]
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
        """Why a unit may not advance."""
        unit = position.units.get(words[0]) if words else None
        if unit is not None and not may_advance(unit):
            yield say("5.2d", "never", units=[unit.id])
        elif unit is not None and len(words) > 2 and not is_fast(unit):
            yield say("5.2c", "one_hex", units=[unit.id])
        elif unit is not None and len(words) > 2:
            yield say("5.2e", "too_far", units=[unit.id], hexes=[words[-1]])
