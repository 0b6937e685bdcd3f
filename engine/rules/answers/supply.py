"""Answers about supply: supply lines and the hexes where they are cut."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Cut:
    """A hex where a trace is cut, the rule, and the unit that cuts it, if any."""

    place: int
    rule: str
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class SupplyLine:
    """The supply of a unit: the source and the path to it, or the cuts.

    ``state`` is the game's word for the degree of supply, if there are several.
    """

    unit: str
    supplied: bool
    source: str | None = None
    path: tuple[int, ...] = ()
    cuts: tuple[Cut, ...] = ()
    state: str = ""
    notes: Mapping[str, bool | int | str] = field(default_factory=dict)
