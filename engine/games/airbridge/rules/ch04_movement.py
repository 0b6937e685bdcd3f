"""Chapter 4: movement, mechanised movement, overrun; roads of 7.1."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import ClassVar

from engine.core.verdicts import Verdict
from engine.games.airbridge import tracks
from engine.games.airbridge.charts import COSTS, HIGHWAY_COST, ROAD_COST
from engine.games.airbridge.ground import BLOWN, Pair
from engine.games.airbridge.position import Position
from engine.games.airbridge.rules.ch04_limits import scenario_verdicts
from engine.games.airbridge.rules.ch05_stacking import LIMIT, fits, points, stacking_verdicts
from engine.games.airbridge.rules.ch06_zones import ignores_zones, zone_of
from engine.games.airbridge.rules.ch07_drop_zones import zone_value
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import (
    FINAL_FIRE,
    FIRST_FIRE,
    GERMAN,
    HALF,
    MECHANISED,
    enemy_of,
    verdict,
)
from engine.rules.base.clauses import Objection
from engine.rules.base.movement import Arrived, cheapest_paths, highest_cost
from engine.rules.base.movement import Mover as BaseMover
from engine.rules.house import allowed
from engine.rules.registry import RuleMessages

EXTRA = 1 * HALF
"""4.2e: the cost of an overrun in addition to terrain, in half points."""
STRONG, WEAK = 7, 5
"""4.2c, 4.2d: the odds to one that an overrun needs, and those against weak defenders."""
FAST = 6
"""Units with this many movement points pay motorised costs (T.TEC, reconstructed)."""
OVERRUN_TERRAIN = ("clear", "mixed")


def motorised(unit: Unit) -> bool:
    """Return whether a unit pays the motorised cost of the highway."""
    return unit.type.cm or unit.type.movement >= FAST


def step_cost(position: Position, unit: Unit, i: int, j: int) -> int | None:
    """4.0d, 7.0a, 7.1a, 7.1e, 7.2a, 7.2i, 17.1b: Return a step's half points; None over water."""
    if not position.dry(i, j):
        return None
    ground = position.ground
    cost = COSTS[str(ground.terrain[j])]
    if (i, j) in ground.roads:
        cost = ROAD_COST
        muddy = position.muddy() and (i, j) in ground.muddy_links
        if (i, j) in ground.highway_links and not muddy and motorised(unit):
            cost = HIGHWAY_COST
    if position.state.tracks.get(tracks.REPAIRED + ground.side_name(i, j)):
        cost += HALF
    return cost


def prices_of(position: Position, sample: Unit) -> dict[Pair, int | None]:
    """7.0a, 7.1a: Return the costs of all steps for units of like costs, cached by bridges."""
    ground, fast = position.ground, motorised(sample)
    key = ("prices", fast)
    if key not in position.memo:
        state = position.state
        blown = frozenset(n for n in ground.by_side if state.hexsides.get(n) == BLOWN)
        mended = frozenset(name for name in state.tracks if name.startswith(tracks.REPAIRED))
        position.memo[key] = ground.prices.get(
            (fast, position.muddy(), blown, mended),
            lambda: {
                (i, j): step_cost(position, sample, i, j)
                for i, six in enumerate(ground.ring)
                for j in six
            },
        )
    prices: dict[Pair, int | None] = position.memo[key]
    return prices


def allowance(unit: Unit) -> int:
    """4.0a, 4.0b, 16.0b: Return a unit's half points per phase.

    Out of supply it has half of its movement points, rounded down to whole ones.
    """
    points_ = unit.type.movement // 2 if unit.unsupplied else unit.type.movement
    return points_ * HALF


def left(position: Position, units: Sequence[Unit]) -> int:
    """4.0c, 4.0g: Return the half points left to units moving together."""
    return min(allowance(u) - position.track(tracks.MOVED + u.id) for u in units)


def overrun_strength(position: Position, units: Sequence[Unit]) -> int:
    """4.2b, 4.2g: Return the attack strength of C/M units neither fatigued nor unsupplied.

    Self-propelled artillery adds 0, or by the reading "bombardment" its bombardment value.
    """
    able = [u for u in units if u.type.cm or u.type.self_propelled]
    able = [u for u in able if not u.fatigued and not u.unsupplied]
    strength = sum(u.face.attack for u in able)
    if position.reading("sp_overrun") == "bombardment":
        strength += sum(u.face.bombardment for u in able if u.type.self_propelled)
    return strength


