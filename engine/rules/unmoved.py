"""The checklist line of units that have not moved in a phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from engine.core.state import State
from engine.i18n import t
from engine.rules.answers import CheckItem
from engine.rules.by_hand import moved_by_hand


class Located(Protocol):
    """A unit with its place."""

    @property
    def id(self) -> str:
        """The id of the unit."""
        ...

    @property
    def place(self) -> int:
        """The hex of the unit."""
        ...


def unmoved(state: State, units: Iterable[Located], moved: str) -> Iterator[CheckItem]:
    """Yield a line on the units that have not moved, if there are any.

    ``moved`` is the prefix of the tracks of units that have moved.
    """
    tracks = state.tracks
    left = [u for u in units if moved + u.id not in tracks and not moved_by_hand(state, u.id)]
    yield from line_of_unmoved(left)


def line_of_unmoved(units: Iterable[Located]) -> Iterator[CheckItem]:
    """Yield a line on units that have not moved, if there are any."""
    left = list(units)
    if left:
        text = t("ruling.check.unmoved", count=len(left))
        places = tuple(dict.fromkeys(u.place for u in left))
        yield CheckItem("possible", text, places, tuple(u.id for u in left))
