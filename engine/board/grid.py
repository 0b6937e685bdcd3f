"""Hex grids: numbering, orientation, and the arithmetic of both.

Grid coordinates ``(u, v)`` are in hex widths (centre to centre of two neighbours), u east and v
north. A *line* is a row of pointed-top hexes or a column of flat-top ones, a *place* the position
in it. Every second line is shifted by half a hex in the direction in which places are counted.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

LINE_STEP = math.sqrt(3) / 2
"""Distance between two lines (rows of pointed-top hexes), in hex widths."""

RADIUS = 1 / math.sqrt(3)
"""Centre to corner, in hex widths."""

Point = tuple[float, float]
Cell = tuple[int, int]
"""Line, and twice the place (plus one if the line is shifted by half a hex), which is
comparable.
"""
Run = tuple[int, int, int]
"""A stretch of a line: the line, and the first and last place."""

Numbering = Literal["RRCC", "CCRR"]
Orientation = Literal["pointed", "flat"]
Parity = Literal["odd", "even"]
Edge = Literal["south", "north"]


def hexside(a: str, b: str) -> str:
    """Return the name of the side between two adjacent hexes: smaller number first."""
    return f"{a}/{b}" if a < b else f"{b}/{a}"


def hexes_of(side: str) -> tuple[str, str] | None:
    """Return the two hexes in the name of a hexside; numbers may include a sheet (``A/0405``).

    None for an impossible name.
    """
    parts = side.split("/")
    half = len(parts) // 2
    if len(parts) not in (2, 4):
        return None
    return "/".join(parts[:half]), "/".join(parts[half:])


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of a map: the prefix of its numbers, the offsets of its lines and places in the
    common plane, and the stretches of lines that it prints.
    """

    prefix: str
    lines: int
    places: int
    runs: tuple[Run, ...]


