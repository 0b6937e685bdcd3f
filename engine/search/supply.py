"""Supply of one side in two parts: a net of roads of any length, and a few hexes off the roads.

The search runs from the sources outwards, once for all units; each unit looks its hex up.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

Pair = tuple[int, int]
Links = Sequence[Collection[int]]


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
    """Where supply comes to: hexes off the roads used to each hex, and the way back."""

    distance: Mapping[int, int]
    source: Mapping[int, str]
    _next: Mapping[int, int]
    net: Mapping[int, int]
    """The hexes of the road part, each with the next one towards the source (-1 at its end)."""

    def path(self, hex_: int) -> list[int]:
        """The hexes from ``hex_`` to the last one before the source."""
        path = [hex_]
        while (after := self._next.get(path[-1], -1)) >= 0:
            path.append(after)
        while (after := self.net.get(path[-1], -1)) >= 0 and self.distance[path[-1]] == 0:
            path.append(after)
        return path


def routes(passage: Passage, sources: Sources) -> Routes:
    """Everything that supply reaches from the sources. O(hexes)."""
    net: dict[int, int] = {}
    name: dict[int, str] = {}
    frontier = []
    for i, source in sources.road.items():
        if i not in passage.road_closed and i not in net:
            net[i], name[i] = -1, source
            frontier.append(i)
    roads, road_closed, barred = passage.roads, passage.road_closed, passage.barred
    for i in frontier:
        for j in roads[i]:
            if j not in net and j not in road_closed and (i, j) not in barred:
                net[j], name[j] = i, name[i]
                frontier.append(j)
    distance = dict.fromkeys(net, 0)
    after: dict[int, int] = {}
    layers: list[list[int]] = [[] for _ in range(passage.range + 1)]
    layers[0] = frontier
    for i, (used, source) in sources.near.items():
        if used <= passage.range and used < distance.get(i, used + 1) and i not in passage.closed:
            distance[i], name[i] = used, source
            layers[used].append(i)
    around, closed, thin = passage.around, passage.closed, passage.thin
    for depth in range(passage.range):
        for i in layers[depth]:
            if distance[i] != depth:
                continue
            narrow = i in thin
            for j in around[i]:
                if distance.get(j, passage.range + 1) <= depth + 1 or j in closed:
                    continue
                if (narrow and j in thin) or (i, j) in barred:
                    continue
                distance[j], after[j], name[j] = depth + 1, i, name[i]
                layers[depth + 1].append(j)
    return Routes(distance, name, after, net)


def spread(start: int, passage: Passage) -> dict[int, int]:
    """The hexes that a trace from ``start`` comes to off the roads, with their distance."""
    found = {start: 0}
    queue = [start]
    for i in queue:
        if found[i] == passage.range:
            continue
        for j in passage.around[i]:
            if j in found or j in passage.closed or (i, j) in passage.barred:
                continue
            if i in passage.thin and j in passage.thin:
                continue
            found[j] = found[i] + 1
            queue.append(j)
    return found


def along_roads(start: Iterable[int], passage: Passage) -> list[int]:
    """The hexes that the road part comes to from some hexes, nearest first."""
    seen = {i for i in start if i not in passage.road_closed}
    queue = list(seen)
    for i in queue:
        for j in passage.roads[i]:
            if j not in seen and j not in passage.road_closed and (i, j) not in passage.barred:
                seen.add(j)
                queue.append(j)
    return queue


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
