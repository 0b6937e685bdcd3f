"""Chapter 4: movement points, terrain costs (T.TEC), rivers, bridges and ferries."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import ClassVar

from engine.board.board import BEYOND
from engine.core.memo import memoized
from engine.core.verdicts import Verdict
from engine.games.marketgarden import tracks
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.rules.ch04_arrivals import EXIT_COST, entry_hexes, exits
from engine.games.marketgarden.rules.ch04_stacking import stacking
from engine.games.marketgarden.rules.ch04_zone_duties import (
    BREAK_CONTACT,
    breaks_contact,
    must_stop,
)
from engine.games.marketgarden.rules.ch10_bridges import bridge_stands, ferry_runs
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import (
    EDGES,
    FIRST_TURN,
    GERMAN,
    HALF,
    exit_box,
    verdict,
)
from engine.rules.base.clauses import Objection
from engine.rules.base.movement import Arrived, cheapest_paths, highest_cost, least_bad
from engine.rules.base.movement import Mover as BaseMover
from engine.rules.house import allowed
from engine.rules.registry import RuleMessages

AIRBORNE_ON_17 = 3 * HALF
"""4.0g: the movement factor of Allied airborne units on day 17, in half points."""


# -- costs ----------------------------------------------------------------------------------------


def armour_barred_by_river(unit: Unit) -> bool:
    """4.0h, T.TEC.5: Return whether a unit crosses rivers only by bridge or ferry."""
    return unit.type.armoured


def armour_barred_by_marsh(position: Position, unit: Unit, hex_: int) -> bool:
    """4.0i, T.TEC.6: Return whether a unit cannot enter a hex: armour a marsh."""
    return position.ground.terrain[hex_] == "marsh" and unit.type.armoured


def hex_cost(position: Position, unit: Unit, hex_: int, by_road: bool) -> int | None:
    """4.0a, 8.0a, T.TEC, T.TEC.1, T.TEC.2, T.TEC.3, T.TEC.4, T.TEC.6, T.TEC.7: Return a hex's cost.

    In half points, by terrain (or road) and movement class; None if the unit may not enter.
    """
    if armour_barred_by_marsh(position, unit, hex_):
        return None
    terrain = position.ground.terrain[hex_]
    row = position.charts.terrain["road" if by_road else terrain]
    return row.halves(unit.type.motorised)


def crossing_cost(position: Position, unit: Unit, i: int, j: int) -> int | None:
    """T.TEC.5, T.TEC.8, 10.2a: Return the cost of a river; 0 over a bridge, None if barred.

    Ferries serve German units only, armour included.
    """
    if (i, j) not in position.ground.rivers or bridge_stands(position, i, j):
        return 0
    chart = position.charts.terrain
    if unit.side == GERMAN and ferry_runs(position, i, j):
        return chart["ferry"].halves(unit.type.motorised)
    if armour_barred_by_river(unit):
        return None
    return chart["river"].halves(unit.type.motorised)


def by_road(position: Position, i: int, j: int) -> bool:
    """T.TEC.3: Return whether a road joins two hexes; over a river it needs an intact bridge."""
    ground = position.ground
    if (i, j) not in ground.roads:
        return False
    return (i, j) not in ground.rivers or bridge_stands(position, i, j)


def step_cost(position: Position, unit: Unit, i: int, j: int) -> int | None:
    """4.0a, 4.0j: Return the cost of a step in half points; None if terrain forbids it.

    A river's cost is added to the hex's, or replaces it (reading ``river_cost``).
    """
    price = hex_cost(position, unit, j, by_road(position, i, j))
    river = crossing_cost(position, unit, i, j)
    if price is None or river is None:
        return None
    if river and position.reading("river_cost") == "replaces":
        return river
    return price + river


Costs = dict[tuple[int, int], int | None]
UNKNOWN = -1
"""Stands for a cost that was not computed yet."""


def _known_costs(position: Position, kinds: Sequence[Unit]) -> Costs:
    """Return the cached costs of steps for some kinds of units moving together.

    The cache key includes the states of bridges and ferries.
    """
    classes = frozenset((u.type.motorised, u.type.armoured) for u in kinds)
    key = (_crossings(position), kinds[0].side, classes)
    return position.ground.costs.get(key, dict)


@memoized
def _crossings(position: Position) -> tuple[frozenset[str], frozenset[str], str]:
    """Return the crossings that are down, the ferries that run, and the reading of their cost."""
    ground = position.ground
    down = frozenset(name for name in ground.crossings if position.is_down(name))
    ferries = (f.hexside for f in ground.ferries.values() if ferry_runs(position, *f.ends))
    return down, frozenset(ferries), position.reading("river_cost")


def allowance(position: Position, unit: Unit) -> int:
    """4.0b, 4.0d, 4.0g: Return a unit's half points for a movement phase.

    At most 3 movement points for Allied airborne units on day 17.
    """
    if unit.type.paratroops and position.turn == FIRST_TURN:
        return min(unit.allowance, AIRBORNE_ON_17)
    return unit.allowance


def left(position: Position, units: Sequence[Unit]) -> int:
    """4.0b, 4.0c, 4.0e, 4.0f: Return the half points left to units moving together.

    The unit with the least left limits the stack.
    """
    return min(allowance(position, u) - position.track(tracks.MOVED + u.id) for u in units)


# -- moving units ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mover(BaseMover[Position, Unit]):
    """A stack that moves together."""

    messages: ClassVar[RuleMessages] = verdict

    @property
    def entering(self) -> bool:
        """Whether the stack enters the map across an edge."""
        return not self.position.places.is_hex(self.start)

    @cached_property
    def entries(self) -> frozenset[int]:
        """The edge hexes where all units may enter."""
        return frozenset.intersection(*(entry_hexes(self.position, u) for u in self.units))

    @cached_property
    def left(self) -> int:
        """The half points left."""
        return left(self.position, self.units)

    @cached_property
    def stopped(self) -> bool:
        """Whether a unit has already entered an enemy zone in this phase."""
        return any(must_stop(self.position, u) for u in self.units)

    def cost(self, i: int, j: int) -> int | None:
        """4.0f, 4.1.2c, 4.2.1a: Return the cost of a step: the highest of the units'.

        Entering from a box costs the first hex, leaving the map EXIT_COST.
        """
        i = self.start if i == BEYOND else i
        price = self._steps.get((i, j), UNKNOWN)
        if price == UNKNOWN:
            price = self._cost(i, j)
        if price is None or not breaks_contact(self.zone, i):
            return price
        return price + BREAK_CONTACT

    def _cost(self, i: int, j: int) -> int | None:
        """4.0f: Return the cost of a step without breaking contact; kept for steps to hexes."""
        is_hex = self.position.places.is_hex
        if not is_hex(j):
            return EXIT_COST
        if is_hex(i):
            price = highest_cost(step_cost(self.position, u, i, j) for u in self.kinds)
        else:
            price = highest_cost(hex_cost(self.position, u, j, False) for u in self.kinds)
        self._steps[i, j] = price
        return price

    @cached_property
    def _steps(self) -> Costs:
        return _known_costs(self.position, self.kinds)

    @cached_property
    def kinds(self) -> tuple[Unit, ...]:
        """One unit for each combination of movement class and armour."""
        return tuple({(u.type.motorised, u.type.armoured): u for u in self.units}.values())

    def verdict(self, objection: Objection) -> Verdict:
        """Return an objection as a verdict, with the box for leaving the map."""
        number = self.position.number
        return objection.verdict(verdict, number, self.names, box=number(objection.place))

    @property
    def source(self) -> int:
        """The node of the board's graph where the move starts."""
        return BEYOND if self.entering else self.start

    @cached_property
    def watched(self) -> frozenset[int]:
        """The enemy's hexes and zone, and the edges; units that must stop are in the zone."""
        return self.zone.union(self.enemy_stacks, (BEYOND,))

    @property
    def far_steps(self) -> dict[int, dict[int, int]]:
        """The known steps away from enemies, by the classes of the units."""
        ways: dict[int, dict[int, int]]
        ways = self.position.setting.latest(("far", *self.step_basis[0]), (self._steps,), dict)
        return ways

    @property
    def step_basis(self) -> tuple[tuple[Hashable, ...], tuple[object, ...]]:
        """The classes of the units, the edge hexes where they enter, and the costs of steps."""
        classes = tuple((u.type.motorised, u.type.armoured) for u in self.kinds)
        return (classes, self.entries if self.entering else None), (self._steps,)

    @property
    def search_basis(self) -> tuple[tuple[Hashable, ...], tuple[object, ...]]:
        """The basis of the steps, the reading of zone to zone, and whether the units must stop."""
        values, tables = self.step_basis
        return (self.position.reading("zoc_to_zoc"), self.stopped, *values), tables

    def step_objections(self, i: int, j: int, *, first: bool) -> Iterator[Objection]:
        """4.0h, 4.0i, 4.1.2b, 4.1.2c, 4.1.2h, 4.2.1a, 4.2.2c: Yield objections to a step."""
        position, zone = self.position, self.zone
        is_hex = position.places.is_hex
        if not first and i in zone:
            yield Objection("4.1.2b", "stops", i)
        if first and self.stopped:
            yield Objection("4.1.2b", "stopped", self.start)
        if not is_hex(j):
            yield from _leaving(self, i, j)
            return
        if i == BEYOND or not is_hex(i):
            if j not in self.entries:
                yield Objection("4.2.1a", "edge", j)
        elif first and i in zone and j in zone and position.reading("zoc_to_zoc") == "forbidden":
            yield Objection("4.1.2c", "zone_to_zone", j, i)
        if j in self.enemy_stacks:
            yield Objection("4.1.2h", "enemy", j)
        if self.price(i, j) is None:
            for unit in self.kinds:
                if armour_barred_by_marsh(position, unit, j):
                    yield Objection("4.0i", "marsh", j, units=(unit.id,))
                if is_hex(i) and crossing_cost(position, unit, i, j) is None:
                    yield Objection("4.0h", "river", j, i, units=(unit.id,))


