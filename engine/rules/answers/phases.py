"""Answers about phases: duties, conditions, reinforcements, victory, legal actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.core import actions as act
from engine.rules.answers.units import Number

Weight = Literal["owed", "warning", "possible", "done", "told"]
"""Kinds of checklist lines: pending duty, lost at the end of the phase, legal action, done,
information only.
"""


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of the turn: an effect of the weather, or resources left.

    ``group`` is ``sky`` or a side; ``rule`` is the rule's number.
    """

    group: str
    text: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Spare:
    """An available marker that may be dragged onto a hex.

    ``marker`` is its kind. ``support`` is its support of an attack on the hex: ``air`` or the name
    of an artillery unit; if empty, the marker is for the units in the hex.
    """

    marker: str
    support: str = ""


@dataclass(frozen=True, slots=True)
class CheckItem:
    """A line of the checklist, with its places and units.

    ``attack`` is the hex that may be attacked, ``action`` the action of a click if nothing is left
    to choose, ``spare`` the marker to drag from the line.
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
    """An order other than a move or attack, as a menu item."""

    text: str
    action: act.Action


@dataclass(frozen=True, slots=True)
class Arrival:
    """Reinforcements: turn, side, units, entry places, and the kind of arrival as text."""

    turn: int
    side: str
    units: tuple[str, ...]
    places: tuple[int, ...]
    text: str = ""
    waiting: bool = False
    """Whether the units may enter now."""


@dataclass(frozen=True, slots=True)
class Objective:
    """A place or fact that counts for victory: the holder and its points by side."""

    id: str
    text: str
    place: int | None
    holder: str | None
    worth: Mapping[str, Number]
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """The victory points by side, the objectives, the winner and the level of victory."""

    points: Mapping[str, Number]
    objectives: tuple[Objective, ...]
    winner: str | None = None
    level: str = ""
    """The game's word for the level of victory; empty if there are no levels."""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Peril:
    """A limit of lost units at which a side loses the game.

    ``count`` is the number lost, or their points; ``units`` are those on the map that the next lost
    step adds to them, with what each adds.
    """

    side: str
    count: float
    limit: float
    units: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Legal:
    """Legal actions of the deciding side; ``more`` counts units or targets with others."""

    side: str
    actions: tuple[act.Action, ...]
    more: int


@dataclass(frozen=True, slots=True)
class ChanceNode:
    """The next dice of an action: number of faces, number of dice, reason."""

    sides: int
    count: int
    reason: str
