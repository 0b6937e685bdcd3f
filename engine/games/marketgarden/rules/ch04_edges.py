"""Chapters 4.2.1 and 11.1.4: the entry hexes of reinforcements, from the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import networkx as nx

from engine.board.board import BEYOND
from engine.board.grid import Grid
from engine.games.marketgarden.ground import Pair

WAAL = frozenset({"Waal", "Rijn - Waal"})
"""11.1.4b: the river south of which the unit of turn 21 may not be created."""

NORTH_BANK = "Arnhem"
"""A place north of the Waal."""

LIMITS = {"east": "Helmond", "west": "Reusel"}
"""4.2.1d, 4.2.1e: reinforcements enter by an edge north of these places."""


def entries_of(
    grid: Grid, edges: Mapping[str, frozenset[int]], places: Mapping[str, int]
) -> dict[str, frozenset[int]]:
    """4.2.1d, 4.2.1e: Return the entry hexes by edge, north of Helmond and Reusel."""
    numbers = tuple(grid)
    entries = {}
    for edge, place in LIMITS.items():
        hexes = edges.get(edge, frozenset())
        if place in places:
            limit = grid.center(numbers[places[place]])[1]
            hexes = frozenset(i for i in hexes if grid.center(numbers[i])[1] > limit)
        entries[edge] = hexes
    return entries


def north_of_waal(
    around: Sequence[Sequence[int]], rivers: Mapping[Pair, str], places: Mapping[str, int]
) -> frozenset[int]:
    """11.1.4b: Return the hexes north of the Waal; all hexes of a board without that river."""
    if NORTH_BANK not in places:
        return frozenset(range(len(around)))
    shores: nx.Graph[int] = nx.Graph()
    shores.add_edges_from((i, j) for i, six in enumerate(around) for j in six if j != BEYOND)
    shores.remove_edges_from(pair for pair, name in rivers.items() if name in WAAL)
    return frozenset(nx.node_connected_component(shores, places[NORTH_BANK]))
