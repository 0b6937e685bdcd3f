"""Boards that are files outside the module, as in VASL: the archive ``bd01`` with ``bd01.gif``."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from engine.vassal.archive import parse_xml, picture_size
from engine.vassal.buildfile import BoardInfo
from engine.vassal.commands import Placing
from engine.vassal.components import Component, component
from engine.vassal.errors import VassalError
from engine.vassal.grids import HexGrid, Numbering
from engine.vassal.picture_folder import PictureFolder

_SIZE = (1800, 645)
"""The pixels of a geomorphic board."""
_HEX = {"dx": 56.25, "dy": 64.5, "x0": 0.0, "y0": 32.25}
"""The grid of a geomorphic board: size of a hex, centre of A1."""
_METADATA = {"dx": "hexWidth", "dy": "hexHeight", "x0": "A1CenterX", "y0": "A1CenterY"}
_LINES = 2_000
"""Limit for the lines of a board's ``data`` file."""


class _Board(NamedTuple):
    picture: str
    size: tuple[int, int]
    grid: dict[str, float]


class BoardFiles:
    """The board files of a folder; without a folder, all are missing."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = PictureFolder(folder) if folder is not None else None
        self._known: dict[str, _Board | None] = {}

    def __contains__(self, name: str) -> bool:
        return self._board(name) is not None

    def info(self, placing: Placing, prefix: str = "") -> BoardInfo:
        """Return the record of a board as placed; one without a file has a usual size, no grid.

        ``prefix`` precedes the names of its hexes.
        """
        result = self._board(placing.board)
        board = result or _Board(f"bd{placing.board}", _SIZE, _HEX)
        left, top, width, height = placing.crop or (0, 0, 0, 0)
        width = width if width > 0 else max(board.size[0] - left, 1)
        height = height if height > 0 else max(board.size[1] - top, 1)
        grid = HexGrid(
            board.grid["x0"] - left,
            board.grid["y0"] - top,
            board.grid["dx"],
            board.grid["dy"],
            False,
            width,
            height,
            Numbering(
                h_type="A", v_offset=1, stagger=False, location_format=f"{prefix}$gridLocation$"
            ),
        )
        return BoardInfo(
            placing.board, board.picture, "", width, height, True,
            grid if result is not None else None, (left, top) if placing.crop else None,
        )  # fmt: skip

    def _board(self, name: str) -> _Board | None:
        if name not in self._known:
            self._known[name] = self._read(name)
        return self._known[name]

    def _read(self, name: str) -> _Board | None:
        """Read a board; a name may have a nought that its file lacks, as in ``01`` and ``bd1``."""
        if self._folder is None:
            return None
        for file in dict.fromkeys((f"bd{name}", f"bd{name.removeprefix('0')}")):
            metadata = self._metadata(file)
            named = metadata.get("boardImageFileName") if metadata else ""
            for picture in (named, f"bd{name}.gif", f"{file}.gif", f"{file}.png"):
                entry = f"images/{file}/{picture}"
                if picture and entry in self._folder:
                    size = picture_size(self._folder.head(entry))
                    if size is not None:
                        return _Board(f"{file}/{picture}", size, self._grid(file, metadata))
        return None

    def _metadata(self, file: str) -> Component | None:
        assert self._folder is not None
        try:
            data = self._folder.read(f"images/{file}/BoardMetadata.xml")
            return component(parse_xml(data, self._folder.path, "BoardMetadata.xml"), Path(file))
        except VassalError:
            return None  # old boards have none

    def _grid(self, file: str, metadata: Component | None) -> dict[str, float]:
        """Return the grid of a board: the usual one, changed by its ``data`` and metadata."""
        assert self._folder is not None
        grid = dict(_HEX)
        try:
            text = self._folder.read(f"images/{file}/data").decode("utf-8", "replace")
        except VassalError:
            text = ""
        for line in text.splitlines()[:_LINES]:
            key, _, value = line.strip().partition(" ")
            if key.lower() in grid:
                line_data = Component("", {key.lower(): value.strip()}, "", ())
                grid[key.lower()] = line_data.number(key.lower(), grid[key.lower()])
        for key, attribute in _METADATA.items():
            if metadata is not None:
                grid[key] = metadata.number(attribute, grid[key])
        return grid if min(grid["dx"], grid["dy"]) > 1 else dict(_HEX)
