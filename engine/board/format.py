"""``board.json``: the compiled board as it is stored, format ``h44board/1``."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from engine.board.grid import Edge, Numbering, Orientation, Parity
from engine.core.errors import Holland44Error

FORMAT: Literal["h44board/1"] = "h44board/1"

Basis = Literal["stated", "setup", "geography", "inferred"]
Terrain = Literal["clear", "woods", "polder", "polder_woods", "marsh", "lake"]
SettlementRank = Literal["city", "town", "village"]
WaterKind = Literal["lake", "major_river", "canal", "minor_river"]
BridgeKind = Literal["road", "rail", "both", "ferry", "pontoon"]
BridgeStart = Literal["wired", "intact", "blown", "ferry", "unusable"]
BridgeRule = Literal["never_blown", "grave", "entry_area_H"]
RoadClass = Literal["primary", "secondary", "minor"]
Side = Literal["german", "allied"]


class BoardError(Holland44Error):
    """A board, or what it is compiled from, cannot be used; the message says what and where."""


class Part(BaseModel):
    """A part of the file; unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


Run = tuple[int, int, int]
"""A line, the first and the last place of a stretch of it that is on the board."""


class SheetFile(Part):
    """A sheet of a board: by how many lines and places its numbers are moved on, and its hexes."""

    at: tuple[int, int]
    lines: tuple[Run, ...]


class GridFile(Part):
    """The numbering and the hexes of a board (see :class:`engine.board.grid.Grid`).

    A board is a rectangle (``rows`` with the inclusive ranges of even and odd ones), or what its
    ``lines`` say, or several ``sheets`` by the prefix of their numbers.
    """

    numbering: Numbering = "RRCC"
    orientation: Orientation | None = None
    shifted: Parity | None = None
    rows_from: Edge | None = None
    digits: int | None = Field(default=None, ge=1, le=4)
    rows: tuple[int, int] | None = None
    cols_even: tuple[int, int] | None = None
    cols_odd: tuple[int, int] | None = None
    lines: tuple[Run, ...] = ()
    sheets: dict[str, SheetFile] = {}
    hex_km: float


class HexFile(Part):
    """One hex; ``names`` are its places, the main one first, ``setup`` the units set up there."""

    terrain: Terrain
    basis: Basis
    settlement: SettlementRank | None = None
    names: tuple[str, ...] = ()
    settlement_basis: Basis | None = None
    area: str | None = None
    drop: tuple[str, ...] = ()
    victory: int | None = None
    setup: tuple[str, ...] = ()


class HexsideFile(Part):
    """A water hexside; ``also`` names lesser waters that share the side."""

    water: WaterKind
    name: str
    also: tuple[str, ...] = ()
    basis: Basis


class BridgeFile(Part):
    """A bridge or ferry; ``basis`` says how its hexside is known, ``start_basis`` its state."""

    id: str
    name: str
    hexside: str
    kind: BridgeKind
    start: BridgeStart
    start_basis: Basis
    rule: BridgeRule | None = None
    water: WaterKind
    river: str
    basis: Basis
    history: str = ""


class RoadFile(Part):
    """A chain of adjacent hexes; ``ferries`` are hexsides of it without a bridge, ``exits`` hexes
    on the edge where it runs on beyond the board.
    """

    road_class: RoadClass = Field(alias="class")
    name: str
    hexes: tuple[str, ...]
    ferries: tuple[str, ...] = ()
    exits: tuple[str, ...] = ()
    basis: Basis


class RailwayFile(Part):
    """A chain of adjacent hexes."""

    name: str
    hexes: tuple[str, ...]
    exits: tuple[str, ...] = ()
    basis: Basis


class AreaFile(Part):
    """An entry area; ``side_from`` says from which turn it belongs to another side."""

    title: str
    side: Side
    side_from: dict[int, Side] = {}
    hexes: tuple[str, ...]
    basis: Basis


class DropFile(Part):
    """A drop or landing zone and the hexes that carry its letter."""

    letter: str
    division: str
    name: str
    hexes: tuple[str, ...]
    basis: Basis
    history: str = ""


class BoundaryFile(Part):
    """A corps boundary, as a chain of hexsides."""

    name: str
    hexsides: tuple[str, ...]
    basis: Basis


class BoardFile(Part):
    """The whole file."""

    format: Literal["h44board/1"]
    game: str
    credits: tuple[str, ...]
    grid: GridFile
    hexes: dict[str, HexFile]
    hexsides: dict[str, HexsideFile]
    bridges: tuple[BridgeFile, ...]
    roads: tuple[RoadFile, ...]
    railways: tuple[RailwayFile, ...]
    areas: dict[str, AreaFile]
    drops: tuple[DropFile, ...]
    boundaries: tuple[BoundaryFile, ...]
