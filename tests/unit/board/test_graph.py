"""The graph of the board."""

from __future__ import annotations

import networkx as nx
import pytest

from engine.board.board import BEYOND, Board
from engine.board.graph import graph_of


def test_every_pair_of_neighbours_is_one_edge(board: Board) -> None:
    ring = [[j for j in around if j != BEYOND] for around in board.neighbours]
    pairs = {(min(i, j), max(i, j)) for i, around in enumerate(ring) for j in around}
    found = graph_of(ring)
    assert {(min(e), max(e)) for e in found.edges} == pairs
    assert len(found) == 1537
    with pytest.raises(nx.NetworkXError):
        found.add_node(9999)


def test_distance_counts_hexes(board: Board) -> None:
    assert board.distance(board.hex("1504"), board.hex("1705")) == 2
