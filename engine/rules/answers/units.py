"""Answers about units and zones of control."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

Hexside = tuple[int, int]
Number = int | float | Fraction


@dataclass(frozen=True, slots=True)
class UnitView:
    """The current view of a unit.

    ``values`` are the current values, by the module's names; ``traits`` are the game's words for
    properties used by rules (artillery, vehicle, unknown, airborne …).
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
    """A bond between two stacks, which closes a hex or a hexside.

    ``between`` are its two ends; the second is None at a map edge, named by ``edge``.
    """

    between: tuple[int, int | None]
    hex: int | None = None
    hexside: Hexside | None = None
    edge: str = ""


@dataclass(frozen=True, slots=True)
class Zones:
    """A side's zone of control, and its bonds in games that have them."""

    side: str
    hexes: frozenset[int]
    bonds: tuple[Bond, ...] = ()
