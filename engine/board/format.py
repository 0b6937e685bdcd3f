"""Schema of the compiled board ``board.json``, format ``h44board/1``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engine.board.grid import Edge, Numbering, Orientation, Parity
from engine.core.errors import UserError

FORMAT: Literal["h44board/1"] = "h44board/1"

Basis = Literal["stated", "setup", "geography", "inferred", "reconstructed", "corrected"]
Terrain = str
SettlementRank = str
WaterKind = str
BridgeKind = str
BridgeStart = str
RoadClass = str
Side = str
"""Words of the game, declared in its module (:mod:`engine.core.vocabulary`)."""


class BoardError(UserError):
    """Error of a board or its sources; the message names the problem and its place."""


class Part(BaseModel):
    """A part of the file; unknown keys are errors."""

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True, populate_by_name=True)


MOST_HEXES = 100_000
MOST_LINES = 2_000
"""Maximum number of hexes and lines of a board, and of places of a line: far beyond any sheet."""
Index = Annotated[int, Field(ge=-MOST_LINES, le=MOST_LINES)]
Run = tuple[Index, Index, Index]
"""A stretch on the board: its line, and its first and last place."""


class SheetFile(Part):
    """A sheet of a board: the offsets of its lines and places, and its hexes."""

    at: tuple[Index, Index]
    lines: tuple[Run, ...]


class GridFile(Part):
    """The numbering and the hexes of a board (see :class:`engine.board.grid.Grid`).

    A board is a rectangle (``rows`` with the inclusive ranges of even and odd ones), a list of
    ``lines``, or several ``sheets`` by the prefix of their numbers.
    """

    numbering: Numbering = "RRCC"
    orientation: Orientation | None = None
    shifted: Parity | None = None
    rows_from: Edge | None = None
    digits: int | None = Field(default=None, ge=1, le=4)
    rows: tuple[Index, Index] | None = None
    cols_even: tuple[Index, Index] | None = None
    cols_odd: tuple[Index, Index] | None = None
    lines: tuple[Run, ...] = ()
    sheets: dict[str, SheetFile] = {}
    hex_km: float = Field(gt=0, le=1000)

    @model_validator(mode="after")
    def _small(self) -> GridFile:
        runs = [*self.lines, *(run for sheet in self.sheets.values() for run in sheet.lines)]
        hexes = sum(max(0, last - first + 1) for _, first, last in runs)
        if self.rows and self.cols_even and self.cols_odd:
            low, high = zip(self.rows, self.cols_even, self.cols_odd, strict=True)
            across = max(high[1] - low[1], high[2] - low[2]) + 1
            hexes += max(0, high[0] - low[0] + 1) * max(0, across)
        if hexes > MOST_HEXES:
            raise ValueError(f"has {hexes} hexes; {MOST_HEXES} are the most")
        return self


class HexFile(Part):
    """One hex.

    ``names`` are its places, the main one first, ``setup`` the units set up there, ``marks``
    everything else printed in it (hilltop, beach, airfield, fortification …). ``mark_basis`` gives
    the basis of a mark if it has its own.
    """

    terrain: Terrain
    basis: Basis
    settlement: SettlementRank | None = None
    names: tuple[str, ...] = ()
    settlement_basis: Basis | None = None
    area: str | None = None
    drop: tuple[str, ...] = ()
    victory: int | None = None
    setup: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    mark_basis: dict[str, Basis] = Field(default_factory=dict)  # cheaper than copying a default


class HexsideFile(Part):
    """A hexside with a water or with marks; ``also`` names lesser waters that share the side.

    ``marks`` are kinds other than water: flooded, cliff, causeway, sea, wall … ``mark_basis`` gives
    the basis of a mark if it has its own.
    """

    water: WaterKind = ""
    name: str = ""
    also: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    mark_basis: dict[str, Basis] = Field(default_factory=dict)  # cheaper than copying a default
    basis: Basis


class BridgeFile(Part):
    """A bridge or ferry; ``basis`` is the basis of its hexside, ``start_basis`` that of
    its state.
    """

    id: str
    name: str
    hexside: str
    kind: BridgeKind
    start: BridgeStart
    start_basis: Basis
    rule: str | None = None
    water: WaterKind
    river: str = ""
    basis: Basis
    history: str = ""


class RoadFile(Part):
    """A road as a chain of adjacent hexes.

    ``ferries`` are its hexsides without a bridge, ``exits`` the edge hexes where it continues
    beyond the board.
    """

    road_class: RoadClass = Field(alias="class")
    name: str = ""
    hexes: tuple[str, ...]
    ferries: tuple[str, ...] = ()
    exits: tuple[str, ...] = ()
    basis: Basis


class RailwayFile(Part):
    """A railway as a chain of adjacent hexes."""

    name: str = ""
    hexes: tuple[str, ...]
    exits: tuple[str, ...] = ()
    basis: Basis


class AreaFile(Part):
    """An entry area; ``side_from`` maps turns to the side that owns the area from that turn."""

    title: str
    side: Side = ""
    side_from: dict[int, Side] = {}
    hexes: tuple[str, ...]
    basis: Basis


class DropFile(Part):
    """A drop or landing zone and the hexes with its letter."""

    letter: str
    division: str
    name: str
    hexes: tuple[str, ...]
    basis: Basis
    history: str = ""


class LineFile(Part):
    """A line along hexsides: a front, a boundary, a perimeter; ``kind`` is the module's word."""

    kind: str
    name: str = ""
    hexsides: tuple[str, ...]
    basis: Basis


class StreamFile(Part):
    """A river that runs through hexes, as a chain of hexes; ``kind`` is one of the
    module's waters.
    """

    kind: str
    name: str = ""
    hexes: tuple[str, ...]
    basis: Basis


class BoundaryFile(Part):
    """A corps boundary, as a chain of hexsides."""

    name: str = ""
    hexsides: tuple[str, ...]
    basis: Basis


class BoardFile(Part):
    """The file ``board.json``."""

    format: Literal["h44board/1"]
    game: str
    credits: tuple[str, ...]
    grid: GridFile
    hexes: dict[str, HexFile]
    hexsides: dict[str, HexsideFile] = {}
    bridges: tuple[BridgeFile, ...] = ()
    roads: tuple[RoadFile, ...] = ()
    railways: tuple[RailwayFile, ...] = ()
    areas: dict[str, AreaFile] = {}
    drops: tuple[DropFile, ...] = ()
    boundaries: tuple[BoundaryFile, ...] = ()
    lines: tuple[LineFile, ...] = ()
    streams: tuple[StreamFile, ...] = ()