def overrun_odds(position: Position, units: Sequence[Unit], hex_: int) -> tuple[int, int, int]:
    """4.2c, 4.2d, 4.2h, 7.3c: Return attack, defence, odds needed: 7, or 5 with a weak defender.

    A DZ defends together with the units in its hex.
    """
    side = units[0].side
    enemies = position.stacks[enemy_of(side)].get(hex_, [])
    defense = sum(u.face.defense for u in enemies) + zone_value(position, side, hex_)
    weak = any(u.fatigued or u.unsupplied for u in enemies)
    return overrun_strength(position, units), defense, WEAK if weak else STRONG


def overrun_objections(position: Position, units: Sequence[Unit], hex_: int) -> Iterator[Objection]:
    """4.0i, 4.2a, 4.2b, 4.2c, 4.2d, 4.2g, 16.0e: Yield objections to an overrun."""
    objections: list[Objection] = []
    if position.ground.terrain[hex_] not in OVERRUN_TERRAIN:
        objections.append(Objection("4.2a", "terrain", hex_))
    for unit in units:
        if not unit.type.cm and not unit.type.self_propelled:
            objections.append(Objection("4.2b", "not_cm", hex_, units=(unit.id,)))
        if unit.fatigued or unit.unsupplied:
            objections.append(Objection("4.2g", "weak", hex_, units=(unit.id,)))
    attack, defense, needed = overrun_odds(position, units, hex_)
    if not objections and (defense * needed > attack or attack <= 0):
        objections.append(Objection("4.2c" if needed == STRONG else "4.2d", "odds", hex_))
    if objections:
        yield Objection("4.0i", "enemy", hex_)
        yield from objections


