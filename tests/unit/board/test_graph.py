"""The graph of the board."""

from __future__ import annotations

import networkx as nx
import pytest

from engine.board.board import BEYOND, Board
from engine.board.graph import board_graph, roads_of


def test_every_pair_of_neighbours_is_an_edge_each_way(board: Board) -> None:
    found = board_graph(board)
    pairs = {(i, j) for i, six in enumerate(board.neighbours) for j in six if j != BEYOND}
    assert {e for e in found.edges if BEYOND not in e} == pairs
    assert len(found) == 1537 + 1
    with pytest.raises(nx.NetworkXError):
        found.add_node(9999)


def test_edges_enter_the_map_but_never_leave_it(board: Board) -> None:
    found = board_graph(board)
    touched = {i for area in board.areas.values() for i in area.hexes}
    rim = {i for i, six in enumerate(board.neighbours) if BEYOND in six}
    assert set(found.successors(BEYOND)) == rim | touched
    assert list(found.predecessors(BEYOND)) == []


def test_nodes_and_edges_have_terrain_data(board: Board) -> None:
    found = board_graph(board)
    for i, number in enumerate(board.numbers):
        assert found.nodes[i]["number"] == number
        assert found.nodes[i]["terrain"] == board.terrain[i]
        assert found.nodes[i]["settlement"] == board.settlement[i]
    for i, j, data in found.edges(data=True):
        side = board.hexsides.get((i, j))
        assert data.get("road") == board.road_links.get((i, j))
        assert data.get("water", "") == (side.water if side else "")
        assert data.get("bridges", ()) == (side.bridges if side else ())
    assert any(data.get("railway") for _, _, data in found.edges(data=True))
    assert any(data.get("bridges") for _, _, data in found.edges(data=True))


def test_the_roads_are_the_edges_along_them(board: Board) -> None:
    graph = board_graph(board)
    roads = roads_of(graph)
    assert set(roads.edges) == set(board.road_links)
    assert set(roads) == set(graph)
    with pytest.raises(nx.NetworkXError):
        roads.remove_node(0)


def test_distance_counts_hexes(board: Board) -> None:
    assert board.distance(board.hex("1504"), board.hex("1705")) == 2
