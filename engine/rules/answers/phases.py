"""What a phase owes, allows and counts; how a game stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.core import actions as act
from engine.rules.answers.units import Number

Weight = Literal["owed", "warning", "possible", "done", "told"]
"""What has to be done first, what would be lost with the phase, what may be done, what is done;
what is so, and nobody can do anything about.
"""


@dataclass(frozen=True, slots=True)
class Condition:
    """A line of what the turn brings: a consequence of the weather, or what is left to spend.

    ``group`` is ``sky`` or whose it is; ``rule`` the number of the rule.
    """

    group: str
    text: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Spare:
    """A marker that lies ready and may be dragged onto a hex.

    ``marker`` is the kind that is seen in the hand. ``support`` is what it gives to an attack on
    the hex: ``air``, or a name of its artillery; without it the marker is for the units there.
    """

    marker: str
    support: str = ""


@dataclass(frozen=True, slots=True)
class CheckItem:
    """A line of what the phase owes and allows, with where it is and who is meant.

    ``attack`` is the hex that may be attacked; ``action`` what one click does where there is
    nothing left to choose; ``spare`` the marker that is dragged out of the line.
    """

    weight: Weight
    text: str
    places: tuple[int, ...] = ()
    units: tuple[str, ...] = ()
    attack: int | None = None
    rule: str = ""
    action: act.Action | None = None
    spare: Spare | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """An order beside moves and attacks, as a line of a menu."""

    text: str
    action: act.Action


@dataclass(frozen=True, slots=True)
class Arrival:
    """Units that come into the game: when, whose, where, and how in words."""

    turn: int
    side: str
    units: tuple[str, ...]
    places: tuple[int, ...]
    text: str = ""
    waiting: bool = False
    """Are they to be brought in now?"""


@dataclass(frozen=True, slots=True)
class Objective:
    """A place, or a fact, that counts for victory: who has it and what it is worth to whom."""

    id: str
    text: str
    place: int | None
    holder: str | None
    worth: Mapping[str, Number]
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """How the game stands: points by side, who has won and by how much, what it hangs on."""

    points: Mapping[str, Number]
    objectives: tuple[Objective, ...]
    winner: str | None = None
    level: str = ""
    """The game's word for how big a victory is; empty where it has none."""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Legal:
    """Legal actions for the side to decide; ``more`` is how many units or targets have others."""

    side: str
    actions: tuple[act.Action, ...]
    more: int


@dataclass(frozen=True, slots=True)
class ChanceNode:
    """The dice that an action asks for next: so many dice of so many faces, and for what."""

    sides: int
    count: int
    reason: str
