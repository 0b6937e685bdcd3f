"""The graph of the board."""

from __future__ import annotations

import itertools
import time

import networkx as nx
import pytest

from engine.board.board import BEYOND, Board
from engine.board.graph import graph, road_net, road_path


def test_every_pair_of_neighbours_is_one_edge(board: Board) -> None:
    pairs = {
        (min(i, j), max(i, j))
        for i, around in enumerate(board.neighbours)
        for j in around
        if j != BEYOND
    }
    assert {(min(e), max(e)) for e in graph(board).edges} == pairs
    assert len(graph(board)) == 1537


def test_edges_carry_what_lies_on_the_hexside(board: Board) -> None:
    edge = graph(board).edges[board.hex("5321"), board.hex("5421")]
    assert edge == {
        "side": "5321/5421",
        "water": "major_river",
        "bridges": ("Nijmegen",),
        "kinds": ("road",),
        "ferry": False,
        "road": "primary",
        "railway": False,
    }
    plain = graph(board).edges[board.hex("1504"), board.hex("1604")]
    assert (plain["water"], plain["bridges"], plain["road"]) == (None, (), None)


def test_the_graph_is_built_once_and_frozen(board: Board) -> None:
    assert graph(board) is graph(board)
    with pytest.raises(nx.NetworkXError):
        graph(board).add_node(9999)


def test_the_road_net_is_what_roads_join(board: Board) -> None:
    links = {frozenset(p) for r in board.roads for p in itertools.pairwise(r.hexes)}
    assert {frozenset(e) for e in road_net(board).edges} == links


def test_the_way_to_arnhem_follows_the_highway(board: Board) -> None:
    way = road_path(board, board.hex("1303"), board.hex("6122"))
    assert way is not None
    passed = {board.numbers[i] for i in way}
    assert {"2107", "3108", "3507", "3810", "4112", "4816", "5321", "5820"} <= passed
    assert all(board.road_class(i, j) for i, j in itertools.pairwise(way))


def test_where_no_road_leads_there_is_no_path(board: Board) -> None:
    off_road = next(i for i in range(1537) if i not in board.road_hexes)
    assert road_path(board, board.hex("2707"), off_road) is None


def test_distance_counts_hexes(board: Board) -> None:
    assert board.distance(board.hex("1504"), board.hex("1705")) == 2


def test_building_is_quick(board_bytes: bytes) -> None:
    fresh = Board.load(board_bytes)
    start = time.perf_counter()
    graph(fresh)
    assert time.perf_counter() - start < 0.5
