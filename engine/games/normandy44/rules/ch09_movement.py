"""Chapter 9: movement points, terrain costs, roads, rivers, floods, modes of movement."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import ClassVar, Literal

from engine.core.modes import house_rules
from engine.core.verdicts import Verdict
from engine.games.normandy44 import tracks
from engine.games.normandy44.position import Position
from engine.games.normandy44.rules.ch07_stacking import fits, stacking
from engine.games.normandy44.rules.ch17_special_units import garrison_limits, may_leave_hex
from engine.games.normandy44.rules.ch22_special_rules import (
    CHERBOURG,
    bounds_of,
    closed_hexes,
    too_far_over,
)
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import (
    ALLIED,
    CLEAR,
    DISRUPTED,
    GERMAN,
    ISOLATED,
    NORMAL,
    OUT_OF_SUPPLY,
    OVERCAST,
    REPLACED,
    RESERVE,
    RESERVE_MOVE,
    RESERVE_MOVEMENT,
    SCATTERED,
    SIXTHS,
    STORM,
    STRATEGIC,
    TACTICAL,
    TRUCK,
    TRUCK_STRATEGIC,
    verdict,
)
from engine.rules.base.clauses import Objection
from engine.rules.base.movement import Arrived, cheapest_paths, highest_cost
from engine.rules.base.movement import Mover as BaseMover
from engine.rules.house import allowed
from engine.rules.registry import RuleMessages
from engine.search.zoc import Bonds

ONE = SIXTHS
HALF, THIRD = SIXTHS // 2, SIXTHS // 3
TACTICAL_HEXES = 2
TRUCK_ALLOWANCE = 5
BICYCLE_ALLOWANCE = 6
CLEAR_LOSS = 2
MARKERS = 3
"""9.8.3a: strategic movement markers of a side."""

ROADBOUND = (STRATEGIC, TRUCK_STRATEGIC)
MARKED = (STRATEGIC, TRUCK, TRUCK_STRATEGIC)
COSTS = {"woods": (ONE, 2 * ONE), "flooded": (2 * ONE, None), "marsh": (None, None)}
"""TEC: sixths of a point on foot and mechanised, where not one point; None: prohibited."""


# -- cost of a step
# ---------------------------------------------------------------------------------


def road_cost(position: Position, side: str, mechanised: bool, road: str) -> int:
    """9.3a, 4.3c, 9.7b: return the cost of a hex along a road.

    A primary road costs mechanised units a third of a point, Germans a half except in storms.
    """
    if road != "primary" or not mechanised:
        return HALF
    if side == GERMAN and position.weather != STORM:
        return HALF
    return THIRD


def step_cost(
    position: Position, side: str, mechanised: bool, i: int, j: int, first: bool
) -> int | None:
    """2.2.1a, 2.2.3, 2.2.4, 9.4.2a, 9.4.2b, 9.5.1a, 9.5.1b, 9.5.2a, 9.5.2b, 9.5.2c, 9.11: return
    the cost of a step in sixths of a point, or None where the terrain forbids it.

    ``first``: the unit begins its move here, and so may cross an unbridged major river or, on foot,
    a flooded side (9.4.1).
    """
    ground = position.ground
    if (i, j) in ground.blocked:
        return None
    road = ground.road(i, j)
    if road is not None:
        return road_cost(position, side, mechanised, road)
    terrain = ground.terrain[j]
    if mechanised and ground.terrain[i] == "flooded":
        return None
    on_foot, by_vehicle = COSTS.get(terrain, (ONE, ONE))
    price = by_vehicle if mechanised else on_foot
    if price is None:
        return None
    if (i, j) in ground.causeways:
        return price
    if (i, j) in ground.flooded:
        return None if mechanised or not first else price + ONE
    if (i, j) in ground.major:
        return price + ONE if first else None
    if (i, j) in ground.minor and mechanised:
        return price + ONE
    return price


def floods_stop(position: Position, i: int, j: int) -> bool:
    """9.5.2b, 9.10a: return whether a flooded hex ends the move; not along a road."""
    return position.ground.terrain[j] == "flooded" and position.ground.road(i, j) is None


def allowance(position: Position, unit: Unit, mode: str = NORMAL) -> int:
    """2.3.1b, 4.3a, 9.7a, 9.8.1a, 9.8.6a, 15.2, 20.4a: return a unit's allowance in sixths.

    Reserve movement is half the allowance, rounded up after the loss in clear weather.
    """
    points = unit.values.movement
    mechanised = unit.type.mechanised
    if mode in (TRUCK, TRUCK_STRATEGIC):
        points, mechanised = TRUCK_ALLOWANCE, True
    if position.turn == 1 and unit.type.formation == "21 Pz Div":
        points = min(points, 3)
    if unit.side == GERMAN and mechanised and position.weather == CLEAR:
        points = max(0, points - CLEAR_LOSS)
    if mode in ROADBOUND:
        points *= 2
    if mode == RESERVE_MOVE:
        points = -(-points // 2)
    return points * SIXTHS


# -- movers ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mover(BaseMover[Position, Unit]):
    """Units of one hex that move together in a position, in a mode of movement.

    Units that enter the map move on from their entry hex.
    """

    mode: str = NORMAL
    spent: int = 0
    """The cost of entering the map: sixths, or hexes of a tactical move."""
    riding: bool = False
    """9.9: whether they ride bicycles, along roads and out of enemy zones."""

    messages: ClassVar[RuleMessages] = verdict

    @cached_property
    def classes(self) -> tuple[bool, ...]:
        """9.1b: return the movement classes of the units; trucks make foot soldiers mechanised."""
        if self.mode in (TRUCK, TRUCK_STRATEGIC):
            return (True,)
        return tuple(sorted({u.type.mechanised for u in self.units}))

    @cached_property
    def left(self) -> int:
        """9.1b: return the sixths they may spend: those of the slowest."""
        return min(allowance(self.position, u, self.mode) for u in self.units)

    @cached_property
    def most_hexes(self) -> int | None:
        """9.10a, 6.2.4: return the limit of hexes: two tactically, one after a replacement."""
        if any(REPLACED in u.status for u in self.units):
            return 1
        return TACTICAL_HEXES if self.mode == TACTICAL else None

    def cost(self, i: int, j: int) -> int | None:
        """8.2, 9.1b, 9.3b: return the cost of a step; leaving an enemy zone costs a point more.

        Tactical movement and replacements count only hexes: any allowed step costs 1.
        """
        known, step = self._steps, (i, j, i == self.start)
        price = known.get(step, -1)
        if price == -1:
            costs = (step_cost(self.position, self.side, m, *step) for m in self.classes)
            price = known[step] = highest_cost(costs)
        if price is None:
            return None
        if self.most_hexes is not None:
            return 1
        return price + (ONE if i in self.zone else 0)

    @property
    def far_steps(self) -> dict[int, dict[int, int]]:
        """Return the known later steps away from enemies, by class and weather."""
        storm, hexes = self.position.weather == STORM, self.most_hexes is not None
        return self.position.ground.far_costs.setdefault(
            (self.classes, self.side, storm, hexes), {}
        )

    @cached_property
    def _steps(self) -> dict[tuple[int, int, bool], int | None]:
        """Return the known costs of steps, shared by all units of the same kind and weather."""
        storm = self.position.weather == STORM
        return self.position.ground.costs.setdefault((self.side, self.classes, storm), {})

    @cached_property
    def watched(self) -> Set[int] | None:
        """Return the hexes of enemies, their zone and bonds, and those beyond boundaries.

        None if orders or roads limit the units.
        """
        units, position, bonds = self.units, self.position, self.bonds
        bound = self.mode in MARKED or self.riding
        if bound or any(u.type.restricted for u in units):
            return None
        enemies, zone = self.enemy_stacks, self.zone
        armies = frozenset(u.type.army for u in units if self.side == ALLIED)

        def near() -> set[int]:
            hexes = {*enemies, *zone, *bonds.hexes, *(i for i, _ in bonds.sides)}
            return hexes.union(*(position.ground.foreign[army] for army in armies))

        hexes: set[int]
        hexes = position.setting.latest(("watched", armies), (enemies, zone, bonds), near)
        if position.scenario == CHERBOURG:
            return hexes.union(*(closed_hexes(position, u) for u in units))
        return hexes

    @property
    def step_basis(self) -> tuple[tuple[Hashable, ...], tuple[object, ...]]:
        """Return what limits the units: hexes or points, boundaries; costs and bonds."""
        limits = frozenset(bounds_of(self.position, u) for u in self.units)
        return (self.classes, self.most_hexes, limits), (self._steps, self.bonds)

    @cached_property
    def limit(self) -> int:
        """Return the limit of the total cost."""
        allowed = self.left if self.most_hexes is None else self.most_hexes
        return allowed - self.spent

    def stops(self, i: int, j: int) -> str | None:
        """8.2, 9.5.2b: return the word for what ends a move after a step, or None."""
        if j in self.zone:
            return "ezoc"
        return "flooded" if floods_stop(self.position, i, j) else None

    @cached_property
    def bicycles(self) -> bool:
        """9.9: return whether all may ride bicycles: overcast weather, not out of an enemy zone."""
        return (
            self.mode == NORMAL
            and self.position.weather == OVERCAST
            and all(u.type.kind == "bicycle" for u in self.units)
            and self.start not in self.zone
            and self.most_hexes is None
        )

    @cached_property
    def bonds(self) -> Bonds:
        """8.5.2a: return the enemy's bonds, which no move enters or crosses."""
        return self.position.enemy_bonds(self.side)

    @cached_property
    def limited(self) -> tuple[Unit, ...]:
        """17.6b, 22.1.2a: return the units that an order or a boundary keeps within limits."""
        if self.side == ALLIED or self.position.scenario == CHERBOURG:
            return self.units
        return tuple(u for u in self.units if u.type.restricted)

    def step_objections(self, i: int, j: int, *, first: bool) -> Iterator[Objection]:
        """8.2, 8.3, 8.5.2a, 8.5.4, 9.1c, 9.4.1, 9.5.1a, 9.5.1b, 9.5.2a, 9.6, 9.8.1b, 9.9, 22.1.2a,
        26.1b, 26.3.2a, 26.3.3: yield objections to a step to a neighbouring hex."""
        position, zone = self.position, self.zone
        bonds = self.bonds
        if j in self.enemy_stacks:
            yield Objection("9.1c", "enemy", j)
        if j in bonds.hexes:
            yield Objection("8.5.2a", "hex_bond", j)
        elif (i, j) in bonds.sides:
            yield Objection("8.5.2a", "side_bond", j, i)
        if not first and i in zone:
            yield Objection("8.2", "stops", i)
        if (self.mode in ROADBOUND or self.riding) and (i, j) not in position.ground.roads:
            yield Objection("9.8.1b", "off_road", j, i)
        if (self.mode in MARKED or self.riding) and j in zone:
            yield Objection("9.8.2", "into_zone", j)
        for unit in self.limited:
            if closed := too_far_over(position, unit, j):
                yield Objection(closed, "boundary", j, units=(unit.id,))
            if not may_leave_hex(position, unit, j):
                yield Objection("17.6b", "perimeter", j, units=(unit.id,))
        if self.price(i, j) is None:
            for mechanised in self.classes:
                if step_cost(position, self.side, mechanised, i, j, i == self.start) is None:
                    yield Objection(*_why_barred(position, mechanised, i, j), j, i)


