"""Supply lines (chapter 16): the path to the source, or the hexes where it is cut."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import pairwise

import networkx as nx

from engine.games.airbridge.position import Position
from engine.games.airbridge.rules.ch04_movement import motorised, prices_of
from engine.games.airbridge.rules.ch16_supply import (
    Trace,
    by_road,
    free_for,
    german_ends,
    reached,
    traces,
)
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import GERMAN, enemy_of
from engine.rules.answers import Cut, SupplyLine

NO_ZONE, SOUTH, BARRED = "7.3p", "16.0q", "16.0k"
CUTS_LIMIT = 3


def line_of(position: Position, unit: Unit) -> SupplyLine:
    """16.0a: Return the supply line of a unit, or the hexes where it is cut."""
    options = traces(position, unit)
    for trace in options:
        if reached(position, unit, trace):
            path = _path(position, unit, trace, free_for(position, unit)) or [unit.place]
            return SupplyLine(unit.id, True, trace.kind, tuple(path))
    return SupplyLine(unit.id, False, None, (), tuple(_cuts(position, unit, options)))


def _path(position: Position, unit: Unit, trace: Trace, may: Collection[int]) -> list[int] | None:
    """Return the hexes from a unit to the end of its supply: off the roads, then along them."""
    paths = _shortest_paths(position, unit, trace, may)
    if unit.place not in paths:
        return None
    hexes = list(reversed(paths[unit.place]))
    return hexes + _along(position, trace, hexes[-1], may)


def _shortest_paths(
    position: Position, unit: Unit, trace: Trace, may: Collection[int]
) -> Mapping[int, list[int]]:
    """Return the cached shortest paths from the sources to all hexes, by movement costs."""
    pays = None if trace.in_hexes else motorised(unit)
    key = ("ways", unit.side, pays, trace.sources, len(may))
    if key not in position.memo:
        sources = [i for i in trace.sources if i in may]
        price = _price(position, unit, trace, may)
        position.memo[key] = (
            nx.multi_source_dijkstra_path(position.ground.graph, sources, weight=price)
            if sources
            else {}
        )
    paths: Mapping[int, list[int]] = position.memo[key]
    return paths


def _price(
    position: Position, unit: Unit, trace: Trace, may: Collection[int]
) -> Callable[[int, int, object], int | None]:
    if trace.in_hexes:
        return lambda i, j, _: 1 if i in may and position.dry(i, j) else None
    prices = prices_of(position, unit)
    return lambda i, j, _: prices[j, i] if i in may else None


def _along(position: Position, trace: Trace, hex_: int, may: Collection[int]) -> list[int]:
    """16.0n, 16.0s: Return the road from a hex to a town or map edge, or the highway to its end."""
    ground = position.ground
    if trace.kind == "highway":
        chain = ground.highway
        return list(reversed(chain[: chain.index(hex_)]))
    if trace.kind != "road":
        return []
    key = ("roads", len(may))
    if key not in position.memo:
        ends = sorted(i for i in german_ends(position) if i in may)
        is_open = by_road(position, ground.roads, may)

        def weight(i: int, j: int, _: object) -> int | None:
            return 1 if is_open(i, j) else None

        position.memo[key] = (
            nx.multi_source_dijkstra_path(ground.graph, ends, weight=weight) if ends else {}
        )
    back: list[int] = position.memo[key].get(hex_, [hex_])
    return list(reversed(back))[1:]


def _cuts(position: Position, unit: Unit, options: tuple[Trace, ...]) -> Iterator[Cut]:
    """Yield the nearest hexes at which enemies block a trace that would otherwise reach."""
    if not options:
        yield Cut(unit.place, SOUTH if unit.side == GERMAN else NO_ZONE)
        return
    may = free_for(position, unit)
    every = range(len(position.ground.numbers))
    any_cut = False
    for trace in options:
        unblocked = _without_enemies(position, trace)
        path = _path(position, unit, unblocked, every)
        closed = [i for i in path or () if i not in may]
        if path is None or not closed or not _in_reach(position, unit, unblocked, path):
            continue
        for hex_ in closed[:CUTS_LIMIT]:
            any_cut = True
            yield Cut(hex_, BARRED, _blocker(position, unit.side, hex_))
    if not any_cut:
        yield Cut(unit.place, options[0].rule)


def _without_enemies(position: Position, trace: Trace) -> Trace:
    """Return the same trace as if there were no enemies."""
    ground = position.ground
    sources = trace.sources
    if trace.kind == "highway":
        sources = frozenset(ground.highway)
    elif trace.kind == "road":
        joined = german_ends(position) | {i for link in ground.roads for i in link}
        sources = frozenset(joined - set(ground.south_of_canal))
    return Trace(trace.kind, trace.rule, sources, trace.limit, trace.in_hexes)


def _in_reach(position: Position, unit: Unit, trace: Trace, path: list[int]) -> bool:
    """Return whether a path is short enough for supply, ignoring enemies."""
    every = range(len(position.ground.numbers))
    price = _price(position, unit, trace, every)
    cost = 0
    for here, onward in pairwise(path):
        if here in trace.sources:
            break
        cost += price(onward, here, None) or 0
    return cost <= trace.limit


def _blocker(position: Position, side: str, hex_: int) -> str | None:
    """Return the enemy in a hex, or one whose zone of control covers it."""
    enemies = position.stacks[enemy_of(side)]
    near = (hex_, *position.ground.ring[hex_])
    return next((enemies[i][0].id for i in near if i in enemies), None)
