"""Retreats and advances: all paths of a length; retreats are judged by priorities in order.

A game says, per path, whether the units are lost and which of its priorities the path breaks; the
paths that may be taken are those whose broken priorities come latest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx as nx

Weight = Callable[[int, int, object], int | None]
"""1 for a step that may be taken, None for one that is closed."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A path (battle hex first), the priorities it breaks (1 is the first) and what it leads to."""

    path: tuple[int, ...]
    broken: tuple[int, ...]
    eliminated: bool
    end_status: str
    extra_loss: int = 0
    reason: str | None = None
    """The rule by which the units are eliminated."""


def _open(i: int, j: int, _: object) -> int | None:
    return 1


def paths(
    graph: nx.DiGraph[int],
    start: int,
    lengths: Sequence[int],
    weight: Weight = _open,
    ring: Sequence[Sequence[int]] | None = None,
) -> list[tuple[int, ...]]:
    """All chains of hexes from a hex, of the given numbers of steps, that visit no hex twice.

    ``weight`` gives None for steps that are closed, ``ring`` the hexes around each in the order in
    which they are tried, where it is not the graph's. A chain that comes to a hex without
    neighbours (a box beyond the board) ends there.
    """
    import networkx as nx  # loaded when it is used

    longest, shortest = max(lengths), min(lengths)
    near: nx.DiGraph[int] = nx.DiGraph()
    near.add_node(start)
    around = nx.single_source_dijkstra_path_length(graph, start, cutoff=longest - 1, weight=weight)
    for i in around:
        around_it = graph[i] if ring is None else ring[i]
        near.add_edges_from((i, j) for j in around_it if weight(i, j, graph[i][j]))
    found: dict[int, list[tuple[int, ...]]] = {steps: [] for steps in range(1, longest + 1)}
    for path in nx.all_simple_paths(near, start, set(near) - {start}, cutoff=longest):
        found[len(path) - 1].append(tuple(path))
    return [
        path
        for steps, those in found.items()
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
    """Chains of hexes from a hex whose every step is open, the shortest first.

    ``is_open`` is asked of the way so far and the hex that follows: what closes a step of an
    advance depends on the way there.
    """
    found: list[tuple[int, ...]] = []
    legal: set[tuple[int, ...]] = {(start,)}
    if longest < 1:
        return found
    for path in paths(graph, start, range(1, longest + 1), ring=ring):
        if path[:-1] in legal and is_open(path[:-1], path[-1]):
            legal.add(path)
            found.append(path)
    return found


def allowed(candidates: Sequence[Candidate]) -> list[int]:
    """The indices of the candidates that the priorities allow.

    Priority 1 is tried first, then 2 among those that satisfy as much of 1 as can be, and so on:
    the candidates whose broken priorities, read in order, come latest.
    """
    ranks = [(*sorted(set(c.broken)), inf) for c in candidates]
    latest = max(ranks, default=())
    return [n for n, rank in enumerate(ranks) if rank == latest]
