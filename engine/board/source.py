"""Sources of a board: geography, its fit to the hexes, and facts that geography cannot provide.

A module's ``source/`` folder holds ``overrides.json`` (the geography and its overrides, each with a
reason), ``hexfacts.csv`` (facts on single hexes in rules and examples) and ``units.csv`` (the units
that start or land in each hex).
"""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import shapely
from pydantic import BaseModel, ConfigDict, ValidationError

from engine.board.format import AreaFile, Basis, BoardError, SettlementRank, Terrain, WaterKind
from engine.board.georef import Array, Feature, Georef, read_layer
from engine.board.grid import Grid, Point
from engine.core.errors import first_fault
from engine.i18n import t

SNAP = 6
"""Decimals of grid coordinates (2 mm), so that differences between machines have no effect."""

UNKNOWN_UNIT = "unknown unit"
"""The value of a fact that states that an unknown unit starts in the hex."""


class Strict(BaseModel):
    """A part of ``overrides.json``; a misspelt key is an error."""

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True)


class AreaLimits(Strict):
    """The share of a hex that a land cover must fill to become its terrain."""

    woods: float
    polder: float
    marsh: float
    why: str


class Victory(Strict):
    """Victory points of a city hex, and of single hexes."""

    cities: int
    hexes: dict[str, int]
    why: str


class City(Strict):
    """The hexes of a built-up place larger than one hex, each with its basis."""

    rank: SettlementRank
    hexes: dict[str, Basis]
    why: str


class PlaceOverride(Strict):
    """A place that is moved to another hex or gets another rank."""

    name: str
    hex: str | None = None
    rank: SettlementRank | None = None
    basis: Basis = "inferred"
    reason: str


class RankOverride(Strict):
    """The rank of the settlement in a hex; its name does not matter."""

    rank: SettlementRank
    basis: Basis = "inferred"
    reason: str


class TerrainOverride(Strict):
    """The terrain of one hex."""

    hex: str
    terrain: Terrain
    basis: Basis = "inferred"
    reason: str


class Flip(Strict):
    """A hex whose centre is assigned to the other bank of a water."""

    hex: str
    water: str
    reason: str


class HexsideOverride(Strict):
    """The water of one hexside; None removes it."""

    hexside: str
    water: WaterKind | None
    name: str = ""
    basis: Basis = "inferred"
    reason: str


class BridgeOverride(Strict):
    """The hexside, initial state or special rule of a bridge, or its removal from the board."""

    id: str
    hexside: str | None = None
    start: str | None = None
    rule: str | None = None
    omit: bool = False
    basis: Basis = "inferred"
    reason: str


class PathOverride(Strict):
    """The chain of hexes of one road or railway, by its name."""

    name: str
    hexes: list[str]
    basis: Basis = "inferred"
    reason: str


class Overrides(Strict):
    """``overrides.json``."""

    why: str
    geography: str
    georef: str
    credits: list[str]
    victory: Victory = Victory(cities=0, hexes={}, why="")
    area_limits: AreaLimits = AreaLimits(woods=0.5, polder=0.5, marsh=0.5, why="")
    cities: dict[str, City] = {}
    settlements: list[PlaceOverride] = []
    rank_by_hex: dict[str, RankOverride] = {}
    terrain: list[TerrainOverride] = []
    flips: list[Flip] = []
    hexsides: list[HexsideOverride] = []
    bridges: list[BridgeOverride] = []
    paths: list[PathOverride] = []
    entry_areas: dict[str, AreaFile] = {}


@dataclass(frozen=True)
class Fact:
    """One row of ``hexfacts.csv``: a test of the board and where it comes from."""

    hex: str
    kind: str
    value: str
    status: str
    fact: str
    source: str

    def __str__(self) -> str:
        return " ".join(x for x in (self.hex, self.kind, self.value) if x)


