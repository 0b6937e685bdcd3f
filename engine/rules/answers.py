"""Typed answers to the questions that people and programs ask of a position.

A game's :class:`~engine.rules.ports.Position` gives them, the probe writes them as JSON, the window
draws them, the command line prints them: one implementation, three ways to look at it. Places are
the ints of the game's places (hexes first, boxes behind them); hexsides are pairs of hexes, the
smaller first. Nothing here knows JSON, Qt, or a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from engine.core import actions as act
from engine.core.verdicts import Verdict

Hexside = tuple[int, int]
Number = int | float | Fraction


# -- units and ground -----------------------------------------------------------------------------


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


# -- movement -------------------------------------------------------------------------------------


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


# -- supply ---------------------------------------------------------------------------------------


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


# -- combat ---------------------------------------------------------------------------------------


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


# -- decisions and what a phase owes --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to a decision: the id that a log keeps, its words, and what it is about.

    ``place`` or ``hexside`` is what a click on the map may mean it by; ``tag`` what it brings,
    short enough to be shown in its hex ("-1 step", "+1").
    """

    id: str
    text: str
    place: int | None = None
    path: tuple[int, ...] = ()
    units: tuple[str, ...] = ()
    hexside: Hexside | None = None
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A decision that waits: who decides what, why, with every answer the rules allow."""

    kind: str
    side: str
    title: str
    text: str
    options: tuple[Option, ...]
    hint: str = ""
    battle: int | None = None
    """The hex of the fight that it is about."""
    places: tuple[int, ...] = ()
    hexsides: tuple[Hexside, ...] = ()


@dataclass(frozen=True, slots=True)
class Barred:
    """A place that is no answer to a decision: the rules in short, and why in sentences.

    ``answer`` is what could be answered all the same where breaches pass; None for what makes no
    sense.
    """

    tag: str
    why: str
    answer: Option | None = None


@dataclass(frozen=True, slots=True)
class Planned:
    """A combat that has been declared and is still to be fought.

    ``kind`` is the game's word for it; ``hard`` marks the kind that is fought to the death, and
    ``pinned`` a target that two kinds hold in place.
    """

    target: int
    places: tuple[int, ...]
    kind: str
    hard: bool = False
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class Stop:
    """A hex of the road that a game is about.

    ``holder`` is the side that holds it, ``open`` whether the way to its beginning is, ``bridge``
    the state of the bridge that leads on to it, if there is one.
    """

    place: int
    name: str = ""
    holder: str | None = None
    open: bool = True
    bridge: str = ""


@dataclass(frozen=True, slots=True)
class Ribbon:
    """The road that a game is about, hex by hex from its beginning."""

    title: str
    text: str
    stops: tuple[Stop, ...]


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


@dataclass(frozen=True, slots=True)
class TableResult:
    """What a game's table says: result, row and column as printed, how it was found.

    The result is a word as printed, or where the game says so a number, a list, a mapping.
    """

    result: Any
    row: str
    column: str
    notes: tuple[str, ...] = ()
    effects: Mapping[str, object] = field(default_factory=dict)
    basis: str = "stated"


# -- audit and coverage ---------------------------------------------------------------------------


CoverageStatus = Literal["enforced", "advised", "manual", "open", "not a rule"]


@dataclass(frozen=True, slots=True)
class CoverageRow:
    """One entry of the rule ledger: what is done with it, where, and by which test it is proved.

    ``function`` is ``module:name`` (several, separated by blanks), ``test`` ``file::name``; ``why``
    explains what is neither enforced nor open.
    """

    id: str
    title: str
    status: CoverageStatus
    function: str = ""
    test: str = ""
    why: str = ""
