"""The maps of a VASSAL module as they are drawn: boards, sizes, places, named points and zones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from pydantic import BaseModel, ConfigDict

from engine.vassal import cells as cl
from engine.vassal.buildfile import BoardInfo
from engine.vassal.grids import AnyGrid, Point, RegionGrid, ZonedGrid
from engine.vassal.layout import PlacedBoard, location


class Record(BaseModel):
    """A part of ``vassal/table.json``."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")


class BoardDrawing(Record):
    """A board on its map: ``picture`` is a file of the module, ``reversed`` turned half round."""

    name: str
    picture: str | None
    color: str
    """``#rrggbb``, empty for none."""
    x: int
    y: int
    width: int
    height: int
    reversed: bool
    grid: AnyGrid | None

    @cached_property
    def placed(self) -> PlacedBoard:
        """The board as the grids' arithmetic knows it."""
        info = BoardInfo(self.name, "", "", self.width, self.height, True, self.grid)
        return PlacedBoard(info, self.x, self.y, self.reversed)


class MapDrawing(Record):
    """A map window; all coordinates are its pixels at 100 %, y down."""

    index: int
    name: str
    kind: str
    used: bool
    """Do pieces ever lie on it?"""
    width: int
    height: int
    background: str
    stack_offset: tuple[int, int]
    """How far each piece of a stack is drawn right of and above the one below."""
    layers: tuple[str, ...]
    boards: tuple[BoardDrawing, ...]
    mark_moved: bool = False
    """Do pieces that move get their "moved" mark?"""
    move_key: str = ""
    """The key that is sent to what moved."""
    id: str = ""
    """What the module calls it, ``Map0``; empty where that is not known."""

    @cached_property
    def _placed(self) -> tuple[PlacedBoard, ...]:
        return tuple(board.placed for board in self.boards)

    def cells(self, left: float, top: float, right: float, bottom: float) -> Iterator[cl.Cell]:
        """The hexes and squares whose centres lie in a rectangle."""
        return cl.cells(self._placed, left, top, right, bottom)

    def cell_at(self, x: float, y: float) -> cl.Cell | None:
        """The hex or square under a point."""
        return cl.cell_at(self._placed, (round(x), round(y)))

    def neighbours(self, cell: cl.Cell) -> list[cl.Cell]:
        """The hexes around a hex."""
        return cl.neighbours(self._placed, cell)

    def range(self, a: cl.Cell, b: cl.Cell) -> int | None:
        """How many hexes two cells are apart; None where they lie on different grids."""
        return cl.distance(self._placed, a, b)

    def snap(self, x: float, y: float) -> Point:
        """Where a piece dropped at a point comes to lie."""
        return cl.snap(self._placed, (round(x), round(y)))

    def board_and_zone(self, x: int, y: int) -> tuple[str, str]:
        """The names of the board and of the zone that a point lies in, empty for none."""
        for board in self._placed:
            local = board.local((x, y))
            if not (0 <= local[0] < board.info.width and 0 <= local[1] < board.info.height):
                continue
            grid = board.info.grid
            zones = grid.zones if isinstance(grid, ZonedGrid) else ()
            return board.info.name, next((z.name for z in zones if local in z), "")
        return "", ""

    def location(self, x: int, y: int) -> str:
        """What the module calls a point, empty where nothing names it."""
        return location(self._placed, (x, y)) if self.boards else ""

    @cached_property
    def regions(self) -> tuple[tuple[str, int, int], ...]:
        """The named points of the boards."""
        return tuple(
            (name, *board.on_map(point))
            for board in self._placed
            for _, grid in cl.grids_of(board.info.grid)
            if isinstance(grid, RegionGrid)
            for name, point in grid.regions
        )

    @cached_property
    def zones(self) -> tuple[tuple[str, tuple[Point, ...]], ...]:
        """The zones of the boards: names and polygons."""
        return tuple(
            (zone.name, tuple(board.on_map(point) for point in zone.path))
            for board in self._placed
            if isinstance(board.info.grid, ZonedGrid)
            for zone in board.info.grid.zones
        )
