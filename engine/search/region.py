"""Searches for the region around some hexes, over the edges that its weights leave open."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx as nx


def region(
    graph: nx.DiGraph[int], starts: Iterable[int], is_open: Callable[[int, int], bool]
) -> dict[int, int]:
    """The hexes that open steps lead to, with the steps from the nearest of the starts."""
    import networkx as nx  # loaded when it is used

    first = list(starts)
    if not first:
        return {}
    found: dict[int, int] = nx.multi_source_dijkstra_path_length(  # type: ignore[assignment]
        graph, first, weight=lambda i, j, _: 1 if is_open(i, j) else None
    )
    return found
