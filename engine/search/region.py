"""Search for the region around some hexes, over edges whose weights leave them open."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx as nx


def region(
    graph: nx.DiGraph[int], starts: Iterable[int], is_open: Callable[[int, int], bool]
) -> dict[int, int]:
    """Return the hexes reached by open steps, with the number of steps from the nearest start."""
    from engine.search.open_graph import steps_from  # networkx is loaded when it is used

    def onward(i: int) -> list[int]:
        return [j for j in graph.succ[i] if is_open(i, j)]

    return steps_from(graph, starts, onward)