class Source:
    """All sources of the compiler; geometries are converted to grid coordinates on demand."""

    def __init__(self, folder: Path) -> None:
        self.overrides = _validated(Overrides, folder / "source" / "overrides.json")
        self.geography = folder.parent / "geo" / self.overrides.geography
        self.georef = Georef.load(self.geography / "georef.json", self.overrides.georef)
        facts, units = folder / "source" / "hexfacts.csv", folder / "source" / "units.csv"
        self.facts = read_facts(facts) if facts.is_file() else []
        self._units = _rows(units) if units.is_file() else []

    @property
    def grid(self) -> Grid:
        """Return the hexes of the board."""
        return self.georef.grid

    @property
    def hex_km(self) -> float:
        """Return the distance between two neighbouring centres in km."""
        return float(self._spec["hex_km"])

    @property
    def extent(self) -> dict[str, tuple[int, int]]:
        """Return the ranges of rows and columns."""
        result: dict[str, tuple[int, int]] = self._spec["extent"]
        return result

    @cached_property
    def _spec(self) -> dict[str, Any]:
        spec = json.loads((self.geography / "georef.json").read_text(encoding="utf-8"))
        result: dict[str, Any] = spec[self.overrides.georef]
        return result

    @cached_property
    def setup(self) -> dict[str, tuple[str, ...]]:
        """Return the ids of the units set up, or landed, in each hex; ``unknown`` for an unknown
        unit.
        """
        result: dict[str, list[str]] = defaultdict(list)
        for row in self._units:
            for number in row["start_hex"].split():
                result[number].append(row["id"])
        for fact in self.facts:
            if fact.kind == "on_map" and fact.value == UNKNOWN_UNIT:
                result[fact.hex].append("unknown")
        return {number: tuple(units) for number, units in result.items()}

    @cached_property
    def halo(self) -> list[str]:
        """Return the board's hexes and one ring around them, so that water and roads leave it
        cleanly.
        """
        return sorted({n for h in self.grid for n in self.grid.ring(h)} - set(self.grid))

    @cached_property
    def cells(self) -> list[str]:
        """Return the hexes of the board and of the ring round it, in numerical order."""
        return sorted([*self.grid, *self.halo])

    def cell_at(self, point: Point) -> str | None:
        """Return the hex at a point, on the board or in the ring round it.

        Columns cannot be negative, so there is no ring in the west. Points up to half a hex beyond
        that edge count as on it, so that a line along the edge is not interrupted between two rows.
        """
        for number in (self.grid.nearest(point), self.grid.nearest((point[0] + 0.5, point[1]))):
            if number is not None and number in self._cell_set:
                return number
        return None

    @cached_property
    def _cell_set(self) -> frozenset[str]:
        return frozenset(self.cells)

    @cached_property
    def polygons(self) -> Mapping[str, shapely.Polygon]:
        """Return the outline of each hex of :attr:`cells`, in grid coordinates."""
        shapes = shapely.polygons([self.grid.corners(h) for h in self.cells])
        return dict(zip(self.cells, shapes, strict=True))

    def layer(self, name: str) -> list[Feature]:
        """Return the features of one layer, in degrees; none if the geography lacks the layer."""
        return read_layer(self.geography / f"{name}.geojson")

    def warp(self, geometry: shapely.Geometry) -> Any:
        """Convert a geometry in degrees to grid coordinates, snapped."""
        return shapely.transform(self.georef.warp(geometry), lambda xy: np.round(xy, SNAP))

    def points(self, lonlat: Array) -> list[Point]:
        """Convert degrees (n x 2) to grid coordinates, snapped."""
        if not len(lonlat):
            return []
        return [(float(u), float(v)) for u, v in np.round(self.georef.to_grid(lonlat), SNAP)]


def read_facts(path: Path) -> list[Fact]:
    """Read ``hexfacts.csv``; rows without a test (kind ``note``) are left out.

    Raises BoardError for an invalid table.
    """
    try:
        return [Fact(**row) for row in _rows(path) if row["kind"] not in ("", "note")]
    except (KeyError, TypeError, UnicodeDecodeError, csv.Error) as error:
        raise BoardError(t("board.no_source", file=path.name, why=error)) from None


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


Model = TypeVar("Model", bound=BaseModel)


def _validated(model: type[Model], path: Path) -> Model:
    try:
        return model.model_validate_json(path.read_bytes())
    except ValidationError as error:
        where, why = first_fault(error)
        raise BoardError(
            t("board.bad_source", file=path.name, where=where or "-", why=why)
        ) from None
    except OSError as error:
        raise BoardError(t("board.no_source", file=path, why=error.strerror)) from None
