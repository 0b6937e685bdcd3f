"""The cells of a map's boards: hexes and squares with outlines, neighbours and distances."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.vassal.grids import (
    AnyGrid,
    HexGrid,
    Point,
    RegionGrid,
    SquareGrid,
    ZonedGrid,
)
from engine.vassal.layout import PlacedBoard

MAX_CELLS = 100_000
"""Limit for the cells of one board; a finer grid is ignored."""
CellGrid = HexGrid | SquareGrid


@dataclass(frozen=True, slots=True)
class Cell:
    """A hex or square: its name in the module, and its centre and outline in pixels of the map."""

    name: str
    x: int
    y: int
    outline: tuple[tuple[float, float], ...]
    board: int
    zone: int
    """The number of the zone whose grid has this cell; -1 for the board's grid."""
    column: int
    row: int


def grids_of(grid: AnyGrid | None) -> Iterator[tuple[int, AnyGrid]]:
    """Yield the grids of a board, each with the number of its zone (-1 for the board itself)."""
    if isinstance(grid, ZonedGrid):
        for i, zone in enumerate(grid.zones):
            if zone.grid is not None and not zone.use_parent_grid:
                yield from ((i, inner) for _, inner in grids_of(zone.grid))
        grid = grid.background
        if grid is None or isinstance(grid, ZonedGrid):
            return
    if grid is not None:
        yield -1, grid


def cells(
    boards: Sequence[PlacedBoard], left: float, top: float, right: float, bottom: float
) -> Iterator[Cell]:
    """Yield the cells whose centres are in a rectangle of the map, board by board."""
    for number, board in enumerate(boards):
        for zone, grid in grids_of(board.info.grid):
            if isinstance(grid, HexGrid | SquareGrid):
                corners = board.local((int(left), int(top))), board.local((int(right), int(bottom)))
                for column, row in _within(grid, board, corners):
                    cell = _cell(boards, number, zone, grid, column, row)
                    if cell and left <= cell.x <= right and top <= cell.y <= bottom:
                        yield cell


def cell_at(boards: Sequence[PlacedBoard], point: Point) -> Cell | None:
    """Return the cell at a point."""
    for number, board in enumerate(boards):
        if point in board:
            local = board.local(point)
            zone, grid = _grid_at(board, local)
            if isinstance(grid, HexGrid | SquareGrid):
                return _cell(boards, number, zone, grid, *grid.cell(local))
            return None
    return None


def snap(boards: Sequence[PlacedBoard], point: Point) -> Point:
    """Return the spot for a piece dropped at a point: the middle of its cell or nearest region."""
    for board in boards:
        if point in board:
            local = board.local(point)
            _, grid = _grid_at(board, local)
            match grid:
                case HexGrid() | SquareGrid() if grid.snaps:
                    return board.on_map(grid.centre(grid.cell(local)))
                case RegionGrid() if grid.snaps and grid.regions:
                    nearest = min(grid.regions, key=lambda r: math.dist(r[1], local))
                    return board.on_map(nearest[1])
            return point
    return point


def neighbours(boards: Sequence[PlacedBoard], cell: Cell) -> list[Cell]:
    """Return the cells around a hex, clockwise from the top, without those off its board."""
    grid = _grid(boards, cell)
    if not isinstance(grid, HexGrid):
        return []
    around = grid.neighbours((cell.column, cell.row))
    cells = (_cell(boards, cell.board, cell.zone, grid, *c) for c in around)
    return [c for c in cells if c is not None]


def distance(boards: Sequence[PlacedBoard], a: Cell, b: Cell) -> int | None:
    """Return the distance of two cells in hexes; None for cells of different grids."""
    grid = _grid(boards, a)
    if (a.board, a.zone) != (b.board, b.zone) or not isinstance(grid, HexGrid):
        return None
    return grid.range((a.column, a.row), (b.column, b.row))


def _grid(boards: Sequence[PlacedBoard], cell: Cell) -> AnyGrid | None:
    grids = dict(grids_of(boards[cell.board].info.grid))
    return grids.get(cell.zone)


def _grid_at(board: PlacedBoard, local: Point) -> tuple[int, AnyGrid | None]:
    """Return the grid at a point of a board, with the number of its zone."""
    grid = board.info.grid
    if not isinstance(grid, ZonedGrid):
        return -1, grid
    for i, zone in enumerate(grid.zones):
        if local in zone:
            if zone.use_parent_grid:
                break
            return i, dict(grids_of(grid)).get(i)
    return -1, grid.background


def _within(
    grid: CellGrid, board: PlacedBoard, corners: tuple[Point, Point]
) -> Iterator[tuple[int, int]]:
    """Yield the columns and rows of the cells that a rectangle of the board may contain."""
    (ax, ay), (bx, by) = corners
    x0, x1 = max(0, min(ax, bx)), min(board.info.width or grid.width, max(ax, bx))
    y0, y1 = max(0, min(ay, by)), min(board.info.height or grid.height, max(ay, by))
    if isinstance(grid, HexGrid) and grid.sideways:
        x0, y0, x1, y1 = y0, x0, y1, x1
    columns = range(math.floor((x0 - grid.x0) / grid.dx), math.ceil((x1 - grid.x0) / grid.dx) + 1)
    rows = range(math.floor((y0 - grid.y0) / grid.dy) - 1, math.ceil((y1 - grid.y0) / grid.dy) + 1)
    if len(columns) * len(rows) <= MAX_CELLS:
        yield from ((c, r) for c in columns for r in rows)


def _cell(
    boards: Sequence[PlacedBoard], number: int, zone: int, grid: CellGrid, column: int, row: int
) -> Cell | None:
    """Return a cell; None if its centre is off the board or in a zone with another grid."""
    board = boards[number]
    centre = grid.centre((column, row))
    width, height = board.info.width or 2**31, board.info.height or 2**31
    if not (0 <= centre[0] <= width and 0 <= centre[1] <= height):
        return None
    if _grid_at(board, centre)[0] != zone:
        return None
    x, y = board.on_map(centre)
    outline = tuple(
        (x + (cx - centre[0]) * sign, y + (cy - centre[1]) * sign)
        for cx, cy in _corners(grid, centre, (column, row))
        for sign in ((-1 if board.reversed else 1),)
    )
    name = board.info.grid.location(centre) if board.info.grid is not None else None
    return Cell(name or "", x, y, outline, number, zone, column, row)


def _corners(
    grid: CellGrid, centre: Point, cell: tuple[int, int]
) -> tuple[tuple[float, float], ...]:
    if isinstance(grid, HexGrid):
        return grid.corners(cell)
    (x, y), a, b = centre, grid.dx / 2, grid.dy / 2
    return ((x - a, y - b), (x + a, y - b), (x + a, y + b), (x - a, y + b))
