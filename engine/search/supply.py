"""Supply of one side in two parts: a net of roads of any length, and a few hexes off the roads.

The search runs from the sources outwards, once for all units; each unit looks its hex up. networkx
walks it: what a position bars is hidden by the callback that gives a hex's neighbours (decision
13).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

Pair = tuple[int, int]
Links = Sequence[Collection[int]]

FIRST = -1
"""The node before all sources."""


@dataclass(frozen=True, slots=True)
class Passage:
    """What a trace may pass.

    On roads: ``roads[i]`` the hexes joined to hex i by a road that may be used, ``road_closed``
    hexes it may not enter. Everywhere: ``barred`` pairs (both orders). Off the roads:
    ``around[i]`` the neighbours, ``closed`` hexes, ``thin`` hexes of which no two may follow each
    other, and ``range`` in hexes.
    """

    roads: Links
    road_closed: Collection[int]
    around: Links
    closed: Collection[int]
    barred: Collection[Pair]
    thin: Collection[int]
    range: int


@dataclass(frozen=True, slots=True)
class Sources:
    """Where supply starts.

    ``road``: hexes where the road part may begin. ``near``: hexes that the part off the roads may
    begin in, with the hexes of its range used up by then (1 where the source lies beyond the map
    edge, 0 where it lies in the hex). The values name the source.
    """

    road: Mapping[int, str]
    near: Mapping[int, tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Routes:
    """Where supply comes to: hexes off the roads used to each hex, and the shortest way back."""

    distance: Mapping[int, int]
    source: Mapping[int, str]
    """The sources by the hexes where paths end."""
    length: Mapping[int, int]
    """The hexes of the shortest path to each hex, both parts and what lies beyond the map edge."""
    net: Mapping[int, int]
    """The hexes of the road part, each with the next one towards the source (-1 at its end)."""
    _best: Mapping[int, int]
    """The state of the shortest path to each hex."""
    _after: Mapping[int, int]
    """The states, each with the next one towards the source (negative at its end)."""
    _size: int

    def path(self, hex_: int) -> list[int]:
        """The hexes of a shortest path from ``hex_`` to the last one before the source."""
        state, path = self._best[hex_], []
        while state >= 0:
            path.append(state % self._size)
            state = self._after[state]
        return path


Onward = Callable[[int], Iterator[int]]


def walk(start: int, onward: Onward, most: int) -> Iterator[tuple[int, int]]:
    """A walk by breadth: each node with the one it was found from, at most so many steps out.

    The neighbours come from the callback: a graph of each position would cost more than that.
    """
    import networkx as nx  # loaded when it is used

    return nx.generic_bfs_edges(nx.Graph(), start, onward, depth_limit=most)


def routes(passage: Passage, sources: Sources) -> Routes:
    """Everything that supply reaches from the sources, in one search outwards.

    The search runs over states: a hex with the hexes off the roads used so far. A hex is reached
    again with more of them only where that makes its path shorter, with fewer always.
    """
    search = _Search(passage, sources)
    most = len(search.around) + passage.range + 1  # every hex once, behind the chain of sources
    deque(walk(FIRST, search.onward, most), maxlen=0)
    source = {i: name for i, (_, name) in sources.near.items()} | dict(sources.road)
    return Routes(
        search.used, source, search.length, search.net, search.best, search.after, search.size
    )


class _Search:
    """The states that supply comes to, each found by :meth:`onward` from the one before.

    A state is ``used * size + hex``. Before the sources stands a chain of negative states, one for
    each hex that lies beyond the map edge: those of the sources that begin so far away.
    """

    def __init__(self, passage: Passage, sources: Sources) -> None:
        self.around, self.passage, self.sources = passage.around, passage, sources
        self.size = len(passage.around)
        self.after: dict[int, int] = {}
        self.far: dict[int, int] = {FIRST: -1}
        self.used: dict[int, int] = {}
        """Fewest hexes off the roads to each hex so far; the search goes by length."""
        self.length: dict[int, int] = {}
        self.best: dict[int, int] = {}
        """The hexes of the shortest path to each hex, and the state it leads to."""
        self.net: dict[int, int] = {}
        self.roots = self._roots()
        self.spent = self.size * max(passage.range, 1)
        """From here on states have used all their hexes off the roads: nothing lies behind them."""
        self.last = max(self.roots, default=0)

    def _roots(self) -> dict[int, list[tuple[int, int, bool]]]:
        """The sources by their length: hex, hexes used, and whether the road part begins there."""
        passage, near = self.passage, self.sources.near
        roots: dict[int, list[tuple[int, int, bool]]] = {}
        for i in self.sources.road:
            if i not in passage.road_closed:
                roots.setdefault(near[i][0] if i in near else 0, []).append((i, 0, True))
        for i, (start, _) in near.items():
            if i not in passage.closed and start <= passage.range:
                roots.setdefault(start, []).append((i, start, False))
        return roots

    def onward(self, state: int) -> Iterator[int]:
        """The states next to one, of those that are worth going to; none is given twice."""
        if state < 0:
            yield from self._begin(state)
            return
        if state >= self.spent:
            return
        used, i = divmod(state, self.size)
        fewest, far, after, passage = self.used, self.far, self.after, self.passage
        here = far[state]
        if fewest[i] < used and far[fewest[i] * self.size + i] <= here:
            return
        length, best, spent = self.length, self.best, self.spent
        barred, here = passage.barred, here + 1
        if not used and i in self.net:
            road_closed, net = passage.road_closed, self.net
            for j in passage.roads[i]:
                if j not in road_closed and fewest.get(j, 1) and (i, j) not in barred:
                    fewest[j], net[j] = 0, i
                    after[j], far[j] = state, here
                    if length.setdefault(j, here) == here:
                        best[j] = j
                    yield j
        if not passage.range:
            return
        used += 1
        ahead, more = used * self.size, used + 1
        closed, known = passage.closed, fewest.get
        thin: Collection[int] = passage.thin if i in passage.thin else ()
        for j in self.around[i]:
            if known(j, more) <= used or j in closed or j in thin or (i, j) in barred:
                continue
            fewest[j] = used
            onward = ahead + j
            after[onward], far[onward] = state, here
            # Found once more with the same length, it is with fewer hexes off the roads.
            if length.setdefault(j, here) == here:
                best[j] = onward
            if onward < spent:  # behind the others lies nothing
                yield onward

    def _begin(self, state: int) -> Iterator[int]:
        """The sources of a length, and the rest of the chain."""
        length = FIRST - state
        for i, used, on_road in self.roots.get(length, ()):
            if self.used.get(i, used + 1) > used:
                self.used[i] = used
                if on_road:
                    self.net[i] = -1
                yield self._come(used * self.size + i, state)
        if length < self.last:
            yield self._come(state - 1, state)

    def _come(self, onward: int, state: int) -> int:
        """A state, remembered with the one it is come to from."""
        here = self.far[state] + 1
        self.after[onward], self.far[onward] = state, here
        if onward >= 0:
            i = onward % self.size
            if self.length.setdefault(i, here) == here:
                self.best[i] = onward
        return onward


def spread(start: int, passage: Passage) -> dict[int, int]:
    """The hexes that a trace from ``start`` comes to off the roads, with their distance."""
    found = {start: 0}

    def onward(i: int) -> Iterator[int]:
        for j in passage.around[i]:
            if j in passage.closed or (i, j) in passage.barred:
                continue
            if not (i in passage.thin and j in passage.thin):
                yield j

    for i, j in walk(start, onward, passage.range):
        found[j] = found[i] + 1
    return found


def along_roads(start: Iterable[int], passage: Passage) -> list[int]:
    """The hexes that the road part comes to from some hexes, nearest first."""
    first = [i for i in start if i not in passage.road_closed]

    def onward(i: int) -> Iterator[int]:
        for j in passage.roads[i] if i != FIRST else first:
            if j not in passage.road_closed and (i, j) not in passage.barred:
                yield j

    return [j for _, j in walk(FIRST, onward, len(passage.around))]


Reason = Callable[[int, int], tuple[str, str | None] | None]
"""Why a trace may not go from one hex to the next: rule and unit, or None if it may."""


def cuts(
    start: int, passage: Passage, off_road: Reason, on_road: Reason, roads: Links, most: int = 12
) -> list[tuple[int, str, str | None]]:
    """Where a trace from a hex fails, nearest first: the hex it may not enter, the rule, the unit.

    ``roads`` holds all road links, barred ones too. A trace that nothing bars ends for want of
    range: then the list is empty.
    """
    reached = spread(start, passage)
    found: dict[tuple[int, str], str | None] = {}
    for i in reached:
        if reached[i] == passage.range:
            continue
        for j in passage.around[i]:
            if j not in reached and (why := off_road(i, j)):
                found.setdefault((j, why[0]), why[1])
    for i in along_roads(reached, passage):
        for j in roads[i]:
            if why := on_road(i, j):
                found.setdefault((j, why[0]), why[1])
    return [(j, rule, unit) for (j, rule), unit in found.items()][:most]
