"""Answers about movement: reachable places, costs, reasons against a path."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.core.verdicts import Verdict
from engine.rules.answers.units import Number


@dataclass(frozen=True, slots=True)
class Price:
    """The consequences of ending a move in a place.

    ``steps`` are lost at the end of the phase, ``status`` are statuses the units will get.
    ``supplied`` is whether they would be in supply; None if unknown or already out of supply.
    ``notes`` are the rules' verdicts on it.
    """

    steps: int = 0
    status: tuple[str, ...] = ()
    supplied: bool | None = None
    notes: tuple[Verdict, ...] = ()


@dataclass(frozen=True, slots=True)
class Reached:
    """A reachable end of a move: movement points spent, mode, path.

    ``stop`` is the game's word for the reason that ends the move there, or None.
    """

    cost: Number
    mode: str
    path: tuple[int, ...]
    stop: str | None = None
    price: Price = Price()


@dataclass(frozen=True, slots=True)
class Reach:
    """The hexes and boxes where a stack may end a move."""

    units: tuple[str, ...]
    start: int
    hexes: Mapping[int, Reached]
    boxes: Mapping[int, Reached] = field(default_factory=dict)
    allowance: Number | None = None
    spent: Number = 0
    spent_hexes: int = 0
    """The hexes moved in the phase so far."""


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The best path to a place and the verdicts on it.

    If that is a detour that is merely too long, ``path`` and ``verdicts`` are those of the direct
    path, and ``around`` the verdicts on the detour.
    """

    target: int
    mode: str
    path: tuple[int, ...]
    verdicts: tuple[Verdict, ...]
    around: tuple[Verdict, ...] = ()
