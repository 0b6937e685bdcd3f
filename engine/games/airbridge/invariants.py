"""What must hold of every position that the rules lead to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.core.state import State
from engine.games.airbridge import tracks
from engine.games.airbridge.decisions import DECISIONS
from engine.games.airbridge.position import Situation
from engine.games.airbridge.rules.ch05_stacking import LIMIT, points
from engine.games.airbridge.vocabulary import ALLIED, GERMAN, SIDES


def faults(situation: Situation, before: State) -> Iterator[str]:
    """What is wrong with a position, in words; ``before`` is the state it came from."""
    state = situation.state
    count = Counter(name for stack in state.stacks.values() for name in stack)
    if set(count) != set(state.pieces) or any(n != 1 for n in count.values()):
        yield "a piece stands in no stack or in several"
    if before.pieces and before.pieces.keys() != state.pieces.keys():
        yield "a piece came from nowhere or has vanished"
    for unit in situation.units.values():
        if not 1 <= unit.steps <= unit.type.steps:
            yield f"{unit.id} has {unit.steps} steps"
    for place in situation.stacks[ALLIED].keys() & situation.stacks[GERMAN].keys():
        yield f"both sides stand in {situation.number(place)}"
    for side in SIDES:
        for hex_, stack in situation.stacks[side].items():
            if points(stack) > LIMIT:
                yield f"{situation.number(hex_)} holds more than eight points"
        if situation.track(tracks.AIR + side) < 0:
            yield f"the air points of the {side} side are less than none"
    if state.pending and len(DECISIONS.choices_of(situation, state.pending[-1])) < 2:
        yield f"the decision {state.pending[-1].kind} leaves no choice"
    if tracks.FIGHT in state.tracks and not state.pending:
        yield "a combat waits for nobody"
