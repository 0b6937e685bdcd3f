"""The grids of a board and their numbering: the cell at a point, and its name in the module.

Coordinates are pixels at 100 %, y down, relative to the board's corner. The arithmetic follows
VASSAL's exactly, including its rounding and its swapped maxima, so that names match the module's.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated, Literal, Protocol

from pydantic import Discriminator

from engine.vassal.expressions import fill

Point = tuple[int, int]
Cell = tuple[int, int]
"""Raw column and row, before the numbering."""


def _round(value: float) -> int:
    """Round like Java's ``Math.round``: halves go up."""
    return math.floor(value + 0.5)


class Grid(Protocol):
    """A grid that names points."""

    def location(self, point: Point) -> str | None:
        """Return the name of the place at a point; None if the grid has no name for it."""
        ...


@dataclass(frozen=True)
class Numbering:
    """The numbering of the cells of a hex or square grid; fields as in the build file.

    The ``h`` fields belong to columns, the ``v`` fields to rows. Types are "N" for numbers and "A"
    for letters; ``leading`` is the minimum number of digits minus one.
    """

    columns_first: bool = True
    separator: str = ""
    h_type: str = "N"
    v_type: str = "N"
    h_leading: int = 0
    v_leading: int = 0
    h_offset: int = 0
    v_offset: int = 0
    h_descending: bool = False
    v_descending: bool = False
    stagger: bool = True
    location_format: str = "$gridLocation$"

    def name(self, row: int, column: int) -> str:
        """Return the name of a numbered cell."""
        h = _ordinal(column + self.h_offset, self.h_type, self.h_leading)
        v = _ordinal(row + self.v_offset, self.v_type, self.v_leading)
        parts = (h, v) if self.columns_first else (v, h)
        location = self.separator.join(parts)
        values = {
            "gridLocation": location,
            "column": str(column + self.h_offset),
            "row": str(row + self.v_offset),
        }
        return fill(self.location_format, values.get)