@dataclass(frozen=True)
class Mover(BaseMover[Position, Unit]):
    """A stack that moves together."""

    messages: ClassVar[RuleMessages] = verdict

    @cached_property
    def left(self) -> int:
        """The half points left."""
        return left(self.position, self.units)

    @cached_property
    def fresh(self) -> bool:
        """Whether no unit has moved in this phase."""
        tracks_ = self.position.state.tracks
        return all(tracks.ENTERED + u.id not in tracks_ for u in self.units)

    @cached_property
    def zone(self) -> frozenset[int]:
        """6.0c, 6.0e: the hexes where the stack must stop."""
        if all(ignores_zones(self.position, u) for u in self.units):
            return frozenset()
        return self.position.enemy_zone(self.side)

    @cached_property
    def stopped(self) -> bool:
        """6.0c: whether the stack has entered an enemy zone in this phase."""
        return not self.fresh and self.start in self.zone

    def cannot_overrun(self, hex_: int) -> bool:
        """4.2, 6.0c: Return whether an enemy zone prevents the stack from overrunning a hex.

        The zone of the overrun units does not count, except by the reading "stop".
        """
        if not self.stopped:
            return False
        if self.position.reading("overrun_zoc") == "stop":
            return True
        ring, enemies = self.position.ground.ring[self.start], self.enemy_stacks
        others = (e for e in ring if e in enemies and e != hex_)
        return self.start in zone_of(self.position, others)

    @cached_property
    def hostile_hexes(self) -> frozenset[int]:
        """4.0i: the hexes with an enemy or, for Germans, a DZ."""
        return self.position.hostile_hexes(self.side)

    def hostile(self, hex_: int) -> bool:
        """4.0i: Return whether a hex contains an enemy or, for Germans, a DZ."""
        return hex_ in self.hostile_hexes

    @cached_property
    def in_mud(self) -> bool:
        """4.1b: whether this is mechanised movement after bad weather."""
        return self.position.phase == MECHANISED and self.position.muddy()

    def barred(self, i: int, j: int) -> bool:
        """4.1b: Return whether mud bars a step of mechanised movement: from or into polder.

        By the reading "pass", units may not start in polder but may drive through.
        """
        if not self.in_mud:
            return False
        polder = self.position.ground.polder
        if i not in polder and j not in polder:
            return False
        if self.position.reading("mud") == "pass":
            return i in polder and i == self.start
        return True

    def cost(self, i: int, j: int) -> int | None:
        """4.0g, 4.2e: Return the highest of the units' costs, with the overrun surcharge.

        A house rule that sets the mud aside leaves the ordinary costs.
        """
        if self.in_mud and self.barred(i, j) and not self.sets_aside("4.1b"):
            return None
        price = highest_cost(table.get((i, j)) for table in self._tables)
        return price + EXTRA if price is not None and self.hostile(j) else price

    @property
    def far_steps(self) -> dict[int, dict[int, int]]:
        """The known steps away from enemies by the classes of the units, if no mud bars a step."""
        if self.in_mud:
            return {}
        ways: dict[int, dict[int, int]]
        ways = self.position.setting.latest(("far", self.step_basis[0]), self._tables, dict)
        return ways

    @cached_property
    def _tables(self) -> tuple[dict[Pair, int | None], ...]:
        """The costs of all steps, for each class of the units."""
        kinds = {motorised(unit): unit for unit in self.units}
        return tuple(prices_of(self.position, unit) for unit in kinds.values())

    @cached_property
    def watched(self) -> frozenset[int] | None:
        """The hexes of enemies and their zone; None for units that must stop."""
        return None if self.stopped else self.zone | self.hostile_hexes

    @property
    def step_basis(self) -> tuple[tuple[Hashable, ...], tuple[object, ...]]:
        """Classes of units, mud, drop zones and its reading, and the costs of the steps."""
        zones = frozenset(self.position.drop_zones) if self.side == GERMAN else None
        classes = frozenset(map(motorised, self.units))
        return (classes, self.in_mud, zones, self.position.reading("mud")), self._tables

    @property
    def search_basis(self) -> tuple[tuple[Hashable, ...], tuple[object, ...]]:
        """The basis of the steps, and the units if the first step may be an overrun."""
        values, tables = self.step_basis
        position = self.position
        may_overrun = any(map(self.hostile, position.ground.ring[self.start]))
        overrun = self.units if may_overrun else ()
        names = tuple(u.id for u in overrun)
        return (names, position.reading("sp_overrun"), *values), (*tables, *overrun)

    def step_objections(self, i: int, j: int, *, first: bool) -> Iterator[Objection]:
        """4.0i, 4.1b, 4.2a, 4.2f, 6.0c, 7.2a: Yield objections to a step."""
        hostile = self.hostile(j)
        if first:
            if self.cannot_overrun(j) if hostile else self.stopped:
                yield Objection("6.0c", "stopped", i)
        else:
            if i in self.zone:
                yield Objection("6.0c", "stops", i)
            if hostile or self.hostile(i):
                yield Objection("4.2f", "next_to_it", j if hostile else i)
        muddy = self.barred(i, j)
        if muddy:
            yield Objection("4.1b", "mud", j, i)
        if self.price(i, j) is None and not (muddy and not self.sets_aside("4.1b")):
            yield Objection("7.2a", "water", j, i)
        if hostile:
            yield from overrun_objections(self.position, self.units, j)

    def verdict(self, objection: Objection) -> Verdict:
        """Return an objection as a verdict, with the odds where they are the reason."""
        if objection.why != "odds":
            return super().verdict(objection)
        attack, defense, needed = overrun_odds(self.position, self.units, objection.place)
        number = self.position.number
        return objection.verdict(
            verdict, number, self.names, attack=attack, defense=defense, needed=needed
        )

    @cached_property
    def one_hex(self) -> bool:
        """4.0f: whether the stack may move one hex at any cost."""
        if min(u.type.movement for u in self.units) <= 0:
            return False
        return self.fresh and self.position.reading("minimum_move") == "always"

    def room(self, hex_: int) -> bool:
        """5.0b: Return whether the stack fits in a hex; overrun enemies do not count."""
        if self.hostile(hex_):
            return points(self.units) <= LIMIT
        return fits(self.position, self.units, hex_)


