"""What must hold of every position that the rules lead to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.core.state import State
from engine.games.marketgarden import tracks
from engine.games.marketgarden.decisions import DECISIONS
from engine.games.marketgarden.position import Situation
from engine.games.marketgarden.rules.ch03_sequence import is_over
from engine.games.marketgarden.rules.ch04_stacking import overfull
from engine.games.marketgarden.rules.ch06_air import points_left, points_of_day
from engine.games.marketgarden.rules.ch11_victory import points
from engine.games.marketgarden.vocabulary import GERMAN, SIDES, exit_box


def faults(situation: Situation, before: State) -> Iterator[str]:
    """What is wrong with a position, in words; ``before`` is the state it came from."""
    state = situation.state
    yield from _pieces(situation)
    if before.pieces and before.pieces.keys() != state.pieces.keys():
        yield "a piece came from nowhere or has vanished"
    if before.pieces and not any(d.kind in ("retreat", "displace") for d in state.pending):
        for side, hex_ in overfull(situation):
            yield f"{situation.number(hex_)} holds more than three {side} units"
    if state.pending and len(DECISIONS.choices_of(situation, state.pending[-1])) < 2:
        yield f"the decision {state.pending[-1].kind} leaves no choice"
    if tracks.FIGHT in state.tracks and not state.pending:
        yield "a combat waits for nobody"
    for side in SIDES:
        if not 0 <= points_left(situation, side) <= points_of_day(situation, side):
            yield f"the air points of the {side} side are none of the day"
    yield from _terrain(situation)
    if is_over(situation):
        for side, total in points(situation).items():
            if state.tracks.get(tracks.POINTS + side) != total:
                yield f"the points of the {side} side are not what a recount gives"


def _pieces(situation: Situation) -> Iterator[str]:
    state = situation.state
    count = Counter(name for stack in state.stacks.values() for name in stack)
    if set(count) != set(state.pieces) or any(n != 1 for n in count.values()):
        yield "a piece stands in no stack or in several"
    type_of = situation.setting.roster.type_of
    for name, piece in state.pieces.items():
        on_map = situation.places.is_hex(piece.place)
        if piece.steps > type_of(piece.counter).steps or (on_map and piece.steps < 1):
            yield f"{name} has {piece.steps} steps"
        box = situation.number(piece.place)
        if box.startswith(exit_box("")) and piece.side != GERMAN:
            yield f"{name} has left the map"
    for place in situation.stacks[SIDES[0]].keys() & situation.stacks[SIDES[1]].keys():
        yield f"both sides stand in {situation.number(place)}"


def _terrain(situation: Situation) -> Iterator[str]:
    for unit in situation.units.values():
        if unit.type.armoured and situation.ground.terrain[unit.place] == "marsh":
            yield f"{unit.id} stands in a marsh"
