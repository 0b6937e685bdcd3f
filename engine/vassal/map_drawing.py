"""The drawing data of a VASSAL module's maps: boards, sizes, places, named points and zones."""

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
    """A board on its map: ``picture`` is a file of the module, ``reversed`` a rotation by 180°."""

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
    corner: tuple[int, int] | None = None
    """The pixel of the picture at the board's corner, if only a part of the picture is shown."""

    @cached_property
    def placed(self) -> PlacedBoard:
        """The board as a record for grid arithmetic."""
        info = BoardInfo(self.name, "", "", self.width, self.height, True, self.grid)
        return PlacedBoard(info, self.x, self.y, self.reversed)


class MapDrawing(Record):
    """A map window; all coordinates are its pixels at 100 %, y down."""

    index: int
    name: str
    kind: str
    used: bool
    """Whether the game ever has pieces on it."""
    width: int
    height: int
    background: str
    stack_offset: tuple[int, int]
    """The offset of each piece in a stack, right of and above the one below."""
    layers: tuple[str, ...]
    boards: tuple[BoardDrawing, ...]
    mark_moved: bool = False
    """Whether pieces that move are marked as moved."""
    move_key: str = ""
    """The key stroke sent to pieces that moved."""
    id: str = ""
    """Its id in the module, such as ``Map0``; empty if unknown."""
    outside: str = ""
    """VASL's command for boards that are files outside the module."""

    @cached_property
    def _placed(self) -> tuple[PlacedBoard, ...]:
        return tuple(board.placed for board in self.boards)

    def cells(self, left: float, top: float, right: float, bottom: float) -> Iterator[cl.Cell]:
        """Yield the hexes and squares whose centres are in a rectangle."""
        return cl.cells(self._placed, left, top, right, bottom)

    def cell_at(self, x: float, y: float) -> cl.Cell | None:
        """Return the hex or square under a point."""
        return cl.cell_at(self._placed, (round(x), round(y)))

    def neighbours(self, cell: cl.Cell) -> list[cl.Cell]:
        """Return the hexes around a hex."""
        return cl.neighbours(self._placed, cell)

    def range(self, a: cl.Cell, b: cl.Cell) -> int | None:
        """Return the distance of two cells in hexes; None if they are on different grids."""
        return cl.distance(self._placed, a, b)

    def snap(self, x: float, y: float) -> Point:
        """Return the spot for a piece dropped at a point."""
        return cl.snap(self._placed, (round(x), round(y)))

    def board_and_zone(self, x: int, y: int) -> tuple[str, str]:
        """Return the names of the board and zone at a point, "" for none."""
        for board in self._placed:
            local = board.local((x, y))
            if not (0 <= local[0] < board.info.width and 0 <= local[1] < board.info.height):
                continue
            grid = board.info.grid
            zones = grid.zones if isinstance(grid, ZonedGrid) else ()
            return board.info.name, next((z.name for z in zones if local in z), "")
        return "", ""

    def location(self, x: int, y: int) -> str:
        """Return the module's name of a point, or "" if it has none."""
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
        """The names and polygons of the boards' zones."""
        return tuple(
            (zone.name, tuple(board.on_map(point) for point in zone.path))
            for board in self._placed
            if isinstance(board.info.grid, ZonedGrid)
            for zone in board.info.grid.zones
        )
