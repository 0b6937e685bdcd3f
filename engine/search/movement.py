"""Which hexes a mover reaches: a search by cost that knows zones, bonds and closed hexes.

Costs are whole numbers (the game's smallest fraction of a movement point). What the game's rules
say goes in as :class:`Terms`; nothing here knows a rule.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

Edge = tuple[int, int, bool]
"""A way to a neighbouring hex: the hex, its cost, and whether its cost grows with repetition."""

Ways = Sequence[Sequence[Edge]] | Mapping[int, Sequence[Edge]]
"""The ways out of every hex."""

NOTHING: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Terms:
    """What a mover may do.

    ``edges[i]``: the ways out of hex i. ``limit``: points to spend. ``zone``: hexes that stop a
    mover and cost ``leave`` more to leave. ``closed``: hexes that may not be entered; ``barred``:
    pairs that may not be crossed. ``dear``: extra cost of hexes. The costs that grow: after
    ``cheap`` such hexes each costs ``growth`` more. ``quarry``: hexes that may be entered but end
    the move; ``hold``: the part of the zone that also keeps a mover from entering them.
    """

    edges: Ways
    limit: int
    leave: int
    zone: Collection[int]
    closed: Collection[int] = NOTHING
    barred: Collection[tuple[int, int]] = frozenset()
    dear: Mapping[int, int] = field(default_factory=dict)
    cheap: int = 2
    growth: int = 0
    quarry: Collection[int] = NOTHING
    hold: Collection[int] = NOTHING
    steps: int | None = None
    """The greatest number of hexes, where a rule limits it; the search then is by steps too."""
    halts: bool = True
    """Does the zone stop a mover? It costs ``leave`` in any case."""
    caught: bool = True
    """Does a quarry hex end the move?"""


@dataclass(frozen=True, slots=True)
class Reach:
    """The hexes reached: cost by hex, and how each was come to."""

    cost: dict[int, int]
    _key: dict[int, int]
    _previous: dict[int, int]
    _radix: int

    @classmethod
    def empty(cls, terms: Terms) -> Reach:
        """One to be filled by a search with these terms."""
        return cls({}, {}, {}, terms.cheap + 1)

    def path(self, hex_: int) -> list[int]:
        """The cheapest path to a hex, the start (or first hex on the board) first."""
        key = self._key[hex_]
        path = [hex_]
        while (key := self._previous[key]) >= 0:
            path.append(key // self._radix)
        return path[::-1]


def reach(terms: Terms, starts: Iterable[Edge], *, entering: bool = False) -> Reach:
    """The hexes a mover can end in, each with its least cost.

    ``starts`` is the hex where it stands (cost 0); with ``entering`` they are the first hexes it
    comes to in the midst of a move, with their costs: no hex free of zones. O(n log n) in the hexes
    reached.
    """
    found = Reach.empty(terms)
    for _ in spreading(terms, starts, found, entering=entering):
        pass
    return found


def spreading(
    terms: Terms, starts: Iterable[Edge], found: Reach, *, entering: bool = False
) -> Iterator[int]:
    """The same one by one, the cheapest first: each hex as soon as it stands in ``found``.

    What is found of a hex is final, so that the search may be broken off.
    """
    radix = terms.cheap + 1
    best: dict[int, int] = {}
    cost, final, previous = found.cost, found._key, found._previous
    heap: list[tuple[int, int]] = []
    for i, price, grows in starts:
        spent = price if terms.cheap or not grows else price + terms.growth
        if spent <= terms.limit:
            key = i * radix + min(grows, terms.cheap)
            if spent < best.get(key, spent + 1):
                best[key], previous[key] = spent, -1
                heapq.heappush(heap, (spent, key))
    at_start = set() if entering else {key for _, key in heap}
    zone, closed, barred, quarry = terms.zone, terms.closed, terms.barred, terms.quarry
    dear, limit, growth, cheap = terms.dear, terms.limit, terms.growth, terms.cheap
    one_step, halts, caught, edges = terms.steps == 1, terms.halts, terms.caught, terms.edges
    while heap:
        spent, key = heapq.heappop(heap)
        if spent > best[key]:
            continue
        i, grown = divmod(key, radix)
        if i not in cost:
            cost[i], final[i] = spent, key
            yield i
        in_zone = i in zone
        free = key in at_start
        if caught and i in quarry and not free:
            continue
        if one_step and not free:
            continue
        stopped = halts and in_zone and not free
        if stopped and (not quarry or i in terms.hold):
            continue
        leave = terms.leave if in_zone else 0
        for j, price, grows in edges[i]:
            if j in closed or (barred and (i, j) in barred):
                continue
            total = spent + price
            if j in quarry:
                if i in terms.hold:
                    total += leave
            elif stopped:
                continue
            else:
                total += leave
            if dear:
                total += dear.get(j, 0)
            after = grown
            if grows:
                if grown >= cheap:
                    total += growth
                else:
                    after = grown + 1
            if total > limit:
                continue
            k = j * radix + after
            if total < best.get(k, total + 1):
                best[k], previous[k] = total, key
                heapq.heappush(heap, (total, k))


def least_bad(
    start: int,
    target: int,
    ways: Callable[[int, bool], Iterable[tuple[int, int]]],
    most: int | None = None,
) -> list[int] | None:
    """The path with the least price; a game makes a broken rule dearer than any way round.

    ``ways(i, first)`` gives the neighbours of a hex with their prices. None where no chain of hexes
    leads there for less than ``most``.
    """
    best = {start: 0}
    previous: dict[int, int] = {}
    heap = [(0, start)]
    while heap:
        spent, i = heapq.heappop(heap)
        if i == target:
            path = [i]
            while i != start:
                i = previous[i]
                path.append(i)
            return path[::-1]
        if spent > best[i]:
            continue
        for j, price in ways(i, i == start):
            total = spent + price
            if most is not None and total >= most:
                continue
            if total < best.get(j, total + 1):
                best[j], previous[j] = total, i
                heapq.heappush(heap, (total, j))
    return None
