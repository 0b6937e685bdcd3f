"""Sources of the drawn map: the compiled board and the geography under it."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any

import shapely

from engine.board.brushes import brushed
from engine.board.georef import Georef, read_layer
from engine.board.grid import Grid, Point
from engine.core.vocabulary import Vocabulary

Feature = tuple[dict[str, Any], shapely.Geometry]


@dataclass
class MapSource:
    """A board (``board.json``, parsed) with its geography transformed into grid coordinates."""

    board: dict[str, Any]
    """The board with brushes (:mod:`engine.board.brushes`)."""
    georef: Georef | None
    geography: Traversable | None
    reaches: dict[str, list[list[str]]]
    """Names of a water from east to west, each with the hex where the next begins."""
    lettering: list[dict[str, str]] = field(default_factory=list)
    """Names at chosen positions: text, style, hex, and offset from its centre (du, dv)."""
    drawn: frozenset[str] = frozenset()
    """The layers of the geography that are used; empty for all."""
    _layers: dict[str, list[Feature]] = field(default_factory=dict)

    @classmethod
    def load(cls, folder: Traversable) -> MapSource:
        """Read the board of a module folder and the geography that its overrides name."""
        board = json.loads((folder / "board.json").read_text(encoding="utf-8"))
        module = folder / "module.json"
        meta = json.loads(module.read_text(encoding="utf-8")) if module.is_file() else {}
        words = Vocabulary.model_validate(meta.get("vocabulary") or {})
        names = folder / "source" / "names.json"
        reaches = (
            json.loads(names.read_text(encoding="utf-8"))["reaches"] if names.is_file() else {}
        )
        tabled = folder / "source" / "board.json"
        choice_file = tabled if tabled.is_file() else folder / "source" / "overrides.json"
        choice = json.loads(choice_file.read_text(encoding="utf-8"))
        georef = geography = None
        if choice.get("geography"):
            geography = folder / ".." / "geo" / choice["geography"]
            georef = Georef.load(geography / "georef.json", choice.get("georef", board["game"]))
        labels = folder / "source" / "lettering.csv"
        rows = labels.read_text(encoding="utf-8").splitlines() if labels.is_file() else []
        lettering = list(csv.DictReader(rows))
        layers = frozenset(choice.get("layers", ()))
        return cls(brushed(board, words), georef, geography, reaches, lettering, layers)

    @cached_property
    def grid(self) -> Grid:
        """Return the grid of the board."""
        spec = self.board["grid"]
        return Grid.read(spec)

    @cached_property
    def land(self) -> shapely.Geometry:
        """Return the outline of all hexes."""
        cells = [
            shapely.Polygon(self.grid.corners(n)).buffer(1e-6, join_style="mitre")
            for n in self.grid
        ]
        return shapely.union_all(cells)

    def layer(self, name: str) -> list[Feature]:
        """Return one layer of the geography: properties and geometry in grid coordinates.

        A missing or unused layer is empty.
        """
        wanted = not self.drawn or name in self.drawn
        if not wanted or self.geography is None or self.georef is None:
            return []
        if name not in self._layers:
            features = read_layer(self.geography / f"{name}.geojson")
            self._layers[name] = [(p, self.georef.warp(geometry)) for p, geometry in features]
        return self._layers[name]

    def outwards(self, point: Point, reach: float) -> Point:
        """Return a point beyond the map edge that is nearest to a point."""
        west, south, east, north = self.grid.bounds()
        u, v = point
        gaps = {(-1, 0): u - west, (1, 0): east - u, (0, -1): v - south, (0, 1): north - v}
        du, dv = min(gaps, key=lambda d: gaps[d])
        return u + reach * du, v + reach * dv

    def hexes(self, brush: str) -> Iterator[str]:
        """Return the hexes with ground of a brush, in the order of the board."""
        return (n for n, h in self.board["hexes"].items() if brush in h["brushes"])