def reach(mover: Mover) -> dict[int, Arrived]:
    """9.1a, 9.1c, 9.2, 8.2, 8.3, 8.5.2a: return the ends of moves, by the cheapest path.

    The search runs on the board's graph. A move never enters or crosses an enemy bond, and never
    leaves the map. Leaves out hexes that would be overstacked: allowed until the phase ends (7.2a),
    but units would then be eliminated.
    """
    return dict(ends(mover))


def ends(mover: Mover) -> Iterator[tuple[int, Arrived]]:
    """9.1a: yield the ends of moves in the order of hexes; paths are judged as they are asked for.

    One search finds them all.
    """
    if cannot_move(mover.position, mover.units) or not allowed(mover.house, mode_verdicts(mover)):
        return
    found = _search(mover, mover.budget("9.1a", mover.limit))
    if mover.bicycles:
        riding = _search(replace(mover, riding=True), BICYCLE_ALLOWANCE * SIXTHS)
        yield from sorted({**dict(riding), **dict(found)}.items())
    else:
        yield from found


def cannot_move(position: Position, units: Sequence[Unit]) -> bool:
    """9.1a, 2.3.1b: return whether a unit has moved or is immobile, without house rules."""
    if house_rules(position.state):
        return False
    moved = position.state.tracks
    return any(tracks.MOVED + u.id in moved or u.values.movement == 0 for u in units)


