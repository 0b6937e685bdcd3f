"""The maps of a VASSAL game as a board: every spot of every map is a place of one plane.

The maps lie side by side, west to east in their order, a little apart. So whatever knows boards
works on it as on a printed one: stacks, drags, paths, distances, overlays.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from statistics import median
from types import MappingProxyType
from typing import Any, TypeVar, overload

from engine.board.board import BEYOND, Board
from engine.board.grid import Grid, Point
from engine.core.effects import Track
from engine.core.places import Places
from engine.vassal.cells import Cell
from engine.vassal.drawing import Drawing
from engine.vassal.map_drawing import MapDrawing

COUNTER = 0.66
"""Edge of a middling counter in units: as large as a printed counter is in its hex."""
SMALLEST, LARGEST = 24.0, 400.0
"""Pixels that a unit may have."""
GAP = 40.0
"""Units between two maps: whoever looks at one does not see the others."""
FINE = 16
"""Where a map has no grid, spots lie so many to a unit."""
OUTSIDE = -1e6, -1e6
"""Where a place lies that is on no map."""

T = TypeVar("T")


class _Live(Sequence[T]):
    """Something for each place, worked out when it is asked for: places come to be during play."""

    def __init__(self, places: Places, find: Callable[[int], T]) -> None:
        self._places, self._find = places, find
        self._known: dict[int, T] = {}

    @overload
    def __getitem__(self, i: int) -> T: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[T]: ...
    def __getitem__(self, i: int | slice) -> T | Sequence[T]:
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        if not 0 <= i < len(self):
            raise IndexError(i)
        if i not in self._known:
            self._known[i] = self._find(i)
        return self._known[i]

    def __len__(self) -> int:
        return len(self._places)

    def forget(self) -> None:
        """Work everything out anew."""
        self._known.clear()


class _Index(Mapping[str, int]):
    """The ints of the spots by name."""

    def __init__(self, places: Places) -> None:
        self._places = places

    def __getitem__(self, name: str) -> int:
        if name not in self._places:
            raise KeyError(name)
        place = self._places.index(name)
        if not self._places.is_hex(place):
            raise KeyError(name)
        return place

    def __iter__(self) -> Iterator[str]:
        return (n for i, n in enumerate(self._places.names) if self._places.is_hex(i))

    def __len__(self) -> int:
        return sum(1 for _ in self)


class SpotBoard(Board):
    """A board without terrain, water or roads; its places are those of the game.

    A unit is as long as a hex is wide where most counters fit a hex: ``unit`` pixels of the maps.
    """

    loose = True
    neighbours: _Live[Sequence[int]]
    drawing: Drawing
    places: Places
    maps: tuple[MapDrawing, ...]
    """The maps with the boards that they show now."""

    def __init__(self, game: str, drawing: Drawing, places: Places) -> None:
        nothing: Mapping[Any, Any] = MappingProxyType({})
        vars(self).update(drawing=drawing, places=places, maps=drawing.maps)
        super().__init__(
            game=game,
            credits=(),
            grid=Grid(()),
            hex_km=0.0,
            numbers=_Live(places, places.name),
            index=_Index(places),
            terrain=(),
            terrain_basis=(),
            settlement=(),
            settlement_basis=(),
            names=(),
            area_of=(),
            drop_letters=(),
            victory=(),
            setup=(),
            neighbours=_Live(places, self._around),
            centres=_Live(places, self._centre),
            sides=nothing,
            hexsides=nothing,
            bridges=nothing,
            roads=(),
            railways=(),
            areas=nothing,
            drops=nothing,
            boundaries=(),
            road_links=nothing,
            railway_links=frozenset(),
        )

    # -- the plane --------------------------------------------------------------------------------

    @cached_property
    def unit(self) -> float:
        """Pixels of a unit."""
        kinds = self.drawing.table.kinds
        edges = [max(size) for kind in kinds if (size := self.drawing.size(kind))]
        return max(SMALLEST, min(median(edges) / COUNTER if edges else SMALLEST * 3, LARGEST))

    @cached_property
    def sheets(self) -> tuple[tuple[float, float, float, float], ...]:
        """West and north edge, width and height of each map, in units; north is up.

        A map without boards on which nothing ever lies has no size.
        """
        found = []
        west = 0.0
        bare = not any(board.used or board.boards for board in self.drawing.maps)
        for board in self.drawing.maps:
            others = self.drawing.table.variants.get(str(board.index), ())
            shown = board.used or board.boards or bare
            width = max(1, *(b.width for b in (board, *others))) / self.unit
            height = max(1, *(b.height for b in (board, *others))) / self.unit
            if not board.boards:  # only where pieces lay is known of it: they need room
                width, height = width + 1, height + 1
            found.append((west, 0.0, width, height) if shown else (west, 0.0, 0.0, 0.0))
            west += width + GAP if shown else 0.0
        return tuple(found)

    def show(self, tracks: Mapping[str, Track]) -> bool:
        """Have the maps show the boards of a position, whose tracks are given; are they others?"""
        maps = tuple(self.drawing.map_at(i, tracks) for i in range(len(self.drawing.maps)))
        if maps == self.maps:
            return False
        vars(self).update(maps=maps)
        self.neighbours.forget()
        return True

    def point(self, map_index: int, x: float, y: float) -> Point:
        """A pixel of a map in the plane."""
        west, north, _, _ = self.sheets[map_index]
        return west + x / self.unit, north - y / self.unit

    def pixel(self, point: Point) -> tuple[int, float, float] | None:
        """The map a point of the plane lies on, and the pixel there; None beside the maps."""
        u, v = point
        for i, (west, north, width, height) in enumerate(self.sheets):
            if west <= u <= west + width and north - height <= v <= north:
                return i, (u - west) * self.unit, (north - v) * self.unit
        return None

    def map_of(self, place: int) -> int | None:
        """The map a place lies on."""
        spot = self.drawing.spot(self.places.name(place))
        return spot.map if spot is not None else None

    def _centre(self, place: int) -> Point:
        spot = self.drawing.spot(self.places.name(place))
        return self.point(*spot) if spot is not None else OUTSIDE

    # -- what boards are asked --------------------------------------------------------------------

    def at(self, point: Point) -> int:
        """The spot that a piece comes to lie on that is dropped at a point."""
        found = self.pixel(point)
        if found is None:
            return BEYOND
        number, x, y = found
        step = self.unit / FINE
        x, y = round(x / step) * step, round(y / step) * step
        deck = self.drawing.place(number, x, y, snap=False)
        if deck in self.drawing.decks:
            return self.places.index(deck)
        sx, sy = self.maps[number].snap(x, y)
        return self.places.index(f"m{number}:{sx},{sy}")

    def corners(self, i: int) -> Sequence[Point]:
        """The outline of the cell that a spot lies in; without one, a square as large as a counter.

        Hexes and squares are outlined round their spot, also where that is not in their middle.
        """
        spot = self.drawing.spot(self.places.name(i))
        u, v = self.centres[i]
        cell = self._cell(i)
        if spot is None or cell is None:
            half = COUNTER / 2 + 0.06
            return [(u - half, v + half), (u + half, v + half),
                    (u + half, v - half), (u - half, v - half)]  # fmt: skip
        return [self.point(spot.map, x, y) for x, y in cell.outline]

    def distance(self, i: int, j: int) -> int:
        """Steps from hex to hex; where there are no hexes, whole units."""
        a, b = self._cell(i), self._cell(j)
        here = self.map_of(i)
        if a is not None and b is not None and here is not None and here == self.map_of(j):
            steps = self.maps[here].range(a, b)
            if steps is not None:
                return steps
        (ua, va), (ub, vb) = self.centres[i], self.centres[j]
        return round(math.hypot(ub - ua, vb - va))

    def where(self, i: int) -> str:
        """The module's own name of a spot."""
        return self.drawing.place_name(self.places.name(i))

    def _cell(self, place: int) -> Cell | None:
        spot = self.drawing.spot(self.places.name(place))
        return self.maps[spot.map].cell_at(spot.x, spot.y) if spot is not None else None

    def _around(self, place: int) -> tuple[int, ...]:
        """The neighbours of the middle of a hex, clockwise from the east; of other spots none."""
        spot, cell = self.drawing.spot(self.places.name(place)), self._cell(place)
        none = (BEYOND,) * 6
        if spot is None or cell is None or (cell.x, cell.y) != (spot.x, spot.y):
            return none
        around = _clockwise(self.maps[spot.map], cell)
        names = (f"m{spot.map}:{c.x},{c.y}" if c is not None else "" for c in around)
        return tuple(self.places.index(name) if name else BEYOND for name in names) or none


def _clockwise(board: MapDrawing, cell: Cell) -> list[Cell | None]:
    """The hexes around one in six directions, the first nearest to the east or just south of it."""
    reach = None
    found: list[Cell | None] = [None] * 6
    for other in board.neighbours(cell):
        angle = math.degrees(math.atan2(other.y - cell.y, other.x - cell.x)) % 360
        # Flat-topped: 30, 90, …; pointed-topped: 0, 60, …; the rounding of pixels is let off.
        found[int((angle + 10) % 360 // 60)] = other
        reach = other
    return found if reach is not None else []
