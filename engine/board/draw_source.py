"""What the drawn map is compiled from: the compiled board and the geography under it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any

import shapely
from shapely.geometry import shape

from engine.board.georef import Georef
from engine.board.grid import Grid, Point

Feature = tuple[dict[str, Any], shapely.Geometry]


@dataclass
class MapSource:
    """A board (``board.json``, parsed) with its geography bent into grid coordinates."""

    board: dict[str, Any]
    georef: Georef
    geography: Traversable
    reaches: dict[str, list[list[str]]]
    """Names a water bears from east to west, each with the hex where the next begins."""
    _layers: dict[str, list[Feature]] = field(default_factory=dict)

    @classmethod
    def load(cls, folder: Traversable) -> MapSource:
        """Read the board of a module folder and the geography that its overrides name."""
        board = json.loads((folder / "board.json").read_text(encoding="utf-8"))
        choice = json.loads((folder / "source" / "overrides.json").read_text(encoding="utf-8"))
        geography = folder / ".." / "geo" / choice["geography"]
        names = folder / "source" / "names.json"
        reaches = (
            json.loads(names.read_text(encoding="utf-8"))["reaches"] if names.is_file() else {}
        )
        georef = Georef.load(geography / "georef.json", choice["georef"])
        return cls(board, georef, geography, reaches)

    @cached_property
    def grid(self) -> Grid:
        """The grid of the board."""
        spec = self.board["grid"]
        return Grid.read(spec)

    @cached_property
    def land(self) -> shapely.Geometry:
        """The outline of all hexes."""
        cells = [
            shapely.Polygon(self.grid.corners(n)).buffer(1e-6, join_style="mitre")
            for n in self.grid
        ]
        return shapely.union_all(cells)

    def layer(self, name: str) -> list[Feature]:
        """One layer of the geography: properties and geometry in grid coordinates."""
        if name not in self._layers:
            data = json.loads((self.geography / f"{name}.geojson").read_text(encoding="utf-8"))
            self._layers[name] = [
                (f["properties"], self.georef.warp(shape(f["geometry"]))) for f in data["features"]
            ]
        return self._layers[name]

    def outwards(self, point: Point, reach: float) -> Point:
        """A point beyond the edge of the map that is nearest to a point."""
        west, south, east, north = self.grid.bounds()
        u, v = point
        gaps = {(-1, 0): u - west, (1, 0): east - u, (0, -1): v - south, (0, 1): north - v}
        du, dv = min(gaps, key=lambda d: gaps[d])
        return u + reach * du, v + reach * dv

    def hexes(self, *terrains: str) -> Iterator[str]:
        """The hexes of these terrains, in the order of the board."""
        return (n for n, h in self.board["hexes"].items() if h["terrain"] in terrains)
