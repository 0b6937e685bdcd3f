"""What must hold of every position that the rules lead to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.core.state import State
from engine.games.normandy44 import tracks
from engine.games.normandy44.decisions import DECISIONS
from engine.games.normandy44.position import Situation
from engine.games.normandy44.resolution import FIGHT
from engine.games.normandy44.rules.ch04_weather import MOST_SUPPLY
from engine.games.normandy44.rules.ch06_replacements import MOST
from engine.games.normandy44.rules.ch07_stacking import overfull
from engine.games.normandy44.rules.ch09_movement import MARKERS, marked_now
from engine.games.normandy44.rules.ch15_reserve import STACKS
from engine.games.normandy44.vocabulary import (
    GERMAN,
    MOVEMENTS,
    RESERVE,
    SIDES,
    STRATEGIC,
    TRUCK,
)


def faults(situation: Situation, before: State) -> Iterator[str]:
    """What is wrong with a position, in words; ``before`` is the state it came from."""
    state = situation.state
    yield from _pieces(situation)
    if before.pieces and before.pieces.keys() != state.pieces.keys():
        yield "a piece came from nowhere or has vanished"
    quiet = not state.pending and state.clock.phase not in MOVEMENTS
    if before.pieces and quiet:
        for side, hex_ in overfull(situation):
            yield f"{situation.number(hex_)} holds more {side} units than it may"
    if state.pending and len(DECISIONS.choices_of(situation, state.pending[-1])) < 2:
        yield f"the decision {state.pending[-1].kind} leaves no choice"
    if tracks.FIGHT in state.tracks and not state.pending:
        yield "a combat waits for nobody"
    for name, value in state.tracks.items():
        if name.startswith(tracks.POINTS) and not 0 <= tracks.number(state, name) <= MOST_SUPPLY:
            yield f"{name} is {value}"
        taken = name.startswith(tracks.REPLACEMENTS)
        if taken and not 0 <= tracks.number(state, name) <= MOST:
            yield f"{name} is {value}"
    for side in SIDES:
        if len(marked_now(situation, side, STRATEGIC)) > MARKERS:
            yield f"too many {side} units bear strategic movement markers"
        reserve = {u.place for u in situation.own(side) if RESERVE in u.status}
        if len(reserve) > STACKS and quiet:
            yield f"too many {side} stacks are in reserve"
    if len(marked_now(situation, GERMAN, TRUCK)) > 1:
        yield "the truck carries two units"


def _pieces(situation: Situation) -> Iterator[str]:
    state = situation.state
    count = Counter(name for stack in state.stacks.values() for name in stack)
    if set(count) != set(state.pieces) or any(n != 1 for n in count.values()):
        yield "a piece stands in no stack or in several"
    type_of = situation.setting.roster.type_of
    for name, piece in state.pieces.items():
        if piece.steps > type_of(piece.counter).steps:
            yield f"{name} has {piece.steps} steps"
        if situation.places.is_hex(piece.place) and piece.steps < 1:
            yield f"{name} stands on the map without a step"
    record = FIGHT.of(situation)
    landing = record is not None and record.kind == "assault"
    for place in situation.stacks[SIDES[0]].keys() & situation.stacks[SIDES[1]].keys():
        if not landing:
            yield f"both sides stand in {situation.number(place)}"
