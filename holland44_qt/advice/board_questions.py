"""Questions to the rules about several units at once, independent of Qt and of any game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.core.verdicts import Verdict
    from engine.rules.answers import UnitView, WhyNot
    from engine.rules.ports import Answers

Pair = tuple[int, int]


def sides(position: Answers) -> tuple[str, ...]:
    """Return the sides of the game in module order."""
    return tuple(side.id for side in position.ruleset.module.meta.sides)


def together(position: Answers, units: Iterable[str]) -> list[UnitView]:
    """Return those units that are in play in the same place as the first of them."""
    known = [u for u in map(position.unit, units) if u is not None]
    return [u for u in known if u.place == known[0].place and u.side == known[0].side]


def ids(units: Iterable[UnitView]) -> tuple[str, ...]:
    """Return the ids of units."""
    return tuple(u.id for u in units)


def beyond(position: Answers, units: Iterable[UnitView], hex_: int) -> list[WhyNot]:
    """Return the entry areas that a hex of the map's edge touches, with their rule answers."""
    names = ids(units)
    areas = position.ruleset.board.areas.items()
    places = (position.place(f"area-{name}") for name, area in areas if hex_ in area.hexes)
    return [position.why_not(names, place) for place in places if place is not None]


def against_all(position: Answers, units: Iterable[UnitView], start: int) -> list[Verdict]:
    """Return the reasons that forbid a move to every neighbour of a hex, such as that units have
    moved already; each as for the first neighbour.
    """
    names = ids(units)
    around = (i for i in position.ruleset.board.neighbours[start] if i >= 0)
    reasons = [
        {
            (v.rule, v.key): v
            for v in position.why_not(names, place, near=True).verdicts
            if v.level == "forbid"
        }
        for place in around
    ]
    first = reasons[0] if reasons else {}
    return [verdict for why, verdict in first.items() if all(why in other for other in reasons)]
