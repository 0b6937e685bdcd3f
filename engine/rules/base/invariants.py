"""Invariants of every position, in all games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.core.state import State
from engine.rules.base.decisions import Decisions
from engine.rules.base.position import Position


def common_faults(
    position: Position[Any, Any, Any],
    before: State,
    decisions: Decisions[Any, Any],
    combat_track: str,
) -> Iterator[str]:
    """Yield the faults of pieces and decisions.

    ``before`` is the preceding state, ``combat_track`` the track of the current combat.
    """
    state = position.state
    stacked = [name for stack in state.stacks.values() for name in stack]
    if len(stacked) != len(state.pieces) or set(stacked) != state.pieces.keys():
        yield "a piece stands in no stack or in several"
    if before.pieces and before.pieces.keys() != state.pieces.keys():
        yield "a piece came from nowhere or has vanished"
    for name, piece in state.pieces.items():
        least = 1 if position.places.is_hex(piece.place) else 0
        if not least <= piece.steps <= position.roster.type_of(piece.counter).steps:
            yield f"{name} has {piece.steps} steps"
    if state.pending and len(decisions.choices_of(position, state.pending[-1])) < 2:
        yield f"the decision {state.pending[-1].kind} leaves no choice"
    if combat_track in state.tracks and not state.pending:
        yield "a combat waits for nobody"


def shared_hexes(position: Position[Any, Any, Any]) -> Iterator[str]:
    """Yield a fault for each hex that contains both sides."""
    first, second = position.stacks.values()
    for place in first.keys() & second.keys():
        yield f"both sides stand in {position.number(place)}"
