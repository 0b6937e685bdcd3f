"""Chapter 4: movement points, terrain costs (T.TEC), rivers, bridges and ferries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import networkx as nx

from engine.board.board import BEYOND
from engine.core.verdicts import Verdict
from engine.games.marketgarden import tracks
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.rules.ch04_arrivals import EXIT_COST, entry_hexes, exits
from engine.games.marketgarden.rules.ch04_stacking import room_for, stacking
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
    enemy_of,
    exit_box,
    say,
)
from engine.rules.base.movement import Arrived, dearest
from engine.rules.base.movement import Mover as BaseMover

AIRBORNE_ON_17 = 3 * HALF
"""4.0g: the movement factor of Allied airborne units on turn 17, in half points."""


# -- what a step costs ----------------------------------------------------------------------------


def armour_barred_by_river(unit: Unit) -> bool:
    """4.0h, T.TEC.5: armoured units cross rivers only by bridge or ferry."""
    return unit.type.armoured


def armour_barred_by_marsh(unit: Unit) -> bool:
    """4.0i, T.TEC.6: armoured units cannot enter marsh hexes."""
    return unit.type.armoured


def hex_cost(position: Position, unit: Unit, hex_: int, by_road: bool) -> int | None:
    """4.0a, 8.0a, T.TEC, T.TEC.1, T.TEC.2, T.TEC.3, T.TEC.4, T.TEC.6, T.TEC.7: the cost of a hex.

    By the terrain and the movement class, in half points; along a road only the road counts. None
    where the unit may not enter.
    """
    terrain = position.ground.terrain[hex_]
    if terrain == "marsh" and armour_barred_by_marsh(unit):
        return None
    row = position.charts.terrain["road" if by_road else terrain]
    return row.halves(unit.type.motorised)


def crossing_cost(position: Position, unit: Unit, i: int, j: int) -> int | None:
    """T.TEC.5, T.TEC.8, 10.2a: what a river costs; 0 over a standing bridge, None where barred.

    A ferry costs any German unit one point, armour included.
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
    """T.TEC.3: does a road lead from hex to hex? It ends at a river without a standing bridge."""
    ground = position.ground
    if (i, j) not in ground.roads:
        return False
    return (i, j) not in ground.rivers or bridge_stands(position, i, j)


def step_cost(position: Position, unit: Unit, i: int, j: int) -> int | None:
    """4.0a, 4.0j: the cost of a step in half points, None where terrain forbids it.

    The river's points are added to the hex beyond it, or stand for it (reading ``river_cost``).
    """
    price = hex_cost(position, unit, j, by_road(position, i, j))
    river = crossing_cost(position, unit, i, j)
    if price is None or river is None:
        return None
    if river and position.reading("river_cost") == "replaces":
        return river
    return price + river


Costs = dict[tuple[int, int], int | None]


def _known_costs(position: Position, kinds: Sequence[Unit]) -> Costs:
    """The costs of steps worked out already for some kinds of units that move together.

    They hold as long as bridges and ferries are what they are.
    """
    if "ways" not in position.memo:
        ground = position.ground
        down = frozenset(name for name in ground.crossings if position.is_down(name))
        held = frozenset(
            f.hexside for f in ground.ferries.values() if not ferry_runs(position, *f.ends)
        )
        position.memo["ways"] = (down, held, position.reading("river_cost"))
    classes = frozenset((u.type.motorised, u.type.armoured) for u in kinds)
    key = (position.memo["ways"], kinds[0].side, classes)
    return position.ground.costs.get(key, dict)


def allowance(position: Position, unit: Unit) -> int:
    """4.0b, 4.0d, 4.0g: the half points of a unit in a movement phase.

    The factor of its counter, none saved from before; 3 for Allied airborne units on turn 17.
    """
    if unit.type.paratroops and position.turn == FIRST_TURN:
        return min(unit.allowance, AIRBORNE_ON_17)
    return unit.allowance


def left(position: Position, units: Sequence[Unit]) -> int:
    """4.0b, 4.0c, 4.0e, 4.0f: the half points that units have left to move together.

    Allowances are not added and not lent: the one that has least left decides. A move may be
    broken off and taken up again.
    """
    return min(allowance(position, u) - position.track(tracks.MOVED + u.id) for u in units)


