"""Units about to move, their mode of movement, and all limits on them.

:class:`Mover` is the group of units; :class:`Move` a mover in a mode, optionally along a path. The
search for reachable hexes and the clauses of the chapters use the same :class:`Move`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final, Literal

from engine.games.holland44.constants import (
    BOUNDARIES_LAST_TURN,
    CORPS_OF_AREA,
    ENGAGED_WATER,
    ENGINEER_STEPS,
    ENGINEER_VEHICLE_STEPS,
    EXTENDED,
    FERRY_STEPS,
    SIXTH,
    TURN_1_AREAS,
)
from engine.games.holland44.ground import FOOT, VEHICLE
from engine.games.holland44.house_rules import house_of, sets_aside
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch06_stacking import is_overstacked
from engine.games.holland44.rules.ch08_movement.progress import has_moved, joint
from engine.games.holland44.rules.ch11_steps import origin
from engine.games.holland44.tracks import FERRIED, FERRIED_VEHICLES
from engine.games.holland44.units import Unit
from engine.rules.base.clauses import Objection
from engine.search.movement import Edge

Mode = Literal["normal", "tactical", "extended", "full_retreat"]
MODES: Final[tuple[Mode, ...]] = ("normal", "tactical", "extended", "full_retreat")
"""Modes of movement; where several reach a hex, the first is preferred."""


class Mover:
    """8.1: units that move together from one place."""

    def __init__(self, position: Position, units: Sequence[Unit]) -> None:
        self.position = position
        self.units = tuple(units)
        self.ids = frozenset(u.id for u in units)
        self.start = units[0].place
        self.side = units[0].profile.side
        self.area = position.area_of(self.start)
        self.classes = frozenset(u.profile.cls for u in units)
        self.allowance = min(u.profile.movement for u in units)
        self.steps = sum(u.profile.steps for u in units)
        self.vehicles = any(cls >= VEHICLE for cls in self.classes)
        self.mechanized = any(u.profile.cls != FOOT for u in units)
        self.enemy = position.enemy(side=self.side)
        self.edges = position.crossings.edges(self.classes)
        self.done = joint(position.state.tracks, self.ids)
        self.house = bool(house_of(position))

    def waives(self, rule: str, key: str = "") -> bool:
        """Return whether house rules let these units break a rule, or one verdict of it."""
        return self.house and sets_aside(self.position, rule, key)

    @cached_property
    def closed(self) -> frozenset[int]:
        """Return hexes with enemies (8.1), except unknown units that may be entered."""
        return self.enemy.taken - self.quarry if self.quarry else self.enemy.taken

    @cached_property
    def quarry(self) -> frozenset[int]:
        """Return hexes with only unknown units, which Allies able to attack may enter (25.3.1)."""
        able = any(u.profile.attack for u in self.units) and all(
            u.profile.good_order and "replacement" not in u.profile.status for u in self.units
        )
        return self.enemy.lone_unknowns if able and self.side == "allied" else frozenset()

    @cached_property
    def held_back(self) -> frozenset[tuple[int, int]]:
        """25.3.1: return the steps into unknown units' hexes that no attack may take.

        Beside a replacement marker (20.2.5), and for engaged units across water (11.5.1).
        """
        position, quarry = self.position, self.quarry
        friends, ring = position.stacks[self.side], position.ground.ring
        engaged = any("engaged" in u.profile.status for u in self.units)

        def steps() -> frozenset[tuple[int, int]]:
            return frozenset(
                (i, j)
                for j in quarry
                for i in ring[j]
                if any("replacement" in u.profile.status for u in friends.get(i, ()))
                or (engaged and position.ground.water.get((i, j)) in ENGAGED_WATER)
            )

        key, inputs = ("held back", engaged), (friends, quarry)
        held_back: frozenset[tuple[int, int]] = position.setting.latest(key, inputs, steps)
        return held_back

    @cached_property
    def beyond_boundary(self) -> frozenset[int]:
        """Return the hexes that corps boundaries close to these units (23.4)."""
        first, *others = (_beyond_boundary(self, unit) for unit in self.units)
        return first.union(*others) if others else first

    @cached_property
    def overstacked(self) -> frozenset[int]:
        """Return friendly hexes overstacked before the move, closed to mechanized units (6.4.2)."""
        if not self.mechanized:
            return frozenset()
        hexes = self.position.fronts[self.side].overstacked
        if self.start not in hexes:
            return hexes
        left = [u for u in self.position.stack(self.start) if u.id not in self.ids]
        return hexes if is_overstacked(left) else hexes - {self.start}

    @cached_property
    def full_retreat_closed(self) -> frozenset[int]:
        """Return EZOC hexes closed in full retreat: no friend in better order is there (14.3.2)."""
        stacks = self.position.stacks[self.side]
        return frozenset(
            i
            for i in self.enemy.zone
            if not any(
                u.id not in self.ids and not u.profile.full_retreat for u in stacks.get(i, ())
            )
        )

    def infiltrates(self, hex_: int) -> bool:
        """8.3.3: return whether a tactical mover may pass a hex without stopping for EZOC.

        City hexes always; woods and towns where at least two friendly steps give up their move.
        """
        ground = self.position.ground
        if hex_ in ground.cities:
            return True
        town = self.position.board.settlement[hex_] == "town"
        if not (town or ground.rows[ground.terrain[hex_]].infiltration):
            return False
        return sum(u.profile.steps for u in self.infiltration_guides(hex_)) >= 2

    def infiltration_guides(self, hex_: int) -> list[Unit]:
        """Return friendly units in a hex that could give up their move; none has moved (8.3.3)."""
        stack = self.position.stacks[self.side].get(hex_, ())
        tracks = self.position.state.tracks
        return [
            u
            for u in stack
            if u.id not in self.ids and not u.profile.unknown and not u.profile.head
            if "auto_ds" not in u.profile.status and not has_moved(tracks, u.id)
        ]

    def carrier(self, i: int, j: int) -> Literal["ferry", "engineer"] | None:
        """8.5.4, 8.5.5: return what carries units over an unbridged major river: engineer or ferry.

        :func:`carrier_objections` yields the reasons against its use.
        """
        position = self.position
        river = position.ground.water.get((i, j)) == "major_river"
        if self.side == "allied" and river and not position.ferry_hexes.isdisjoint((i, j)):
            return "engineer"
        return "ferry" if (i, j) in position.crossings.ferries else None

    def carrier_objections(self, i: int, j: int) -> Iterator[Objection]:
        """Yield the reasons against using the ferry or engineer between two hexes."""
        kind = self.carrier(i, j)
        if kind is None:
            yield Objection("8.5.4", "no_crossing", j)
            return
        yield from self.landing_objections((i, j), kind)

    def landing_objections(
        self, ends: Iterable[int], kind: Literal["ferry", "engineer"]
    ) -> Iterator[Objection]:
        """2.3.14, 8.5.5, 8.5.6, 20.1, 23.3.3: yield the reasons against carrying these units.

        The reasons are an end in EZOC, too many steps, and vehicles.
        """
        ends = tuple(ends)
        last = ends[-1]
        for end in ends:
            if end in self.enemy.zone:
                yield Objection("8.5.5", "ezoc", end)
            elif end in self.enemy.hexes:
                yield Objection("8.5.5", "enemy", end)
        steps, vehicles = self.load(ends, kind)
        if kind == "engineer":
            if steps > ENGINEER_STEPS:
                yield Objection("23.3.3", "steps", last)
            if vehicles > ENGINEER_VEHICLE_STEPS:
                yield Objection("23.3.3", "vehicles", last)
            if self.ferryman(ends) is None and self.position.marked("ferry").isdisjoint(ends):
                yield Objection("23.3.3", "together", last)
            return
        if steps > FERRY_STEPS:
            yield Objection("8.5.6", "steps", last)
        if self.vehicle_steps and self.side == "german" and self.position.time != "night":
            yield Objection("8.5.6", "vehicles", last)

    @cached_property
    def vehicle_steps(self) -> int:
        """Return the steps of vehicle units among these units (23.3.3)."""
        return sum(u.profile.steps for u in self.units if u.profile.vehicle)

    def ferryman(self, ends: Iterable[int]) -> Unit | None:
        """23.3.3: return the engineer unit on a bank that carries these units over.

        It stays behind, or crosses alone. Of several, the one with capacity left is used.
        """
        stacks = self.position.stacks[self.side]
        here = [u for i in ends for u in stacks.get(i, ()) if u.profile.counter.kind == "engineer"]
        able = [u for u in here if u.id not in self.ids or len(self.ids) == 1]
        tracks = self.position.state.tracks
        return min(able, key=lambda u: (int(tracks.get(FERRIED + u.id) or 0), u.id), default=None)

    def load(self, ends: Iterable[int], kind: Literal["ferry", "engineer"]) -> tuple[int, int]:
        """Return the steps and vehicle steps a carrier moves in the turn, these units included."""
        name = self.load_track(ends, kind)
        tracks = self.position.state.tracks
        vehicles = int(tracks.get(name.replace(FERRIED, FERRIED_VEHICLES)) or 0)
        return self.steps + int(tracks.get(name) or 0), self.vehicle_steps + vehicles

    def load_track(self, ends: Iterable[int], kind: Literal["ferry", "engineer"]) -> str:
        """Return the track of the steps carried by a ferry or engineer unit (8.5.6, 23.3.3)."""
        position, ends = self.position, sorted(ends)
        if kind == "engineer":
            unit = self.ferryman(ends)
            if unit is not None:
                return FERRIED + unit.id
            ends = [i for i in ends if i in position.ferry_hexes][:1]
        return FERRIED + "/".join(position.number(i) for i in ends)


@dataclass(frozen=True, slots=True)
class Leg:
    """One step of a path; places may be entry areas.

    ``index`` counts from the first hex of the phase's move; the path may be its remainder.
    """

    index: int
    start: int
    end: int


class Move:
    """A mover in a mode, optionally along a path, for the printed rules to judge."""

    def __init__(self, mover: Mover, mode: Mode, path: Sequence[int] = ()) -> None:
        self.mover = mover
        self.mode = mode
        self.position = mover.position
        self.path = tuple(path)
        self.hexes_moved = mover.done.hexes
        self.legs = tuple(Leg(n, a, b) for n, (a, b) in enumerate(pairwise(path), self.hexes_moved))

    @property
    def tactical(self) -> bool:
        """Return whether this is tactical movement."""
        return self.mode == "tactical"

    @property
    def map_legs(self) -> Iterator[Leg]:
        """Yield the legs between neighbouring hexes of the map."""
        count, ring = self.position.places.hex_count, self.position.ground.ring
        for leg in self.legs:
            if leg.start < count and leg.end < count and leg.end in ring[leg.start]:
                yield leg

    @property
    def limit(self) -> int:
        """Return the points left to spend, in sixths."""
        whole = self.mover.allowance + (EXTENDED if self.mode == "extended" else 0)
        return whole - self.mover.done.spent

    @cached_property
    def traffic(self) -> dict[int, int]:
        """Return the extra cost of hexes with a traffic marker (24.2)."""
        mover = self.mover
        if mover.side != "allied" or not mover.mechanized or self.tactical:
            return {}
        return dict.fromkeys(self.position.traffic, 2 * SIXTH)

    def first_hexes(self) -> Iterator[Edge]:
        """19.1, 19.3.1: yield the edges onto the map for units in an entry area."""
        mover = self.mover
        crossings = self.position.crossings
        if mover.area is None:
            return
        for i in self.position.board.areas[mover.area].hexes:
            out = crossings.outward(i)
            if out is None:
                continue
            if out == "ferry" and (
                not self.tactical or next(mover.landing_objections((i,), "ferry"), None) is not None
            ):
                continue
            by_class = [crossings.first_edge(i, cls) for cls in mover.classes]
            edges = [edge for edge in by_class if edge is not None]
            if len(edges) == len(by_class):
                cost = max(edge[1] for edge in edges) + self.traffic.get(i, 0)
                yield i, cost, any(edge[2] for edge in edges)

    @property
    def open_areas(self) -> list[str]:
        """19.1, 23.1.2: return the friendly entry areas these units may move into."""
        return [a for a in self.position.friendly_areas(self.mover.side) if self.may_leave(a)]

    def may_leave(self, letter: str) -> bool:
        """Return whether these units may enter an entry area on turn 1 (23.1.2)."""
        return self.mover.side != "german" or self.position.turn != 1 or letter in TURN_1_AREAS


def _beyond_boundary(mover: Mover, unit: Unit) -> frozenset[int]:
    """23.4: return the hexes that a corps boundary closes to a unit."""
    zones = mover.position.ground.corps_zones
    if not zones or mover.position.turn > BOUNDARIES_LAST_TURN:
        return frozenset()
    counter = origin(mover.position, unit)
    if counter.nationality != "British":
        return frozenset()
    corps = counter.corps or CORPS_OF_AREA.get(counter.arrival.area or "")
    if corps not in zones:
        return frozenset()
    key = ("boundary", corps, mover.start in zones["north"])
    memo = mover.position.ground.memo
    if key not in memo:
        open_ = set(zones[corps])
        if mover.start not in zones["north"]:
            open_.update(j for i in zones[corps] for j in mover.position.ground.ring[i])
        south = frozenset().union(*(z for name, z in zones.items() if name != "north"))
        memo[key] = south - open_
    hexes: frozenset[int] = memo[key]
    return hexes
