"""Answers about combat: odds, bombardments, retreats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from engine.core import actions as act
from engine.core.verdicts import Verdict
from engine.rules.answers.units import Number


@dataclass(frozen=True, slots=True)
class AttackPlan:
    """A planned or declared attack.

    ``support`` are units that support at range. ``choices`` are the game's further choices by name
    (air, lead, attached …); missing ones are made in the attacker's favour.
    """

    attackers: tuple[str, ...]
    target: int
    support: tuple[str, ...] = ()
    choices: Mapping[str, str | int | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Factor:
    """A factor on a unit's strength, with its rule."""

    rule: str
    factor: Number
    why: str = ""


@dataclass(frozen=True, slots=True)
class Share:
    """A unit's share in a combat: printed strength, used strength, and the factors between them."""

    unit: str
    role: Literal["attack", "defense", "support"]
    printed: Number
    used: Number
    why: tuple[Factor, ...] = ()


@dataclass(frozen=True, slots=True)
class ShiftLine:
    """A column shift or die-roll modifier; positive favours the attacker. ``why`` is text."""

    rule: str
    by: int
    why: str
    kind: Literal["shift", "drm"] = "shift"
    name: str = ""
    """The modifier's id on its chart."""


@dataclass(frozen=True, slots=True)
class Result:
    """A result of a combat chart: printed code, description, effects.

    ``attacker`` and ``defender`` are each side's effects as numbers: steps lost, hexes retreated.
    ``words`` are the game's other words.
    """

    code: str
    text: str = ""
    attacker: Mapping[str, int] = field(default_factory=dict)
    defender: Mapping[str, int] = field(default_factory=dict)
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chance:
    """A result of some rolls, printed as "1", "2-3" or "11", with its exact probability.

    The probabilities of a combat sum to 1.
    """

    throws: str
    probability: Fraction
    result: Result
    basis: str = ""
    """The basis of a chart cell that no printed source states: "reconstructed"."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """The expected outcome of a combat: probabilities, mean losses in steps.

    ``falls`` is the probability that the result orders the defender out of the hex, ``taken`` that
    the defender finally leaves it; ``holder`` is the unit that may hold it, with probability
    ``holds``.
    """

    falls: float
    taken: float
    attacker: float
    defender: float
    holder: str | None = None
    holds: float = 0.0


@dataclass(frozen=True, slots=True)
class ChoiceLine:
    """A choice of a planned attack: its name, options and current value."""

    name: str
    label: str
    options: tuple[tuple[str, str], ...]
    """Values with their labels; numbers as text."""
    chosen: str | None
    is_result: bool = True
    """Whether the value is a result (the best lead) rather than an input (air units)."""

    @classmethod
    def number(cls, name: str, label: str, chosen: int, most: int, least: int = 0) -> ChoiceLine:
        """Return the choice of a number from ``least`` to ``most``, or to the chosen one if it is
        more.
        """
        options = tuple((str(n), str(n)) for n in range(least, max(most, chosen) + 1))
        return cls(name, label, options, str(chosen), is_result=False)


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of a combat, legal or not."""

    plan: AttackPlan
    attack: Number
    defense: Number
    ratio: str
    column: str
    strengths: tuple[Share, ...]
    shifts: tuple[ShiftLine, ...]
    chances: tuple[Chance, ...]
    verdicts: tuple[Verdict, ...] = ()
    choices: tuple[ChoiceLine, ...] = ()
    able: tuple[str, ...] = ()
    """Units that could support at range, even those not taking part."""
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    support: tuple[str, ...] = ()
    """All units taking part, including those that the rules add."""
    notes: tuple[str, ...] = ()
    kind: str = ""
    """The game's word for the kind of combat, if it has several kinds."""
    own: Mapping[str, Any] = field(default_factory=dict)
    """The game's own data, as plain values."""
    prospect: Prospect | None = None
    method: str = ""
    """A text on how the column follows; empty if odds and shifts are enough."""
    replies: tuple[Chance, ...] = ()
    """The results of the defender's roll, if both sides roll."""
    endings: tuple[Chance, ...] = ()
    """The endings of a combat of several rounds; empty for a single roll."""
    order: act.Action | None = None
    """The action that declares it; None means a :class:`DeclareAttack` of the plan."""

    @property
    def strength(self) -> float:
        """The ratio of attack to defence plus shifts, for comparing combats."""
        return float(self.attack) / max(float(self.defense), 0.5) + sum(s.by for s in self.shifts)

    def result(self, throw: int) -> Result | None:
        """Return the result of a roll; None for an impossible roll."""
        name = str(throw)
        return next((c.result for c in self.chances if c.throws == name), None)

    @property
    def sides(self) -> tuple[tuple[Share, ...], tuple[Share, ...]]:
        """The shares of attack and support, and those of the defence."""
        mine = tuple(s for s in self.strengths if s.role != "defense")
        return mine, tuple(s for s in self.strengths if s.role == "defense")


@dataclass(frozen=True, slots=True)
class RetreatOption:
    """A retreat path, the numbers of the guidelines that it breaks, and its losses."""

    path: tuple[int, ...]
    broken: tuple[int, ...] = ()
    eliminated: bool = False
    end_status: str | None = None
    extra_loss: int = 0
    """The steps that the path costs."""
    rule: str | None = None
    """The rule by which the units are eliminated."""
    tag: str = ""
    """A short reason against the path, to show in its hex."""
    why: str = ""
    """The reason as a sentence; empty for a legal path."""


@dataclass(frozen=True, slots=True)
class Retreats:
    """All retreat paths, the best first; ``legal`` are the indices of the legal ones."""

    options: tuple[RetreatOption, ...]
    legal: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bombardment:
    """The odds of a bombardment: firers, strength, column, results with probabilities."""

    firers: tuple[str, ...]
    target: int
    strength: Number
    column: str
    shifts: tuple[ShiftLine, ...]
    chances: tuple[Chance, ...]
    verdicts: tuple[Verdict, ...] = ()
    notes: tuple[str, ...] = ()
    own: Mapping[str, Any] = field(default_factory=dict)