# -- who moves ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mover(BaseMover[Position, Unit]):
    """Units of one hex that move together in a position."""

    @property
    def entering(self) -> bool:
        """Do they come onto the map over an edge?"""
        return not self.position.places.is_hex(self.start)

    @cached_property
    def entries(self) -> frozenset[int]:
        """The edge hexes by which all of them may come in."""
        return frozenset.intersection(*(entry_hexes(self.position, u) for u in self.units))

    @cached_property
    def left(self) -> int:
        """Half points they have left."""
        return left(self.position, self.units)

    @cached_property
    def stopped(self) -> bool:
        """Has one of them come to an enemy zone in this phase already?"""
        return any(must_stop(self.position, u) for u in self.units)

    def cost(self, i: int, j: int) -> int | None:
        """4.0f, 4.1.2c, 4.2.1a: the cost of a step together: the dearest of the units'.

        From a box a unit pays for the first hex, off the map it pays for open ground.
        """
        is_hex = self.position.places.is_hex
        if not is_hex(i):
            price = dearest(hex_cost(self.position, unit, j, False) for unit in self.kinds)
        else:
            price = self.step(i, j) if is_hex(j) else EXIT_COST
        if price is None or not breaks_contact(self.position, self.units, i):
            return price
        return price + BREAK_CONTACT

    def step(self, i: int, j: int) -> int | None:
        """4.0f: the cost of a step from hex to hex, without what breaking contact costs."""
        known = self._steps
        if (i, j) not in known:
            known[i, j] = dearest(step_cost(self.position, u, i, j) for u in self.kinds)
        return known[i, j]

    @cached_property
    def _steps(self) -> Costs:
        return _known_costs(self.position, self.kinds)

    @cached_property
    def kinds(self) -> tuple[Unit, ...]:
        """One unit for each way of paying: class and armour."""
        return tuple({(u.type.motorised, u.type.armoured): u for u in self.units}.values())


def reach(mover: Mover) -> dict[int, Arrived]:
    """4.0a, 4.0b, 4.1.2b, 4.2.1a, 4.2.1b, 4.2.2c: where units may end a move, by the cheapest way.

    Hexes, and for Germans the boxes beyond the edges. A search over the board's graph: enemy hexes
    are closed, an enemy zone ends the move.
    """
    position, zone, start = mover.position, mover.zone, mover.start
    if mover.stopped or mover.left <= 0:
        return {}
    closed = position.stacks[enemy_of(mover.side)]
    leaving = start in zone and position.reading("zoc_to_zoc") == "forbidden"

    def weight(i: int, j: int, _: object) -> int | None:
        if j in closed or (i == BEYOND and j not in mover.entries):
            return None
        if i not in (start, BEYOND):
            return None if i in zone else mover.step(i, j)
        return None if leaving and j in zone else mover.cost(start, j)

    graph, source = position.ground.graph, BEYOND if mover.entering else start
    costs: dict[int, int]
    paths: dict[int, list[int]]
    costs, paths = nx.single_source_dijkstra(  # type: ignore[assignment]
        graph, source, cutoff=mover.left, weight=weight
    )
    found: dict[int, Arrived] = {}
    for j, cost in costs.items():
        path = tuple(start if i == BEYOND else i for i in paths[j])
        if j not in (start, BEYOND) and room_for(position, mover.units, j):
            found[j] = Arrived(cost, path, "zoc" if j in zone else None)
        if j == BEYOND or mover.entering or (j in zone and j != start):
            continue
        for edge in exits(position, mover.units[0], j):
            box = position.places.index(exit_box(edge))
            total = cost + (mover.cost(j, box) or 0)
            if total <= mover.left and total < getattr(found.get(box), "cost", total + 1):
                found[box] = Arrived(total, (*path, box), None)
    return found


# -- what the rules say of a path -----------------------------------------------------------------


