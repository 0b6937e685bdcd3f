"""Invariants of every position that the rules lead to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.core.state import State
from engine.games.ardenas.decisions import DECISIONS
from engine.games.ardenas.groupings import groupings_in
from engine.games.ardenas.position import Position
from engine.games.ardenas.rules.ch04_sequence import is_over
from engine.games.ardenas.rules.ch05_victory import points
from engine.games.ardenas.rules.ch07_hidden import met
from engine.games.ardenas.rules.ch07_stacking import LAYERS, overfull
from engine.games.ardenas.rules.ch09_drops import is_overloaded, passengers
from engine.games.ardenas.tracks import FLIGHT, POINTS
from engine.games.ardenas.vocabulary import AIR, AIR_PHASES, SIDES, aboard_box
from engine.rules.base.invariants import common_faults

NO_COMBAT = "combat"


def faults(position: Position, before: State) -> Iterator[str]:
    """Yield the faults of a position, in words; ``before`` is the state before it."""
    yield from common_faults(position, before, DECISIONS, NO_COMBAT)
    for layer in LAYERS:
        first, second = (position.layers[side, layer] for side in SIDES)
        for hex_ in first.keys() & second.keys():
            yield f"both sides have {layer} units in {position.number(hex_)}"
    for side, hex_, over in overfull(position):
        yield f"{position.number(hex_)} holds {over} counters too many of the {side} side"
    yield from _groupings(position)
    yield from _air(position)
    if is_over(position):
        for side in SIDES:
            if position.state.tracks.get(POINTS + side) != points(position, side):
                yield f"the points of the {side} side are not what a recount gives"


def _air(position: Position) -> Iterator[str]:
    """15.1a, 9.0b: Yield aircraft on the map outside the air phase, and wrong passengers."""
    if position.phase not in AIR_PHASES:
        flying = [u for side in SIDES for own in position.layers[side, AIR].values() for u in own]
        yield from (f"{unit.id} is in the air outside the air phase" for unit in flying)
    if FLIGHT in position.state.tracks and not position.state.pending:
        yield "a flight waits for nobody"
    for name, carrier in position.aboard.items():
        transport, place = position.units.get(carrier), position.state.pieces[name].place
        if transport is None or position.number(place) != aboard_box(transport.side):
            yield f"{name} is aboard no transport"
        elif is_overloaded(passengers(position, carrier)):
            yield f"{carrier} carries too many units"


def _groupings(position: Position) -> Iterator[str]:
    chart = position.charts.groupings
    hexes: Counter[tuple[str, str, int]] = Counter()
    counts: Counter[str] = Counter()
    for grouping in groupings_in(position.state.tracks, position.places):
        limits = chart.limits(grouping.kind)
        hexes[grouping.side, grouping.kind, grouping.place] += 1
        counts.update(grouping.units)
        if grouping.number is not None and grouping.number > limits.counters:
            yield f"there is no counter of {grouping.track}"
        if grouping.kind == AIR and position.phase not in AIR_PHASES:
            yield f"{grouping.track} is in the air outside the air phase"
        if len(grouping.units) > limits.units:
            yield f"{grouping.track} holds {len(grouping.units)} units"
        for name in grouping.units:
            unit = position.units.get(name)
            if unit is None or unit.place != grouping.place or unit.side != grouping.side:
                yield f"{name} is not where its grouping is"
            elif unit.layer != grouping.kind:
                yield f"{name} is in a grouping of another kind"
    for (side, _, hex_), count in hexes.items():
        if count > chart.per_hex:
            yield f"{position.number(hex_)} holds {count} groupings of the {side} side"
    yield from (f"{name} is in several groupings" for name, n in counts.items() if n > 1)
    if not position.state.pending:
        yield from (f"{g.track} is false and has met the enemy" for g in met(position))
