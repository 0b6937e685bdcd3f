"""The board in play: immutable, with hexes as small ints inside and printed numbers ("4816")
outside.

Hex ints follow the order of the grid. ``-1`` means "beyond the board".
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import ClassVar

from pydantic import ValidationError

from engine.board.format import (
    Basis,
    BoardError,
    BoardFile,
    BridgeFile,
    BridgeKind,
    BridgeStart,
    RoadClass,
    SettlementRank,
    Side,
    Terrain,
    WaterKind,
)
from engine.board.grid import Grid, Point, hexes_of, hexside
from engine.core.errors import first_fault
from engine.i18n import t

BEYOND = -1
"""The int of a neighbour that is not on the board."""

ASIDE: Point = (0.0007, 0.0011)
"""Offset, in hex widths, by which a line passes beside the centres of hexes."""

Pair = tuple[int, int]

ROAD_ORDER = ("primary", "secondary", "minor")
"""Common classes of roads, best first."""


@dataclass(frozen=True, slots=True)
class Bridge:
    """A bridge or ferry; ``ends`` are the hexes of its hexside, smaller number first."""

    id: str
    name: str
    hexside: str
    ends: Pair
    kind: BridgeKind
    start: BridgeStart
    start_basis: Basis
    rule: str | None
    water: WaterKind
    river: str
    basis: Basis
    history: str

    @property
    def hexes(self) -> tuple[int, ...]:
        """Return its ends that are on the map."""
        return tuple(i for i in self.ends if i != BEYOND)


@dataclass(frozen=True, slots=True)
class Hexside:
    """A hexside with a water or with marks (flooded, cliff, causeway …).

    ``also`` names lesser waters on it, ``features`` its kinds of bridges; ``water`` is empty if
    there are only marks.
    """

    name: str
    ends: Pair
    water: WaterKind
    river: str
    also: tuple[str, ...]
    features: tuple[BridgeKind, ...]
    bridges: tuple[Bridge, ...]
    basis: Basis
    marks: tuple[str, ...] = ()
    mark_basis: Mapping[str, Basis] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Road:
    """A road as a chain of adjacent hexes.

    ``ferries`` are its hexsides without a bridge, ``exits`` the hexes where it continues beyond the
    board.
    """

    road_class: RoadClass
    name: str
    hexes: tuple[int, ...]
    ferries: tuple[str, ...]
    exits: tuple[int, ...]
    basis: Basis


@dataclass(frozen=True, slots=True)
class Railway:
    """A railway as a chain of adjacent hexes."""

    name: str
    hexes: tuple[int, ...]
    exits: tuple[int, ...]
    basis: Basis


@dataclass(frozen=True, slots=True)
class Area:
    """An entry area and its hexes at the map edge."""

    id: str
    title: str
    side: Side
    side_from: Mapping[int, Side]
    hexes: tuple[int, ...]
    basis: Basis

    def side_on(self, turn: int) -> Side:
        """Return the side that owns the area in a game turn."""
        changes = [at for at in self.side_from if at <= turn]
        return self.side_from[max(changes)] if changes else self.side


@dataclass(frozen=True, slots=True)
class Drop:
    """A drop or landing zone."""

    letter: str
    division: str
    name: str
    hexes: tuple[int, ...]
    basis: Basis
    history: str


@dataclass(frozen=True, slots=True)
class Boundary:
    """A corps boundary as a chain of hexsides."""

    name: str
    hexsides: tuple[str, ...]
    basis: Basis


@dataclass(frozen=True, slots=True)
class Line:
    """A line along hexsides: a front, a boundary, a perimeter."""

    kind: str
    name: str
    hexsides: tuple[str, ...]
    basis: Basis


@dataclass(frozen=True, slots=True)
class Stream:
    """A river that runs through hexes."""

    kind: str
    name: str
    hexes: tuple[int, ...]
    basis: Basis


@dataclass(frozen=True, eq=False)
class Board:
    """A compiled board.

    Everything indexed by hex is a tuple in the order of ``numbers``. ``sides`` maps the name of
    every hexside with water or a mark to it, map edges included. ``hexsides`` does so for water
    between two hexes of the board, by pair of ints in either order; ``marked`` contains the marks
    of hexsides.
    """

    game: str
    credits: tuple[str, ...]
    grid: Grid
    hex_km: float
    numbers: Sequence[str]
    index: Mapping[str, int]
    terrain: tuple[Terrain, ...]
    terrain_basis: tuple[Basis, ...]
    settlement: tuple[SettlementRank | None, ...]
    settlement_basis: tuple[Basis | None, ...]
    names: tuple[tuple[str, ...], ...]
    area_of: tuple[str | None, ...]
    drop_letters: tuple[tuple[str, ...], ...]
    victory: tuple[int, ...]
    setup: tuple[tuple[str, ...], ...]
    neighbours: Sequence[Sequence[int]]
    """Six ints for each hex, clockwise from the east, or from the north-east with flat tops."""
    centres: Sequence[Point]
    sides: Mapping[str, Hexside]
    hexsides: Mapping[Pair, Hexside]
    bridges: Mapping[str, Bridge]
    roads: tuple[Road, ...]
    railways: tuple[Railway, ...]
    areas: Mapping[str, Area]
    drops: Mapping[str, Drop]
    boundaries: tuple[Boundary, ...]
    road_links: Mapping[Pair, RoadClass]
    railway_links: frozenset[Pair]
    marks: tuple[tuple[str, ...], ...] = ()
    mark_basis: tuple[Mapping[str, Basis], ...] = ()
    marked: Mapping[Pair, tuple[str, ...]] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()
    streams: tuple[Stream, ...] = ()
    loose: ClassVar[bool] = False
    """Whether pieces may be anywhere, not only in the centres of hexes."""

    @classmethod
    def load(cls, data: bytes) -> Board:
        """Read ``board.json``. Raises BoardError, with one sentence, for an invalid board."""
        try:
            file = BoardFile.model_validate_json(data)
        except ValidationError as error:
            where, why = first_fault(error)
            key = "board.bad_format" if where else "board.not_json"
            raise BoardError(t(key, where=where, why=why)) from None
        return _board(file)

    def hex(self, number: str) -> int:
        """Return the int of a printed hex number. Raises BoardError for an unknown number."""
        try:
            return self.index[number]
        except KeyError:
            raise BoardError(
                t("board.no_hex", hex=number, first=self.numbers[0], last=self.numbers[-1])
            ) from None

    def hexside(self, i: int, j: int) -> Hexside | None:
        """Return the water between two hexes; None if they are joined by land."""
        return self.hexsides.get((i, j))

    def road_class(self, i: int, j: int) -> RoadClass | None:
        """Return the best road over a hexside, or None."""
        return self.road_links.get((i, j))

    def has_railway(self, i: int, j: int) -> bool:
        """Return whether a railway crosses this hexside."""
        return (i, j) in self.railway_links

    @cached_property
    def road_hexes(self) -> Mapping[int, RoadClass]:
        """Return the best road class in each hex that has a road."""
        best: dict[int, RoadClass] = {}
        for road in best_first(self.roads):
            for i in road.hexes:
                best.setdefault(i, road.road_class)
        return MappingProxyType(best)

    @cached_property
    def victory_hexes(self) -> Mapping[int, int]:
        """Return the points of each hex that counts for victory."""
        return {i: points for i, points in enumerate(self.victory) if points}

    @cached_property
    def corps_boundary(self) -> frozenset[str]:
        """Return the names of all hexsides that are corps boundaries."""
        return frozenset(side for b in self.boundaries for side in b.hexsides)

    def at(self, point: Point) -> int:
        """Return the hex at a point of the grid plane; BEYOND for a point off the board."""
        return self.index.get(self.grid.nearest(point) or "", BEYOND)

    def corners(self, i: int) -> Sequence[Point]:
        """Return the outline of a hex: six corners, clockwise; the second begins the first side."""
        return self.grid.corners(self.numbers[i])

    def distance(self, i: int, j: int) -> int:
        """Return the distance between two hexes."""
        return self.grid.distances(i)[j]

    def line(self, i: int, j: int) -> tuple[int, ...]:
        """Return the hexes of the board under the straight line between two hexes, both included.

        Where the line follows a hexside, all hexes are taken from the same side of the line.
        """
        steps = self.distance(i, j)
        (ax, ay), (bx, by) = self.centres[i], self.centres[j]
        # A hair beside the middles, so that a line along hexsides does not hop to and fro.
        points = (
            (ax + (bx - ax) * k / steps + ASIDE[0], ay + (by - ay) * k / steps + ASIDE[1])
            for k in range(1, steps)
        )
        result = (i, *(self.at(point) for point in points), j)
        return tuple(place for place in dict.fromkeys(result) if place != BEYOND)

    def where(self, i: int) -> str:
        """Describe a hex for a message: its number and, if it has one, its main place."""
        if not self.names[i]:
            return t("board.where.hex", hex=self.numbers[i])
        return t("board.where.place", hex=self.numbers[i], place=self.names[i][0])


def best_first(roads: Sequence[Road]) -> list[Road]:
    """Return roads sorted by class, best first; the best road on a shared hexside counts.

    ``primary``, ``secondary`` and ``minor`` come first; the classes of other games follow in the
    order in which their board names them.
    """
    order = dict.fromkeys([*ROAD_ORDER, *(road.road_class for road in roads)])
    ranks = {name: rank for rank, name in enumerate(order)}
    return sorted(roads, key=lambda road: ranks[road.road_class])


def _board(file: BoardFile) -> Board:
    grid = Grid.read(file.grid.model_dump())
    numbers = tuple(grid)
    if tuple(file.hexes) != numbers:
        wrong = min(set(numbers) ^ set(file.hexes), default=next(iter(file.hexes), "-"))
        raise BoardError(t("board.bad_hex", where="hexes", hex=wrong))
    index = {number: i for i, number in enumerate(numbers)}
    cells = tuple(file.hexes.values())

    def ints(hexes: tuple[str, ...], where: str) -> tuple[int, ...]:
        for number in hexes:
            if number not in index:
                raise BoardError(t("board.bad_hex", where=where, hex=number))
        return tuple(index[number] for number in hexes)

    def chain(hexes: tuple[str, ...], where: str) -> tuple[int, ...]:
        for a, b in itertools.pairwise(hexes):
            if not _touch(grid, a, b):
                raise BoardError(t("board.broken_chain", where=where, a=a, b=b))
        return ints(hexes, where)

    def ends(side: str, where: str) -> Pair:
        a, b = hexes_of(side) or ("", "")
        if hexside(a, b) != side or not _touch(grid, a, b):
            raise BoardError(t("board.bad_hexside", where=where, hexside=side))
        return index.get(a, BEYOND), index.get(b, BEYOND)

    def checked(side: str, where: str) -> str:
        ends(side, where)
        return side

    bridges = {b.id: _bridge(b, ends(b.hexside, b.id)) for b in file.bridges}
    sides = {}
    for name, side in file.hexsides.items():
        over = tuple(b for b in bridges.values() if b.hexside == name)
        sides[name] = Hexside(
            name=name,
            ends=ends(name, "hexsides"),
            water=side.water,
            river=side.name,
            also=side.also,
            features=tuple(dict.fromkeys(b.kind for b in over)),
            bridges=over,
            basis=side.basis,
            marks=side.marks,
            mark_basis=MappingProxyType(side.mark_basis),
        )
    roads = tuple(
        Road(
            r.road_class, r.name, chain(r.hexes, r.name), r.ferries, ints(r.exits, r.name), r.basis
        )
        for r in file.roads
    )
    railways = tuple(
        Railway(r.name, chain(r.hexes, r.name), ints(r.exits, r.name), r.basis)
        for r in file.railways
    )
    links: dict[Pair, RoadClass] = {}
    for road in best_first(roads):
        for i, j in itertools.pairwise(road.hexes):
            links.setdefault((i, j), road.road_class)
            links.setdefault((j, i), road.road_class)
    tracks = {p for r in railways for p in itertools.pairwise(r.hexes)}
    inner = {s.ends: s for s in sides.values() if BEYOND not in s.ends and s.water}
    marked = {s.ends: s.marks for s in sides.values() if BEYOND not in s.ends and s.marks}
    return Board(
        game=file.game,
        credits=file.credits,
        grid=grid,
        hex_km=file.grid.hex_km,
        numbers=numbers,
        index=MappingProxyType(index),
        terrain=tuple(c.terrain for c in cells),
        terrain_basis=tuple(c.basis for c in cells),
        settlement=tuple(c.settlement for c in cells),
        settlement_basis=tuple(c.settlement_basis for c in cells),
        names=tuple(c.names for c in cells),
        area_of=tuple(c.area for c in cells),
        drop_letters=tuple(c.drop for c in cells),
        victory=tuple(c.victory or 0 for c in cells),
        setup=tuple(c.setup for c in cells),
        neighbours=tuple(
            tuple(index.get(n or "", BEYOND) for n in grid.around(number)) for number in numbers
        ),
        centres=tuple(grid.center(number) for number in numbers),
        sides=MappingProxyType(sides),
        hexsides=MappingProxyType({**inner, **{(j, i): s for (i, j), s in inner.items()}}),
        bridges=MappingProxyType(bridges),
        roads=roads,
        railways=railways,
        areas=MappingProxyType(
            {
                k: Area(
                    k, a.title, a.side, MappingProxyType(a.side_from), ints(a.hexes, k), a.basis
                )
                for k, a in file.areas.items()
            }
        ),
        drops=MappingProxyType(
            {
                d.letter: Drop(
                    d.letter, d.division, d.name, ints(d.hexes, d.letter), d.basis, d.history
                )
                for d in file.drops
            }
        ),
        boundaries=tuple(Boundary(b.name, b.hexsides, b.basis) for b in file.boundaries),
        road_links=MappingProxyType(links),
        railway_links=frozenset(tracks | {(j, i) for i, j in tracks}),
        marks=tuple(c.marks for c in cells),
        mark_basis=tuple(MappingProxyType(c.mark_basis) for c in cells),
        marked=MappingProxyType({**marked, **{(j, i): m for (i, j), m in marked.items()}}),
        lines=tuple(
            Line(
                ln.kind,
                ln.name,
                tuple(checked(s, ln.name or ln.kind) for s in ln.hexsides),
                ln.basis,
            )
            for ln in file.lines
        ),
        streams=tuple(
            Stream(s.kind, s.name, chain(s.hexes, s.name or s.kind), s.basis) for s in file.streams
        ),
    )


def _bridge(b: BridgeFile, ends: Pair) -> Bridge:
    return Bridge(
        id=b.id,
        name=b.name,
        hexside=b.hexside,
        ends=ends,
        kind=b.kind,
        start=b.start,
        start_basis=b.start_basis,
        rule=b.rule,
        water=b.water,
        river=b.river,
        basis=b.basis,
        history=b.history,
    )


def _touch(grid: Grid, a: str, b: str) -> bool:
    """Return whether two numbers of the grid are neighbours, on the map or beyond it."""
    try:
        return b in grid.around(a)
    except ValueError:
        return False
