"""Moves that break a rule and are let pass: the rules keep no account of them, this does.

The move is carried out by hand. That the unit has moved is kept in a track of its own, with the
moment: in another phase it says nothing.
"""

from __future__ import annotations

from typing import Final

from engine.core import actions as act
from engine.core.effects import Effect, SetTrack
from engine.core.state import State

BY_HAND: Final = "by-hand/"
"""Tracks: a unit moved by hand although a rule forbade it; the value is the phase."""


def _moment(state: State) -> str:
    clock = state.clock
    return f"{clock.turn}/{clock.phase}/{clock.active}"


def note_by_hand(state: State, move: act.MoveUnits) -> tuple[SetTrack, ...]:
    """What is to be remembered of a move that is carried out against the rules."""
    now, active = _moment(state), state.clock.active
    mine = (u for u in move.units if u in state.pieces and state.pieces[u].side == active)
    held = ((BY_HAND + unit, state.tracks.get(BY_HAND + unit)) for unit in mine)
    return tuple(
        SetTrack(track=track, before=before, after=now) for track, before in held if before != now
    )


def is_note_by_hand(effect: Effect) -> bool:
    """Is an effect such a note?"""
    return isinstance(effect, SetTrack) and effect.track.startswith(BY_HAND)


def moved_by_hand(state: State, unit: str) -> bool:
    """Was a unit moved in this phase against a rule that was let pass?"""
    return state.tracks.get(BY_HAND + unit) == _moment(state)