def reach(mover: Mover) -> dict[int, Arrived]:
    """4.0a, 4.0b, 4.1.2b, 4.2.1a, 4.2.1b, 4.2.2c: Return the cheapest path to each place in reach.

    Places are hexes and, for Germans, the boxes beyond the edges. Enemy hexes are closed; an enemy
    zone ends the move.
    """
    position, zone, start = mover.position, mover.zone, mover.start
    budget = mover.budget("4.0b", mover.left)
    costs, paths = cheapest_paths(mover, position.ground.graph, mover.source, budget)
    entering, unit = mover.entering, mover.units[0]
    reached: dict[int, Arrived] = {}
    for j, cost in costs.items():
        path = (start, *paths[j][1:])
        if j not in (start, BEYOND) and allowed(mover.house, stacking(position, mover.units, j)):
            reached[j] = Arrived(cost, path, "ezoc" if j in zone else None)
        for edge in () if entering else exits(position, unit, j):
            box = position.places.index(exit_box(edge))
            if mover.closed(j, box, first=j == start):
                break  # so are the boxes of the other edges
            price = mover.price(j, box)
            assert price is not None
            total, known = cost + price, reached.get(box)
            if total <= budget and (known is None or total < known.cost):
                reached[box] = Arrived(total, (*path, box), None)
    return reached