def _search(mover: Mover, limit: int) -> Iterator[tuple[int, Arrived]]:
    """Yield the ends of moves within a limit, in the order of hexes."""
    position, start = mover.position, mover.start
    costs, paths = cheapest_paths(mover, position.ground.graph, start, limit)
    mine, flooded = position.stacks[mover.side], position.ground.flooded_hexes
    # Only overstacked units and those that must keep away from enemies need checks in an empty hex.
    check_all = not fits(mover.units) or any(REPLACED in u.status for u in mover.units)
    for j in sorted(costs):
        if j == start:
            continue
        checked = check_all or j in mine
        if checked and not allowed(mover.house, ending_verdicts(mover, j, "forbid")):
            continue
        path = tuple(paths[j])
        # A zone ends a path in the search itself; whether a flood does depends on the path.
        floods = not flooded.isdisjoint(path[1:-1]) and not mover.sets_aside("9.5.2b")
        if floods and any(_halts(mover, path, n) for n in range(1, len(path) - 1)):
            continue
        yield j, Arrived(costs[j], path, mover.stops(path[-2], j))


def _halts(mover: Mover, path: Sequence[int], n: int) -> bool:
    """9.5.2b: return whether a flood ends a move along a path at its hex n."""
    return floods_stop(mover.position, path[n - 1], path[n])


