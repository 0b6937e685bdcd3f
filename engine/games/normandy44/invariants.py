"""Invariants of every position that the rules produce."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.state import State
from engine.games.normandy44 import tracks
from engine.games.normandy44.decisions import DECISIONS
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import FIGHT
from engine.games.normandy44.rules.ch04_weather import SUPPLY_LIMIT
from engine.games.normandy44.rules.ch06_replacements import REPLACEMENT_LIMIT
from engine.games.normandy44.rules.ch07_stacking import overfull
from engine.games.normandy44.rules.ch09_movement import MARKERS, marked_now
from engine.games.normandy44.rules.ch15_reserve import STACKS, reserve_hexes
from engine.games.normandy44.vocabulary import (
    GERMAN,
    MOVEMENTS,
    SIDES,
    STRATEGIC,
    TRUCK,
)
from engine.rules.base.invariants import common_faults, shared_hexes


def faults(position: Position, before: State) -> Iterator[str]:
    """Yield the faults of a position as text; ``before`` is the state it came from."""
    state = position.state
    yield from common_faults(position, before, DECISIONS, tracks.FIGHT)
    record = FIGHT.of(position)
    if record is None or record.kind != "assault":
        yield from shared_hexes(position)
    quiet = not state.pending and state.clock.phase not in MOVEMENTS
    if before.pieces and quiet:
        for side, hex_ in overfull(position):
            yield f"{position.number(hex_)} holds more {side} units than it may"
    for name, value in state.tracks.items():
        if name.startswith(tracks.POINTS) and not 0 <= position.track(name) <= SUPPLY_LIMIT:
            yield f"{name} is {value}"
        taken = name.startswith(tracks.REPLACEMENTS)
        if taken and not 0 <= position.track(name) <= REPLACEMENT_LIMIT:
            yield f"{name} is {value}"
    for side in SIDES:
        if len(marked_now(position, side, STRATEGIC)) > MARKERS:
            yield f"too many {side} units bear strategic movement markers"
        ended = state.clock != before.clock and side == before.clock.active
        if ended and len(reserve_hexes(position, side)) > STACKS:
            yield f"too many {side} stacks are in reserve"
    if len(marked_now(position, GERMAN, TRUCK)) > 1:
        yield "the truck carries two units"
