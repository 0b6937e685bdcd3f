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
    import networkx as nx  # loaded when it is used

    first = list(starts)
    if not first:
        return {}
    result: dict[int, int] = nx.multi_source_dijkstra_path_length(  # type: ignore[assignment]
        graph, first, weight=lambda i, j, _: 1 if is_open(i, j) else None
    )
    return result