# -- verdicts on a path
# ------------------------------------------------------------------------------


def mode_verdicts(mover: Mover) -> Iterator[Verdict]:
    """9.1a, 9.8.2, 9.8.3a, 9.8.6b, 9.8.7, 13.6b, 15.2, 17.6a, 18.4b, 18.4e, 20.4b, 26.3.4: yield
    verdicts against a mode of movement."""
    position, units, mode = mover.position, mover.units, mover.mode
    names = mover.names
    for unit in units:
        if tracks.MOVED + unit.id in position.state.tracks:
            yield verdict("9.1a", "moved", units=[unit.id])
        if unit.values.movement == 0:
            yield verdict("2.3.1b", "immobile", units=[unit.id])
        if SCATTERED in unit.status:
            yield verdict("20.2.3a", "no_move", units=[unit.id])
        yield from garrison_limits(position, unit)
        if mode != TACTICAL and unit.bears(DISRUPTED, OUT_OF_SUPPLY, ISOLATED):
            rule = "13.6b" if DISRUPTED in unit.status else "18.4b"
            yield verdict(rule, "tactical_only", units=[unit.id])
        if position.phase == RESERVE_MOVEMENT and RESERVE not in unit.status:
            yield verdict("15.2", "not_in_reserve", units=[unit.id])
    if (mode == RESERVE_MOVE) != (position.phase == RESERVE_MOVEMENT) and mode != TACTICAL:
        yield verdict("15.2", "mode", units=names)
    if mode in MARKED:
        yield from marked_verdicts(mover)


