"""The paths by which units are supplied, and what cuts them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a trace fails: the nearest such hex, the rule, the unit that cuts it if one does."""

    place: int
    rule: str
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class SupplyLine:
    """The supply of one unit: the source and the way to it, or where the trace is cut.

    ``state`` is the game's word for how well supplied it is where that has degrees.
    """

    unit: str
    supplied: bool
    source: str | None = None
    path: tuple[int, ...] = ()
    cuts: tuple[Cut, ...] = ()
    state: str = ""
    notes: Mapping[str, bool | int | str] = field(default_factory=dict)
