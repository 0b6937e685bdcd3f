"""Hex arithmetic: numbers, centres, corners, neighbours, on grids of every kind."""

from __future__ import annotations

import math
from collections import Counter, deque

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board.grid import RADIUS, Grid, hexes_of, hexside
from tests.grids import ALL, FLAT, HOLLAND, SHEETS, WIDE

every = pytest.mark.parametrize("grid", ALL.values(), ids=ALL)


def some(grid: Grid, data: st.DataObject) -> str:
    return data.draw(st.sampled_from(list(grid)))


def test_the_board_of_holland_has_1537_hexes() -> None:
    hexes = list(HOLLAND)
    assert len(hexes) == len(set(hexes)) == 29 * 27 + 29 * 26 == 1537
    assert (hexes[0], hexes[-1]) == ("1000", "6725")


def test_an_l_of_flat_tops_has_528_hexes() -> None:
    assert len(FLAT) == len(set(FLAT)) == 12 * 28 + 12 * 16 == 528
    assert "1228" in FLAT
    assert "1317" not in FLAT


@pytest.mark.parametrize(("a", "b"), [("1402", "1502"), ("1306", "1407"), ("1109", "1210")])
def test_stated_hexsides_join_neighbours(a: str, b: str) -> None:
    assert b in HOLLAND.ring(a)
    assert hexside(b, a) == f"{a}/{b}"


@pytest.mark.parametrize("wrong", ["0900", "1027", "1126", "6800", "48", "48160", "4x16", 4816])
def test_invalid_numbers_are_not_on_the_grid(wrong: object) -> None:
    assert wrong not in HOLLAND


@every
@given(st.data())
def test_a_centre_is_in_its_hex(grid: Grid, data: st.DataObject) -> None:
    number = some(grid, data)
    assert grid.nearest(grid.center(number)) == number
    assert grid.hex_at(grid.center(number)) == number


@every
@given(st.data(), st.floats(0, 2 * math.pi), st.floats(0, 0.499))
def test_points_within_half_a_width_of_the_centre_lie_in_the_hex(
    grid: Grid, data: st.DataObject, angle: float, radius: float
) -> None:
    number = some(grid, data)
    u, v = grid.center(number)
    assert grid.nearest((u + radius * math.cos(angle), v + radius * math.sin(angle))) == number


@given(st.floats(0.2, 25.8), st.floats(9, 57.5))
def test_the_nearest_hex_has_the_nearest_centre(u: float, v: float) -> None:
    number = HOLLAND.nearest((u, v))
    assert number is not None
    here = math.dist(HOLLAND.center(number), (u, v))
    around = HOLLAND.ring(number)
    assert all(here <= math.dist(HOLLAND.center(n), (u, v)) + 1e-9 for n in around)
    assert here <= RADIUS + 1e-9


@every
@given(st.data())
def test_neighbours_are_symmetric_and_one_width_away(grid: Grid, data: st.DataObject) -> None:
    number = some(grid, data)
    for other in grid.neighbors(number):
        assert number in grid.neighbors(other)
        assert math.dist(grid.center(number), grid.center(other)) == pytest.approx(1)
        assert grid.distance(number, other) == 1


def test_neighbours_run_clockwise_from_the_east() -> None:
    assert HOLLAND.ring("4816") == ["4817", "4716", "4715", "4815", "4915", "4916"]
    assert HOLLAND.ring("4715") == ["4716", "4616", "4615", "4714", "4815", "4816"]


def test_neighbours_of_flat_tops_run_clockwise_from_the_north_east() -> None:
    """Even columns are half a hex lower; rows are counted from the north."""
    assert FLAT.ring("0505") == ["0604", "0605", "0506", "0405", "0404", "0504"]
    assert FLAT.ring("0605") == ["0705", "0706", "0606", "0506", "0505", "0604"]


@every
@given(st.data())
def test_each_neighbour_lies_beyond_the_side_after_its_corner(
    grid: Grid, data: st.DataObject
) -> None:
    number = some(grid, data)
    corners = grid.corners(number)
    for k, other in enumerate(grid.around(number)):
        if other is not None:
            ends = {(round(u, 6), round(v, 6)) for u, v in grid.side_ends(number, other)}
            side = (corners[(k + 1) % 6], corners[(k + 2) % 6])
            assert ends == {(round(u, 6), round(v, 6)) for u, v in side}


