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
    """Where supply comes to: hexes off the roads used to each hex, and the shortest way back."""

    distance: Mapping[int, int]
    source: Mapping[int, str]
    """The sources by the hexes where paths end."""
    length: Mapping[int, int]
    """The hexes of the shortest path to each hex, both parts and what lies beyond the map edge."""
    net: Mapping[int, int]
    """The hexes of the road part, each with the next one towards the source (-1 at its end)."""
    _layer: Mapping[int, int]
    _steps: Sequence[Mapping[int, tuple[int, int]]]

    def path(self, hex_: int) -> list[int]:
        """The hexes of a shortest path from ``hex_`` to the last one before the source."""
        path = [hex_]
        for off_road in range(self._layer[hex_], 0, -1):
            after = self._steps[off_road][path[-1]][0]
            if after < 0:
                return path
            path.append(after)
        while (after := self.net.get(path[-1], -1)) >= 0:
            path.append(after)
        return path


def routes(passage: Passage, sources: Sources) -> Routes:
    """Everything that supply reaches from the sources. O(hexes).

    A hex is reached again with more hexes off the roads where that makes its path shorter.
    """
    net, length = _net(passage, sources)
    distance = dict.fromkeys(net, 0)
    layer = distance.copy()
    # For each number of hexes off the roads: the next hex of a path, and the length from here.
    steps: list[dict[int, tuple[int, int]]] = [{} for _ in range(passage.range + 1)]
    steps[0] = {i: (after, length[i]) for i, after in net.items()}
    around, closed, thin, barred = passage.around, passage.closed, passage.thin, passage.barred
    for used, reached in enumerate(steps):
        for i, (start, _) in sources.near.items():
            if start == used < length.get(i, used + 1) and i not in closed:
                reached[i] = -1, used
                length[i], layer[i] = used, used
                distance.setdefault(i, used)
        if used == passage.range:
            break
        onward = steps[used + 1]
        for i, (_, so_far) in reached.items():
            narrow = i in thin
            for j in around[i]:
                if length.get(j, so_far + 2) <= so_far + 1 or j in closed:
                    continue
                if (narrow and j in thin) or (i, j) in barred:
                    continue
                onward[j] = i, so_far + 1
                length[j], layer[j] = so_far + 1, used + 1
                distance.setdefault(j, used + 1)
    source = {i: name for i, (_, name) in sources.near.items()} | dict(sources.road)
    return Routes(distance, source, length, net, layer, steps)


def _net(passage: Passage, sources: Sources) -> tuple[dict[int, int], dict[int, int]]:
    """The road part: each of its hexes with the next one, and with its distance to the source."""
    net = {i: -1 for i in sources.road if i not in passage.road_closed}
    length = {i: sources.near[i][0] if i in sources.near else 0 for i in net}
    frontier = list(net)
    for i in frontier:
        for j in passage.roads[i]:
            if j not in net and j not in passage.road_closed and (i, j) not in passage.barred:
                net[j], length[j] = i, length[i] + 1
                frontier.append(j)
    return net, length


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
    queue = [i for i in start if i not in passage.road_closed]
    seen = set(queue)
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
