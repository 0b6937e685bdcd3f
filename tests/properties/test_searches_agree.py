"""The networkx searches compared with independent plain ones."""

from __future__ import annotations

import heapq
import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board.graph import ROAD, graph_of, roads_of
from engine.search.retreat import paths
from engine.search.supply import Passage, Sources, along_roads, routes, spread
from tests.grids import HOLLAND
from tests.thoroughness import TIMES

NUMBERS = list(HOLLAND)[:420]
INDEX = {number: i for i, number in enumerate(NUMBERS)}
AROUND = [[INDEX[n] for n in HOLLAND.neighbors(number) if n in INDEX] for number in NUMBERS]
SEEDS = st.integers(min_value=0, max_value=100_000)


def ground(seed: int) -> tuple[Passage, Sources, random.Random]:
    """A random net of roads with random barriers, and sources at one distance from the map."""
    chance = random.Random(seed)
    every, dense = range(len(AROUND)), chance.choice([0.02, 0.1, 0.3])
    links = {(i, j) for i in every for j in AROUND[i] if i < j and chance.random() < 0.25}
    links |= {(j, i) for i, j in links}
    closed = {i for i in every if chance.random() < dense / 3}
    barred = {(i, j) for i in every for j in AROUND[i] if chance.random() < dense / 4}
    chosen, beyond = chance.sample(every, 5), chance.choice([False, True])
    graph = graph_of(AROUND, {}, {ROAD: dict.fromkeys(sorted(links), "minor")}, every)
    cut = {(i, j) for i, j in sorted(links) if chance.random() < dense / 4}
    passage = Passage(
        graph=graph,
        roads=roads_of(graph),
        road_closed=closed | {i for i in every if chance.random() < dense},
        road_barred=cut | {(j, i) for i, j in cut},
        closed=closed,
        barred=barred | {(j, i) for i, j in barred},
        thin={i for i in every if chance.random() < dense},
        range=chance.choice([1, 3, 5]),
    )
    sources = Sources(
        {i: str(i) for i in chosen[:4] if passage.roads[i]}, {i: str(i) for i in chosen[1:]}, beyond
    )
    return passage, sources, chance


def open_road(passage: Passage, i: int, j: int) -> bool:
    """Return whether the road part may go from a hex to the next on its road."""
    if j in passage.road_closed or (i in passage.thin and j in passage.thin):
        return False
    return (i, j) not in passage.barred and (i, j) not in passage.road_barred


def slow(passage: Passage, sources: Sources) -> dict[tuple[int, int, bool], int]:
    """Return the length of the shortest path to each hex, by hexes off used roads (Dijkstra)."""
    start = int(sources.beyond)
    queue = [(start, i, 0, True) for i in sources.road if i not in passage.road_closed]
    queue += [(start, i, start, False) for i in sources.near if i not in passage.closed]
    heapq.heapify(queue)
    found: dict[tuple[int, int, bool], int] = {}
    while queue:
        length, i, used, on_road = heapq.heappop(queue)
        if (i, used, on_road) in found or used > passage.range:
            continue
        found[i, used, on_road] = length
        for j in passage.roads[i] if on_road else ():
            if open_road(passage, i, j):
                heapq.heappush(queue, (length + 1, j, 0, True))
        for j in AROUND[i]:
            both_thin = i in passage.thin and j in passage.thin
            if j not in passage.closed and not both_thin and (i, j) not in passage.barred:
                heapq.heappush(queue, (length + 1, j, used + 1, False))
    return found


def is_way(path: list[int], passage: Passage, sources: Sources) -> bool:
    """Return whether supply may follow these hexes, the last of which is next to the source."""
    steps = list(pairwise(path))

    def off_road(i: int, j: int) -> bool:
        if (i, j) in passage.barred or i in passage.closed or j not in AROUND[i]:
            return False
        return not (i in passage.thin and j in passage.thin)

    by_road = path[-1] in sources.road and path[-1] not in passage.road_closed
    by_land = path[-1] in sources.near and path[-1] not in passage.closed
    for used in range(min(len(steps), passage.range) + 1):
        if not all(off_road(i, j) for i, j in steps[:used]):
            return False
        on = all(passage.roads.has_edge(j, i) and open_road(passage, j, i) for i, j in steps[used:])
        if on and by_road:
            return True
    return by_land and len(steps) + sources.beyond <= passage.range


@pytest.mark.slow
@settings(max_examples=20 * TIMES, deadline=None)
@given(seed=SEEDS)
def test_supply_agrees_with_a_search_by_length(seed: int) -> None:
    passage, sources, _ = ground(seed)
    found, wanted = routes(passage, sources), slow(passage, sources)
    length: dict[int, int] = {}
    fewest: dict[int, int] = {}
    for (i, used, _), far in wanted.items():
        length[i] = min(far, length.get(i, far))
        fewest[i] = min(used, fewest.get(i, used))
    assert {i: found.length(i) for i in found.distance} == length
    assert dict(found.distance) == fewest
    assert set(found.net) == {i for i, _, on_road in wanted if on_road}
    for i in length:
        path = found.path(i)
        assert path[0] == i
        assert len(path) - 1 + sources.beyond == length[i]
        assert is_way(path, passage, sources)


@settings(max_examples=20 * TIMES, deadline=None)
@given(seed=SEEDS)
def test_traces_agree_with_plain_floods(seed: int) -> None:
    passage, _, chance = ground(seed)
    start = chance.sample(range(len(AROUND)), 4)
    distance, edge = {start[0]: 0}, {start[0]}
    for far in range(1, passage.range + 1):
        edge = {
            j
            for i in edge
            for j in AROUND[i]
            if j not in distance
            and j not in passage.closed
            and (i, j) not in passage.barred
            and not {i, j} <= set(passage.thin)
        }
        distance |= dict.fromkeys(edge, far)
    assert spread(start[0], passage) == distance
    seen, ahead = set(), [i for i in start if i not in passage.road_closed]
    while ahead:
        i = ahead.pop()
        seen.add(i)
        ahead += [j for j in passage.roads[i] if j not in seen and open_road(passage, i, j)]
    walked = along_roads(start, passage)
    assert set(walked) == seen
    assert len(walked) == len(seen)


@settings(max_examples=30 * TIMES, deadline=None)
@given(seed=SEEDS, lengths=st.sampled_from([(1,), (2,), (3,), (1, 2), (2, 3)]))
def test_retreats_are_all_simple_paths(seed: int, lengths: tuple[int, ...]) -> None:
    chance = random.Random(seed)
    ends = set(chance.sample(range(len(AROUND)), 60))
    start = chance.choice(range(len(AROUND)))

    def near(i: int) -> list[int]:
        return [] if i in ends else AROUND[i]

    def chains(path: tuple[int, ...], left: int) -> list[tuple[int, ...]]:
        if left == 0:
            return [path]
        return [c for j in near(path[-1]) if j not in path for c in chains((*path, j), left - 1)]

    wanted = [
        path
        for steps in range(1, max(lengths) + 1)
        for path in chains((start,), steps)
        if steps in lengths or (steps < min(lengths) and not near(path[-1]))
    ]
    graph = graph_of([near(i) for i in range(len(AROUND))])
    assert paths(graph, start, lengths) == wanted
    whole = graph_of(AROUND)
    assert paths(whole, start, lengths, lambda i, j, _: None if i in ends else 1) == wanted
