"""The path of a drag: shortest paths, loops, undo, contiguity for any mouse movement."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board.board import Board
from engine.modules.module import Module, load_module
from holland44_qt.dragging.carried_pieces import beside
from holland44_qt.dragging.trail import Trail, shortest
from tests.grids import HOLLAND

BOARD: Board = load_module("holland44").board
HEXES = st.integers(0, len(BOARD.numbers) - 1)


def hexes(*numbers: str) -> tuple[int, ...]:
    return tuple(BOARD.hex(number) for number in numbers)


def contiguous(path: tuple[int, ...]) -> bool:
    return all(b in BOARD.neighbours[a] for a, b in itertools.pairwise(path))


@pytest.mark.slow
@given(HEXES, HEXES)
def test_the_shortest_path_is_as_long_as_the_distance(a: int, b: int) -> None:
    way = shortest(BOARD, a, b)
    assert (way[0], way[-1]) == (a, b)
    assert contiguous(way)
    assert len(way) - 1 == HOLLAND.distance(BOARD.numbers[a], BOARD.numbers[b])


def test_the_shortest_path_follows_the_straight_line(module: Module) -> None:
    # Six hexes due north zigzag about the line and never stray from it.
    way = shortest(BOARD, *hexes("4810", "5410"))
    assert all(abs(BOARD.centres[h][0] - 10) <= 0.5 for h in way)


@given(HEXES, st.lists(HEXES, max_size=8))
def test_a_trail_is_contiguous_and_never_crosses_itself(start: int, leads: list[int]) -> None:
    trail = Trail(BOARD, start)
    for lead in leads:
        trail.to(lead)
        assert trail.end == lead
        assert trail.path[0] == start
        assert contiguous(trail.path)
        assert len(set(trail.path)) == len(trail.path)
        assert trail.length == len(trail.path) - 1
    while trail.back():
        assert contiguous(trail.path)
    assert trail.path == (start,)


def test_a_detour_is_kept() -> None:
    trail = Trail(BOARD, BOARD.hex("4810"))
    for number in ("4910", "4911", "4912", "4812"):
        trail.to(BOARD.hex(number))
    assert trail.path == hexes("4810", "4910", "4911", "4912", "4812")
    assert (trail.length, trail.straight) == (4, 2)


def test_going_back_over_the_trail_shortens_it() -> None:
    trail = Trail(BOARD, BOARD.hex("4810"))
    for number in ("4811", "4812", "4811"):
        trail.to(BOARD.hex(number))
    assert trail.path == hexes("4810", "4811")
    trail.to(BOARD.hex("4810"))
    assert trail.length == 0


def test_the_last_leg_is_undone() -> None:
    trail = Trail(BOARD, BOARD.hex("4810"))
    trail.to(BOARD.hex("4813"))
    trail.to(BOARD.hex("4814"))
    assert trail.back()
    assert trail.path == hexes("4810", "4811", "4812", "4813")
    assert trail.back()
    assert not trail.back()


def test_an_adjacent_stack_keeps_its_offset_or_stays() -> None:
    path = hexes("4810", "4811", "4911")
    assert beside(path, BOARD.hex("4813"), BOARD.neighbours) == hexes("4813", "4814", "4914")
    assert beside(path, BOARD.hex("4826"), BOARD.neighbours) is None