def reach(mover: Mover) -> dict[int, Arrived]:
    """3.0.J2, 4.0d, 4.0e, 4.0f, 6.0c: Return the cheapest path to each hex in reach.

    Leaves out hexes that would be overstacked: allowed until the phase ends (5.0c), but units
    would then be eliminated.
    """
    start, reached = mover.start, dict[int, Arrived]()
    if cannot_move(mover) or not allowed(mover.house, mover_verdicts(mover)):
        return reached
    limit = mover.budget("4.0a", max(mover.left, 0))
    costs, paths = cheapest_paths(mover, mover.position.ground.graph, start, limit)
    for j, cost in costs.items():
        if j != start and mover.room(j):
            stop = "ezoc" if j in mover.zone else None
            reached[j] = Arrived(cost, tuple(paths[j]), "overrun" if mover.hostile(j) else stop)
    for j in mover.position.ground.ring[start] if mover.one_hex else ():
        if j in reached or mover.hostile(j) or mover.closed(start, j, first=True):
            continue
        if mover.room(j):
            reached[j] = Arrived(mover.cost(start, j) or 0, (start, j), "minimum")
    return reached


def cannot_move(mover: Mover) -> bool:
    """4.0c, 4.1a, 6.0c: return whether nothing is in reach, without house rules.

    The stack is none of the mechanised phase, has spent its points, or had to stop with no enemy to
    overrun beside it.
    """
    if mover.house:
        return False
    position = mover.position
    if position.phase == MECHANISED and not all(u.type.cm for u in mover.units):
        return True
    if mover.left <= 0:
        return not mover.one_hex
    return mover.stopped and not any(map(mover.hostile, position.ground.ring[mover.start]))


def mover_verdicts(mover: Mover) -> Iterator[Verdict]:
    """4.1a, 9.4c, CAMP.d, TOURN.c: Yield verdicts against any move of a stack."""
    position, units = mover.position, mover.units
    for unit in units:
        yield from scenario_verdicts(position, unit)
    yield from mechanised_verdicts(position, units)
    yield from fire_verdicts(position, units)


def mechanised_verdicts(position: Position, units: Sequence[Unit]) -> Iterator[Verdict]:
    """4.0h, 4.1a, 14.0h, 16.0i: Yield the verdicts against moving in the mechanised phase."""
    if position.phase != MECHANISED:
        return
    for unit in units:
        if not unit.type.cm:
            yield verdict("4.1a", "not_cm", units=[unit.id])
        if unit.fatigued:
            yield verdict("14.0h", "fatigued", units=[unit.id])
        if unit.unsupplied:
            yield verdict("16.0i", "unsupplied", units=[unit.id])
        in_zone = unit.place in position.enemy_zone(unit.side)
        began = tracks.ENTERED + unit.id not in position.state.tracks
        if in_zone and began and not ignores_zones(position, unit):
            yield verdict("4.1a", "zone", units=[unit.id])


def fire_verdicts(position: Position, units: Sequence[Unit]) -> Iterator[Verdict]:
    """9.4a, 9.4c, 9.4f: Yield verdicts against artillery that has used its actions (1 or 2)."""
    for unit in units:
        if not unit.type.artillery:
            continue
        if (FINAL_FIRE in unit.status or (unit.unsupplied and FIRST_FIRE in unit.status)) and (
            tracks.ENTERED + unit.id not in position.state.tracks
        ):
            yield verdict("9.4c", "no_move", units=[unit.id])


def path_verdicts(mover: Mover, path: Sequence[int]) -> Iterator[Verdict]:
    """4.0a, 4.0d, 4.0f, 5.0c: Yield the verdicts against moving along a path."""
    position = mover.position
    yield from mover_verdicts(mover)
    spent: int | None = 0
    for n, (i, j) in enumerate(pairwise(path)):
        if j not in position.ground.ring[i]:
            yield mover.verdict(Objection("4.0d", "gap", j, i))
            return
        yield from mover.step_verdicts(i, j, first=n == 0)
        price = mover.cost(i, j)
        spent = None if spent is None or price is None else spent + price
    end = path[-1]
    only = len(path) == 2 and mover.one_hex and not mover.hostile(end)
    if spent is not None and spent > mover.left and not only:
        left_ = max(0, mover.left) / HALF
        far = Objection("4.0a", "too_far", end)
        yield far.verdict(verdict, position.number, mover.names, cost=spent / HALF, left=left_)
    if not mover.hostile(end):
        yield from stacking_verdicts(position, mover.units, end, "warn")
