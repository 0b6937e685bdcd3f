"""Record moves that break a rule and are allowed, which the rules' own tracks do not show.

A track for each unit stores the turn and phase of the move; it has no meaning in other phases.
"""

from __future__ import annotations

from typing import Final

from engine.core import actions as act
from engine.core.effects import Effect, SetTrack
from engine.core.state import State

BY_HAND: Final = "by-hand/"
"""The prefix of tracks of units moved against a rule; the value is turn, phase and side."""


def _moment(state: State) -> str:
    clock = state.clock
    return f"{clock.turn}/{clock.phase}/{clock.active}"


def note_by_hand(state: State, move: act.MoveUnits) -> tuple[SetTrack, ...]:
    """Return the effects that record a move against the rules."""
    now, active = _moment(state), state.clock.active
    mine = (u for u in move.units if u in state.pieces and state.pieces[u].side == active)
    values = ((BY_HAND + unit, state.tracks.get(BY_HAND + unit)) for unit in mine)
    return tuple(
        SetTrack(track=track, before=before, after=now) for track, before in values if before != now
    )


def is_note_by_hand(effect: Effect) -> bool:
    """Return whether an effect records a move against the rules."""
    return isinstance(effect, SetTrack) and effect.track.startswith(BY_HAND)


def moved_by_hand(state: State, unit: str) -> bool:
    """Return whether a unit was moved against a rule in this phase."""
    return state.tracks.get(BY_HAND + unit) == _moment(state)
