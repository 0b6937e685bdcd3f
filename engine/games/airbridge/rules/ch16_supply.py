"""Chapter 16: supply by movement points, roads, drop zones and the highway.

One search for each side runs outwards from the sources, not one for each unit.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass

import networkx as nx

from engine.core.memo import memoized
from engine.games.airbridge import tracks
from engine.games.airbridge.ground import Pair
from engine.games.airbridge.position import Position
from engine.games.airbridge.resolution import Resolution
from engine.games.airbridge.rules.ch04_movement import motorised, prices_of
from engine.games.airbridge.rules.ch06_zones import ignores_zones, open_hex
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import ALLIED, GERMAN, HALF, SIDES, UNSUPPLIED, enemy_of
from engine.search import open_graph
from engine.search.region import region

DZ_RANGE, ALT_RANGE = 10, 5
"""16.0o, 16.0p, 7.3p: supply range in hexes from a DZ (or the highway), and from an ALT DZ."""


@memoized
def free(position: Position, side: str, *, bold: bool = False) -> frozenset[int]:
    """16.0k, 16.0w, 6.0d, 16.0q: Return the hexes that a supply path may enter.

    With ``bold`` enemy zones are ignored.
    """
    every = frozenset(range(len(position.ground.numbers)))
    hexes = every.difference(position.stacks[enemy_of(side)])
    if not bold:
        near = position.enemy_zone(side).union(p.place for p in position.state.pieces.values())
        hexes -= {i for i in near if not open_hex(position, side, i)}
    return hexes - position.ground.south_of_canal if side == GERMAN else hexes


def free_for(position: Position, unit: Unit) -> frozenset[int]:
    """6.0e, 16.0k: Return the hexes that the supply path of a unit may enter."""
    return free(position, unit.side, bold=ignores_zones(position, unit))


def along(
    position: Position, may: frozenset[int], links: Container[Pair], sources: set[int]
) -> set[int]:
    """16.0n, 16.0s: Return the hexes connected to sources by free roads of any length."""
    starts = [i for i in sources if i in may]
    return set(region(position.ground.graph, starts, by_road(position, links, may)))


def by_road(
    position: Position, links: Container[Pair], may: Container[int]
) -> Callable[[int, int], bool]:
    """16.0n, 16.0s: Return a predicate: whether an open road links two hexes."""
    return lambda i, j: (i, j) in links and j in may and position.dry(i, j)


@memoized
def highway(position: Position, *, bold: bool = False) -> frozenset[int]:
    """7.1c, 7.1d, 16.0r, 16.0s: Return the highway hexes connected to the south-west end."""
    links = position.ground.highway_links
    may = free(position, ALLIED, bold=bold)
    return frozenset(along(position, may, links, set(position.ground.highway[:1])))


def german_ends(position: Position) -> set[int]:
    """16.0m: Return German-occupied towns and the map edge."""
    ground = position.ground
    towns = {i for i in position.stacks[GERMAN] if ground.terrain[i] == "urban"}
    return towns | set(ground.edge)


@memoized
def german_sources(position: Position) -> frozenset[int]:
    """16.0m, 16.0n: Return German-occupied towns, the map edge, and roads connected to them."""
    roads, may = position.ground.roads, free(position, GERMAN)
    return frozenset(along(position, may, roads, german_ends(position)))


def costs(position: Position, sample: Unit, trace: Trace) -> Mapping[int, int]:
    """16.0m, 16.0r: Return half points from the nearest source by hex, for units of like costs."""
    side, bold, memo = sample.side, ignores_zones(position, sample), position.memo
    key = ("supply", side, motorised(sample), bold)
    if key not in memo:
        alike = [u for u in position.own(side) if motorised(u) == motorised(sample)]
        apart = {u.place for u in alike if not _any_beside(position, u)}
        memo[key] = _search(position, sample, trace, {*apart, sample.place})
    elif position.units.get(sample.id) is not sample:  # a hypothetical place
        memo[key] |= _search(position, sample, trace, {sample.place})
    by_hex: Mapping[int, int] = memo[key]
    return by_hex


def _search(position: Position, sample: Unit, trace: Trace, places: set[int]) -> dict[int, int]:
    """Return costs from the sources outwards, within the regions that contain units.

    Regions end at sources: no path to the nearest source passes through another.
    """
    sources, may, graph = trace.sources, free_for(position, sample), position.ground.graph
    ring, prices = position.ground.ring, prices_of(position, sample)

    def onward(i: int) -> list[int]:
        return [] if i in sources else [j for j in ring[i] if j in may]

    land = open_graph.steps_from(graph, places, onward)
    far = max(u.type.movement for u in (*position.own(sample.side), sample)) * HALF

    def weight(i: int, j: int, _: object) -> int | None:
        return prices[j, i] if j in land and i in may else None

    starts = land.keys() & sources & may
    if not starts:
        return {}
    lengths = nx.multi_source_dijkstra_path_length(graph, starts, cutoff=far, weight=weight)
    return {hex_: int(cost) for hex_, cost in lengths.items()}


@memoized
def steps_from(
    position: Position, sources: frozenset[int], may: frozenset[int]
) -> Mapping[int, int]:
    """16.0o, 16.0p: Return the distance to the nearest source, in passable hexes, within range."""
    ring, dry = position.ground.ring, position.dry

    def onward(i: int) -> list[int]:
        return [j for j in ring[i] if dry(i, j)] if i in may else []

    known = [i for i in sources if i in may]
    return open_graph.steps_from(position.ground.graph, known, onward, DZ_RANGE)


@dataclass(frozen=True, slots=True)
class Trace:
    """A kind of supply: its sources, range and rule.

    ``limit`` counts hexes if ``in_hexes``, half movement points otherwise.
    """

    kind: str
    rule: str
    sources: frozenset[int]
    limit: int
    in_hexes: bool = False


def traces(position: Position, unit: Unit) -> tuple[Trace, ...]:
    """7.3k, 7.3p, 16.0m to 16.0r: Return the kinds of supply for a unit, in the order to try.

    Airborne units trace to their own drop zone or the open highway; others pay movement points
    to a road. Empty for Germans south of the canal.
    """
    road = highway(position, bold=ignores_zones(position, unit))
    if unit.side == ALLIED and unit.type.airborne:
        division = unit.type.division
        zone = position.dz(division)
        alt = tracks.DZ_ALT + division in position.state.tracks
        range_ = ALT_RANGE if alt or zone is None else DZ_RANGE
        options = []
        if zone is not None:
            options.append(Trace("drop_zone", "16.0o", frozenset({zone}), range_, in_hexes=True))
        if position.reading("airborne_highway") != "never":
            options.append(Trace("highway", "16.0p", road, range_, in_hexes=True))
        return tuple(options)
    limit = unit.type.movement * HALF
    if unit.side == ALLIED:
        return (Trace("highway", "16.0r", road, limit),)
    if unit.place in position.ground.south_of_canal:
        return ()
    return (Trace("road", "16.0m", german_sources(position), limit),)


def reached(position: Position, unit: Unit, trace: Trace) -> bool:
    """Return whether a unit is within range of a kind of supply.

    Most units are on or beside a source; the search runs only for the others.
    """
    if _beside(position, unit, trace):
        return True
    if trace.in_hexes:
        far = steps_from(position, trace.sources, free_for(position, unit)).get(unit.place)
    else:
        far = costs(position, unit, trace).get(unit.place)
    return far is not None and far <= trace.limit


def _beside(position: Position, unit: Unit, trace: Trace) -> bool:
    """Return whether a unit is on a source, or one step from it."""
    sources, may = trace.sources, free_for(position, unit)
    if unit.place in sources and unit.place in may:
        return True
    near = [j for j in position.ground.ring[unit.place] if j in sources and j in may]
    if trace.in_hexes:
        return any(position.dry(j, unit.place) for j in near)
    prices = prices_of(position, unit)
    steps = (prices[unit.place, j] for j in near)
    return any(step is not None and step <= trace.limit for step in steps)


def _any_beside(position: Position, unit: Unit) -> bool:
    """Return whether a unit needs no search: it is on or beside a source of its supply."""
    return any(_beside(position, unit, trace) for trace in traces(position, unit))


def supplied(position: Position, unit: Unit) -> bool:
    """16.0a, 16.0m, 16.0o, 16.0q, 16.0r: Return whether a unit is in supply."""
    return any(reached(position, unit, trace) for trace in traces(position, unit))


def judge(work: Resolution) -> None:
    """16.0a, 16.0j, 3.0.A1, 3.0.A4: Judge the supply of both sides."""
    position = work.position
    for side in SIDES:
        for unit in position.own(side):
            if supplied(position, unit):
                work.status(unit.id, remove=[UNSUPPLIED])
            else:
                work.status(unit.id, add=[UNSUPPLIED])
