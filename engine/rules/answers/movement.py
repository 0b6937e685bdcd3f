"""Where units can go, at what price, and why not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.core.verdicts import Verdict
from engine.rules.answers.units import Number


@dataclass(frozen=True, slots=True)
class Price:
    """What ending a move there will cost: a hex that kills a step at the phase's end is not free.

    ``status`` are the statuses the units will bear; ``supplied`` whether they would be in supply
    (None: not asked by this game, or out of it already); ``notes`` say it in the rules' words.
    """

    steps: int = 0
    status: tuple[str, ...] = ()
    supplied: bool | None = None
    notes: tuple[Verdict, ...] = ()


@dataclass(frozen=True, slots=True)
class Reached:
    """An end of a move: movement points spent, the mode of movement, the way, why it stops there.

    ``stop`` is the game's word for what ends the move there, None where it could go on.
    """

    cost: Number
    mode: str
    path: tuple[int, ...]
    stop: str | None = None
    price: Price = Price()


@dataclass(frozen=True, slots=True)
class Reach:
    """Where units that stand together may end a move, hexes and boxes apart."""

    units: tuple[str, ...]
    start: int
    hexes: Mapping[int, Reached]
    boxes: Mapping[int, Reached] = field(default_factory=dict)
    allowance: Number | None = None
    spent: Number = 0
    spent_hexes: int = 0
    """What they have used in the phase already."""


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The best way to a place and everything the rules say of it.

    Where that is a detour that is only too long, ``path`` is the short way with its reasons, and
    ``around`` what is said of the detour.
    """

    target: int
    mode: str
    path: tuple[int, ...]
    verdicts: tuple[Verdict, ...]
    around: tuple[Verdict, ...] = ()
