"""The maps of a module as a board: spots on one plane, adjacent hexes, the module's names."""

from pathlib import Path

import pytest

from engine.board.board import BEYOND
from engine.modules.module import load_module
from engine.play.vassal.opened_module import new_game
from engine.vassal.plane import SpotBoard

FIXTURES = Path(__file__).parents[2] / "fixtures" / "vassal"


@pytest.fixture
def board(tmp_path: Path) -> SpotBoard:
    path = tmp_path / "game.h44log"
    new_game(FIXTURES / "little.vmod", path).close()
    found = load_module(path.with_suffix(".h44mod")).board
    assert isinstance(found, SpotBoard)
    return found


def _hex(board: SpotBoard, name: str) -> int:
    cell = next(c for c in board.maps[0].cells(0, 0, 1000, 1000) if c.name == name)
    return board.places.index(f"m0:{cell.x},{cell.y}")


def test_pixels_and_points_of_the_plane_correspond(board: SpotBoard) -> None:
    for x, y in ((0, 0), (50, 52), (599, 399)):
        found = board.pixel(board.point(0, x, y))
        assert found is not None
        number, px, py = found
        assert (number, round(px), round(py)) == (0, x, y)
    assert board.pixel((-5.0, 5.0)) is None


def test_a_piece_dropped_in_a_hex_snaps_to_its_middle(board: SpotBoard) -> None:
    place = _hex(board, "0303")
    u, v = board.centres[place]
    assert board.at((u + 0.2, v - 0.1)) == place
    assert board.where(place) == "0303"
    assert board.at((-9.0, 9.0)) == BEYOND


def test_a_piece_dropped_on_a_deck_joins_it(board: SpotBoard) -> None:
    (deck,) = board.drawing.decks.values()
    assert board.places.name(board.at(board.point(0, deck.x + 9, deck.y - 9))) == deck.id


def test_hexes_know_their_neighbours_and_distances(board: SpotBoard) -> None:
    middle = _hex(board, "0303")
    around = board.neighbours[middle]
    assert len(set(around)) == 6
    assert {board.distance(middle, other) for other in around} == {1}
    assert all(middle in board.neighbours[other] for other in around)
    # As each direction is kept, two steps on are two hexes away.
    for direction, other in enumerate(around):
        onward = board.neighbours[other][direction]
        assert onward == BEYOND or board.distance(middle, onward) == 2


def test_a_spot_beside_the_middle_of_a_hex_has_no_neighbours(board: SpotBoard) -> None:
    x, y = board.maps[0].snap(200, 200)
    assert set(board.neighbours[board.places.index(f"m0:{x + 3},{y}")]) == {BEYOND}


def test_new_places_have_centres_and_outlines(board: SpotBoard) -> None:
    before = len(board.numbers)
    place = board.places.index("m0:321,123")
    assert place == before
    assert board.numbers[place] == "m0:321,123"
    u, v = board.centres[place]
    assert (round(u * board.unit), round(-v * board.unit)) == (321, 123)
    assert len(board.corners(place)) == 6
    with pytest.raises(IndexError):
        board.centres[len(board.numbers)]


def test_only_spots_are_on_the_board(board: SpotBoard) -> None:
    assert "m0:1,1" in board.index
    assert "nowhere" not in board.index
    with pytest.raises(KeyError):
        board.index["nowhere"]
