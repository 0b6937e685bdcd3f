"""Who has not moved in a phase: a line of the checklist.

A move that breaks a rule and is let pass is carried out by hand, and the rules keep no account of
it. That the unit has moved is kept here, with the moment: in another phase it says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Protocol

from engine.core import actions as act
from engine.core.effects import Effect, SetTrack
from engine.core.state import State
from engine.i18n import t
from engine.rules.answers import CheckItem

BY_HAND: Final = "by-hand/"
"""Tracks: a unit moved by hand although a rule forbade it; the value is the phase."""


class Located(Protocol):
    """A unit and where it stands."""

    @property
    def id(self) -> str:
        """Its name."""
        ...

    @property
    def place(self) -> int:
        """Where it stands."""
        ...


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


def unmoved(state: State, units: Iterable[Located], moved: str) -> Iterator[CheckItem]:
    """The line about those of some units that have not moved, if there are any.

    ``moved`` is how the tracks begin by which a game's rules know a unit that has moved.
    """
    tracks = state.tracks
    left = [u for u in units if moved + u.id not in tracks and not moved_by_hand(state, u.id)]
    yield from line_of_unmoved(left)


def line_of_unmoved(units: Iterable[Located]) -> Iterator[CheckItem]:
    """The line about units that have not moved, if there are any."""
    left = list(units)
    if left:
        one = len(left) == 1
        text = t("ruling.check.unmoved.one") if one else t("ruling.check.unmoved", count=len(left))
        places = tuple(dict.fromkeys(u.place for u in left))
        yield CheckItem("possible", text, places, tuple(u.id for u in left))
