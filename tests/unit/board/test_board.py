"""Board.load: parsing a file, and messages about a bad one."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from engine.board.board import BEYOND, Board
from engine.board.format import BoardError
from tests.grids import HOLLAND


def test_numbers_and_ints_are_two_names_of_one_hex(board: Board) -> None:
    assert [board.index[n] for n in board.numbers] == list(range(1537))
    assert board.numbers[board.hex("4816")] == "4816"
    assert board.centres[board.hex("4816")] == HOLLAND.center("4816")


def test_arrays_have_one_element_per_hex(board: Board) -> None:
    for array in (
        board.terrain,
        board.terrain_basis,
        board.settlement,
        board.settlement_basis,
        board.names,
        board.area_of,
        board.drop_letters,
        board.victory,
        board.setup,
        board.neighbours,
        board.centres,
    ):
        assert len(array) == 1537


def test_neighbours_keep_their_direction_at_the_edge(board: Board) -> None:
    corner = board.neighbours[board.hex("1000")]
    assert [board.numbers[i] if i != BEYOND else None for i in corner] == [
        "1001", None, None, None, None, "1100"
    ]  # fmt: skip
    for i, around in enumerate(board.neighbours):
        assert len(around) == 6
        for k, j in enumerate(around):
            if j != BEYOND:
                assert board.neighbours[j][(k + 3) % 6] == i
                assert HOLLAND.distance(board.numbers[i], board.numbers[j]) == 1


def test_a_hexside_is_found_from_both_hexes(board: Board) -> None:
    i, j = board.hex("4816"), board.hex("4817")
    side = board.hexside(j, i)
    assert side is not None
    assert side is board.hexsides[i, j] is board.sides["4816/4817"]
    assert (side.water, side.river, side.features) == ("major_river", "Maas", ("road",))
    assert side.bridges == (board.bridges["Grave"],)
    assert board.bridges["Grave"].ends == (i, j)
    assert board.hexside(i, board.hex("4815")) is None


def test_a_side_on_the_map_edge_has_one_end_beyond(board: Board) -> None:
    pannerden = board.bridges["Pannerden"]
    assert pannerden.hexside == "5626/5726"
    assert pannerden.ends == (board.hex("5626"), BEYOND)
    assert board.sides["5626/5726"].ends not in board.hexsides


def test_road_class_is_the_best_of_the_roads_on_a_hexside(board: Board) -> None:
    i, j = board.hex("1504"), board.hex("1605")
    assert board.road_class(i, j) == board.road_class(j, i) == "primary"
    assert board.road_hexes[i] == "primary"
    assert board.road_class(i, board.hex("1503")) is None
    assert board.has_railway(board.hex("3809"), board.hex("3810"))
    assert not board.has_railway(i, j)


def test_an_area_changes_hands(board: Board) -> None:
    area = board.areas["A"]
    assert [area.side_on(turn) for turn in (1, 6, 7, 20)] == [
        "german", "german", "allied", "allied"
    ]  # fmt: skip
    assert board.areas["N"].side_on(7) == "allied"


def test_where_returns_the_main_place(board: Board) -> None:
    assert board.where(board.hex("4816")) == "4816 Grave"
    assert board.where(board.hex("1000")) == "1000"


@pytest.mark.parametrize(("start", "end"), [("4816", "5416"), ("1001", "6217"), ("3010", "3010")])
def test_a_line_consists_of_adjacent_hexes(board: Board, start: str, end: str) -> None:
    a, b = board.hex(start), board.hex(end)
    line = board.line(a, b)
    assert (line[0], line[-1]) == (a, b)
    assert all(y in board.neighbours[x] for x, y in itertools.pairwise(line))
    assert len(line) == board.distance(a, b) + 1


def test_the_board_cannot_be_changed(board: Board) -> None:
    with pytest.raises(FrozenInstanceError):
        board.game = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        board.index["4816"] = 3  # type: ignore[index]


def test_an_unknown_number_is_reported_in_one_sentence(board: Board) -> None:
    with pytest.raises(BoardError, match="no hex 9999 on this board"):
        board.hex("9999")


def _drop_hex(data: dict[str, Any]) -> None:
    del data["hexes"]["4816"]


def _broken_road(data: dict[str, Any]) -> None:
    del data["roads"][0]["hexes"][2]


def _no_hexside(data: dict[str, Any]) -> None:
    data["bridges"][0]["hexside"] = "4816/4820"


def _foreign_area(data: dict[str, Any]) -> None:
    data["areas"]["A"]["hexes"].append("9900")


def _other_format(data: dict[str, Any]) -> None:
    data["format"] = "h44board/9"


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (_drop_hex, "4816"),
        (_broken_road, "not adjacent"),
        (_no_hexside, "4816/4820"),
        (_foreign_area, "9900"),
        (_other_format, "format"),
    ],
)
def test_a_damaged_file_is_reported_in_one_sentence(
    board_bytes: bytes, spoil: Callable[[dict[str, Any]], None], says: str
) -> None:
    data = json.loads(board_bytes)
    spoil(data)
    with pytest.raises(BoardError, match=says) as error:
        Board.load(json.dumps(data).encode())
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("junk", [b"", b"{", b"[]", b"\xff\xfe", b'{"format":"h44board/1"}'])
def test_junk_is_reported_in_one_sentence(junk: bytes) -> None:
    with pytest.raises(BoardError, match="board cannot be read") as error:
        Board.load(junk)
    assert "\n" not in str(error.value)
