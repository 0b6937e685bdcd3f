"""Advance after combat (chapter 15): the hexes that victorious units may advance to.

Elsewhere: 15.1, 15.2 ``ch11_results:_ask_advances``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

from engine.games.holland44.ground import FOOT, VEHICLE
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch06_stacking import is_overstacked, load_of
from engine.games.holland44.rules.ch08_movement.mover import Move, Mover
from engine.games.holland44.tracks import DEPARTED
from engine.games.holland44.units import Unit
from engine.rules.base.clauses import Objection
from engine.search.retreat import chains

Kind = Literal["limited", "normal", "bonus"]
HEXES: dict[str, int] = {"limited": 1, "normal": 1, "bonus": 2}
"""15.2: hexes of advance."""
ROAD_STACK = 1
"""15.3, 16.3.4: units, besides one that stacks free, that use the road bonus into a hex."""


@dataclass(frozen=True)
class Advance:
    """Units of one hex that advance together after the defender left a hex.

    ``walked`` is their path in this advance so far. ``spent`` are the hexes that breakthrough
    combat has cost or saved them. ``prize`` means that breakthrough combat vacated the hex, which
    costs nothing (16.3.1). ``assault`` means that a river assault was made from their hex (9.5.3);
    units that only stayed there are ``bound`` to cross the river. ``alone`` are victors of the same
    combat that have used the road bonus (15.3).
    """

    position: Position
    units: tuple[Unit, ...]
    vacated: int
    kind: Kind
    walked: tuple[int, ...] = ()
    spent: int = 0
    prize: bool = False
    assault: bool = False
    bound: bool = False
    alone: frozenset[str] = frozenset()

    @cached_property
    def mover(self) -> Mover:
        """Return the units as movers: their class, side and the hexes closed to them."""
        return Mover(self.position, self.units)

    @cached_property
    def _road_bonus(self) -> bool:
        """15.2, 18.4: return whether these units may go one hex further along a road."""
        return self.kind != "limited" and all(
            u.profile.cls != FOOT and "out_of_supply" not in u.profile.status for u in self.units
        )

    @property
    def path(self) -> tuple[int, ...]:
        """Return the path so far, beginning with the hex from which the units fought."""
        return self.walked or (self.mover.start,)

    def used(self, path: tuple[int, ...]) -> int:
        """16.3.1: return the hexes of advance that a path uses, breakthrough combat included."""
        return len(path) - 1 + self.spent - (1 if self._takes(path[1:]) else 0)

    def _takes(self, hexes: tuple[int, ...]) -> bool:
        """Return whether hexes include the one that breakthrough combat vacated (16.3.1)."""
        return self.prize and self.vacated in hexes

    def allows(self, path: tuple[int, ...], hexes: int) -> bool:
        """Return whether a path may use this many hexes (15.2), including the road bonus.

        The last step needs no road into a hex vacated by breakthrough, which is not counted.
        """
        route = path[:-1] if self._takes(path[-1:]) else path
        bonus = self._road_bonus and len(route) > 1 and self._along_road(route)
        return hexes <= HEXES[self.kind] + (1 if bonus else 0)

    @property
    def halted(self) -> bool:
        """Return whether the units are in a hex that ends their advance (15.5, 24.2)."""
        return len(self.path) > 1 and self._stops(self.path)

    def steps(self, path: tuple[int, ...]) -> Iterator[int]:
        """Yield the hexes that may follow on a path of advance (15.4, 15.5)."""
        i = path[-1]
        position, mover = self.position, self.mover
        if not position.places.is_hex(i):
            # 19.7: units leave an entry area through the attacked hex; not on the turn when they
            # entered it (19.3.1).
            stays = any(DEPARTED + u.id in position.state.tracks for u in self.units)
            edges = Move(mover, "normal").first_hexes() if len(path) == 1 and not stays else ()
            yield from (edge[0] for edge in edges if edge[0] == self.vacated)
            return
        first = len(path) == 1
        if not first and (self._stops(path)):
            return
        for j in position.ground.ring[i]:
            if next(self._objections(path, j), None) is None:
                yield j
        if not (first and self.bound) and position.crossings.outward(i) == "land":
            # 19.3.1: an advance may continue into a friendly entry area.
            areas = self.position.ground.area_hexes.get(i, ())
            open_areas = Move(mover, "normal").open_areas if areas else ()
            places = [position.area_place(a) for a in areas if a in open_areas]
            yield from (place for place in places if place not in path)

    def _objections(self, path: tuple[int, ...], j: int) -> Iterator[Objection]:
        """7.4.2, 15.4.1, 15.4.2: yield objections to a step from the end of a path."""
        i, first, taken = path[-1], len(path) == 1, j == self.vacated
        position, mover = self.position, self.mover
        if j in path:
            yield Objection("15.2", "back", j, i)
        if j in mover.enemy.hexes and not taken:
            yield Objection("15.1", "enemy", j, i)
        if first and self.bound and not taken:
            yield Objection("9.5.3", "bound", j, i)
        if j in mover.beyond_boundary:
            yield Objection("23.4", "past", j, i)
        if mover.enemy.bonds.closes(i, j) and not taken:
            yield Objection("15.4.1", "bond", j, i)
        if not first and not (self.prize and taken) and self._same_enemy(i, j):
            yield Objection("15.4.2", "zones", j, i)
        crossings = position.crossings
        if j in position.ground.lakes or not self._passes(
            i, j, first, crossings.canals, crossings.blocked
        ):
            yield Objection("15.5", self._barrier(i, j), j, i)

    def _barrier(self, i: int, j: int) -> str:
        """Return a word for what closes a hexside, or the hex behind it, to an advance (15.5)."""
        crossings, water = self.position.crossings, self.position.ground.water.get((i, j))
        if (i, j) in crossings.canals:
            return "canal"
        if (i, j) in crossings.blocked:
            return "major_river"
        ground = water is None or j in self.position.ground.lakes
        return "ground" if ground else "minor_river"

    def against(self, path: tuple[int, ...]) -> Iterator[Objection]:
        """Yield all objections to a path that continues the path so far (15.1 to 15.5)."""
        start, end = path[-2:]
        for unit in self.units:
            if unit.profile.artillery:
                yield Objection("15.1", "artillery", end, start)
        for n in range(len(self.path), len(path)):
            gone, i, j = path[:n], path[n - 1], path[n]
            if n > 1 and self._stops(gone):
                yield Objection("15.5", "halt", i, gone[-2])
            if self.position.places.is_hex(i) and j in self.position.ground.ring[i]:
                yield from self._objections(gone, j)
            elif j not in self.steps(gone):
                near = self.position.places.is_hex(i) and self.position.places.is_hex(j)
                yield (
                    Objection("15.2", "gap", j, i) if near else Objection("19.3.1", "advance", j, i)
                )
        if self.kind == "limited" and path != (*self.path, self.vacated):
            yield Objection("15.2", "limited", end, start)
        elif not self.allows(path, self.used(path)):
            yield Objection("15.2", "far", end, start)
        if rule := self._crowding(end, self.used(path) > HEXES[self.kind]):
            yield Objection(rule, "stack", end, start)

    def _passes(
        self,
        i: int,
        j: int,
        first: bool,
        canals: frozenset[tuple[int, int]],
        blocked: frozenset[tuple[int, int]],
    ) -> bool:
        """15.5: return whether the units may cross a hexside: water, terrain, roads."""
        position = self.position
        vehicles = any(u.profile.cls >= VEHICLE for u in self.units)
        if (i, j) in canals:
            # 15.5: units that attacked across a canal; unlike at a river, not only into the vacated
            # hex.
            return first and not vehicles and (i, self.vacated) in canals
        if (i, j) in blocked:
            return first and not vehicles and j == self.vacated and self.assault
        if j not in self.mover.edges[i]:
            return False
        unbridged = (
            position.ground.water.get((i, j)) == "minor_river"
            and (i, j) not in position.board.road_links
            and (i, j) not in position.crossings.bridge
        )
        return first or not unbridged

    def _stops(self, path: tuple[int, ...]) -> bool:
        """15.5, 24.2: return whether an advance ends here: marsh, area (19.3.1) or traffic."""
        i, j = path[-2:]
        position = self.position
        if not position.places.is_hex(j):
            return True
        row = position.ground.rows[position.ground.terrain[j]]
        if row.stops_advance and not self._by_road(i, j):
            return True
        return j in position.traffic and self.mover.side == "allied" and self.mover.mechanized

    def _by_road(self, i: int, j: int) -> bool:
        water = self.position.ground.water.get((i, j))
        return (i, j) in self.position.board.road_links and (
            water in (None, "minor_river") or self.position.crossings.bridge.get((i, j)) == "road"
        )

    def _same_enemy(self, i: int, j: int) -> bool:
        """Return whether a step leads from EZOC to EZOC of the same enemy unit (15.4.2)."""
        enemy = self.mover.enemy
        if self.position.stack(j) and self.position.stack(j)[0].profile.side == self.mover.side:
            return False
        holding = {u.id for u in enemy.exerts(i)}
        return any(u.id in holding for u in enemy.exerts(j))

    def hexes(self) -> dict[int, tuple[int, ...]]:
        """15.1, 15.2, 17.2: return the hexes where the advance may end, each with a path to it."""
        if any(u.profile.artillery for u in self.units):
            return {}
        start = self.path
        if self.kind == "limited":
            ends = [j for j in self.steps(start) if j == self.vacated]
            return {j: (*start, j) for j in ends if not self._crowding(j, False)}
        steps: dict[tuple[int, ...], frozenset[int]] = {}

        def is_open(route: tuple[int, ...], j: int) -> bool:
            path = (*start, *route[1:])
            if path not in steps:
                steps[path] = frozenset(self.steps(path))
            longer = (*path, j)
            return j in steps[path] and self.allows(longer, self.used(longer))

        by_end: dict[int, tuple[int, ...]] = {}
        longest = HEXES[self.kind] + self._road_bonus + self.prize - self.spent - len(start) + 1
        for route in chains(self.position.setting.graph, start[-1], longest, is_open):
            path = (*start, *route[1:])
            by_bonus = self.used(path) > HEXES[self.kind]
            if path[-1] not in by_end and not self._crowding(path[-1], by_bonus):
                by_end[path[-1]] = path
        return by_end

    def _along_road(self, path: tuple[int, ...]) -> bool:
        return all(self._by_road(i, j) for i, j in pairwise(path))

    def _crowding(self, j: int, bonus: bool) -> str | None:
        """15.1, 15.3: return the stacking rule against an end hex; 15.3 with the road bonus."""
        if not self.position.places.is_hex(j):
            return None  # 19.4: entry areas have no limit
        others = [
            u
            for u in self.position.stack(j)
            if u.profile.side == self.mover.side and u.id not in self.mover.ids
        ]
        together = [*others, *self.units]
        by_road = bonus or any(u.id in self.alone for u in others)
        if by_road and load_of(together).exceeds(ROAD_STACK):
            return "15.3"
        return "15.1" if is_overstacked(together) else None