def marked_verdicts(mover: Mover) -> Iterator[Verdict]:
    """9.8.1a, 9.8.2, 9.8.3a, 9.8.6a, 9.8.6b, 9.8.7, 20.4b, 26.3.4: verdicts on moves by marker."""
    position, units, mode, names = mover.position, mover.units, mover.mode, mover.names
    if position.turn == 1:
        yield verdict("9.8.7", "turn_1", units=names)
    if mover.start in mover.zone:
        yield verdict("9.8.2", "starts_in_zone", units=names)
    if len(units) > 1:
        yield verdict("9.8.2", "alone", units=names)
    if position.scenario == "cherbourg" and mover.side == GERMAN:
        yield verdict("26.3.4", "no_marker", units=names)
    if mode in ROADBOUND:
        used = marked_now(position, mover.side, STRATEGIC)
        if len(used - set(names)) + len(units) > MARKERS:
            yield verdict("9.8.3a", "markers", units=names, most=MARKERS)
    if mode == STRATEGIC and not all(u.type.mechanised for u in units):
        yield verdict("9.8.1a", "on_foot", units=names)
    if mode in (TRUCK, TRUCK_STRATEGIC):
        if mover.side != GERMAN or any(u.type.mechanised for u in units):
            yield verdict("9.8.6a", "not_for_it", units=names)
        if marked_now(position, mover.side, TRUCK) - set(names):
            yield verdict("9.8.6a", "in_use", units=names)


def marked_now(position: Position, side: str, status: str) -> set[str]:
    """9.8.3a, 9.8.5b: return the units with a side's markers of a kind."""
    return {u.id for u in position.own(side) if status in u.status}


def path_verdicts(mover: Mover, path: Sequence[int]) -> Iterator[Verdict]:
    """9.1a, 8.2, 8.5.2a, 7.2a, 9.8.1b: yield verdicts against a move along a path of hexes."""
    yield from mode_verdicts(mover)
    yield from step_verdicts_of_path(mover, path)
    yield from ending_verdicts(mover, path[-1])


def ending_verdicts(
    mover: Mover, target: int, full: Literal["forbid", "warn"] = "warn"
) -> Iterator[Verdict]:
    """6.2.5a, 7.1a, 7.1d, 7.2a, 9.8.2: yield verdicts against the hex where a move ends.

    ``full`` is the level of the verdicts against overstacking, which ends with the phase.
    """
    position = mover.position
    if target in mover.zone and any(REPLACED in u.status for u in mover.units):
        yield mover.verdict(Objection("6.2.5a", "into_zone", target))
    yield from stacking(position, mover.units, target, full)
    if mover.mode in ROADBOUND and position.others(mover.units, target):
        there = position.number(target)
        yield verdict("9.8.2", "ends_stacked", units=mover.names, hexes=[there])


def step_verdicts_of_path(mover: Mover, path: Sequence[int]) -> Iterator[Verdict]:
    """9.1a, 9.10a: yield verdicts against the steps of a path."""
    position = mover.position
    spent, barred, rides = 0, False, mover.bicycles
    for n, (i, j) in enumerate(pairwise(path)):
        if j not in position.ground.ring[i]:
            yield mover.verdict(Objection("9.1a", "gap", j, i))
            barred = True
            continue
        rides = rides and position.ground.road(i, j) is not None and j not in mover.zone
        yield from mover.step_verdicts(i, j, first=n == 0)
        if n and _halts(mover, path, n):
            yield mover.verdict(Objection("9.5.2b", "stops", i))
        price = mover.price(i, j)
        if price is None:
            barred = True
        else:
            spent += price
    limit = max(mover.limit, BICYCLE_ALLOWANCE * SIXTHS) if rides else mover.limit
    if not barred and spent > limit:
        number, names, end = position.number, mover.names, path[-1]
        if mover.most_hexes is not None:
            far = Objection("6.2.4" if mover.most_hexes == 1 else "9.10a", "hexes", end)
            yield far.verdict(verdict, number, names, most=mover.most_hexes)
        else:
            far, left = Objection("9.1a", "too_far", end), max(0, limit) / SIXTHS
            yield far.verdict(verdict, number, names, cost=spent / SIXTHS, left=left)


def _why_barred(position: Position, mechanised: bool, i: int, j: int) -> tuple[str, str]:
    ground = position.ground
    if (i, j) in ground.blocked:
        return "9.6", "impassable"
    if ground.terrain[j] == "marsh":
        return "2.2.1a", "marsh"
    if mechanised and "flooded" in (ground.terrain[i], ground.terrain[j]):
        return "9.5.2a", "flooded"
    if (i, j) in ground.flooded:
        return ("9.5.1a", "flooded_side") if mechanised else ("9.5.1b", "not_adjacent")
    return "9.4.1", "not_adjacent"
