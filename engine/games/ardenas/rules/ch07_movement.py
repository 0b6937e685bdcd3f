"""Chapter 7: movement in hexes, displacement, the road bonus, stacks, rivers and zones.

One generator yields the objections to a step: reach leaves out the steps with objections, and the
judge formats them. Terrain costs are not stated: every hex costs one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise, product

import networkx as nx

from engine.board.board import BEYOND
from engine.core.verdicts import Verdict
from engine.games.ardenas import tracks
from engine.games.ardenas.groupings import Grouping
from engine.games.ardenas.position import Position
from engine.games.ardenas.rules.ch07_stacking import room_for, stacking_verdicts
from engine.games.ardenas.rules.ch08_bases import flight_home
from engine.games.ardenas.rules.ch08_combat import unable
from engine.games.ardenas.rules.ch08_flak import flak_hexes
from engine.games.ardenas.rules.ch12_supply import halted
from engine.games.ardenas.rules.ch14_weather import half, has_fog, has_storm
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import (
    ACTED,
    AIR,
    BOMBED,
    DEPLOYED,
    DROPPED,
    FORMED,
    FROZEN,
    GROUND,
    enemy_of,
    verdict,
)
from engine.rules.base.clauses import Objection
from engine.rules.base.movement import Arrived
from engine.rules.base.movement import Mover as BaseMover

NORMAL, DISPLACEMENT = "normal", "displacement"
ROAD_BONUS = {NORMAL: 2, DISPLACEMENT: 4}
"""7.0k: hexes more for a move that follows roads from its first hex to its last."""
PENALTY = 2
"""8.2d: hexes lost by a unit that crosses a river without a bridge."""
NEARBY = 3
"""The cost of the moves that are searched first, for lists."""


@dataclass(frozen=True)
class Mover(BaseMover[Position, Unit]):
    """Units of one hex that move together, with their movement or their displacement factor."""

    mode: str = NORMAL
    halted: bool = False
    """Whether zones end the move although the reading lets it go on."""

    @cached_property
    def layer(self) -> str:
        """Whether they move on the ground or in the air."""
        return self.units[0].layer

    @cached_property
    def factor(self) -> int:
        """7.0b, 7.0d, 7.0p, 11.0d: The movement factor of the slowest unit."""
        return min(u.type.movement for u in self.units)

    @cached_property
    def zone(self) -> frozenset[int]:
        """The enemy's zone of the units' layer."""
        return self.position.zone_against(self.side, self.units[0].layer)

    @cached_property
    def enemies(self) -> frozenset[int]:
        """7.0g, 7.0h: The hexes with enemy units or groupings of the same layer."""
        key = enemy_of(self.side), self.units[0].layer
        return self.position.fronts[key] | self.position.layers[key].keys()

    @cached_property
    def watched(self) -> Set[int]:
        """The hexes of enemies, of their zone and, on the ground, of rivers."""
        wet = self.position.ground.wet if self.layer == GROUND else frozenset[int]()
        return self.enemies | self.zone | wet

    @cached_property
    def limits(self) -> tuple[int, int]:
        """7.0j, 7.0k, 14.0a to 14.0c: The most hexes, on the road and off it."""
        position, factor = self.position, self.factor
        on_road = off_road = factor
        fog, storm, air = has_fog(position), has_storm(position), self.layer == AIR
        if fog:
            on_road = off_road = 0 if air else half(position, factor)
        elif storm:
            off_road = half(position, factor)
            on_road = off_road if air else factor
        if self.mode == DISPLACEMENT:
            if fog or (storm and air):
                return 0, 0
            on_road, off_road = 2 * on_road, 2 * off_road
        if not (fog or storm or air):
            on_road += ROAD_BONUS[self.mode]
        return on_road, off_road

    def step_objections(self, i: int, j: int, *, first: bool) -> Iterator[Objection]:
        """7.0g, 7.0h, 7.0j, 7.0m, 8.2d: Yield the objections to a step from hex to hex."""
        if j in self.enemies:
            yield Objection("7.0g" if self.layer == GROUND else "7.0h", "enemy", j, i)
        if not first and i in self.zone and self.stops:
            yield Objection("7.0m", "stops", i)
        if self.mode == DISPLACEMENT and j in self.zone:
            yield Objection("7.0j", "zone", j, i)
        if self.layer == GROUND and self.crosses(i, j, first=first):
            if any(u.type.needs_bridge for u in self.units):
                yield Objection("8.2d", "bridge", j, i)
            elif self.mode == DISPLACEMENT:
                yield Objection("8.2d", "displacement", j, i)

    @cached_property
    def stops(self) -> bool:
        """7.0m: Whether an enemy zone ends a move."""
        stop = self.position.reading("zoc_stop") == "stop"
        return self.halted or stop or self.mode == DISPLACEMENT

    def shirks(self, path: Sequence[int]) -> bool:
        """7.0m: Return whether a move passes an enemy zone and ends where no unit can attack."""
        if self.stops or self.zone.isdisjoint(path[1:-1]):
            return False
        near = self.enemies.intersection(self.position.ground.ring[path[-1]])
        return not near or all(any(unable(self.position, u)) for u in self.units)

    def crosses(self, i: int, j: int, *, first: bool = False) -> bool:
        """7.0i, 8.2a, 8.2b, 8.2d: Return whether a step crosses a river without help.

        A river counts on entering its hex, or by the other reading on leaving it; from a road
        beside it to the other bank it always does.
        """
        ground, leaving = self.position.ground, self._on_leaving
        if (i, j) in ground.across:
            return i not in self.position.bridges and not self._engineer(i)
        river = i if leaving else j
        if river not in ground.rivers or (leaving and first):
            return False
        if ground.beside_river(j if leaving else i, river):
            return False
        return river not in self.position.bridges and not self._engineer(river)

    @cached_property
    def _on_leaving(self) -> bool:
        """8.2d: Whether the units pay for a river on leaving it; vehicles do not even enter."""
        pays = not any(u.type.needs_bridge for u in self.units)
        return pays and self.position.reading("river_entry") == "leaving"

    def _engineer(self, hex_: int) -> bool:
        """8.2j: Return whether an own engineer that built a bridge in a hex is still there."""
        here = self.position.layers[self.side, GROUND].get(hex_, ())
        number, built = self.position.number(hex_), self.position.state.tracks
        return any(built.get(tracks.BRIDGING + u.id) == number for u in here)

    def cost(self, i: int, j: int, *, first: bool = False) -> int:
        """7.0b, 8.2d: Return the hexes that a step counts."""
        on_ground = self.layer == GROUND
        return 1 + (PENALTY if on_ground and self.crosses(i, j, first=first) else 0)

    def follows_road(self, path: Sequence[int]) -> bool:
        """7.0k: Return whether a move follows roads over its whole length."""
        roads = self.position.ground.roads
        return self.layer == GROUND and all(pair in roads for pair in pairwise(path))

    def objections(self) -> Iterator[Objection]:
        """7.0a, 7.0c, 7.0p, 9.0g, 10.0a, 10.0d, 11.0h, 12.0a, 12.0b, 15.1: Yield bars to a move."""
        for unit in self.units:
            if self.layer == AIR and self.position.track(tracks.AIR_STEP):
                yield Objection("15.1", "order", unit.place)
            if tracks.MOVED + unit.id in self.position.state.tracks:
                yield Objection("7.0a", "moved", unit.place)
            fired = self.layer == GROUND and self.position.track(tracks.FIRED + unit.id)
            if fired and self.position.reading("fire_and_move") == "stays":
                yield Objection("7.0c", "fired", unit.place)
            for status, rule in ((DEPLOYED, "10.0a"), (FROZEN, "10.0d"), (FORMED, "11.0h")):
                if status in unit.status:
                    yield Objection(rule, status, unit.place)
            for rule in halted(self.position, unit):
                yield Objection(rule, "no_move", unit.place)
            if self.mode == DISPLACEMENT:
                if DROPPED in unit.status:
                    yield Objection("9.0g", "displacement", unit.place)
                if ACTED in unit.status and unit.type.engineer:
                    yield Objection("8.2j", "displacement", unit.place)
        if self.left_behind:
            yield Objection("7.0p", "left_behind", self.start)
        if self.mode == DISPLACEMENT and max(self.limits) == 0:
            fog = has_fog(self.position)
            yield Objection("14.0c" if fog else "14.0b", "no_displacement", self.start)
        elif max(self.limits) == 0:
            yield Objection("14.0c", "grounded", self.start)

    def strays(self, end: int) -> bool:
        """8.4k: Return whether a bomber that has bombed ends a move no nearer to its base."""
        for unit in self._homeward:
            before = flight_home(self.position, unit, self.start)
            after = flight_home(self.position, unit, end)
            if before is not None and after is not None and after >= before:
                return True
        return False

    @cached_property
    def _homeward(self) -> list[Unit]:
        """8.4k: The bombers that have bombed."""
        return [u for u in self.units if self.layer == AIR and BOMBED in u.status]

    @cached_property
    def left_behind(self) -> tuple[str, ...]:
        """7.0p, 8.4k, 8.4p, 11.0i: The units of the stack or grouping that the move leaves behind.

        Units that have moved already stay. A bomber that has bombed goes home with the escort that
        its owner gives it, or alone (8.4k).
        """
        position, mine = self.position, set(self.names)
        here = position.loose(self.side, self.units[0].layer, self.start)
        bombed = any(BOMBED in u.status for u in here)
        if bombed or position.reading("stack_leaving") == "free":
            here = ()
        moved = position.state.tracks
        stack = [] if mine.isdisjoint(u.id for u in here) else [u.id for u in here]
        left = [n for n in stack if n not in mine and tracks.MOVED + n not in moved]
        for name in self.names:
            grouping = position.grouping_of.get(name)
            if grouping is not None and not may_leave(position, grouping):
                left += [n for n in grouping.movers if n not in mine]
        return tuple(dict.fromkeys(left))


def may_leave(position: Position, grouping: Grouping) -> bool:
    """8.4p, 11.0i: Return whether units leave a grouping as they move: aircraft, by the reading."""
    in_air = grouping.kind == AIR and bool(grouping.units)
    return in_air and position.reading("air_leaving") == "air_phase"


def reach(mover: Mover) -> dict[int, Arrived]:
    """Return the ends of moves and their cost."""
    return dict(_ends(mover, ()))


def arrivals(mover: Mover) -> Iterable[Arrived]:
    """Return the same ends, for lists of a few: those nearby are searched first."""
    position, moved = mover.position, mover.position.state.tracks
    # Neither mode lets these units move; the other objections take longer to find.
    if any(tracks.MOVED + u.id in moved or any(halted(position, u)) for u in mover.units):
        return ()
    if mover.stops:
        return (arrived for _, arrived in _ends(mover, (NEARBY,)))
    return reach(mover).values()


def _ends(mover: Mover, nearby: Sequence[int]) -> Iterator[tuple[int, Arrived]]:
    """7.0b, 7.0e, 7.0k, 7.0l, 7.0m, 11.0d: Yield the ends of moves, and cheaper ways to them later.

    Hexes within the costs ``nearby`` are searched first. Two searches over the board's graph: one
    along roads only, one over all hexes. By the reading that lets moves pass zones, each is made
    for moves that pass none too.
    """
    if next(mover.objections(), None) is not None:
        return
    on_road, off_road = mover.limits
    danger = flak_hexes(mover.position, mover.side) if mover.layer == AIR else frozenset()
    costs: dict[int, int] = {}
    movers = [mover] if mover.stops else [replace(mover, halted=True), mover]
    for way, (limit, road) in product(movers, ((off_road, False), (on_road, True))):
        if road and (on_road <= off_road or mover.layer == AIR):
            continue
        for j, cost, path in _search(way, [*(n for n in nearby if n < limit), limit], road=road):
            better = j not in costs or cost < costs[j]
            if not better or j == mover.start or mover.strays(j) or way.shirks(path):
                continue
            if room_for(mover.position, mover.units, j):
                stop = "ezoc" if j in mover.zone and mover.stops else None
                if stop is None and mover.layer == AIR and j in danger:
                    stop = "flak"
                costs[j] = cost
                yield j, Arrived(cost, tuple(path), stop)


def _search(
    mover: Mover, limits: Sequence[int], *, road: bool
) -> Iterator[tuple[int, int, list[int]]]:
    """Yield hexes with their cost and path, cheapest first: those within the first limit, then the
    next.
    """
    ground, start, watched = mover.position.ground, mover.start, mover.watched

    def weight(i: int, j: int, _: object) -> int | None:
        if i == BEYOND or (road and (i, j) not in ground.roads):
            return None
        if i not in watched and j not in watched:
            return 1
        if next(mover.step_objections(i, j, first=i == start), None) is not None:
            return None
        return mover.cost(i, j, first=i == start)

    costs: dict[int, int]
    paths: dict[int, list[int]]
    done = -1
    for limit in limits:
        costs, paths = nx.single_source_dijkstra(  # type: ignore[assignment]
            ground.graph, start, cutoff=limit, weight=weight
        )
        yield from ((j, cost, paths[j]) for j, cost in costs.items() if cost > done)
        done = limit


def path_verdicts(mover: Mover, path: Sequence[int]) -> Iterator[Verdict]:
    """7.0b, 7.0c, 7.0f, 7.0m, 8.4k: Yield everything against moving along a path of hexes."""
    position, ring = mover.position, mover.position.ground.ring
    spent = 0
    for objection in dict.fromkeys(mover.objections()):
        yield _verdict(mover, objection)
    for n, (i, j) in enumerate(pairwise(path)):
        if j not in ring[i]:
            here, there = position.number(i), position.number(j)
            yield verdict("7.0b", "gap", hexes=[here, there], here=here, there=there)
            return
        for objection in mover.step_objections(i, j, first=n == 0):
            yield _verdict(mover, objection)
        spent += mover.cost(i, j, first=n == 0)
    on_road, off_road = mover.limits
    limit = max(on_road, off_road) if mover.follows_road(path) else off_road
    if spent > limit and max(on_road, off_road) > 0:  # units that cannot move have an objection
        there = position.number(path[-1])
        args: dict[str, str | int] = {"hex": there, "cost": spent, "most": limit}
        slowed = limit < mover.factor
        why = "_fog" if slowed and has_fog(position) else "_storm" if slowed else ""
        yield verdict("7.0b", f"too_far{why}", args, units=mover.names, hexes=[there])
    if mover.strays(path[-1]):
        yield verdict("8.4k", "home", units=mover.names)
    if mover.shirks(path):
        yield verdict("7.0m", "must_fight", units=mover.names)
    yield from stacking_verdicts(position, mover.units, path[-1])


def _verdict(mover: Mover, objection: Objection) -> Verdict:
    here = mover.position.number(objection.place)
    left = mover.left_behind if objection.why == "left_behind" else ()
    return verdict(
        objection.rule, objection.why, units=[*mover.names, *left], hexes=[here], hex=here
    )


def best_path(mover: Mover, target: int) -> tuple[int, ...]:
    """Return the path to a hex to which the rules object least, of those the shortest."""
    ground, start = mover.position.ground, mover.start

    def weight(i: int, j: int, _: object) -> int | None:
        if i == BEYOND:
            return None
        wrong = sum(1 for _ in mover.step_objections(i, j, first=i == start))
        return mover.cost(i, j, first=i == start) + WRONG * wrong

    return tuple(nx.dijkstra_path(ground.graph, start, target, weight=weight))


WRONG = 1000
"""Cost of a broken rule in the search for the best path: more than any detour."""
