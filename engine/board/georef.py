"""The fit between hex numbers and the globe: affine, plus a smooth shift of at most half a hex.

``georef.json`` (``resources/geo/<region>/``) holds both for each game in the region. A real place
is mapped to grid coordinates by the affine fit. A thin-plate spline then moves it, so that every
place whose hex a rulebook states is in that hex; rivers and roads move along.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import shape

from engine.board.format import BoardError
from engine.board.grid import Grid
from engine.i18n import t

Array = NDArray[np.float64]

GRAIN_DECIMALS = 6
"""Decimals of grid coordinates (2 mm on the ground).

The last bits of a matrix product depend on the processor; compiled data must not.
"""

NO_BEND: Mapping[str, Any] = {"nodes": [], "weights": [], "trend": [0.0] * 6}
"""The adjustment of a fit without one."""

SEGMENT_DEGREES = 0.004
"""Maximum length of a line's segments before the shift, so that long straight lines bend smoothly.
"""


Feature = tuple[dict[str, Any], Any]
"""The properties of a feature and its geometry."""


def read_layer(path: Traversable) -> list[Feature]:
    """Return the features of a GeoJSON layer, in degrees; none if the file is missing.

    Raises BoardError, with one sentence, for an invalid file.
    """
    if not path.is_file():
        return []
    try:
        features = json.loads(path.read_text(encoding="utf-8"))["features"]
        return [(dict(f["properties"]), shape(f["geometry"])) for f in features]
    except (ValueError, KeyError, TypeError, AttributeError, shapely.errors.ShapelyError) as error:
        why = t("board.bad_part", part=error)
        raise BoardError(t("board.bad_source", file=path.name, where="features", why=why)) from None


@dataclass(frozen=True)
class Georef:
    """Conversion between WGS84 degrees and one game's grid coordinates
    (:mod:`engine.board.grid`).
    """

    matrix: Array  # grid -> km, 2 x 2
    offset: Array  # km
    origin: Array  # lon, lat of km (0, 0)
    km_per_degree: Array
    nodes: Array  # n x 2, affine grid coordinates
    weights: Array  # n x 2, hex widths
    trend: Array  # 3 x 2, hex widths
    grid: Grid

    @classmethod
    def from_spec(cls, spec: Mapping[str, Any]) -> Georef:
        """Read one game's part of ``georef.json``."""
        fit, proj = spec["hex_to_km"], spec["km_to_lonlat"]
        bend = spec.get("adjustment") or NO_BEND
        extent = spec.get("extent") or {}
        return cls(
            matrix=np.array(fit["matrix"], dtype=float),
            offset=np.array(fit["offset"], dtype=float),
            origin=np.array([proj["lon0"], proj["lat0"]], dtype=float),
            km_per_degree=np.array(
                [proj["km_per_degree_lon"], proj["km_per_degree_lat"]], dtype=float
            ),
            nodes=np.array(bend["nodes"], dtype=float).reshape(-1, 2),
            weights=np.array(bend["weights"], dtype=float).reshape(-1, 2),
            trend=np.array(bend["trend"], dtype=float).reshape(3, 2),
            grid=Grid.rectangle(
                rows=tuple(extent["rows"]),
                cols_even=tuple(extent["columns_even"]),
                cols_odd=tuple(extent["columns_odd"]),
            )
            if "rows" in extent
            else Grid(()),
        )

    @classmethod
    def load(cls, path: Traversable, game: str) -> Georef:
        """Read ``georef.json``. Raises BoardError, with one sentence, if it is unusable."""
        try:
            return cls.from_spec(json.loads(path.read_text(encoding="utf-8"))[game])
        except OSError as error:
            raise BoardError(t("board.no_source", file=path.name, why=error.strerror)) from None
        except (ValueError, KeyError, TypeError) as error:
            why = t("board.bad_part", part=error)
            raise BoardError(t("board.bad_source", file=path.name, where=game, why=why)) from None

    def to_grid(self, lonlat: Array) -> Array:
        """Convert degrees (n x 2: lon, lat) to grid coordinates (n x 2)."""
        km = (np.asarray(lonlat, dtype=float) - self.origin) * self.km_per_degree
        affine: Array = (km - self.offset) @ np.linalg.inv(self.matrix).T
        rounded: Array = np.round(affine + self._shift(affine), GRAIN_DECIMALS)
        return rounded

    def to_lonlat(self, uv: Array) -> Array:
        """Convert grid coordinates (n x 2) to degrees (n x 2); the shift is undone by iteration."""
        target = np.asarray(uv, dtype=float)
        affine = target.copy()
        for _ in range(12):
            affine = target - self._shift(affine)
        km: Array = affine @ self.matrix.T + self.offset
        rounded: Array = np.round(km / self.km_per_degree + self.origin, GRAIN_DECIMALS + 2)
        return rounded

    def warp(self, geometry: shapely.Geometry) -> shapely.Geometry:
        """Convert a geometry in degrees to grid coordinates."""

        def bend(xy: Array) -> Array:
            # Equal points must stay bitwise equal, or rings would no longer close.
            points, back = np.unique(xy, axis=0, return_inverse=True)
            return self.to_grid(points)[np.ravel(back)]

        return shapely.transform(shapely.segmentize(geometry, SEGMENT_DEGREES), bend)

    def _shift(self, affine: Array) -> Array:
        """Return the thin-plate shift at affine grid coordinates, in hex widths."""
        d = np.linalg.norm(affine[:, None] - self.nodes[None], axis=2)
        with np.errstate(divide="ignore", invalid="ignore"):
            kernel = np.where(d > 0, d * d * np.log(d), 0.0)
        plane = np.hstack([np.ones((len(affine), 1)), affine])
        shift: Array = kernel @ self.weights + plane @ self.trend
        return shift