# -- verdicts on a path ---------------------------------------------------------------------------


def path_verdicts(mover: Mover, path: Sequence[int]) -> Iterator[Verdict]:
    """4.0a, 4.0b, 4.1.1a: Yield the verdicts against moving along a path."""
    position, is_hex = mover.position, mover.position.places.is_hex
    spent, barred = 0, False
    for n, (i, j) in enumerate(pairwise(path)):
        if is_hex(i) and is_hex(j) and j not in position.ground.ring[i]:
            yield mover.verdict(Objection("4.0a", "gap", j, i))
            barred = True
            continue
        yield from mover.step_verdicts(i, j, first=n == 0)
        price = mover.price(i, j)
        if price is None:
            barred = True
        else:
            spent += price
    if not barred and spent > mover.left:
        far, left_ = Objection("4.0b", "too_far", path[-1]), max(0, mover.left) / HALF
        yield far.verdict(verdict, position.number, mover.names, cost=spent / HALF, left=left_)
    if is_hex(path[-1]):
        yield from stacking(position, mover.units, path[-1])


def _leaving(mover: Mover, hex_: int, box: int) -> Iterator[Objection]:
    """4.2.2a, 4.2.2c: Yield objections to leaving the map; only Germans may, across their edge."""
    position = mover.position
    name = position.number(box)
    if not position.places.is_hex(hex_) or name not in map(exit_box, EDGES):
        yield Objection("4.2.2c", "no_exit", box)
    elif mover.side != GERMAN:
        yield Objection("4.2.2a", "allied", hex_)
    elif name not in map(exit_box, exits(position, mover.units[0], hex_)):
        yield Objection("4.2.2c", "not_there", hex_)


def best_path(mover: Mover, target: int) -> tuple[int, ...] | None:
    """Return the path with the fewest objections to a hex; None if there is no path."""
    path = least_bad(mover, mover.position.ground.graph, mover.source, target)
    return path and tuple(mover.start if i == BEYOND else i for i in path)
