from hypothesis import given
from hypothesis import strategies as st

from engine.vassal import cells
from engine.vassal.buildfile import BoardInfo
from engine.vassal.grids import HexGrid, Numbering, RegionGrid, SquareGrid, Zone, ZonedGrid
from engine.vassal.layout import PlacedBoard

HEXES = HexGrid(40, 30, 56, 64, False, 600, 400, Numbering(h_leading=1, v_leading=1, stagger=False))


def board(grid, x=0, y=0, turned=False):
    return PlacedBoard(BoardInfo("B", "", "", 600, 400, True, grid), x, y, turned)


def test_cells_of_a_rectangle_have_their_centres_in_it():
    found = list(cells.cells([board(HEXES, 10, 20)], 0, 0, 120, 130))
    assert sorted(c.name for c in found) == ["0000", "0001", "0100"]
    assert {(c.name, c.x, c.y) for c in found} == {
        ("0000", 50, 50),
        ("0001", 50, 114),
        ("0100", 106, 82),
    }


@given(
    st.booleans(),
    st.booleans(),
    st.floats(20, 90),
    st.floats(20, 90),
    st.integers(-30, 60),
    st.integers(-30, 60),
)
def test_every_cell_is_under_its_own_centre(turned, sideways, dx, dy, x0, y0):
    grid = HexGrid(x0, y0, dx, dy, sideways, 600, 400, Numbering())
    boards = [board(grid, 7, 9, turned)]
    for cell in cells.cells(boards, 0, 0, 700, 500):
        found = cells.cell_at(boards, (cell.x, cell.y))
        assert found is not None
        assert (found.column, found.row) == (cell.column, cell.row)
        assert cells.snap(boards, (cell.x, cell.y)) == (cell.x, cell.y)


def test_neighbours_are_at_distance_one_and_on_the_board():
    boards = [board(HEXES)]
    middle = cells.cell_at(boards, HEXES.centre((4, 3)))
    around = cells.neighbours(boards, middle)
    assert len(around) == 6
    assert {cells.distance(boards, middle, c) for c in around} == {1}
    corner = cells.cell_at(boards, HEXES.centre((0, 0)))
    assert len(cells.neighbours(boards, corner)) == 2


def test_cells_of_different_boards_have_no_distance():
    boards = [board(HEXES), board(HEXES, 600)]
    a, b = cells.cell_at(boards, (40, 40)), cells.cell_at(boards, (640, 40))
    assert a.board != b.board
    assert cells.distance(boards, a, b) is None


def test_a_zone_has_cells_of_its_own():
    zone = Zone(
        "Z", ((0, 0), (200, 0), (200, 400), (0, 400)), grid=SquareGrid(25, 25, 50, 50, 600, 400)
    )
    boards = [board(ZonedGrid((zone,), HEXES))]
    inside, outside = cells.cell_at(boards, (30, 30)), cells.cell_at(boards, (300, 200))
    assert (inside.zone, len(inside.outline)) == (0, 4)
    assert (outside.zone, len(outside.outline)) == (-1, 6)
    assert all(c.x >= 200 for c in cells.cells(boards, 0, 0, 600, 400) if c.zone == -1)


def test_a_piece_snaps_to_the_nearest_region():
    grid = RegionGrid((("Here", (100, 100)), ("There", (300, 100))))
    assert cells.snap([board(grid, 10, 10)], (150, 150)) == (110, 110)
    loose = RegionGrid(grid.regions, snaps=False)
    assert cells.snap([board(loose, 10, 10)], (150, 150)) == (150, 150)


def test_a_too_fine_grid_is_ignored():
    fine = HexGrid(0, 0, 1, 1, False, 600, 600, None)
    assert list(cells.cells([board(fine)], 0, 0, 600, 600)) == []
