"""Zones of control and ZOC bonds of one side, computed from scratch on ints.

A bond joins two stacks of one side that are two hexes apart. In a straight line there is one hex
between them, and the bond closes that hex (a *hex bond*). Otherwise there are two hexes between
them, and the bond closes the hexside that these share (a *hexside bond*). A hexside bond exists if
it can run through at least one of the two hexes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from engine.board.board import BEYOND, Board
from engine.board.grid import hexside

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ZocTables:
    """Geometry of zones and bonds, computed once for each board.

    ``pairs[i]`` lists the hexes at distance two from hex i (greater ints only), each with the one
    or two hexes between. ``edges[i]`` lists the hexside bonds that hex i can form with the land
    beyond the board: the two edge hexes between, and the names of the sides over which these leave
    the board.
    """

    ring: tuple[tuple[int, ...], ...]
    pairs: tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]
    edges: tuple[tuple[tuple[int, int, str, str], ...], ...]


def tables(board: Board) -> ZocTables:
    """Return the tables of a board; O(hexes)."""
    around = board.neighbours
    rings = tuple(tuple(j for j in six if j != BEYOND) for six in around)
    pairs = []
    edges = []
    for i, six in enumerate(around):
        mine: list[tuple[int, tuple[int, ...]]] = []
        outward: list[tuple[int, int, str, str]] = []
        for d in range(6):
            x, y = six[d], six[(d + 1) % 6]
            if x == BEYOND:
                continue
            straight = around[x][d]
            if straight > i:
                mine.append((straight, (x,)))
            if y == BEYOND:
                continue
            bent = around[x][(d + 1) % 6]
            if bent > i:
                mine.append((bent, (x, y)))
            elif bent == BEYOND:
                out = board.grid.around(board.numbers[x])[(d + 1) % 6] or ""
                sides = (hexside(board.numbers[x], out), hexside(board.numbers[y], out))
                outward.append((x, y, *sides))
        pairs.append(tuple(mine))
        edges.append(tuple(outward))
    return ZocTables(rings, tuple(pairs), tuple(edges))


@dataclass(frozen=True)
class Barriers:
    """Obstacles to zones and bonds on a board with its bridges in their present state.

    ``water``: pairs of hexes (both orders) that no zone crosses; ``lakes``: hexes without any zone;
    ``cities``: hexes that no bond crosses; ``vehicle_links[i]``: hexes that a vehicle can enter
    from hex i; ``edge_water``: names of sides on the map edge that no bond crosses.
    """

    water: Collection[Pair]
    lakes: Collection[int]
    cities: Collection[int]
    vehicle_links: Sequence[Collection[int]]
    edge_water: Collection[str] = ()

    @cached_property
    def _zones(self) -> dict[int, frozenset[int]]:
        return {}

    @cached_property
    def _runs(self) -> dict[tuple[int, bool], frozenset[int]]:
        return {}

    def zone_from(self, table: ZocTables, i: int) -> frozenset[int]:
        """Return the hexes in the zone of a stack at hex i; computed once."""
        result = self._zones.get(i)
        if result is None:
            water, lakes = self.water, self.lakes
            open_ = () if i in lakes else table.ring[i]
            result = frozenset(j for j in open_ if j not in lakes and (i, j) not in water)
            self._zones[i] = result
        return result

    def runs_from(self, table: ZocTables, i: int, on_foot: bool) -> frozenset[int]:
        """Return the hexes beside hex i that a bond from there can cross; computed once.

        ``on_foot``: whether at least two steps at i can go anywhere.
        """
        result = self._runs.get((i, on_foot))
        if result is None:
            result = self._runs[i, on_foot] = frozenset(
                x
                for x in table.ring[i]
                if x not in self.cities
                and x not in self.lakes
                and (i, x) not in self.water
                and (on_foot or x in self.vehicle_links[i])
            )
        return result


@dataclass(frozen=True, slots=True)
class Bonds:
    """The bonds of one side: closed hexes and closed pairs of hexes (both orders), with their ends.

    An end beyond the board is None. ``between``: hexes where a unit would break or permit a bond.
    While the same of them are occupied, the bonds of the same stacks are unchanged.
    """

    hexes: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    sides: dict[Pair, list[tuple[int, int | None]]] = field(default_factory=dict)
    between: set[int] = field(default_factory=set)
    fenced: set[int] = field(default_factory=set)
    """The hexes with a closed side."""

    def closes(self, i: int, j: int) -> bool:
        """Return whether a step from hex i to hex j enters or crosses a bond."""
        return j in self.hexes or (i, j) in self.sides


def zone(table: ZocTables, holders: Iterable[int], barriers: Barriers) -> set[int]:
    """Return all hexes in the zone of control of the stacks at ``holders``."""
    return set().union(*(barriers.zone_from(table, i) for i in holders))


def bonds(
    table: ZocTables,
    formers: Mapping[int, tuple[int, int]],
    occupied: Collection[int],
    barriers: Barriers,
    edge: Collection[int] = (),
) -> Bonds:
    """Compute the bonds of one side.

    ``formers`` maps each hex to its steps in good order that may form bonds: (steps of units that
    can go anywhere, steps of vehicles). ``occupied`` are all hexes with a unit of either side,
    ``edge`` the edge hexes of friendly entry areas.
    """
    result = Bonds()
    looked_at = result.between
    able = {i for i, (foot, vehicles) in formers.items() if foot + vehicles >= 2}
    for i in formers:
        if i not in able:
            continue
        near = [pair for pair in table.pairs[i] if pair[0] in able]
        outward = [out for out in table.edges[i] if out[0] in edge and out[1] in edge]
        if not near and not outward:
            continue
        mine = barriers.runs_from(table, i, formers[i][0] >= 2)
        for j, between in near:
            theirs = barriers.runs_from(table, j, formers[j][0] >= 2)
            looked_at.update(between)
            if not any(x not in occupied and x in mine and x in theirs for x in between):
                continue
            if len(between) == 1:
                result.hexes.setdefault(between[0], []).append((i, j))
            else:
                _add_side(result, between[0], between[1], (i, j))
        for x, y, side_x, side_y in outward:
            looked_at.update((x, y))
            if any(
                mid not in occupied and mid in mine and side not in barriers.edge_water
                for mid, side in ((x, side_x), (y, side_y))
            ):
                _add_side(result, x, y, (i, None))
    return result


def _add_side(bonds: Bonds, x: int, y: int, ends: tuple[int, int | None]) -> None:
    bonds.sides.setdefault((x, y), []).append(ends)
    bonds.sides.setdefault((y, x), []).append(ends)
    bonds.fenced.update((x, y))
