"""Chapter 12: supply and fuel for twelve units within eight hexes, capture, self-destruction.

Supply is a matching: each counter serves twelve units, and each unit needs one counter of each
kind. Distance is counted in hexes, across any terrain.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Literal

import networkx as nx

from engine.core.memo import memoized
from engine.core.verdicts import Verdict
from engine.games.ardenas import tracks
from engine.games.ardenas.position import Position
from engine.games.ardenas.resolution import Resolution
from engine.games.ardenas.rules.ch07_stacking import COUNTERS
from engine.games.ardenas.rules.ch08_affected import combat_of
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import (
    CAPTURE,
    DEPLOYED,
    FUEL,
    GROUND,
    SUPPLY,
    enemy_of,
    verdict,
)

Way = Literal["capture", "destroy"]

FULL = "full"
"""The scenario that is played with supply and fuel by the default reading."""


def is_in_force(position: Position) -> bool:
    """13.0: Return whether supply and fuel are played: in the long game, or by the reading."""
    return position.reading("levels") == "all_rules" or position.setting.scenario == FULL


def needs(unit: Unit, kind: str) -> bool:
    """12.0a, 12.0b: Return whether a unit takes a share of supply or of fuel.

    Supply and fuel counters need neither, nor does a false grouping.
    """
    if unit.layer != GROUND or unit.type.stores or unit.type.dummy:
        return False
    return kind == SUPPLY or unit.type.needs_fuel


@memoized
def served(position: Position, side: str, kind: str) -> Mapping[str, str]:
    """12.0a, 12.0b: Return the largest set of a side's units that can have supply or fuel.

    The value is the counter that serves the unit, or "" where supply is not needed: without the
    chapter, or on a diagram where the side never had such a counter. One search for each side and
    kind.
    """
    spared = position.setting.diagram and not _holds(position, side, kind)
    if spared or not is_in_force(position):
        return dict.fromkeys((u.id for u in position.own(side) if needs(u, kind)), "")
    key, make = ("served", side, kind), partial(_in_reach, position, side, kind)
    result: Mapping[str, str]
    result = position.setting.latest(key, (position.layers[side, GROUND],), make)
    return result


def _in_reach(position: Position, side: str, kind: str) -> Mapping[str, str]:
    """12.0a, 12.0b: Return the units on the ground that counters in reach serve, with these."""
    own, chart = position.own(side), position.charts.supply
    needy = [u for u in own if needs(u, kind)]
    counters = [u for u in own if u.type.kind == kind]
    near: dict[str, list[str]] = {}
    for counter in counters:
        reached = position.ground.within(counter.place, chart.range)
        for unit in needy:
            if unit.place in reached:
                near.setdefault(unit.id, []).append(counter.id)
    known: list[tuple[Mapping[str, Sequence[str]], Mapping[str, str]]]
    known = position.setting.latest(("matched", side, kind), (), list)
    if not known or known[0][0] != near:  # most orders bring no unit nearer to a counter
        known[:] = [(near, matched(near, chart.per))]
    return known[0][1]


def _holds(position: Position, side: str, kind: str) -> bool:
    """Return whether a side has a counter of a kind, on the map, off it or lost."""
    kind_of = position.setting.roster.type_of
    pieces = position.state.pieces.values()
    return any(p.side == side and kind_of(p.counter).kind == kind for p in pieces)


def matched(near: Mapping[str, Sequence[str]], per: int) -> Mapping[str, str]:
    """12.0a, 12.0b: Return as many units as can be served, each with the counter that serves it.

    ``near`` gives the counters within reach of each unit; each counter serves a number of units.
    The first counter with a share left is tried first; if that does not serve all units, a
    maximum flow is computed.
    """
    left: dict[str, int] = {}
    result: dict[str, str] = {}
    for unit, counters in near.items():
        free = next((c for c in counters if left.get(c, per)), None)
        if free is None:
            return _by_flow(near, per)
        left[free] = left.get(free, per) - 1
        result[unit] = free
    return result


def _by_flow(near: Mapping[str, Sequence[str]], per: int) -> Mapping[str, str]:
    """Return the units of a greatest flow from units to counters, each with its counter.

    Units with the same counters within reach are one node. Nodes are numbers, so that the same
    position gives the same flow in every process.
    """
    groups: dict[tuple[str, ...], list[str]] = {}
    for unit in sorted(near):
        groups.setdefault(tuple(near[unit]), []).append(unit)
    counters = sorted({c for sources in groups for c in sources})
    source, sink = 0, len(groups) + len(counters) + 1
    place = {name: n for n, name in enumerate(counters, len(groups) + 1)}
    graph: nx.DiGraph[int] = nx.DiGraph()
    for n, (sources, units) in enumerate(groups.items(), 1):
        graph.add_edge(source, n, capacity=len(units))
        for counter in sources:
            graph.add_edge(n, place[counter], capacity=len(units))
    for node in place.values():
        graph.add_edge(node, sink, capacity=per)
    _, flow = nx.maximum_flow(graph, source, sink)
    served: dict[str, str] = {}
    for n, (sources, units) in enumerate(groups.items(), 1):
        shares = [counter for counter in sources for _ in range(flow[n][place[counter]])]
        served |= zip(units, shares, strict=False)
    return served


def has(position: Position, unit: Unit, kind: str) -> bool:
    """12.0a, 12.0b: Return whether a unit has the supply or the fuel that it needs."""
    return not needs(unit, kind) or unit.id in served(position, unit.side, kind)


def short(position: Position, side: str, kind: str) -> int:
    """12.0a, 12.0b: Return how many units of a side go without supply or fuel."""
    return sum(1 for u in position.own(side) if not has(position, u, kind))


def supply_verdicts(position: Position, units: Sequence[Unit]) -> Iterator[Verdict]:
    """12.0b: Object to fighting without supply."""
    for unit in units:
        if not has(position, unit, SUPPLY):
            yield verdict("12.0b", "no_fight", units=[unit.id])


def halted(position: Position, unit: Unit) -> Iterator[str]:
    """12.0a, 12.0b: Yield the rules by which a unit without fuel or supply does not move."""
    for store, rule in ((FUEL, "12.0a"), (SUPPLY, "12.0b")):
        if not has(position, unit, store):
            yield rule


# -- capture and self-destruction -----------------------------------------------------------------


def may_capture(position: Position, unit: Unit, counter: Unit) -> bool:
    """12.0c: Return whether a unit is beside a counter with at least double its combat factor.

    By default supply and fuel counters capture nothing.
    """
    if unit.layer != GROUND or counter.place not in position.ground.ring[unit.place]:
        return False
    if unit.type.stores and position.reading("capture_by") == "combat_units":
        return False
    factor = combat_of(position, unit)
    return factor > 0 and factor >= 2 * combat_of(position, counter)


def capture_verdicts(
    position: Position, unit: Unit, counter: Unit, way: Way = "capture"
) -> Iterator[Verdict]:
    """10.0b, 12.0c, 12.0d, 12.0f, 12.0j: Object to the capture or the destruction of a counter."""
    names, there = [unit.id], position.number(counter.place)
    if position.phase != CAPTURE:
        yield verdict("12.0f", "phase", units=names)
    if unit.side != position.active:
        yield verdict("4.0a", "not_yours", units=names)
    if unit.id not in position.units or counter.id not in position.units:
        yield verdict("12.0c", "off_map", units=[unit.id, counter.id])
        return
    if not counter.type.stores:
        yield verdict("12.0c", "no_stores", units=[counter.id])
        return
    if way == "capture":
        if counter.side == unit.side:
            yield verdict("12.0c", "own", units=[counter.id])
        elif not may_capture(position, unit, counter):
            key = "stores" if unit.type.stores else "weak"
            yield verdict("12.0j" if key == "stores" else "12.0c", key, units=names, hex=there)
        if DEPLOYED in unit.status:
            yield verdict("10.0b", "no_capture", units=names)
        return
    yield from _destruction(position, unit, counter)


def _destruction(position: Position, unit: Unit, counter: Unit) -> Iterator[Verdict]:
    names, there = [unit.id], position.number(counter.place)
    if counter.side != unit.side:
        yield verdict("12.0d", "enemy", units=[counter.id])
    beside = counter.place in position.ground.ring[unit.place]
    on_ground = unit.layer == GROUND and not unit.type.stores
    if not (on_ground and beside and combat_of(position, unit)):
        yield verdict("12.0d", "beside", units=names, hex=there)
    if tracks.DESTROYER + unit.id in position.state.tracks:
        yield verdict("12.0d", "again", units=names)
    if position.reading("destroy_own") == "under_threat":
        enemies = position.own(enemy_of(counter.side))
        if not any(may_capture(position, enemy, counter) for enemy in enemies):
            yield verdict("12.0d", "no_threat", units=[counter.id], hex=there)


def take(work: Resolution, unit: Unit, counter: Unit, way: Way) -> None:
    """12.0c, 12.0d: Capture a counter, or destroy an own one.

    By the reading a captured counter changes sides or leaves the game.
    """
    if way == "destroy":
        work.track(tracks.DESTROYER + unit.id, 1)
        work.eliminate(counter.id)
    elif work.position.reading("captured") == "removed":
        work.eliminate(counter.id)
    else:
        _change_sides(work, unit, counter)


def _change_sides(work: Resolution, unit: Unit, counter: Unit) -> None:
    """12.0c: Give a counter to the captor, where it is, or in the captor's hex.

    It moves to the captor if units of its old side are in its hex. Where it does not fit it is
    lost.
    """
    position = work.position
    stack = position.layers[counter.side, GROUND][counter.place]
    work.leave_grouping(counter.id)
    if len(stack) > 1:
        if len(position.loose(unit.side, GROUND, unit.place)) >= COUNTERS:
            work.eliminate(counter.id)
            return
        work.put(counter.id, position.number(unit.place))
    work.give(counter.id, unit.side)


def captors(
    position: Position, side: str, counters: Collection[Unit]
) -> Iterator[tuple[Unit, Unit, Way]]:
    """12.0c, 12.0d: Yield a side's units next to supply counters, and their possible actions."""
    for counter in counters:
        way: Way = "destroy" if counter.side == side else "capture"
        for hex_ in position.ground.ring[counter.place]:
            for unit in position.layers[side, GROUND].get(hex_, ()):
                yield unit, counter, way