class Grid:
    """The numbered hexes of a map, and all further numbers that can be written.

    ``numbering`` is the order of the digits (row first or column first), ``digits`` their count in
    each half. ``shifted`` states which lines are shifted by half a hex; rows are counted from
    ``rows_from``, columns from the west. Two grids with the same attributes and the same hexes are
    equal.
    """

    __slots__ = (
        "_around",
        "_cells",
        "_distances",
        "_index",
        "_known",
        "_numbers",
        "_off",
        "_sign",
        "_size",
        "digits",
        "numbering",
        "orientation",
        "rows_from",
        "sheets",
        "shifted",
    )

    def __init__(
        self,
        sheets: Sequence[Sheet],
        *,
        numbering: Numbering = "RRCC",
        orientation: Orientation = "pointed",
        shifted: Parity = "odd",
        rows_from: Edge = "south",
        digits: int = 2,
    ) -> None:
        self.sheets = tuple(sheets)
        self.numbering: Numbering = numbering
        self.orientation: Orientation = orientation
        self.shifted: Parity = shifted
        self.rows_from: Edge = rows_from
        self.digits = digits
        self._off = 0 if shifted == "odd" else 1
        self._sign = 1 if rows_from == "south" else -1
        self._size = 10**digits
        self._cells: dict[str, Cell] = {}
        for sheet in self.sheets:
            for line, first, last in sheet.runs:
                for place in range(first, last + 1):
                    cell = self._cell(line + sheet.lines, place + sheet.places)
                    self._cells[sheet.prefix + self._written(line, place)] = cell
        self._numbers: dict[Cell, str] = {cell: n for n, cell in self._cells.items()}
        self._known: dict[str, Cell] = dict(self._cells)
        self._index: dict[str, int] = {n: i for i, n in enumerate(self._cells)}
        self._distances: dict[int, bytes] = {}
        self._around: dict[str, tuple[str | None, ...]] = {}

    @classmethod
    def rectangle(
        cls, rows: tuple[int, int], cols_even: tuple[int, int], cols_odd: tuple[int, int]
    ) -> Grid:
        """Return a grid of pointed tops numbered RRCC from the south-west; ranges are inclusive."""
        return cls([_rectangle(rows, cols_even, cols_odd)])

    @classmethod
    def read(cls, spec: Mapping[str, Any]) -> Grid:
        """Return the grid described by a ``board.json`` or ``map.json``; missing fields have
        defaults.
        """
        marks = {
            key: spec[key]
            for key in ("numbering", "orientation", "shifted", "rows_from", "digits")
            if spec.get(key) is not None
        }
        sheets = [
            Sheet(prefix, lines, places, tuple(_run(r) for r in sheet["lines"]))
            for prefix, sheet in (spec.get("sheets") or {}).items()
            for lines, places in (sheet["at"],)
        ]
        if spec.get("lines"):
            sheets.append(Sheet("", 0, 0, tuple(_run(r) for r in spec["lines"])))
        if spec.get("rows"):
            ranges = (tuple(spec[key]) for key in ("rows", "cols_even", "cols_odd"))
            sheets.append(_rectangle(*ranges))
        return cls(sheets, **marks)

    def _key(self) -> tuple[object, ...]:
        marks = (self.numbering, self.orientation, self.shifted, self.rows_from, self.digits)
        return (*marks, self.sheets)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grid) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    # -- the hexes --------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[str]:
        """Yield all hex numbers: sheet by sheet, line by line in the order of the numbering."""
        return iter(self._cells)

    def __len__(self) -> int:
        return len(self._cells)

    def __contains__(self, number: object) -> bool:
        return isinstance(number, str) and number in self._cells

    def line(self, number: str) -> str:
        """Return sheet and line of a hex number: the key shared by all numbers of a line."""
        sheet = number[: len(number) - 2 * self.digits]
        return f"{sheet}{self.cell(number)[0]}"

    def split(self, number: str) -> tuple[int, int]:
        """Return (row, column) of a hex number.

        Raises ValueError for a number foreign to this grid.
        """
        first, second = self._parsed(number)
        return (first, second) if self.numbering == "RRCC" else (second, first)

    def cell(self, number: str) -> Cell:
        """Return the position of a hex number, on the map or beyond it.

        Raises ValueError for a number foreign to this grid.
        """
        known = self._known.get(number)
        if known is None:
            line, place = self._lined(self._parsed(number))
            sheet = next((s for s in self.sheets if s.prefix == number[: -2 * self.digits]), None)
            if sheet is not None:
                line, place = line + sheet.lines, place + sheet.places
            known = self._known[number] = self._cell(line, place)
        return known

    def number(self, cell: Cell) -> str | None:
        """Return the number of a cell, on the map or beyond it; None if no number can be written.

        Beyond a map of several sheets there are no numbers, because the sheet is ambiguous.
        """
        result = self._numbers.get(cell)
        if result is not None or any(sheet.prefix for sheet in self.sheets):
            return result
        line, place = cell[0], (cell[1] - self._shift(cell[0])) // 2
        if 0 <= line < self._size and 0 <= place < self._size:
            return self._written(line, place)
        return None

    @property
    def top(self) -> float:
        """Return the distance from the hex centre to its northern corner or side, in hex widths."""
        return RADIUS if self.orientation == "pointed" else 0.5

    @property
    def half(self) -> Point:
        """Return half the steps between hexes along the map edges, to the east and to the north."""
        return (0.5, LINE_STEP / 2) if self.orientation == "pointed" else (LINE_STEP / 2, 0.5)

    @property
    def edges(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Return the map edges, each with the directions in which its hexes have no neighbours."""
        if self.orientation == "pointed":
            return ("west", (3,)), ("east", (0,)), ("south", (1, 2)), ("north", (4, 5))
        return ("west", (3, 4)), ("east", (0, 1)), ("south", (2,)), ("north", (5,))

    # -- arithmetic -------------------------------------------------------------------------------

    def center(self, number: str) -> Point:
        """Return the centre of a hex in grid coordinates."""
        line, twice = self.cell(number)
        if self.orientation == "pointed":
            return 0.5 * twice, self._sign * line * LINE_STEP
        return line * LINE_STEP, self._sign * 0.5 * twice

    def around(self, number: str) -> tuple[str | None, ...]:
        """Return the six numbers around a hex, with None where no number can be written.

        Clockwise: from the east for pointed tops, from the north-east for flat ones.
        """
        result = self._around.get(number)
        if result is None:
            line, twice = self.cell(number)
            cells = [(line + a, twice + d) for a, d in self._steps()]
            result = tuple([self._numbers.get(cell) or self.number(cell) for cell in cells])
            self._around[number] = result
        return result

    def ring(self, number: str) -> list[str]:
        """Return the numbers around a hex, clockwise, without those that cannot be written."""
        return [n for n in self.around(number) if n is not None]

    def neighbors(self, number: str) -> list[str]:
        """Return the neighbours on the map, clockwise."""
        return [n for n in self.ring(number) if n in self._cells]

    def corners(self, number: str) -> list[Point]:
        """Return the six corners, clockwise; the first neighbour is between the second and third.

        The first is the northern one of a pointed top, the north-western one of a flat top.
        """
        u, v = self.center(number)
        turn = 0 if self.orientation == "pointed" else -30
        return [
            (
                u + RADIUS * math.sin(math.radians(60 * k + turn)),
                v + RADIUS * math.cos(math.radians(60 * k + turn)),
            )
            for k in range(6)
        ]

    def side_ends(self, a: str, b: str) -> tuple[Point, Point]:
        """Return the two corners that adjacent hexes share.

        Raises ValueError if the hexes are not adjacent.
        """
        if self.distance(a, b) != 1:
            raise ValueError(f"{a} and {b} are not adjacent")
        (ua, va), (ub, vb) = self.center(a), self.center(b)
        mu, mv = (ua + ub) / 2, (va + vb) / 2
        # The side is perpendicular to the line of centres, as long as the radius.
        du, dv = (ub - ua) * RADIUS / 2, (vb - va) * RADIUS / 2
        return (mu - dv, mv + du), (mu + dv, mv - du)

    def ends(self, side: str) -> tuple[Point, Point]:
        """Return the two corners of a hexside. Raises ValueError for an invalid name."""
        pair = hexes_of(side)
        if pair is None:
            raise ValueError(f"{side} is no hexside")
        return self.side_ends(*pair)

    def key(self, corner: Point) -> tuple[int, int]:
        """Return an exact key for a corner, the same for all hexes that meet there."""
        wide, narrow = 2.0, 2 * math.sqrt(3)
        fine = (wide, narrow) if self.orientation == "pointed" else (narrow, wide)
        return round(corner[0] * fine[0]), round(corner[1] * fine[1])

    def distance(self, a: str, b: str) -> int:
        """Return the distance between two hexes."""
        return _steps(self.cell(a), self.cell(b))

    def distances(self, i: int) -> bytes:
        """Return the distances from the i-th hex of the map to all hexes, in their order; at most
        255.
        """
        row = self._distances.get(i)
        if row is None:
            cells = list(self._cells.values())
            line, place = cells[i]
            apart = ((abs(a - line), abs(b - place)) for a, b in cells)
            steps = [a + (b - a) // 2 if b > a else a for a, b in apart]
            row = self._distances[i] = bytes([min(255, n) for n in steps])
        return row

    def nearest(self, point: Point) -> str | None:
        """Return the number of the hex at a point, on the map or beyond it.

        None if no number can be written.
        """
        u, v = point
        across, along = (v, u) if self.orientation == "pointed" else (u, v)
        if self.orientation == "pointed":
            across *= self._sign
        else:
            along *= self._sign
        # Axial coordinates, rounded in cube space.
        zf = across / LINE_STEP
        xf = along - 0.5 * self._off - zf / 2
        yf = -xf - zf
        x, y, z = round(xf), round(yf), round(zf)
        dx, dy, dz = abs(x - xf), abs(y - yf), abs(z - zf)
        if dx > dy and dx > dz:
            x = -y - z
        elif dy <= dz:
            z = -x - y
        return self.number((z, 2 * x + z + self._off))

    def hex_at(self, point: Point) -> str | None:
        """Return the hex under a point of the grid plane; None off the map."""
        number = self.nearest(point)
        return number if number in self._cells else None

    def bounds(self) -> tuple[float, float, float, float]:
        """Return (west, south, east, north) of the outline of all hexes, in hex widths."""
        centers = [self.center(number) for number in self._cells] or [(0.0, 0.0)]
        half = (0.5, RADIUS) if self.orientation == "pointed" else (RADIUS, 0.5)
        us, vs = [u for u, _ in centers], [v for _, v in centers]
        return min(us) - half[0], min(vs) - half[1], max(us) + half[0], max(vs) + half[1]

    # -- numbers and cells ------------------------------------------------------------------------

    def _steps(self) -> tuple[Cell, ...]:
        s = self._sign
        if self.orientation == "pointed":
            return (0, 2), (-s, 1), (-s, -1), (0, -2), (s, -1), (s, 1)
        return (1, s), (1, -s), (0, -2 * s), (-1, -s), (-1, s), (0, 2 * s)

    def _shift(self, line: int) -> int:
        return (line + self._off) % 2

    def _cell(self, line: int, place: int) -> Cell:
        return line, 2 * place + self._shift(line)

    def _lined(self, pair: tuple[int, int]) -> tuple[int, int]:
        """Convert the two halves of a number to (line, place), or back."""
        row_first = self.numbering == "RRCC"
        return pair if row_first == (self.orientation == "pointed") else (pair[1], pair[0])

    def _written(self, line: int, place: int) -> str:
        first, second = self._lined((line, place))
        return f"{first:0{self.digits}d}{second:0{self.digits}d}"

    def _parsed(self, number: str) -> tuple[int, int]:
        digits = number[-2 * self.digits :]
        return int(digits[: self.digits]), int(digits[self.digits :])


def _rectangle(
    rows: tuple[int, int], cols_even: tuple[int, int], cols_odd: tuple[int, int]
) -> Sheet:
    runs = ((r, *(cols_odd if r % 2 else cols_even)) for r in range(rows[0], rows[1] + 1))
    return Sheet("", 0, 0, tuple(runs))


def _run(run: Iterable[int]) -> Run:
    line, first, last = run
    return line, first, last


def _steps(a: Cell, b: Cell) -> int:
    across, along = abs(a[0] - b[0]), abs(a[1] - b[1])
    return across + max(0, (along - across) // 2)
