"""A board made from the sheet of a VASSAL game, so that marks are drawn at the sheet's spots."""

from __future__ import annotations

from collections.abc import Sequence

from engine.board.grid import Grid, Point
from engine.export.vassal_sheet import Sheet

HALF = 0.38
"""Half the edge of the square used as a spot's outline, in the sheet's units."""


class SheetBoard:
    """Centres and outlines of places on a sheet, in widths of a hex that fits its counters."""

    def __init__(self, sheet: Sheet, unit: float, places: Sequence[str]) -> None:
        """Create a board; ``unit`` is the width of a hex on the sheet in pixels."""
        self.numbers = places
        self.index = {name: i for i, name in enumerate(places) if sheet.point(name) is not None}
        self.centres = _Centres(sheet, unit, places)
        self.grid = Grid(())

    def corners(self, place: int) -> Sequence[Point]:
        """Return a square around a spot."""
        u, v = self.centres[place]
        return [(u + a * HALF, v + b * HALF) for a, b in ((-1, 1), (1, 1), (1, -1), (-1, -1))]


class _Centres:
    """Positions of spots, computed on access."""

    def __init__(self, sheet: Sheet, unit: float, places: Sequence[str]) -> None:
        self._sheet, self._unit, self._places = sheet, unit, places

    def __getitem__(self, place: int) -> Point:
        x, y = self._sheet.point(self._places[place]) or (0, 0)
        return x / self._unit, -y / self._unit

    def __len__(self) -> int:
        return len(self._places)