def path_verdicts(mover: Mover, path: Sequence[int]) -> Iterator[Verdict]:
    """4.0a, 4.0b, 4.1.1a, 4.1.2b, 4.1.2h: everything against moving along a path of hexes."""
    position = mover.position
    if mover.stopped:
        yield say("4.1.2b", "stopped", units=mover.names, hexes=[_number(position, path[0])])
    spent, barred = 0, False
    for n, (i, j) in enumerate(pairwise(path)):
        yield from step_verdicts(mover, i, j, first=n == 0)
        price = mover.cost(i, j)
        if price is None:
            barred = True
        else:
            spent += price
    if not barred and spent > mover.left:
        yield say(
            "4.0b",
            "too_far",
            units=mover.names,
            hexes=[_number(position, path[-1])],
            cost=spent / HALF,
            left=max(0, mover.left) / HALF,
        )
    if position.places.is_hex(path[-1]):
        yield from stacking(position, mover.units, path[-1])


def step_verdicts(mover: Mover, i: int, j: int, *, first: bool) -> Iterator[Verdict]:
    """4.0h, 4.0i, 4.1.2b, 4.1.2c, 4.1.2h: everything against a step from hex to hex."""
    position, ground = mover.position, mover.position.ground
    is_hex = position.places.is_hex
    here, there = _number(position, i), _number(position, j)
    if not is_hex(j):
        yield from _leaving(mover, i, there)
        if not first and i in mover.zone:
            yield say("4.1.2b", "stops", hexes=[here], units=mover.names, hex=here)
        return
    if not is_hex(i):
        yield from _entering(mover, j)
    elif j not in ground.ring[i]:
        yield say("4.0a", "gap", hexes=[here, there], here=here, there=there)
        return
    zone = mover.zone
    if j in position.stacks[enemy_of(mover.side)]:
        yield say("4.1.2h", "enemy", hexes=[there], hex=there)
    if not first and i in zone:
        yield say("4.1.2b", "stops", hexes=[here], units=mover.names, hex=here)
    if first and i in zone and j in zone and position.reading("zoc_to_zoc") == "forbidden":
        yield say("4.1.2c", "zone_to_zone", hexes=[here, there], units=mover.names)
    for unit in mover.kinds:
        if ground.terrain[j] == "marsh" and armour_barred_by_marsh(unit):
            yield say("4.0i", "marsh", hexes=[there], units=[unit.id], hex=there)
        if is_hex(i) and crossing_cost(position, unit, i, j) is None:
            yield say("4.0h", "river", hexes=[here, there], units=[unit.id], here=here, there=there)


def _entering(mover: Mover, hex_: int) -> Iterator[Verdict]:
    """4.2.1a, 4.2.1d, 4.2.1e: units come in by hexes of their edge only."""
    if hex_ not in mover.entries:
        number = _number(mover.position, hex_)
        yield say("4.2.1a", "edge", units=mover.names, hexes=[number], hex=number)


def _leaving(mover: Mover, hex_: int, box: str) -> Iterator[Verdict]:
    """4.2.2a, 4.2.2c: only Germans leave the map, over the edge they stand on."""
    if not mover.position.places.is_hex(hex_) or box not in map(exit_box, EDGES):
        yield say("4.2.2c", "no_exit", units=mover.names, box=box)
        return
    number = _number(mover.position, hex_)
    if mover.side != GERMAN:
        yield say("4.2.2a", "allied", units=mover.names, hexes=[number])
    elif box not in map(exit_box, exits(mover.position, mover.units[0], hex_)):
        yield say("4.2.2c", "not_there", units=mover.names, hexes=[number], hex=number)


def _number(position: Position, place: int) -> str:
    return position.number(place)


def best_path(mover: Mover, target: int) -> tuple[int, ...] | None:
    """The cheapest way to a hex whatever zones and points say; None where no land leads there."""
    position, start = mover.position, mover.start
    closed = position.stacks[enemy_of(mover.side)]

    def weight(i: int, j: int, _: object) -> int | None:
        if i == BEYOND:
            if j not in mover.entries:
                return None
            i = start
        price = mover.cost(i, j)
        wrong = (i != start and i in mover.zone) + (j in closed)
        return (BARRED if price is None else price) + DEAR * wrong

    graph, source = position.ground.graph, BEYOND if mover.entering else start
    if target not in graph or source not in graph:
        return None
    try:
        found = nx.dijkstra_path(graph, source, target, weight=weight)
    except nx.NetworkXNoPath:
        return None
    return tuple(start if i == BEYOND else i for i in found)


BARRED, DEAR = 10_000, 1_000
"""What a way costs that terrain bars, or that zones and enemies do: more than any way round."""
