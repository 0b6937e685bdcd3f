"""Limits of a move under printed rules and house rules.

The clauses of the chapters report every breach of the printed rules. The searches use these limits,
which leave out rules that the players set aside.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property

from engine.games.holland44.constants import SIXTH, TACTICAL
from engine.games.holland44.rules.ch08_movement.mover import Move, Mover
from engine.games.holland44.rules.ch14_disorder import must_flee
from engine.rules.base.clauses import Objection
from engine.search.movement import NOTHING, Edge, Terms, Ways

BOUNDLESS = 1_000_000
"""A limit of points that no path exceeds, for games without movement points (8.1)."""
OF_THE_GROUND = ("8.5.2", "8.5.3", "8.5.4", "8.5.5", "8.5.6", "8.6.2", "23.3.3")
"""Rules by which terrain and water close a step between hexes."""


def water_objections(move: Move, i: int, j: int, *, first: bool) -> Iterator[Objection]:
    """23.3.3: yield the objections of the water to a step between neighbours (8.5)."""
    position, mover = move.position, move.mover
    crossings, ground = position.crossings, position.ground
    pair = (i, j)
    if j in ground.lakes:
        yield Objection("8.5.4", "lake", j)
    elif pair in crossings.canals:
        if mover.vehicles:
            yield Objection("8.5.2", "vehicle", j)
        elif not move.tactical or not first or mover.area is not None:
            yield Objection("8.5.3", "canal", j)
    elif pair in crossings.blocked:
        if not move.tactical:
            yield Objection("8.5.4", "tactical" if mover.carrier(i, j) else "no_crossing", j)
        for fault in mover.carrier_objections(i, j):
            if move.tactical or fault.why != "no_crossing":
                yield fault
    elif (
        ground.water.get(pair) == "minor_river"
        and mover.vehicles
        and not position.board.road_links.get(pair)
        and not crossings.bridge.get(pair)
    ):
        yield Objection("8.5.2", "vehicle", j)


def soil_objections(move: Move, i: int, j: int) -> Iterator[Objection]:
    """Yield the objections of polder and marsh to a step by vehicles (8.6.2)."""
    road_only = move.position.ground.road_only
    if move.mover.vehicles and (i in road_only or j in road_only) and not _road(move, i, j):
        yield Objection("8.6.2", "vehicle", j if j in road_only else i)


def _road(move: Move, i: int, j: int) -> bool:
    """Return whether a road joins the hexes, by bridge where needed or carried over (8.5.5)."""
    position = move.position
    crossings = position.crossings
    if (i, j) not in position.board.road_links or (i, j) in crossings.canals:
        return False
    if (i, j) in crossings.blocked:
        return move.tactical
    water = position.ground.water.get((i, j))
    return water in (None, "minor_river") or crossings.bridge.get((i, j)) == "road"


def house_rule_edge(move: Move, i: int, j: int, *, first: bool = False) -> Edge | None:
    """Return the edge to a neighbour that only house rules open, at off-road cost."""
    mover = move.mover
    if move.tactical or not any(mover.waives(rule) for rule in OF_THE_GROUND):
        return None
    faults = (*water_objections(move, i, j, first=first), *soil_objections(move, i, j))
    if all(mover.waives(rule, key) for rule, key, *_ in faults):
        return _highest_cost(mover, j)
    return None


def edge_objections(move: Move, i: int) -> Iterator[Objection]:
    """Yield the objections between an edge hex and its entry area (8.5, 8.5.2, 8.5.3, 19.3.2)."""
    crossings = move.position.crossings
    out = crossings.outward(i)
    if out is None and crossings.is_barred_by_canals(i):
        heavy = move.mover.vehicles
        yield Objection("8.5.2", "vehicle", i) if heavy else Objection("8.5.3", "edge", i)
    elif out is None:
        yield Objection("19.3.2", "river", i)
    elif out == "ferry":
        if not move.tactical:
            yield Objection("8.5.4", "tactical", i)
        yield from move.mover.landing_objections((i,), "ferry")


def first_objections(move: Move, j: int) -> Iterator[Objection]:
    """Yield the objections to the step from an entry area onto the map (19.1, 19.3.2)."""
    mover, crossings = move.mover, move.position.crossings
    yield from edge_objections(move, j)
    if j in move.position.ground.lakes:
        yield Objection("8.5.4", "lake", j)
    elif any(crossings.first_edge(j, cls) is None for cls in mover.classes):
        yield Objection("19.1", "terrain", j)


def house_rule_first_edge(move: Move, j: int) -> Edge | None:
    """Return the edge onto the map that only house rules open: over a river, into a polder."""
    mover = move.mover
    if not any(mover.waives(rule) for rule in ("19.1", "19.3.2", "8.5.2", "8.5.3")):
        return None
    if not all(mover.waives(rule, key) for rule, key, *_ in first_objections(move, j)):
        return None
    _, cost, grows = _highest_cost(mover, j)
    return j, cost + move.traffic.get(j, 0), grows


def _highest_cost(mover: Mover, j: int) -> Edge:
    edges = [mover.position.ground.enter(j, cls) for cls in mover.classes]
    return j, max(edge[1] for edge in edges), any(edge[2] for edge in edges)


class MoveLimits:
    """The limits of a move, as the searches use them."""

    def __init__(self, move: Move) -> None:
        self.move = move
        self.mover = move.mover
        self.position = move.position
        self._waives = move.mover.waives
        self._free_ground = self.mover.house and any(map(self._waives, OF_THE_GROUND))

    @cached_property
    def closed(self) -> tuple[Collection[int], ...]:
        """Return the sets of hexes that may not be entered, one for each reason."""
        move, mover, waives = self.move, self.mover, self._waives
        enemy = mover.enemy
        closed: list[Collection[int]] = [mover.closed]
        if not waives("7.4.2"):
            closed.append(enemy.bonds.hexes.keys())
        if not waives("23.4"):
            closed.append(mover.beyond_boundary)
        if not move.tactical and not waives("6.4.2"):
            closed.append(mover.overstacked)
        if move.mode == "extended":
            if not waives("8.2.1"):
                closed.append(enemy.beside)
            if not waives("25.3.1"):
                closed.append(mover.quarry)
        runs = move.mode == "full_retreat" or any(u.profile.full_retreat for u in mover.units)
        if runs and not waives("14.3.2"):
            closed.append(mover.full_retreat_closed)
        return tuple(closed)

    @cached_property
    def all_closed(self) -> frozenset[int]:
        """Return the hexes of :attr:`closed` in one set."""
        return frozenset().union(*self.closed)

    @cached_property
    def barred(self) -> Collection[tuple[int, int]]:
        """Return the pairs of hexes between which movement is barred."""
        bonds = frozenset() if self._waives("7.4.2") else self.mover.enemy.bonds.sides.keys()
        return bonds | self._held_back if self._held_back else bonds

    @cached_property
    def _held_back(self) -> frozenset[tuple[int, int]]:
        return frozenset() if self._waives("25.3.1") else self.mover.held_back

    @cached_property
    def halts(self) -> bool:
        """Return whether zones of control stop these units (7.2)."""
        return not self._waives("7.2")

    @cached_property
    def is_caught(self) -> bool:
        """Return whether the hex of an unknown unit ends a move (25.3.1)."""
        return not self._waives("25.3.1")

    @cached_property
    def most_hexes(self) -> int | None:
        """Return the limit of hexes, or None without one (8.3.1, 20.2.5)."""
        replaced = any("replacement" in u.profile.status for u in self.mover.units)
        if replaced and not self._waives("20.2.5"):
            return 1
        return TACTICAL if self.move.tactical and not self._waives("8.3.1") else None

    @cached_property
    def edges(self) -> Ways:
        """Return the edges out of every hex, in all modes except tactical movement."""
        return _HouseRuleEdges(self.move) if self._free_ground else self.mover.edges

    @cached_property
    def terms(self) -> Terms:
        """Return the terms of the search by cost (all modes except tactical movement)."""
        move, mover = self.move, self.mover
        closed = self.all_closed
        quarry = mover.quarry - closed
        return Terms(
            graph=self.position.ground.layers,
            edges=self.edges,
            first={edge[0]: edge for edge in self.first_edges},
            limit=BOUNDLESS if self._waives("8.1") else move.limit,
            leave=self.position.ground.leave,
            zone=mover.enemy.zone,
            closed=closed,
            barred=self.barred,
            dear=move.traffic,
            cheap=max(0, 2 - mover.done.woods),
            growth=SIXTH,
            quarry=quarry,
            hold=mover.enemy.known_zone if quarry else NOTHING,
            steps=None if self.most_hexes is None else self.most_hexes - move.hexes_moved,
            halts=self.halts,
            caught=self.is_caught,
            fenced=mover.enemy.bonds.fenced | {i for i, _ in self._held_back},
            plain={} if self._free_ground else self.position.ground.plain(mover.classes),
        )

    def open_steps(self, i: int, *, first: bool) -> list[int]:
        """8.3.2: return the neighbours of a hex to which a tactical mover may step."""
        closed, barred, edges = self.all_closed, self.barred, self.mover.edges[i]
        return [
            j
            for j in self.position.ground.ring[i]
            if j not in closed and (i, j) not in barred
            if j in edges or not self.ground_faults(i, j, first=first)
        ]

    def ground_faults(self, i: int, j: int, *, first: bool) -> int:
        """Return how many terrain and water rules a step to a neighbour breaks (8.5, 8.6.2)."""
        if j in self.mover.edges[i]:
            return 0
        move = self.move
        faults = [*water_objections(move, i, j, first=first), *soil_objections(move, i, j)]
        return sum(not self._waives(rule, key) for rule, key, *_ in faults) if faults else 0

    @cached_property
    def first_edges(self) -> tuple[Edge, ...]:
        """Return the edges onto the map for units in an entry area (19.1, 19.3)."""
        move = self.move
        edges = {edge[0]: edge for edge in move.first_hexes()}
        if move.mover.area is not None and move.mover.house:
            for j in self.position.board.areas[move.mover.area].hexes:
                edge = edges.get(j) or house_rule_first_edge(move, j)
                if edge is not None:
                    edges[j] = edge
        return tuple(edges.values())

    @cached_property
    def areas(self) -> list[str]:
        """Return the entry areas that these units may move into (19.4, 23.1.2)."""
        if not self.mover.house:
            return self.move.open_areas
        position, mover, waives = self.position, self.mover, self._waives
        return [
            a
            for a in position.board.areas
            if position.area_side(a) == mover.side or waives("19.4")
            if self.move.may_leave(a) or waives("23.1.2") or position.area_side(a) != mover.side
        ]

    def may_leave_from(self, i: int) -> bool:
        """Return whether these units may leave the map from an edge hex (19.3.2)."""
        if i not in self.position.ground.area_hexes:
            return False
        return all(self._waives(rule, key) for rule, key, *_ in edge_objections(self.move, i))

    @cached_property
    def flees(self) -> bool:
        """Return whether these units must move out of EZOC (14.2)."""
        return must_flee(self.mover) and not self._waives("14.2")

    def may_end(self, place: int) -> bool:
        """6.1: return whether these units may end their move in a place (6.1, 8.2.1, 14.2)."""
        position, mover = self.position, self.mover
        if self.flees and place in mover.enemy.zone:
            return False
        stack = [u for u in position.stack(place) if u.id not in mover.ids]
        if not position.places.is_hex(place) or not stack:
            return True
        if stack[0].profile.side != mover.side:
            return place in mover.quarry
        if self.move.mode == "extended" and not self._waives("8.2.1"):
            return False
        heads = any(u.profile.head for u in mover.units) and any(u.profile.head for u in stack)
        return not heads or self._waives("6.1")

    def stop_reason(self, hex_: int) -> str | None:
        """Return why a mover must stop in a hex: "unknown", "ezoc", or None."""
        if self.catches(hex_):
            return "unknown"
        return "ezoc" if self.holds(hex_) else None

    def catches(self, hex_: int) -> bool:
        """Return whether an unknown unit in a hex ends the move there (25.3.1)."""
        return hex_ in self.mover.quarry and self.is_caught

    def holds(self, hex_: int) -> bool:
        """Return whether zones of control stop the move in a hex (7.2, 8.3.2)."""
        if hex_ not in self.mover.enemy.zone or not self.halts:
            return False
        return not (self.move.tactical and self.mover.infiltrates(hex_))


class _HouseRuleEdges(dict[int, dict[int, Edge]]):
    """Edges out of each hex, including those that only house rules open."""

    def __init__(self, move: Move) -> None:
        super().__init__()
        self._move = move

    def __missing__(self, i: int) -> dict[int, Edge]:
        edges = dict(self._move.mover.edges[i])
        for j in self._move.position.ground.ring[i]:
            edge = None if j in edges else house_rule_edge(self._move, i, j)
            if edge is not None:
                edges[j] = edge
        self[i] = edges
        return edges
