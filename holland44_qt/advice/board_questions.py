"""Questions to the rules about several units at once; nothing here knows Qt or a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.rules.answers import UnitView, WhyNot
    from engine.rules.ports import Answers

Pair = tuple[int, int]


def sides(position: Answers) -> tuple[str, ...]:
    """The sides of the game, in the order of its module."""
    return tuple(side.id for side in position.ruleset.module.meta.sides)


def together(position: Answers, units: Iterable[str]) -> list[UnitView]:
    """Those of some units that are in play and stand where the first of them stands."""
    known = [u for u in map(position.unit, units) if u is not None]
    return [u for u in known if u.place == known[0].place and u.side == known[0].side]


def ids(units: Iterable[UnitView]) -> tuple[str, ...]:
    """The ids of units."""
    return tuple(u.id for u in units)


def beyond(position: Answers, units: Iterable[UnitView], hex_: int) -> list[WhyNot]:
    """The entry areas that a hex of the map's edge touches, with all that is to be said of each."""
    names = ids(units)
    areas = position.ruleset.board.areas.items()
    places = (position.place(f"area-{name}") for name, area in areas if hex_ in area.hexes)
    return [position.why_not(names, place) for place in places if place is not None]
