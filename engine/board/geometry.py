"""Hex arithmetic of numbered, pointed-top hex grids.

Grid coordinates ``(u, v)`` are in hex widths (centre to centre along a row), u east and v north;
the centre of the hex in row r, column c lies at ``u = c + 0.5 * (r odd)``, ``v = r * sqrt(3) / 2``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

ROW_STEP = math.sqrt(3) / 2
"""North-south distance of two rows, in hex widths."""

RADIUS = 1 / math.sqrt(3)
"""Centre to corner, in hex widths."""

Point = tuple[float, float]


def hexside(a: str, b: str) -> str:
    """The name of the side between two adjacent hexes: smaller number first."""
    return f"{a}/{b}" if a < b else f"{b}/{a}"


@dataclass(frozen=True, slots=True)
class HexGrid:
    """A grid numbered RRCC: row from the south, place in the row from the west, two digits each.

    Odd rows lie half a hex further east. Ranges are inclusive.
    """

    rows: tuple[int, int]
    cols_even: tuple[int, int]
    cols_odd: tuple[int, int]

    def __iter__(self) -> Iterator[str]:
        """All hex numbers, south to north, west to east."""
        for row in range(self.rows[0], self.rows[1] + 1):
            first, last = self.cols_odd if row % 2 else self.cols_even
            for col in range(first, last + 1):
                yield f"{row:02d}{col:02d}"

    def __contains__(self, number: object) -> bool:
        if not (isinstance(number, str) and len(number) == 4 and number.isdigit()):
            return False
        row, col = int(number[:2]), int(number[2:])
        first, last = self.cols_odd if row % 2 else self.cols_even
        return self.rows[0] <= row <= self.rows[1] and first <= col <= last

    def neighbors(self, number: str) -> list[str]:
        """The neighbours on the grid, clockwise from the east."""
        return [n for n in ring(number) if n in self]

    def hex_at(self, point: Point) -> str | None:
        """The hex under a point of the grid plane, or None beside the map."""
        number = nearest(point)
        return number if number in self else None

    def bounds(self) -> tuple[float, float, float, float]:
        """(west, south, east, north) of the outline of all hexes, in hex widths."""
        west = min(self.cols_even[0], self.cols_odd[0] + 0.5) - 0.5
        east = max(self.cols_even[1], self.cols_odd[1] + 0.5) + 0.5
        return (
            west,
            self.rows[0] * ROW_STEP - RADIUS,
            east,
            self.rows[1] * ROW_STEP + RADIUS,
        )


def split(number: str) -> tuple[int, int]:
    """(row, column) of a hex number."""
    return int(number[:2]), int(number[2:])


def center(number: str) -> Point:
    """Centre of a hex in grid coordinates."""
    row, col = split(number)
    return col + 0.5 * (row % 2), row * ROW_STEP


def ring(number: str) -> list[str]:
    """The six numbers around a hex, clockwise from the east;

    those that cannot be written are left out.
    """
    row, col = split(number)
    k = 0 if row % 2 else -1
    cells = (
        (row, col + 1),
        (row - 1, col + k + 1),
        (row - 1, col + k),
        (row, col - 1),
        (row + 1, col + k),
        (row + 1, col + k + 1),
    )
    return [f"{r:02d}{c:02d}" for r, c in cells if 0 <= r <= 99 and 0 <= c <= 99]


def corners(number: str) -> list[Point]:
    """The six corners, clockwise from the north."""
    u, v = center(number)
    return [
        (u + RADIUS * math.sin(math.radians(60 * k)), v + RADIUS * math.cos(math.radians(60 * k)))
        for k in range(6)
    ]


def side_ends(a: str, b: str) -> tuple[Point, Point]:
    """The two corners that adjacent hexes share.

    Raises ValueError if the hexes are not adjacent.
    """
    if b not in ring(a):
        raise ValueError(f"{a} and {b} are not adjacent")
    (ua, va), (ub, vb) = center(a), center(b)
    mu, mv = (ua + ub) / 2, (va + vb) / 2
    # The side is perpendicular to the line of centres, as long as the radius.
    du, dv = (ub - ua) * RADIUS / 2, (vb - va) * RADIUS / 2
    return (mu - dv, mv + du), (mu + dv, mv - du)


def distance(a: str, b: str) -> int:
    """Steps from hex to hex."""
    xa, za = _cube(a)
    xb, zb = _cube(b)
    dx, dz = xa - xb, za - zb
    return max(abs(dx), abs(dz), abs(dx + dz))


def _cube(number: str) -> tuple[int, int]:
    row, col = split(number)
    return col - row // 2, row


def nearest(point: Point) -> str | None:
    """The number of the hex a point lies in, whether on a map or not;

    None where none can be written.
    """
    u, v = point
    # Axial coordinates, rounded in cube space.
    zf = v / ROW_STEP
    xf = u - zf / 2
    yf = -xf - zf
    x, y, z = round(xf), round(yf), round(zf)
    dx, dy, dz = abs(x - xf), abs(y - yf), abs(z - zf)
    if dx > dy and dx > dz:
        x = -y - z
    elif dy <= dz:
        z = -x - y
    row, col = z, x + z // 2
    return f"{row:02d}{col:02d}" if 0 <= row <= 99 and 0 <= col <= 99 else None
