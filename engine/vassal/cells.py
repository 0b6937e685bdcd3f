"""The cells of the boards of a map: hexes and squares, their outlines, neighbours, distances."""

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

MOST_CELLS = 100_000
"""Cells that are listed at once; a grid finer than that is no grid for people."""
CellGrid = HexGrid | SquareGrid


@dataclass(frozen=True, slots=True)
class Cell:
    """A hex or square: what the module calls it, its centre and outline in the map's pixels."""

    name: str
    x: int
    y: int
    outline: tuple[tuple[float, float], ...]
    board: int
    zone: int
    """The zone whose own grid it belongs to, -1 for that of the board."""
    column: int
    row: int


def grids_of(grid: AnyGrid | None) -> Iterator[tuple[int, AnyGrid]]:
    """The plain grids of a board, each with the number of its zone, -1 for the board itself."""
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
    """The cells whose centres lie in a rectangle of the map, board by board."""
    for number, board in enumerate(boards):
        for zone, grid in grids_of(board.info.grid):
            if isinstance(grid, HexGrid | SquareGrid):
                corners = board.local((int(left), int(top))), board.local((int(right), int(bottom)))
                for column, row in _within(grid, board, corners):
                    found = _cell(boards, number, zone, grid, column, row)
                    if found and left <= found.x <= right and top <= found.y <= bottom:
                        yield found


def cell_at(boards: Sequence[PlacedBoard], point: Point) -> Cell | None:
    """The cell a point lies in."""
    for number, board in enumerate(boards):
        if point in board:
            local = board.local(point)
            zone, grid = _grid_at(board, local)
            if isinstance(grid, HexGrid | SquareGrid):
                return _cell(boards, number, zone, grid, *grid.cell(local))
            return None
    return None


def snap(boards: Sequence[PlacedBoard], point: Point) -> Point:
    """Where a piece that is dropped at a point comes to lie: the middle of a cell, a region."""
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
    """The cells around a hex, clockwise from the one above, without those off its board."""
    grid = _grid(boards, cell)
    if not isinstance(grid, HexGrid):
        return []
    around = grid.neighbours((cell.column, cell.row))
    found = (_cell(boards, cell.board, cell.zone, grid, *c) for c in around)
    return [c for c in found if c is not None]


def distance(boards: Sequence[PlacedBoard], a: Cell, b: Cell) -> int | None:
    """How many hexes two cells are apart; None for cells of different grids or of no hex grid."""
    grid = _grid(boards, a)
    if (a.board, a.zone) != (b.board, b.zone) or not isinstance(grid, HexGrid):
        return None
    return grid.range((a.column, a.row), (b.column, b.row))


def _grid(boards: Sequence[PlacedBoard], cell: Cell) -> AnyGrid | None:
    told = dict(grids_of(boards[cell.board].info.grid))
    return told.get(cell.zone)


def _grid_at(board: PlacedBoard, local: Point) -> tuple[int, AnyGrid | None]:
    """The plain grid at a point of a board, with the number of its zone."""
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
    """Columns and rows that a rectangle of the board may hold."""
    (ax, ay), (bx, by) = corners
    x0, x1 = max(0, min(ax, bx)), min(board.info.width or grid.width, max(ax, bx))
    y0, y1 = max(0, min(ay, by)), min(board.info.height or grid.height, max(ay, by))
    if isinstance(grid, HexGrid) and grid.sideways:
        x0, y0, x1, y1 = y0, x0, y1, x1
    columns = range(math.floor((x0 - grid.x0) / grid.dx), math.ceil((x1 - grid.x0) / grid.dx) + 1)
    rows = range(math.floor((y0 - grid.y0) / grid.dy) - 1, math.ceil((y1 - grid.y0) / grid.dy) + 1)
    if len(columns) * len(rows) <= MOST_CELLS:
        yield from ((c, r) for c in columns for r in rows)


def _cell(
    boards: Sequence[PlacedBoard], number: int, zone: int, grid: CellGrid, column: int, row: int
) -> Cell | None:
    """A cell; None if its centre lies off the board, or in a zone that has another grid."""
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
