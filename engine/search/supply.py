"""Supply of one side in two parts: a road net of any length, and a few hexes off the roads.

Both parts are searched on the board's graph from the sources outwards, once for all units; each
unit then looks up its hex. Weights hide the obstacles of the position (decision 13).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from engine.board.board import BEYOND

if TYPE_CHECKING:
    import networkx as nx

Pair = tuple[int, int]
Onward = Callable[[int], Collection[int]]
"""A function that returns the hexes to which the open steps out of a hex lead."""


@dataclass(frozen=True)
class Passage:
    """Constraints of a supply trace.

    ``graph`` is the board's graph, ``roads`` the edges along its roads. On roads: ``road_closed``
    are hexes that may not be entered, ``road_barred`` pairs whose road may not be used. Off the
    roads: ``closed`` hexes, and ``range`` in hexes. Everywhere: ``barred`` pairs (both orders), and
    ``thin`` hexes, of which no two may follow each other.
    """

    graph: nx.DiGraph[int]
    roads: nx.DiGraph[int]
    road_closed: Set[int]
    closed: Set[int]
    barred: Collection[Pair]
    thin: Collection[int]
    range: int
    road_barred: Collection[Pair] = frozenset()

    def on_road(self) -> Onward:
        """Return the open steps of the part of a trace along roads."""
        barred = {*self.barred, *self.road_barred}
        return self._onward(self.roads, self.road_closed, barred)

    def off_road(self, beyond: Collection[int] | None = None) -> Onward:
        """Return the open steps of the part of a trace off the roads.

        ``beyond``: the only hexes that may be entered from beyond the map, if not all.
        """
        return self._onward(self.graph, self.closed, self.barred, beyond)

    def _onward(
        self,
        graph: nx.DiGraph[int],
        closed: Set[int],
        barred: Collection[Pair],
        beyond: Collection[int] | None = None,
    ) -> Onward:
        from engine.search.open_graph import around_each  # networkx is loaded when it is used

        thin, around = self.thin, around_each(graph)
        special = {*thin, *(i for i, _ in barred), BEYOND}

        def onward(i: int) -> Collection[int]:
            hexes = around[i]
            if i not in special:
                if closed.isdisjoint(hexes):
                    return hexes
                return [j for j in hexes if j not in closed]
            open_ = [j for j in hexes if j not in closed and (i, j) not in barred]
            if i in thin:
                open_ = [j for j in open_ if j not in thin]
            if i == BEYOND and beyond is not None:
                open_ = [j for j in open_ if j in beyond]
            return open_

        return onward


@dataclass(frozen=True, slots=True)
class Sources:
    """Sources of supply: hexes mapped to the names of the sources.

    ``road``: hexes where the road part may begin; ``near``: hexes where the part off the roads may
    begin. With ``beyond`` the sources are beyond the map edge next to these hexes, which are then
    the first hexes of a path.
    """

    road: Mapping[int, str]
    near: Mapping[int, str]
    beyond: bool = False


@dataclass(frozen=True)
class Routes:
    """Hexes that supply reaches; each part is searched when it is asked for."""

    passage: Passage
    sources: Sources

    @cached_property
    def _on_road(self) -> Onward:
        return self.passage.on_road()

    @cached_property
    def net(self) -> Mapping[int, int]:
        """The hexes of the road part, nearest first, with their steps from a source."""
        from engine.search.open_graph import steps_from  # networkx is loaded when it is used

        first = [i for i in self.sources.road if i not in self.passage.road_closed]
        return steps_from(self.passage.roads, first, self._on_road)

    @cached_property
    def _near(self) -> list[int]:
        """The sources off the roads that are open and not in the net."""
        closed, net = self.passage.closed, self.net
        return [i for i in self.sources.near if i not in closed and i not in net]

    @cached_property
    def _off_road(self) -> Onward:
        return self.passage.off_road(self._near)

    @cached_property
    def _used(self) -> Mapping[int, int]:
        """The distances including ``BEYOND``."""
        from engine.search.open_graph import steps_from  # networkx is loaded when it is used

        near = [BEYOND] if self.sources.beyond and self._near else self._near
        # The net is in the order of its length, and of ways alike networkx keeps the first.
        passage = self.passage
        return steps_from(passage.graph, [*near, *self.net], self._off_road, passage.range)

    @cached_property
    def distance(self) -> Mapping[int, int]:
        """The supplied hexes, each with the fewest hexes off the roads."""
        distance = dict(self._used)
        distance.pop(BEYOND, None)
        return distance

    def supplies(self, hex_: int) -> bool:
        """Return whether supply reaches a hex; for hexes of the net the roads are enough."""
        return hex_ in self.net or hex_ in self.distance

    @cached_property
    def source(self) -> Mapping[int, str]:
        """Return the sources by the hexes where paths end."""
        return {**self.sources.near, **self.sources.road}

    @cached_property
    def _shown(self) -> dict[int, tuple[int, list[int]]]:
        return {}

    def length(self, hex_: int) -> int:
        """Return the length of the shortest path to a hex: both parts, and the step beyond the map
        edge.
        """
        return self._path(hex_)[0]

    def path(self, hex_: int) -> list[int]:
        """Return the hexes of a shortest path from ``hex_`` to the last one before the source."""
        return list(self._path(hex_)[1])

    def _path(self, hex_: int) -> tuple[int, list[int]]:
        """Return the length of a shortest path and its hexes, cached."""
        result = self._shown.get(hex_)
        if result is None:
            result = self._shown[hex_] = self._shortest(hex_)
        return result

    def _shortest(self, hex_: int) -> tuple[int, list[int]]:
        """Compute the path with the fewest hexes off the roads, or a shorter one with
        more of them.
        """
        net, far = self.net, int(self.sources.beyond)
        path = _back(hex_, self._off_before)
        if path[-1] == BEYOND:
            path.pop()
        if path[-1] in net:
            path += self._to_source(path[-1])
        length = len(path) - 1
        around = _around(self.passage.graph, hex_, self.passage.range)
        ahead = [(net[i], used) for i, used in around if i in net]
        ahead += [(0, used) for i, used in around if i in self.sources.near]
        # Off the roads a shorter way has room for so many hexes at most.
        room = [length - 1 - rest for rest, used in ahead if rest + used < length]
        if room:
            other = self._across(hex_, min(max(room), self.passage.range))
            path = other if 0 < len(other) <= length else path
        return len(path) - 1 + far, path

    def _to_source(self, hex_: int) -> list[int]:
        """Return the hexes of the shortest road path from a hex of the net to its source."""
        return _back(hex_, self._net_before)[1:]

    @cached_property
    def _net_before(self) -> Predecessors:
        return Predecessors(self.passage.roads, self.net, self._on_road)

    @cached_property
    def _off_before(self) -> Predecessors:
        return Predecessors(self.passage.graph, self._used, self._off_road)

    def _across(self, hex_: int, limit: int) -> list[int]:
        """Return the shortest path with a limited number of hexes off the roads, and as few as
        possible.

        Empty if there is none.
        """
        from engine.search.open_graph import paths_from  # networkx is loaded when it is used

        passage, net, near = self.passage, self.net, self.sources.near
        far = int(self.sources.beyond)
        ways = paths_from(passage.graph, hex_, passage.off_road(), limit)
        steps = {i: len(way) - 1 for i, way in ways.items()}
        ends = [(used + net[i] + 1, used, i) for i, used in steps.items() if i in net]
        ends += [
            (used + 1, used + far, i)
            for i, used in steps.items()
            if i in near and i not in passage.closed and used + far <= passage.range
        ]
        if not ends:
            return []
        total, used, end = min(ends, key=lambda each: each[:2])
        return ways[end] + (self._to_source(end) if total > used + 1 else [])


class Predecessors(dict[int, int]):
    """The predecessor of each hex of a search, computed once from the counted steps.

    Among equal paths it selects the one that networkx returns: through the hex reached first.
    """

    def __init__(self, graph: nx.DiGraph[int], steps: Mapping[int, int], onward: Onward) -> None:
        super().__init__()
        self.steps = steps
        self._order = {i: n for n, i in enumerate(steps)}.__getitem__
        self._graph = graph
        self._onward = onward

    def __missing__(self, hex_: int) -> int:
        steps, onward = self.steps, self._onward
        nearer = steps[hex_] - 1
        before = (i for i in self._graph.predecessors(hex_) if steps.get(i) == nearer)
        first = min((i for i in before if hex_ in onward(i)), key=self._order)
        self[hex_] = first
        return first


def _back(hex_: int, before: Predecessors) -> list[int]:
    """Return the path from a hex back to the start of a search."""
    path = [hex_]
    while before.steps[hex_]:
        hex_ = before[hex_]
        path.append(hex_)
    return path


@lru_cache(maxsize=2048)
def _around(graph: nx.DiGraph[int], hex_: int, limit: int) -> tuple[Pair, ...]:
    """Return the hexes of a board around one, with their distance."""
    import networkx as nx  # loaded when it is used

    return tuple(nx.single_source_shortest_path_length(graph, hex_, cutoff=limit).items())


RECENT = 8
"""Number of searches that are kept: most orders change nothing for the supply of either side."""

_recent: tuple[Routes, ...] = ()


def routes(passage: Passage, sources: Sources) -> Routes:
    """Return everything that supply reaches from the sources: along the roads, then off them.

    One of the last searches is returned again if all its constraints were the same.
    """
    global _recent
    asked = _searched_for(passage, sources)
    same = next((r for r in _recent if _searched_for(r.passage, r.sources) == asked), None)
    result = Routes(passage, sources) if same is None else same
    _recent = (result, *(r for r in _recent if r is not result))[:RECENT]
    return result


def _searched_for(passage: Passage, sources: Sources) -> tuple[object, ...]:
    """Return all that a search depends on; of paths alike the order of the sources decides."""
    return tuple(sources.road.items()), tuple(sources.near.items()), sources.beyond, passage


def spread(start: int, passage: Passage) -> dict[int, int]:
    """Return the hexes that a trace from ``start`` reaches off the roads, with their distance."""
    from engine.search.open_graph import steps_from  # networkx is loaded when it is used

    return steps_from(passage.graph, [start], passage.off_road(), passage.range)


def along_roads(start: Iterable[int], passage: Passage) -> list[int]:
    """Return the hexes that the road part reaches from some hexes, nearest first."""
    from engine.search.open_graph import steps_from  # networkx is loaded when it is used

    first = [i for i in start if i not in passage.road_closed]
    return list(steps_from(passage.roads, first, passage.on_road()))


Reason = Callable[[int, int], tuple[str, str | None] | None]
"""Function that returns the obstacle between two adjacent hexes: rule and unit, or None."""


def cuts(
    start: int, passage: Passage, off_road: Reason, on_road: Reason, limit: int = 12
) -> list[tuple[int, str, str | None]]:
    """Return the obstacles of a trace from a hex, nearest first: the closed hex, the rule, the
    unit.

    The list is empty if the trace ends only because of its range.
    """
    reached = spread(start, passage)
    result: dict[tuple[int, str], str | None] = {}
    for i in reached:
        if reached[i] == passage.range:
            continue
        for j in passage.graph[i]:
            if j not in reached and (why := off_road(i, j)):
                result.setdefault((j, why[0]), why[1])
    for i in along_roads(reached, passage):
        for j in passage.roads[i]:
            if why := on_road(i, j):
                result.setdefault((j, why[0]), why[1])
    return [(j, rule, unit) for (j, rule), unit in result.items()][:limit]
