"""Hex arithmetic: numbers, centres, corners, neighbours."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board.geometry import (
    RADIUS,
    HexGrid,
    center,
    corners,
    distance,
    hexside,
    nearest,
    ring,
    side_ends,
    split,
)

GRID = HexGrid(rows=(10, 67), cols_even=(0, 26), cols_odd=(0, 25))
numbers = st.sampled_from(list(GRID))


def test_the_board_has_1537_hexes() -> None:
    hexes = list(GRID)
    assert len(hexes) == len(set(hexes)) == 29 * 27 + 29 * 26 == 1537
    assert (hexes[0], hexes[-1]) == ("1000", "6725")


@pytest.mark.parametrize(("a", "b"), [("1402", "1502"), ("1306", "1407"), ("1109", "1210")])
def test_stated_hexsides_join_neighbours(a: str, b: str) -> None:
    assert b in ring(a)
    assert hexside(b, a) == f"{a}/{b}"


@pytest.mark.parametrize("wrong", ["0900", "1027", "1126", "6800", "48", "48160", "4x16", 4816])
def test_what_is_no_hex_is_not_on_the_grid(wrong: object) -> None:
    assert wrong not in GRID


@given(numbers)
def test_a_centre_lies_in_its_hex(number: str) -> None:
    assert nearest(center(number)) == number
    assert GRID.hex_at(center(number)) == number


@given(numbers, st.floats(0, 2 * math.pi), st.floats(0, 0.499))
def test_points_within_half_a_width_of_the_centre_lie_in_the_hex(
    number: str, angle: float, radius: float
) -> None:
    u, v = center(number)
    assert nearest((u + radius * math.cos(angle), v + radius * math.sin(angle))) == number


@given(st.floats(0.2, 25.8), st.floats(9, 57.5))
def test_the_nearest_hex_has_the_nearest_centre(u: float, v: float) -> None:
    number = nearest((u, v))
    assert number is not None
    here = math.dist(center(number), (u, v))
    assert all(here <= math.dist(center(n), (u, v)) + 1e-9 for n in ring(number))
    assert here <= RADIUS + 1e-9


@given(numbers)
def test_neighbours_are_symmetric_and_one_width_away(number: str) -> None:
    for other in GRID.neighbors(number):
        assert number in GRID.neighbors(other)
        assert math.dist(center(number), center(other)) == pytest.approx(1)
        assert distance(number, other) == 1


def test_neighbours_run_clockwise_from_the_east() -> None:
    assert ring("4816") == ["4817", "4716", "4715", "4815", "4915", "4916"]
    assert ring("4715") == ["4716", "4616", "4615", "4714", "4815", "4816"]


@given(numbers)
def test_a_side_ends_in_two_corners_that_both_hexes_share(number: str) -> None:
    for other in ring(number):
        for end in side_ends(number, other):
            for hexagon in (number, other):
                assert min(math.dist(end, c) for c in corners(hexagon)) < 1e-9
        first, second = side_ends(number, other)
        assert math.dist(first, second) == pytest.approx(RADIUS)


def test_hexes_that_do_not_touch_have_no_side() -> None:
    with pytest.raises(ValueError, match="4816 and 4818 are not adjacent"):
        side_ends("4816", "4818")


@given(numbers, numbers, numbers)
def test_distance_is_a_metric(a: str, b: str, c: str) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(numbers, numbers)
def test_each_step_nearer_is_possible(a: str, b: str) -> None:
    if a != b:
        assert min(distance(n, b) for n in ring(a)) == distance(a, b) - 1


@given(numbers)
def test_the_outline_holds_every_corner(number: str) -> None:
    west, south, east, north = GRID.bounds()
    for u, v in corners(number):
        assert west - 1e-9 <= u <= east + 1e-9
        assert south - 1e-9 <= v <= north + 1e-9
    assert split(number) == (int(number[:2]), int(number[2:]))
