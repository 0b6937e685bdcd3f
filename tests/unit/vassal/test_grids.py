import itertools

import pytest

from engine.vassal.buildfile import ModuleInfo
from engine.vassal.commands import Boards, Placing
from engine.vassal.grids import HexGrid, Numbering, RegionGrid, SquareGrid, Zone, ZonedGrid
from engine.vassal.layout import lay_out


def hexes(*, sideways=False, **numbering):
    return HexGrid(40, 32, 56, 64, sideways, 600, 400, Numbering(**numbering))


@pytest.mark.parametrize("sideways", [False, True])
def test_the_centre_of_a_hex_is_in_it(sideways):
    grid = hexes(sideways=sideways)
    for cell in itertools.product(range(-3, 9), range(-3, 7)):
        assert grid.cell(grid.centre(cell)) == cell


def test_odd_columns_are_half_a_hex_lower():
    grid = hexes()
    assert grid.centre((0, 0)) == (40, 32)
    assert grid.centre((1, 0)) == (96, 64)
    assert grid.centre((-1, 0)) == (-16, 64)


def test_sideways_swaps_the_axes():
    assert hexes(sideways=True).centre((1, 2)) == (192, 96)


def test_neighbours_are_at_range_one_and_equidistant():
    grid = HexGrid(0, 0, 56, 64.66, False, 900, 900)
    for cell in ((4, 4), (5, 4), (-1, 0)):
        near = grid.neighbours(cell)
        assert len(set(near)) == 6
        assert {grid.range(cell, other) for other in near} == {1}
        x, y = grid.centre(cell)
        for other in near:
            ox, oy = grid.centre(other)
            assert ((x - ox) ** 2 + (y - oy) ** 2) ** 0.5 == pytest.approx(64.66, abs=1.5)
    ring = {o for n in grid.neighbours((4, 4)) for o in grid.neighbours(n)}
    assert {grid.range((4, 4), other) for other in ring} == {0, 1, 2}


def test_cells_of_a_board_have_their_centres_on_it():
    cells = hexes().cells()
    assert (0, 0) in cells
    assert (10, 5) in cells
    assert (11, 0) not in cells
    assert len(cells) == len(set(cells))


@pytest.mark.parametrize(
    ("numbering", "cell", "name"),
    [
        ({}, (2, 3), "23"),
        ({"h_leading": 1, "v_leading": 2}, (2, 3), "02003"),
        ({"columns_first": False, "separator": "."}, (2, 3), "3.2"),
        ({"h_offset": 10, "v_offset": -5}, (2, 3), "12-2"),
        ({"h_type": "A"}, (27, 3), "BB4"),
        ({"stagger": True}, (1, 3), "14"),
        ({"stagger": False}, (1, 3), "13"),
        # Rows are 400 px by the columns' 56, columns 600 px by the rows' 64: crossed as it is.
        ({"v_descending": True}, (2, 3), "24"),
        ({"v_descending": True}, (1, 3), "13"),
        ({"h_descending": True}, (2, 3), "73"),
        ({"location_format": "hex $gridLocation$"}, (2, 3), "hex 23"),
    ],
)
def test_hexes_have_the_modules_numbers(numbering, cell, name):
    assert hexes(**numbering).name(cell) == name


def test_sideways_grids_use_the_other_descending_flag():
    assert hexes(sideways=True, v_descending=True, stagger=False).name((2, 3)) == "53"
    assert hexes(sideways=True, h_descending=True, stagger=False).name((2, 3)) == "26"


def test_squares_are_numbered():
    grid = SquareGrid(24, 24, 48, 48, 480, 480, Numbering(separator=",", v_descending=True))
    assert grid.cell((47, 49)) == (0, 1)
    assert grid.location(grid.centre((2, 3))) == "2,7"
    assert SquareGrid(0, 0, 9, 9, 90, 90).location((1, 1)) is None


def test_regions_and_zones_name_points():
    regions = RegionGrid((("Here", (0, 0)), ("There", (100, 0))))
    assert regions.location((60, 5)) == "There"
    assert RegionGrid(()).location((0, 0)) is None
    square = ((0, 0), (10, 0), (10, 10), (0, 10))
    zone = Zone("Box", square, "$name$: $gridLocation$", use_parent_grid=True)
    grid = ZonedGrid((zone,), regions)
    assert grid.location((5, 5)) == "Box: Here"
    assert grid.location((50, 50)) == "Here"
    assert (5, 5) in zone
    assert (15, 5) not in zone
    assert (5, 5) not in Zone("Nothing", ())


def test_boards_are_in_rows_and_columns_and_may_be_reversed(vmod):
    info = ModuleInfo.read(vmod).maps["Main Map"]
    placed = Boards(
        "Main Map", (Placing("Field", "0", "0", False), Placing("Field", "1", "0", True))
    )
    layout = lay_out(info, placed)
    assert [(b.x, b.y) for b in layout.boards] == [(10, 20), (610, 20)]
    assert layout.location((10 + 40, 20 + 32)) == "0101"
    assert layout.location((610 + 600 - 40, 20 + 400 - 32)) == "0101"
    assert layout.location((5, 5)) == "off board"


def test_a_map_without_a_selection_shows_its_first_board(vmod):
    info = ModuleInfo.read(vmod).maps["Main Map"]
    assert [b.info.name for b in lay_out(info, None).boards] == ["Field"]
