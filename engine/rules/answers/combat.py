"""Attacks worked out, bombardments, retreats."""

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
    """An attack that is asked about or declared.

    ``support`` are units that take part from afar. ``choices`` are the game's further choices by
    name (air, lead, attached …); one left out is made in the attacker's favour.
    """

    attackers: tuple[str, ...]
    target: int
    support: tuple[str, ...] = ()
    choices: Mapping[str, str | int | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Factor:
    """A rule that changes a unit's strength, and by what."""

    rule: str
    factor: Number
    why: str = ""


@dataclass(frozen=True, slots=True)
class Share:
    """What a unit brings to a fight: the printed strength, the used one, and why they differ."""

    unit: str
    role: Literal["attack", "defense", "support"]
    printed: Number
    used: Number
    why: tuple[Factor, ...] = ()


@dataclass(frozen=True, slots=True)
class ShiftLine:
    """A column shift or die-roll modifier; positive favours the attacker; ``why`` is a sentence."""

    rule: str
    by: int
    why: str
    kind: Literal["shift", "drm"] = "shift"
    name: str = ""
    """The modifier's id on its chart."""


@dataclass(frozen=True, slots=True)
class Result:
    """One result of a combat chart: as printed, in words, and as what it does.

    ``attacker`` and ``defender`` are what each side suffers in numbers: steps lost, hexes
    retreated; other words of the game stand in ``words``.
    """

    code: str
    text: str = ""
    attacker: Mapping[str, int] = field(default_factory=dict)
    defender: Mapping[str, int] = field(default_factory=dict)
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chance:
    """What a throw brings: the throws as printed ("1", "2-3", "11"), their probability, the result.

    Probabilities are exact and add up to 1 over a fight.
    """

    throws: str
    probability: Fraction
    result: Result
    basis: str = ""
    """Where the cell of the chart comes from, if it is not printed or stated: "reconstructed"."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a fight brings on the average: chances from 0 to 1, losses in steps.

    ``falls`` is how likely the die makes the defender leave the hex, ``taken`` how likely he has
    left it after all that he may still do; ``holder`` the unit that may hold it, ``holds`` how
    likely it does.
    """

    falls: float
    taken: float
    attacker: float
    defender: float
    holder: str | None = None
    holds: float = 0.0


@dataclass(frozen=True, slots=True)
class ChoiceLine:
    """A choice that belongs to an attack: its name, what may be chosen, what is chosen now."""

    name: str
    label: str
    options: tuple[tuple[str, str], ...]
    """Values with their words; numbers as text."""
    chosen: str | None
    told: bool = True
    """Is what was chosen an answer too (the best lead), or only what was asked with (air units)?"""


@dataclass(frozen=True, slots=True)
class Odds:
    """A fight worked out, whether the rules allow it or not."""

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
    """Units that could support it from afar, whether they take part or not."""
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    support: tuple[str, ...] = ()
    """Who takes part: also those who join by the rules; everybody in the target hex."""
    notes: tuple[str, ...] = ()
    kind: str = ""
    """The game's word for what sort of combat it is, where it has several."""
    own: Mapping[str, Any] = field(default_factory=dict)
    """What only this game has to say of it, as plain values."""
    prospect: Prospect | None = None
    way: str = ""
    """How the column was come by, in the game's own words; empty where odds and shifts say it."""
    replies: tuple[Chance, ...] = ()
    """What the defender's own throw brings, in a combat where both sides throw."""
    endings: tuple[Chance, ...] = ()
    """How a fight of several rounds may end, all throws together; empty where one throw ends it."""
    order: act.Action | None = None
    """What declares it; None where that is a :class:`DeclareAttack` of what was planned."""

    @property
    def strength(self) -> float:
        """How much the attack outweighs the defence, shifts counted; for comparing fights."""
        return float(self.attack) / max(float(self.defense), 0.5) + sum(s.by for s in self.shifts)

    def result(self, throw: int) -> Result | None:
        """The result of a throw; None for one that the dice cannot show."""
        name = str(throw)
        return next((c.result for c in self.chances if c.throws == name), None)

    @property
    def sides(self) -> tuple[tuple[Share, ...], tuple[Share, ...]]:
        """The shares of the attack with its support, and those of the defence."""
        mine = tuple(s for s in self.strengths if s.role != "defense")
        return mine, tuple(s for s in self.strengths if s.role == "defense")


@dataclass(frozen=True, slots=True)
class RetreatWay:
    """A way to retreat: guidelines it breaks (by their number), and how it ends."""

    path: tuple[int, ...]
    broken: tuple[int, ...] = ()
    eliminated: bool = False
    end_status: str | None = None
    extra_loss: int = 0
    """Steps that it costs."""
    rule: str | None = None
    """The rule by which the units are eliminated."""
    tag: str = ""
    """The reason against it, short enough to be shown in its hex."""
    why: str = ""
    """The same in a sentence; empty for a way that may be taken."""


@dataclass(frozen=True, slots=True)
class Retreats:
    """All ways to retreat, the best first; ``legal`` are the indices of those that may be taken."""

    ways: tuple[RetreatWay, ...]
    legal: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bombardment:
    """A bombardment worked out: firers, strength, column, results with their chances."""

    firers: tuple[str, ...]
    target: int
    strength: Number
    column: str
    shifts: tuple[ShiftLine, ...]
    chances: tuple[Chance, ...]
    verdicts: tuple[Verdict, ...] = ()
    notes: tuple[str, ...] = ()
    own: Mapping[str, Any] = field(default_factory=dict)
