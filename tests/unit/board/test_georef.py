"""The fit between hexes and geographic coordinates."""

from __future__ import annotations

import math
from importlib.resources import files

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from engine.board.georef import Georef
from tests.grids import HOLLAND

GEOREF = Georef.load(files("resources") / "geo" / "netherlands1944" / "georef.json", "holland44")

lons = st.floats(5.22, 6.04)
lats = st.floats(51.17, 52.07)


def test_the_extent_is_that_of_the_board() -> None:
    assert GEOREF.grid == HOLLAND


@given(lons, lats)
def test_degrees_to_grid_and_back_is_the_identity(lon: float, lat: float) -> None:
    back = GEOREF.to_lonlat(GEOREF.to_grid(np.array([[lon, lat]])))[0]
    assert back == pytest.approx([lon, lat], abs=1e-5)  # 1 m


@given(st.sampled_from(list(GEOREF.grid)))
def test_grid_to_degrees_and_back_is_the_identity(number: str) -> None:
    there = GEOREF.to_grid(GEOREF.to_lonlat(np.array([HOLLAND.center(number)])))[0]
    assert HOLLAND.nearest((float(there[0]), float(there[1]))) == number
    assert math.dist(there, HOLLAND.center(number)) < 1e-3


@pytest.mark.parametrize(
    ("place", "lon", "lat", "side"),
    [
        ("Arnhem road bridge", 5.9119, 51.9747, {"6121", "6122"}),
        ("Nijmegen road bridge", 5.8719, 51.8517, {"5321", "5421"}),
        ("Grave bridge", 5.7380, 51.7630, {"4816", "4817"}),
    ],
)
def test_great_bridges_fall_on_their_hexes(
    place: str, lon: float, lat: float, side: set[str]
) -> None:
    u, v = GEOREF.to_grid(np.array([[lon, lat]]))[0]
    assert HOLLAND.nearest((float(u), float(v))) in side, place


def test_north_is_up_and_a_hex_two_kilometres_wide() -> None:
    (u0, v0), (u1, v1), (u2, v2) = GEOREF.to_grid(
        np.array([[5.65, 51.6], [5.65 + 1.98 / 69.07, 51.6], [5.65, 51.6 + 1.98 / 111.25]])
    )
    assert (u1 - u0, v1 - v0) == pytest.approx((1, 0), abs=0.2)
    assert (u2 - u0, v2 - v0) == pytest.approx((0, 1), abs=0.2)


def test_a_warped_ring_stays_closed() -> None:
    square = shapely.box(5.5, 51.5, 5.6, 51.6)
    bent = GEOREF.warp(square)
    assert bent.is_valid
    assert bent.exterior.coords[0] == bent.exterior.coords[-1]
    assert len(bent.exterior.coords) > len(square.exterior.coords)
