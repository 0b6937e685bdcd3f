"""Supply of a side in a position (chapter 18), searched once and cached with the position.

Elsewhere: 18.2.2 ``ch10_strengths:Combat.defenders``; 18.4
``ch10_strengths:Combat.attack_reasons``; 18.4 ``ch15_advance_hexes:Advance._road_bonus``; 18.4
``ch17_resupply:_faults``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from engine.board.board import Pair
from engine.games.holland44.constants import CROSS_COUNTRY, HEADS_LAST_TURN
from engine.games.holland44.position import Position
from engine.games.holland44.tracks import LANDED, REMNANT
from engine.games.holland44.units import Unit
from engine.search.supply import Passage, Routes, Sources, cuts, routes

Cut = tuple[int, str, str | None]
"""A break in a supply path: the hex it may not enter, the rule, the enemy unit that bars it."""


@dataclass(frozen=True, slots=True)
class Line:
    """The supply of one unit: its source and path (the unit's own hex first)."""

    supplied: bool
    source: str | None = None
    path: tuple[int, ...] = ()
    over_canal: bool = False
    """Whether every path crosses a canal without a bridge (18.6)."""


class Supply:
    """The supply of a side, with and without crossing unbridged canals."""

    def __init__(self, position: Position, side: str) -> None:
        self.position = position
        self.side = side
        self.enemy = position.enemy(side)
        self.wet = passage(position, side)
        self.areas = self._area_sources(position.friendly_areas(side))
        self._routes: dict[tuple[str | None, bool], Routes] = {}
        self._ends: dict[frozenset[str] | str | None, Routes] = {}

    @cached_property
    def dry(self) -> Passage:
        """Return the passage without canals that have no bridge (18.6)."""
        barred = frozenset(self.wet.barred) | self.position.crossings.canals
        return replace(self.wet, barred=barred)

    def routes(self, division: str | None = None, *, dry: bool = True) -> Routes:
        """18.3, 18.3.1: return the supply routes from entry areas, or from a division's heads."""
        key = (division, dry)
        if key not in self._routes:
            heads = (u for u in self._heads() if u.profile.division == division)
            sources = self.areas if division is None else self._head_sources(heads)
            self._routes[key] = routes(self.dry if dry else self.wet, sources)
        return self._routes[key]

    def reaches(self, place: int, letters: frozenset[str]) -> bool:
        """20.2.3: return whether a path leads from a place to given entry areas (17.8.1, 20.2.3).

        From another entry area it goes over the map, starting in one of the area's hexes.
        """
        position, area = self.position, self.position.area_of(place)
        if area in letters:
            return True
        if letters not in self._ends:
            friendly = [a for a in position.friendly_areas(self.side) if a in letters]
            self._ends[letters] = routes(self.wet, self._area_sources(friendly))
        used = self._ends[letters].distance
        if area is None:
            return place in used
        return any(
            used.get(i, CROSS_COUNTRY) < CROSS_COUNTRY and position.crossings.outward(i) == "land"
            for i in position.board.areas[area].hexes
        )

    def reaches_head(self, unit: Unit) -> bool:
        """22.7: return whether a unit has a path to its division's supply head, spent or not."""
        division = unit.profile.division
        if division not in self._ends:
            heads = (u for u in self._heads_in_play if u.profile.division == division)
            self._ends[division] = routes(self.wet, self._head_sources(heads))
        return unit.place in self._ends[division].distance

    @cached_property
    def divisions(self) -> frozenset[str]:
        """Return the divisions whose supply heads are sources now (18.2.2)."""
        return frozenset(u.profile.division for u in self._heads() if u.profile.division)

    def line(self, unit: Unit) -> Line:
        """18.5: return the supply of a unit in its place."""
        place = unit.place
        given = self._without_path(unit, place)
        if given is not None:
            return given
        for dry in (True, False):
            if open_ := list(self._routes_to(unit, place, dry=dry)):
                shortest = min(open_, key=lambda r: r.length(place))
                path = tuple(shortest.path(place))
                return Line(True, shortest.source[path[-1]], path, not dry)
        return Line(False)

    def supplies(self, unit: Unit, place: int) -> bool:
        """13.1.3, 18.5: return whether a unit would be supplied in a place (guideline 5)."""
        given = self._without_path(unit, place)
        return any(self._routes_to(unit, place, dry=False)) if given is None else given.supplied

    def is_over_canal(self, unit: Unit) -> bool:
        """18.6: return whether a supplied unit is supplied only over a canal."""
        return self._without_path(unit, unit.place) is None and not any(
            self._routes_to(unit, unit.place, dry=True)
        )

    def _without_path(self, unit: Unit, place: int) -> Line | None:
        """18.5: return the supply of units in entry areas and of those that land on this turn."""
        area = self.position.area_of(place)
        if area is not None:
            friendly = self.position.area_side(area) == self.side
            return Line(friendly, area if friendly else None, (place,))
        if unit.profile.airborne and landed_on(self.position, unit) == self.position.turn:
            return Line(True, "landing", (place,))
        return None

    def _routes_to(self, unit: Unit, place: int, *, dry: bool) -> Iterator[Routes]:
        """18.2: yield the routes that reach a place from the sources of a unit."""
        for source in (None, *(self.divisions & {unit.profile.division})):
            known = self.routes(source, dry=dry)
            if known.supplies(place):
                yield known

    def cuts(self, unit: Unit) -> list[Cut]:
        """Return the breaks in an unsupplied unit's path, nearest first; none in an entry area."""
        if not self.position.places.is_hex(unit.place):
            return []
        return cuts(unit.place, self.wet, self.off_road, self.on_road)

    def off_road(self, i: int, j: int) -> tuple[str, str | None] | None:
        """Return why the off-road part may not go from a hex to the next (18.3.1)."""
        position, enemy = self.position, self.enemy
        if j in enemy.hexes:
            return "18.3.1", enemy.stacks[j][0].id
        bond = enemy.bonds.hexes.get(j) or enemy.bonds.sides.get((i, j))
        if bond:
            ends = [end for end in bond[0] if end is not None]
            return "7.4.2", enemy.stacks[ends[0]][0].id
        if j in position.ground.lakes or (i, j) in self.wet.barred:
            return "18.3.1", None
        if i in self.wet.thin and j in self.wet.thin:
            return "18.3.1", enemy.exerts(j)[0].id
        return None

    def on_road(self, i: int, j: int) -> tuple[str, str | None] | None:
        """Return why the road part may not go from a hex to the next (18.3.2).

        Bonds are not checked: one of the hexes they run through is in the zone of their ends.
        """
        position, enemy = self.position, self.enemy
        if j in enemy.hexes:
            return "18.3.2", enemy.stacks[j][0].id
        if j in enemy.zone:
            return "18.3.2", enemy.exerts(j)[0].id
        if j in self.wet.road_closed:
            return "18.3.2", None
        if position.crossings.cuts_road(i, j, self.side):
            return "18.3.2", None
        return None

    def _area_sources(self, letters: Iterable[str]) -> Sources:
        """18.2.1: return entry areas as sources, each by the hexes it touches."""
        position = self.position
        road: dict[int, str] = {}
        near: dict[int, str] = {}
        for letter in letters:
            for i in position.board.areas[letter].hexes:
                out = position.crossings.outward(i)
                if out == "land" or (out == "ferry" and i not in self.enemy.zone):
                    near.setdefault(i, letter)
                if out == "land" and i in position.board.road_hexes:
                    road.setdefault(i, letter)
        return Sources(road, near, beyond=True)

    def _heads(self) -> list[Unit]:
        """Return the heads that are sources now (18.2.2)."""
        if self.side != "allied" or self.position.turn > HEADS_LAST_TURN:
            return []
        return [u for u in self._heads_in_play if "depleted" not in u.profile.status]

    @cached_property
    def _heads_in_play(self) -> list[Unit]:
        stacks = self.position.stacks["allied"].values()
        return [u for stack in stacks for u in stack if u.profile.head]

    def _head_sources(self, heads: Iterable[Unit]) -> Sources:
        heads_by_hex = {u.place: u.id for u in heads}
        on_roads = {
            i: name for i, name in heads_by_hex.items() if i in self.position.board.road_hexes
        }
        return Sources(on_roads, heads_by_hex)


def landed_on(position: Position, unit: Unit) -> int | None:
    """Return the turn on which a unit landed, which may be later than planned (18.5).

    A remnant has landed with the unit that it replaces (11.4).
    """
    name = str(position.state.tracks.get(REMNANT + unit.id) or unit.id)
    planned = position.setting.roster.counter(position.state.pieces[name].counter).arrival
    turn = position.state.tracks.get(LANDED + name)
    if turn is not None:
        return int(turn)
    return planned.turn if planned.how == "airlanding" else None


def passage(position: Position, side: str) -> Passage:
    """7.4.2, 18.3.1, 18.3.2: return the hexes and sides that a side's supply may pass (18.3)."""
    enemy = position.enemy(side)
    mine = position.fronts[side]
    ground, crossings = position.ground, position.crossings
    zone = enemy.zone
    road_closed = set(enemy.hexes) | zone | enemy.bonds.hexes.keys() | ground.lakes
    for i in ground.cities:
        if position.control(i) == enemy.side:
            road_closed.add(i)
    carried = frozenset(carried_over(position, side))
    return Passage(
        graph=ground.graph,
        roads=ground.roads,
        road_closed=road_closed,
        road_barred=crossings.cut_roads(side),
        closed=frozenset(enemy.hexes) | enemy.bonds.hexes.keys() | ground.lakes,
        barred=(crossings.blocked - carried) | enemy.bonds.sides.keys(),
        thin=zone - mine.hexes,
        range=CROSS_COUNTRY,
    )


def carried_over(position: Position, side: str) -> Iterable[Pair]:
    """Yield sides of major rivers with a usable ferry, also by engineer unit (8.5.5, 23.3)."""
    enemy = position.enemy(side)

    def usable(i: int, j: int) -> bool:
        return not any(end in enemy.zone or end in enemy.hexes for end in (i, j))

    for pair in position.crossings.ferries:
        if usable(*pair):
            yield pair
    if side != "allied":
        return
    for i in position.ferry_hexes:
        for j in position.ground.ring[i]:
            if position.ground.water.get((i, j)) == "major_river" and usable(i, j):
                yield i, j
                yield j, i


def supply_of(position: Position, side: str) -> Supply:
    """Return the supply of a side, kept for the last position: it refers to it."""
    supply: Supply = position.setting.latest(
        ("supply", side), (position,), lambda: Supply(position, side)
    )
    return supply
