"""The networkx graph of a board: which hexes lie side by side. It knows no rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx as nx


def graph_of(ring: Sequence[Sequence[int]]) -> nx.Graph[int]:
    """Neighbouring hexes as ints and nothing else, by what lies around each; it is frozen."""
    import networkx as nx

    found: nx.Graph[int] = nx.Graph()
    found.add_nodes_from(range(len(ring)))
    found.add_edges_from((i, j) for i, around in enumerate(ring) for j in around if i < j)
    nx.freeze(found)
    return found
