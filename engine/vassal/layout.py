"""The layout of boards on a map, and the names of its points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.i18n import t
from engine.vassal.board_files import BoardFiles
from engine.vassal.buildfile import BoardInfo, MapInfo
from engine.vassal.codec import whole
from engine.vassal.commands import Boards
from engine.vassal.grids import Point


@dataclass(frozen=True, slots=True)
class PlacedBoard:
    """A board on a map, with its corner in pixels of the map."""

    info: BoardInfo
    x: int
    y: int
    reversed: bool

    def local(self, point: Point) -> Point:
        """Convert a point of the map to the board's own pixels."""
        x, y = point[0] - self.x, point[1] - self.y
        return (self.info.width - x, self.info.height - y) if self.reversed else (x, y)

    def on_map(self, point: Point) -> Point:
        """Convert a point of the board to pixels of the map."""
        x, y = point
        if self.reversed:
            x, y = self.info.width - x, self.info.height - y
        return x + self.x, y + self.y

    def __contains__(self, point: Point) -> bool:
        x, y = point[0] - self.x, point[1] - self.y
        # A board of unknown size is treated as unlimited.
        width, height = self.info.width or 2**31, self.info.height or 2**31
        return 0 <= x <= width and 0 <= y <= height


@dataclass(frozen=True, slots=True)
class Layout:
    """A map with its boards laid out."""

    map: MapInfo
    boards: tuple[PlacedBoard, ...]
    outside: str = ""
    """VASL's command for boards that are files outside the module."""

    def location(self, point: Point) -> str:
        """Return the module's name of a point, or "" if no grid names it."""
        return location(self.boards, point)


def location(boards: Sequence[PlacedBoard], point: Point) -> str:
    """Return the name of a point on the board there, or "" if no grid names it."""
    board = next((b for b in boards if point in b), None)
    if board is None:
        return t("vassal.offboard")
    grid = board.info.grid
    return (grid.location(board.local(point)) or "") if grid is not None else ""


def lay_out(info: MapInfo, boards: Boards | None, files: BoardFiles | None = None) -> Layout:
    """Lay out a map's boards in rows and columns; the default is the module's initial boards.

    ``files`` has the boards that are files outside the module.
    """
    placings = (boards or info.start or Boards("", ())).placings
    cells: dict[tuple[int, int], tuple[BoardInfo, bool]] = {}
    for p in placings:
        board = info.boards.get(p.board)
        if files is not None:
            board = files.info(p, p.board if len(placings) > 1 else "")
        if board is not None:
            cells[whole(p.column) or 0, whole(p.row) or 0] = board, p.reversed
    if not placings and info.boards:
        cells[0, 0] = next(iter(info.boards.values())), False
    widths = {column: 0 for column, _ in cells}
    heights = {row: 0 for _, row in cells}
    for (column, row), (board, _) in cells.items():
        widths[column] = max(widths[column], board.width)
        heights[row] = max(heights[row], board.height)
    return Layout(
        info,
        tuple(
            PlacedBoard(
                board,
                info.edge[0] + sum(w for c, w in widths.items() if c < column),
                info.edge[1] + sum(h for r, h in heights.items() if r < row),
                turned,
            )
            for (column, row), (board, turned) in sorted(cells.items(), key=lambda kv: kv[0])
        ),
        boards.text if boards is not None else "",
    )