def _ordinal(value: int, kind: str, leading: int) -> str:
    """Format a number with leading zeros, or as letters: A … Z, AA, BB …"""
    sign, value = ("-" if value < 0 else ""), abs(value)
    if kind == "A":
        return sign + chr(ord("A") + value % 26) * min(value // 26 + 1, 100)
    return sign + str(value).zfill(min(leading, 20) + 1)


@dataclass(frozen=True)
class HexGrid:
    """A hex grid with flat tops, or with pointed tops (``sideways``).

    ``dx`` is the distance between columns, ``dy`` between the hexes of a column; width and height
    are the board's.
    """

    x0: float
    y0: float
    dx: float
    dy: float
    sideways: bool
    width: int
    height: int
    numbering: Numbering | None = None
    snaps: bool = True
    """Whether dropped pieces move to the middle of a cell."""
    kind: Literal["hex"] = "hex"

    def cell(self, point: Point) -> Cell:
        """Return the hex at a point."""
        x, y = self._turned(point)
        column = math.floor((x - self.x0) / self.dx + 0.5)
        lower = self.dy / 2 if column % 2 else 0
        return column, _round((y - self.y0 - lower) / self.dy)

    def centre(self, cell: Cell) -> Point:
        """Return the pixel at the centre of a hex."""
        return self._turned(self._plain_centre(cell))

    def corners(self, cell: Cell) -> tuple[tuple[float, float], ...]:
        """Return the six corners of a hex."""
        x, y = self._plain_centre(cell)
        r, h = 2 * self.dx / 3, self.dy / 2
        plain = ((r, 0), (r / 2, h), (-r / 2, h), (-r, 0), (-r / 2, -h), (r / 2, -h))
        return tuple((y + b, x + a) if self.sideways else (x + a, y + b) for a, b in plain)

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the six hexes around a hex, on the board or not, clockwise from the one above."""
        column, row = cell
        k = column % 2  # odd columns are half a hex lower
        return (
            (column, row - 1),
            (column + 1, row - 1 + k),
            (column + 1, row + k),
            (column, row + 1),
            (column - 1, row + k),
            (column - 1, row - 1 + k),
        )

    def range(self, a: Cell, b: Cell) -> int:
        """Return the distance between two hexes in hexes."""
        (qa, ra), (qb, rb) = _axial(a), _axial(b)
        dq, dr = qa - qb, ra - rb
        return max(abs(dq), abs(dr), abs(dq + dr))

    def cells(self) -> tuple[Cell, ...]:
        """Return all hexes whose centres are on the board, column by column."""
        across, down = (self.height, self.width) if self.sideways else (self.width, self.height)
        columns = range(math.floor((across - self.x0) / self.dx) + 2)
        rows = range(-1, math.floor((down - self.y0) / self.dy) + 2)
        candidates = ((c, r) for c in columns for r in rows)
        return tuple(
            cell
            for cell in candidates
            if 0 <= self.centre(cell)[0] <= self.width and 0 <= self.centre(cell)[1] <= self.height
        )

    def name(self, cell: Cell) -> str | None:
        """Return the module's name of a hex; None for a grid without numbers."""
        if self.numbering is None:
            return None
        n = self.numbering
        column, row = cell
        # Sideways, columns run down the page, so they use the flag of its rows, and vice versa.
        numbered_column, numbered_row = column, row
        if n.v_descending if self.sideways else n.h_descending:
            numbered_column = (self._max_rows if self.sideways else self._max_columns) - column
        row_descends = n.h_descending if self.sideways else n.v_descending
        if row_descends:
            numbered_row = (self._max_columns if self.sideways else self._max_rows) - row
        if n.stagger and column % 2:
            numbered_row += -1 if row_descends else 1
        return n.name(numbered_row, numbered_column)

    def location(self, point: Point) -> str | None:
        """Return the name of the hex at a point."""
        return self.name(self.cell(point))

    def _plain_centre(self, cell: Cell) -> Point:
        column, row = cell
        lower = int(self.dy / 2) if column % 2 else 0
        return int(self.dx * column + self.x0), int(self.dy * row + lower + self.y0)

    def _turned(self, point: Point) -> Point:
        return (point[1], point[0]) if self.sideways else point

    # VASSAL counts rows with dx and columns with dy; names match only if we do the same.
    @property
    def _max_rows(self) -> int:
        return math.floor(self.height / self.dx + 0.5)

    @property
    def _max_columns(self) -> int:
        return math.floor(self.width / self.dy + 0.5)


def _axial(cell: Cell) -> tuple[int, int]:
    column, row = cell
    return column, row - (column - column % 2) // 2


def _square(a: tuple[float, float], b: tuple[float, float]) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


@dataclass(frozen=True)
class SquareGrid:
    """A grid of rectangles of ``dx`` by ``dy``; (x0, y0) is the centre of the first."""

    x0: float
    y0: float
    dx: float
    dy: float
    width: int
    height: int
    numbering: Numbering | None = None
    snaps: bool = True
    """Whether dropped pieces move to the middle of a cell."""
    kind: Literal["square"] = "square"

    def cell(self, point: Point) -> Cell:
        """Return the square at a point."""
        return _round((point[0] - self.x0) / self.dx), _round((point[1] - self.y0) / self.dy)

    def centre(self, cell: Cell) -> Point:
        """Return the pixel at the centre of a square."""
        return int(self.dx * cell[0] + self.x0), int(self.dy * cell[1] + self.y0)

    def name(self, cell: Cell) -> str | None:
        """Return the module's name of a square; None for a grid without numbers."""
        if self.numbering is None:
            return None
        n = self.numbering
        column, row = cell
        if n.v_descending:
            row = math.floor(self.height / self.dy + 0.5) - row
        if n.h_descending:
            column = math.floor(self.width / self.dx + 0.5) - column
        return n.name(row, column)

    def location(self, point: Point) -> str | None:
        """Return the name of the square at a point."""
        return self.name(self.cell(point))


@dataclass(frozen=True)
class RegionGrid:
    """Named points; every other point belongs to the nearest one."""

    regions: tuple[tuple[str, Point], ...]
    snaps: bool = True
    kind: Literal["region"] = "region"

    def location(self, point: Point) -> str | None:
        """Return the name of the nearest region; None for a grid without regions."""
        if not self.regions:
            return None
        return min(self.regions, key=lambda r: _square(r[1], point))[0]


@dataclass(frozen=True)
class Zone:
    """A polygon with its own grid, its parent's grid, or none."""

    name: str
    path: tuple[Point, ...]
    location_format: str = "$name$"
    use_parent_grid: bool = False
    grid: AnyGrid | None = None

    def __contains__(self, point: Point) -> bool:
        """Return whether a point is in the polygon, by counting the sides to its right."""
        inside = False
        x, y = point
        before = self.path[-1] if self.path else (0, 0)
        for corner in self.path:
            (ax, ay), (bx, by) = before, corner
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                inside = not inside
            before = corner
        return inside

    def location(self, point: Point, parent: Grid | None) -> str:
        """Return the name of a point inside the zone."""
        grid = parent if self.use_parent_grid else self.grid
        location = grid.location(point) if grid is not None else None
        return fill(self.location_format, {"name": self.name, "gridLocation": location or ""}.get)


@dataclass(frozen=True)
class ZonedGrid:
    """Zones over a background grid: the first zone that contains a point names it."""

    zones: tuple[Zone, ...]
    background: AnyGrid | None = None
    kind: Literal["zoned"] = "zoned"

    def zone(self, point: Point) -> Zone | None:
        """Return the zone at a point."""
        return next((zone for zone in self.zones if point in zone), None)

    def location(self, point: Point) -> str | None:
        """Return the name of a point from its zone, else from the background grid."""
        zone = self.zone(point)
        if zone is not None:
            return zone.location(point, self.background)
        return self.background.location(point) if self.background is not None else None


AnyGrid = Annotated[HexGrid | SquareGrid | RegionGrid | ZonedGrid, Discriminator("kind")]
