"""Zones of control and ZOC bonds of one side, from scratch, on ints.

A bond joins two stacks of one side that stand two hexes apart. In a straight line one hex lies
between them and the bond closes that hex (a *hex bond*); off the line two hexes lie between them
and the bond closes the side these share (a *hexside bond*). A hexside bond is pushed to either side
of its line: it holds if it can run through at least one of the two hexes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.board.board import BEYOND, Board
from engine.board.grid import hexside

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ZocTables:
    """What a board's shape says of zones and bonds, worked out once per board.

    ``pairs[i]`` lists the hexes two away from hex i (the greater ints only) with the one or two
    hexes between; ``edges[i]`` the hexside bonds that hex i can form with the land beyond the
    board, as the two edge hexes between and the names of the sides over which they leave it.
    """

    ring: tuple[tuple[int, ...], ...]
    pairs: tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]
    edges: tuple[tuple[tuple[int, int, str, str], ...], ...]


def tables(board: Board) -> ZocTables:
    """The tables of a board; O(hexes)."""
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


@dataclass(frozen=True, slots=True)
class Barriers:
    """What stops zones and bonds on a board in the state its bridges are in.

    ``water``: pairs of hexes (both orders) that no zone crosses, ``lakes``: hexes without any zone,
    ``cities``: hexes that no bond runs through, ``vehicle_links[i]``: hexes a vehicle may go to
    from hex i, ``edge_water``: names of sides on the map edge that no bond crosses.
    """

    water: Collection[Pair]
    lakes: Collection[int]
    cities: Collection[int]
    vehicle_links: Sequence[Collection[int]]
    edge_water: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class Bonds:
    """The bonds of one side: closed hexes and closed pairs of hexes (both orders), with their ends.

    An end beyond the board is None.
    """

    hexes: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    sides: dict[Pair, list[tuple[int, int | None]]] = field(default_factory=dict)

    def closes(self, i: int, j: int) -> bool:
        """Does a step from hex i to hex j enter or cross a bond?"""
        return j in self.hexes or (i, j) in self.sides


def zone(table: ZocTables, holders: Iterable[int], barriers: Barriers) -> set[int]:
    """All hexes in the zone of control of the stacks at ``holders``."""
    ring, water, lakes = table.ring, barriers.water, barriers.lakes
    found: set[int] = set()
    for i in holders:
        if i not in lakes:
            found.update(ring[i])
    # Water is rare: take out what only lies in a zone across it.
    if water:
        held = set(holders)
        for i, j in water:
            if i in held and j in found and not _reaches(j, held, ring, water, lakes):
                found.discard(j)
    return found - lakes if isinstance(lakes, (set, frozenset)) else found.difference(lakes)


def _reaches(
    j: int,
    holders: Collection[int],
    ring: Sequence[Sequence[int]],
    water: Collection[Pair],
    lakes: Collection[int],
) -> bool:
    return any(k in holders and k not in lakes and (k, j) not in water for k in ring[j])


def bonds(
    table: ZocTables,
    formers: Mapping[int, tuple[int, int]],
    occupied: Collection[int],
    barriers: Barriers,
    edge: Collection[int] = (),
) -> Bonds:
    """The bonds of one side.

    ``formers`` gives, per hex, the steps in good order that may form bonds: (those of units that go
    anywhere, those of vehicles); ``occupied`` all hexes that hold any unit of either side; ``edge``
    the edge hexes that touch a friendly entry area.
    """
    found = Bonds()
    for i, (foot, vehicles) in formers.items():
        if foot + vehicles < 2:
            continue
        for j, between in table.pairs[i]:
            other = formers.get(j)
            if other is None or sum(other) < 2:
                continue
            if not any(
                _runs(i, foot, x, occupied, barriers) and _runs(j, other[0], x, occupied, barriers)
                for x in between
            ):
                continue
            if len(between) == 1:
                found.hexes.setdefault(between[0], []).append((i, j))
            else:
                _add_side(found, between[0], between[1], (i, j))
        for x, y, side_x, side_y in table.edges[i]:
            if x not in edge or y not in edge:
                continue
            if any(
                _runs(i, foot, mid, occupied, barriers) and side not in barriers.edge_water
                for mid, side in ((x, side_x), (y, side_y))
            ):
                _add_side(found, x, y, (i, None))
    return found


def _runs(i: int, foot: int, x: int, occupied: Collection[int], barriers: Barriers) -> bool:
    """Can a bond from hex i run through hex x?"""
    return (
        x not in occupied
        and x not in barriers.cities
        and x not in barriers.lakes
        and (i, x) not in barriers.water
        and (foot >= 2 or x in barriers.vehicle_links[i])
    )


def _add_side(found: Bonds, x: int, y: int, ends: tuple[int, int | None]) -> None:
    found.sides.setdefault((x, y), []).append(ends)
    found.sides.setdefault((y, x), []).append(ends)
