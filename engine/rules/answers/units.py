"""Units, and the ground that they hold with their zones of control."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

Hexside = tuple[int, int]
Number = int | float | Fraction


@dataclass(frozen=True, slots=True)
class UnitView:
    """A unit in play as the rules see it now.

    ``values`` are those in force, by the names that the module declares; ``traits`` are the game's
    own words for what decides questions (artillery, vehicle, unknown, airborne …).
    """

    id: str
    counter: str
    side: str
    place: int
    steps: int
    kind: str
    formation: str = ""
    status: frozenset[str] = frozenset()
    traits: frozenset[str] = frozenset()
    values: Mapping[str, int | float | str | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Bond:
    """A bond between two stacks: it closes a hex, or a hexside.

    ``between`` are its two ends; the second is None where it ends at the map's edge, which ``edge``
    then names.
    """

    between: tuple[int, int | None]
    hex: int | None = None
    hexside: Hexside | None = None
    edge: str = ""


@dataclass(frozen=True, slots=True)
class Zones:
    """A side's zone of control, and its bonds in the games that know them."""

    side: str
    hexes: frozenset[int]
    bonds: tuple[Bond, ...] = ()
