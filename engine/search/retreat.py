"""Retreats and advances: all paths of a length; retreats are judged by ordered priorities.

For each path the game states whether the units are lost and which priorities the path breaks. The
legal paths are those whose broken priorities come latest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx as nx

Weight = Callable[[int, int, object], int | None]
"""Weight of a step: 1 if it is open, None if it is closed."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A path (battle hex first), its broken priorities (1 is the first) and its consequences."""

    path: tuple[int, ...]
    broken: tuple[int, ...]
    eliminated: bool
    end_status: str
    extra_loss: int = 0
    reason: str | None = None
    """The rule that eliminates the units, if any."""


def _open(i: int, j: int, _: object) -> int | None:
    return 1


def paths(
    graph: nx.DiGraph[int],
    start: int,
    lengths: Sequence[int],
    weight: Weight = _open,
    ring: Sequence[Sequence[int]] | None = None,
) -> list[tuple[int, ...]]:
    """Return all chains of hexes from a hex, with the given lengths in steps, that visit no hex
    twice.

    ``weight`` returns None for closed steps. ``ring`` lists the hexes around each in search order,
    if that differs from the graph's. A chain ends at a hex without neighbours (a box beyond the
    board).
    """
    import networkx as nx  # loaded when it is used

    longest, shortest = max(lengths), min(lengths)
    if longest == 1:
        around_it = graph[start] if ring is None else ring[start]
        return [(start, j) for j in around_it if weight(start, j, graph[start][j]) is not None]
    near: nx.DiGraph[int] = nx.DiGraph()
    near.add_node(start)
    around = nx.single_source_dijkstra_path_length(graph, start, cutoff=longest - 1, weight=weight)
    for i in around:
        around_it = graph[i] if ring is None else ring[i]
        near.add_edges_from((i, j) for j in around_it if weight(i, j, graph[i][j]))
    result: dict[int, list[tuple[int, ...]]] = {steps: [] for steps in range(1, longest + 1)}
    for path in nx.all_simple_paths(near, start, set(near) - {start}, cutoff=longest):
        result[len(path) - 1].append(tuple(path))
    return [
        path
        for steps, those in result.items()
        for path in those
        if steps in lengths or (steps < shortest and not near[path[-1]])
    ]


def chains(
    graph: nx.DiGraph[int],
    start: int,
    longest: int,
    is_open: Callable[[tuple[int, ...], int], bool],
    ring: Sequence[Sequence[int]] | None = None,
) -> list[tuple[int, ...]]:
    """Return the chains of hexes from a hex whose every step is open, shortest first.

    ``is_open`` gets the path so far and the next hex, because an advance may be closed by its own
    path.
    """
    result: list[tuple[int, ...]] = []
    legal: list[tuple[int, ...]] = [(start,)]
    for _ in range(longest):
        legal = [
            (*path, j)
            for path in legal
            for j in (graph if ring is None else ring)[path[-1]]
            if j not in path and is_open(path, j)
        ]
        result += legal
    return result


def allowed(candidates: Sequence[Candidate]) -> list[int]:
    """Return the indices of the candidates that the priorities allow.

    Priority 1 is compared first, then 2 among the candidates that are best in 1, and so on: the
    best candidates are those whose broken priorities, read in order, come latest.
    """
    ranks = [(*sorted(set(c.broken)), inf) for c in candidates]
    latest = max(ranks, default=())
    return [n for n, rank in enumerate(ranks) if rank == latest]
