"""The maps of a VASSAL game as a board: every spot of every map is a place on one plane.

The maps are side by side, west to east in their order, with gaps. All code for boards works on the
plane as on a printed board: stacks, drags, paths, distances, overlays.
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
"""Edge of a median counter in units, the same as for printed counters in their hexes."""
SMALLEST, LARGEST = 24.0, 400.0
"""Limits for the pixels of a unit."""
GAP = 40.0
"""Units between two maps, so that a view of one does not show the others."""
FINE = 16
"""Spots per unit on a map without a grid."""
OUTSIDE = -1e6, -1e6
"""The position of a place off all maps."""

T = TypeVar("T")


class _Live(Sequence[T]):
    """A sequence with a computed and cached item for each place; places are added during play."""

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
        """Clear the cached items."""
        self._known.clear()


class _Index(Mapping[str, int]):
    """The indices of the spots by name."""

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

    A unit has ``unit`` pixels of the maps: the width of a hex that fits most counters.
    """

    loose = True
    neighbours: _Live[Sequence[int]]
    drawing: Drawing
    places: Places
    maps: tuple[MapDrawing, ...]
    """The maps with the boards now shown on them."""

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
        """The pixels of a unit."""
        kinds = self.drawing.table.kinds
        edges = [max(size) for kind in kinds if (size := self.drawing.size(kind))]
        return max(SMALLEST, min(median(edges) / COUNTER if edges else SMALLEST * 3, LARGEST))

    @cached_property
    def sheets(self) -> tuple[tuple[float, float, float, float], ...]:
        """West and north edge, width and height of each map, in units; north is up.

        A map that has neither boards nor pieces in the whole game has no size.
        """
        extents = []
        west = 0.0
        bare = not any(board.used or board.boards for board in self.drawing.maps)
        for board in self.drawing.maps:
            others = self.drawing.table.variants.get(str(board.index), ())
            shown = board.used or board.boards or bare
            width = max(1, *(b.width for b in (board, *others))) / self.unit
            height = max(1, *(b.height for b in (board, *others))) / self.unit
            if not board.boards:  # its size covers only the spots of pieces: add room
                width, height = width + 1, height + 1
            extents.append((west, 0.0, width, height) if shown else (west, 0.0, 0.0, 0.0))
            west += width + GAP if shown else 0.0
        return tuple(extents)

    def show(self, tracks: Mapping[str, Track]) -> bool:
        """Show the boards of a position with these tracks; return whether they changed."""
        maps = tuple(self.drawing.map_at(i, tracks) for i in range(len(self.drawing.maps)))
        if maps == self.maps:
            return False
        vars(self).update(maps=maps)
        self.neighbours.forget()
        return True

    def point(self, map_index: int, x: float, y: float) -> Point:
        """Convert a pixel of a map to a point of the plane."""
        west, north, _, _ = self.sheets[map_index]
        return west + x / self.unit, north - y / self.unit

    def pixel(self, point: Point) -> tuple[int, float, float] | None:
        """Convert a point of the plane to a map and its pixel; None outside the maps."""
        u, v = point
        for i, (west, north, width, height) in enumerate(self.sheets):
            if west <= u <= west + width and north - height <= v <= north:
                return i, (u - west) * self.unit, (north - v) * self.unit
        return None

    def map_of(self, place: int) -> int | None:
        """Return the map of a place."""
        spot = self.drawing.spot(self.places.name(place))
        return spot.map if spot is not None else None

    def _centre(self, place: int) -> Point:
        spot = self.drawing.spot(self.places.name(place))
        return self.point(*spot) if spot is not None else OUTSIDE

    # -- methods of boards ------------------------------------------------------------------------

    def at(self, point: Point) -> int:
        """Return the spot for a piece dropped at a point."""
        pixel = self.pixel(point)
        if pixel is None:
            return BEYOND
        number, x, y = pixel
        step = self.unit / FINE
        x, y = round(x / step) * step, round(y / step) * step
        deck = self.drawing.place(number, x, y, snap=False)
        if deck in self.drawing.decks:
            return self.places.index(deck)
        sx, sy = self.maps[number].snap(x, y)
        return self.places.index(f"m{number}:{sx},{sy}")

    def corners(self, i: int) -> Sequence[Point]:
        """Return the outline of a spot's cell, or a square of a counter's size without one.

        A hex or square is outlined around its spot, even if the spot is not in its middle.
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
        """Return the distance in hexes, or in whole units if there are no hexes."""
        a, b = self._cell(i), self._cell(j)
        here = self.map_of(i)
        if a is not None and b is not None and here is not None and here == self.map_of(j):
            steps = self.maps[here].range(a, b)
            if steps is not None:
                return steps
        (ua, va), (ub, vb) = self.centres[i], self.centres[j]
        return round(math.hypot(ub - ua, vb - va))

    def where(self, i: int) -> str:
        """Return the module's own name of a spot."""
        return self.drawing.place_name(self.places.name(i))

    def _cell(self, place: int) -> Cell | None:
        spot = self.drawing.spot(self.places.name(place))
        return self.maps[spot.map].cell_at(spot.x, spot.y) if spot is not None else None

    def _around(self, place: int) -> tuple[int, ...]:
        """Return the neighbours of a hex's middle, clockwise from the east; none of other spots."""
        spot, cell = self.drawing.spot(self.places.name(place)), self._cell(place)
        none = (BEYOND,) * 6
        if spot is None or cell is None or (cell.x, cell.y) != (spot.x, spot.y):
            return none
        around = _clockwise(self.maps[spot.map], cell)
        names = (f"m{spot.map}:{c.x},{c.y}" if c is not None else "" for c in around)
        return tuple(self.places.index(name) if name else BEYOND for name in names) or none


def _clockwise(board: MapDrawing, cell: Cell) -> list[Cell | None]:
    """Return the hexes around one in six directions, beginning in the east or just south of it."""
    reach = None
    directions: list[Cell | None] = [None] * 6
    for other in board.neighbours(cell):
        angle = math.degrees(math.atan2(other.y - cell.y, other.x - cell.x)) % 360
        # Flat-topped: 30, 90, …; pointed-topped: 0, 60, …; 10 degrees tolerate rounded pixels.
        directions[int((angle + 10) % 360 // 60)] = other
        reach = other
    return directions if reach is not None else []