@every
@given(st.data())
def test_a_side_ends_in_two_corners_that_both_hexes_share(grid: Grid, data: st.DataObject) -> None:
    number = some(grid, data)
    for other in grid.ring(number):
        side = hexside(number, other)
        assert set(hexes_of(side) or ()) == {number, other}
        keys = {grid.key(end) for end in grid.ends(side)}
        assert len(keys) == 2
        for hexagon in (number, other):
            assert keys <= {grid.key(corner) for corner in grid.corners(hexagon)}
        first, second = grid.ends(side)
        assert math.dist(first, second) == pytest.approx(RADIUS)


def test_hexes_that_do_not_touch_have_no_side() -> None:
    with pytest.raises(ValueError, match="4816 and 4818 are not adjacent"):
        HOLLAND.side_ends("4816", "4818")
    with pytest.raises(ValueError, match="4816 is no hexside"):
        HOLLAND.ends("4816")


def test_hexsides_of_sheets_are_named_by_their_hexes() -> None:
    assert hexes_of("A/0405/A/0406") == ("A/0405", "A/0406")
    assert hexes_of("4816/4817") == ("4816", "4817")
    assert hexes_of("4816") is None
    assert hexes_of("A/0405/0406") is None


def test_sheets_join_where_their_columns_meet() -> None:
    """The last column of A and the first of B are one map; numbers beyond it are invalid."""
    assert SHEETS.distance("A/3105", "B/0105") == 1
    assert "B/0105" in SHEETS.neighbors("A/3105")
    assert SHEETS.ring("A/0101") == ["A/0201", "A/0202", "A/0102"]
    assert nx.is_connected(nx.Graph((n, o) for n in SHEETS for o in SHEETS.neighbors(n)))


def test_three_digit_numbers_are_parsed() -> None:
    assert WIDE.split("102105") == (102, 105)
    assert "101104" in WIDE.neighbors("102105")


@every
@given(st.data())
def test_distance_is_a_metric(grid: Grid, data: st.DataObject) -> None:
    a, b, c = (some(grid, data) for _ in range(3))
    assert grid.distance(a, b) == grid.distance(b, a)
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@every
def test_distances_equal_a_breadth_first_search(grid: Grid) -> None:
    numbers = list(grid)
    start = numbers[len(numbers) // 2]
    row = grid.distances(numbers.index(start))
    found, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for other in grid.neighbors(here):
            if other not in found:
                found[other] = found[here] + 1
                queue.append(other)
    wrong = [n for n, d in zip(numbers, row, strict=True) if found[n] < d]
    assert not wrong
    assert all(row[numbers.index(n)] == 1 for n in grid.neighbors(start))


@given(st.data())
def test_each_step_nearer_is_possible(data: st.DataObject) -> None:
    a, b = some(HOLLAND, data), some(HOLLAND, data)
    if a != b:
        nearer = min(HOLLAND.distance(n, b) for n in HOLLAND.ring(a))
        assert nearer == HOLLAND.distance(a, b) - 1


@every
@given(st.data())
def test_the_outline_contains_every_corner(grid: Grid, data: st.DataObject) -> None:
    west, south, east, north = grid.bounds()
    for u, v in grid.corners(some(grid, data)):
        assert west - 1e-9 <= u <= east + 1e-9
        assert south - 1e-9 <= v <= north + 1e-9


@every
def test_the_edges_of_a_map_are_on_its_outline(grid: Grid) -> None:
    west, south, east, north = grid.bounds()
    far = {"west": (0, west), "east": (0, east), "south": (1, south), "north": (1, north)}
    met: Counter[str] = Counter()
    for number in grid:
        gone = [n not in grid for n in grid.around(number)]
        for edge, ways in grid.edges:
            axis, value = far[edge]
            touches = any(abs(c[axis] - value) < 1e-9 for c in grid.corners(number))
            if touches:
                assert all(gone[k] for k in ways), (number, edge)
                met[edge] += 1
    assert set(met) == set(far)


def test_a_grid_is_read_from_its_board() -> None:
    lines = [[c, 1, 28 if c <= 12 else 16] for c in range(1, 25)]
    marks = {"numbering": "CCRR", "orientation": "flat", "shifted": "even", "rows_from": "north"}
    assert Grid.read({**marks, "lines": lines}) == FLAT
    ranges = {"rows": [10, 67], "cols_even": [0, 26], "cols_odd": [0, 25]}
    assert Grid.read({"numbering": "RRCC", **ranges}) == HOLLAND
    assert hash(Grid.read(ranges)) == hash(HOLLAND)
    assert FLAT.split("2416") == (16, 24)
