"""The ports: what a game is to the rest of the program.

A :class:`Rulebook` is a game's rules as a whole, a :class:`Ruleset` its rules for one scenario on
one board, a :class:`Position` one state as those rules see it. Referee, probe, command line, audit,
autoplay, coverage and window ask these and nothing else; which games there are stands in
``engine/games/__init__.py`` and nowhere else.

A game answers only what it has: ``questions`` says which of the optional questions that is, and
what is not there is not shown. An optional question that is asked all the same raises
:class:`NotAnswered`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from engine.core import actions as act
from engine.core.dice import DiceSource
from engine.core.errors import Holland44Error
from engine.core.places import Places
from engine.core.resolve import Outcome
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.rules.answers import (
    Arrival,
    AttackPlan,
    Bombardment,
    CheckItem,
    CoverageRow,
    Legal,
    Odds,
    Question,
    Reach,
    Retreats,
    Standing,
    SupplyLine,
    TableResult,
    UnitView,
    WhyNot,
    Zones,
)

if TYPE_CHECKING:  # what a port speaks of, without loading it
    from engine.board.board import Board
    from engine.core.scenario import Scenario
    from engine.log.entry import Entry
    from engine.modules import Module

QuestionName = Literal[
    "zones",
    "reach",
    "supply",
    "odds",
    "retreats",
    "advances",
    "bombard",
    "checklist",
    "arrivals",
    "standing",
]
"""The optional questions; ``legal``, ``judge`` and pending decisions every game answers."""


class NotAnswered(Holland44Error):  # noqa: N818 (an answer, not a fault)
    """This game does not know the question."""


@dataclass(frozen=True, slots=True)
class OptionalRule:
    """A rule, or a reading of one, that players may choose when they begin.

    ``name`` stands in logs, ``title`` and ``text`` are for people, ``rule`` is its number. A
    reading with several values names them, the default first; a plain option is off or on.
    """

    name: str
    title: str
    rule: str = ""
    text: str = ""
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """How the book was understood where it leaves a question open: rule numbers, our words."""

    rules: tuple[str, ...]
    text: str
    source: str = ""
    """Where it is decided: a decision record, an option."""


class Auditor(Protocol):
    """Judges the entries of one recorded game in their order."""

    def judge(self, before: State, entry: Entry) -> list[Verdict] | None:
        """What the rules say of an entry; None where there is nothing to judge."""
        ...


class Position(Protocol):
    """One state as the rules of a game see it. Every answer is worked out once and kept."""

    @property
    def state(self) -> State:
        """The state it is about."""
        ...

    @property
    def ruleset(self) -> Ruleset:
        """The rules it is seen by."""
        ...

    def units_in_play(self) -> Mapping[str, UnitView]:
        """The units on the map and wherever else the rules ask about them, by id."""
        ...

    def where(self, place: int) -> str:
        """A place in a sentence."""
        ...

    def name(self, unit: str) -> str:
        """A unit in a sentence."""
        ...

    def zones(self, side: str) -> Zones:
        """A side's zone of control and bonds."""
        ...

    def reach(self, units: Sequence[str], mode: str = "best") -> Reach:
        """Where units that stand together may end a move, by a mode or the best for each hex."""
        ...

    def why_not(self, units: Sequence[str], place: int) -> WhyNot:
        """The best way of units to a place, and every reason against it; house rules included."""
        ...

    def supply(self, side: str) -> Mapping[str, SupplyLine]:
        """The supply of a side's units, by unit."""
        ...

    def targets(self, units: Sequence[str]) -> tuple[int, ...]:
        """The hexes that units could attack together; without units, those of the active side."""
        ...

    def odds(self, plan: AttackPlan) -> Odds:
        """An attack worked out with all that the rules say of it."""
        ...

    def bombard(self, firers: Sequence[str], target: int, **choices: str | int) -> Bombardment:
        """A bombardment worked out with all that the rules say of it."""
        ...

    def retreats(
        self, units: Sequence[str], hexes: int, battle: int | None = None, result: str = ""
    ) -> Retreats:
        """All ways for units to retreat some hexes from a battle, those allowed marked."""
        ...

    def advances(
        self, units: Sequence[str], vacated: int, kind: str
    ) -> Mapping[int, tuple[int, ...]]:
        """The hexes victorious units may advance to, each with its way."""
        ...

    def question(self) -> Question | None:
        """The decision that waits, in words, with its answers; None while there is none."""
        ...

    def checklist(self) -> tuple[CheckItem, ...]:
        """What the active side owes and may do in the phase, what is owed first."""
        ...

    def arrivals(self, turn: int | None = None) -> tuple[Arrival, ...]:
        """Who comes into the game in a turn (None: all that is still to come)."""
        ...

    def standing(self) -> Standing:
        """Points, objectives, and who has won if the game is over."""
        ...

    def meant(self, action: act.Action) -> act.Action:
        """What a gesture with counters means by the rules: a drag in a decision is its answer."""
        ...

    def ask(self, op: str, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """A question of the game's own, from the probe: plain values in, plain values out."""
        ...


class Ruleset(Protocol):
    """The rules of a scenario on a board: judge, resolve, and positions to ask. It pickles."""

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook it comes from."""
        ...

    @property
    def module(self) -> Module:
        """The game's data."""
        ...

    @property
    def scenario(self) -> Scenario:
        """The scenario."""
        ...

    @property
    def board(self) -> Board:
        """The real board, or a diagram."""
        ...

    @property
    def places(self) -> Places:
        """Hexes and boxes."""
        ...

    @property
    def titles(self) -> Mapping[str, str]:
        """Our short title of each rule, by number."""
        ...

    @property
    def options(self) -> Collection[str]:
        """The names of the optional rules."""
        ...

    @property
    def fixed(self) -> Collection[str]:
        """The keys of verdicts that no house rule reaches."""
        ...

    @property
    def questions(self) -> frozenset[QuestionName]:
        """The optional questions that positions of this game answer."""
        ...

    @property
    def own_questions(self) -> tuple[str, ...]:
        """The game's own questions of the probe (:meth:`Position.ask`)."""
        ...

    def opening(self) -> State:
        """The state the scenario starts in."""
        ...

    def position(self, state: State) -> Position:
        """A state as the rules see it; the same one for the same state."""
        ...

    def judge(self, state: State, action: act.Action) -> list[Verdict]:
        """All verdicts of the printed rules on an action; pure.

        Raises Holland44Error for unknown units and places.
        """
        ...

    def resolves(self, action: act.Action) -> bool:
        """Do the rules work out what an action does (or do the core's free actions)?"""
        ...

    def resolve(self, state: State, action: act.Action, dice: DiceSource) -> Outcome:
        """The effects and dice of an action by the rules. Raises DiceNeeded from the dice."""
        ...

    def legal(self, state: State, most: int, start: int = 0) -> Legal:
        """Legal actions for the side to decide, beginning with the unit or target ``start``."""
        ...

    def actions_of(self, state: State, unit: str) -> Iterator[act.Action]:
        """The legal actions of one unit, cheapest to find first; may be broken off."""
        ...

    def over(self, state: State) -> str | None:
        """The side that has won; None while play goes on."""
        ...

    def observe(self, state: State, side: str) -> State:
        """What a side may see of a state: the other side's secrets are masked."""
        ...

    def invariants(self, state: State, before: State) -> Iterable[str]:
        """What is wrong with a state that the rules led to, in words; nothing if all is well."""
        ...

    def auditor(self) -> Auditor:
        """A fresh auditor for a recorded game."""
        ...


@dataclass(frozen=True, slots=True)
class GivenPosition:
    """A position that a question gave: the rules of its board, its state, what was odd about it."""

    ruleset: Ruleset
    state: State
    warnings: tuple[str, ...] = ()


class Rulebook(Protocol):
    """The rules of one game."""

    @property
    def id(self) -> str:
        """The game's id ("holland44")."""
        ...

    @property
    def version(self) -> str:
        """The version of the rules code, recorded with each game.

        The first number grows when the same action may lead to other effects, the second when
        verdicts or texts change.
        """
        ...

    @property
    def titles(self) -> Mapping[str, str]:
        """Our short title of each rule, by number."""
        ...

    @property
    def optional_rules(self) -> tuple[OptionalRule, ...]:
        """The optional rules and readings that players may choose."""
        ...

    @property
    def readings(self) -> tuple[Reading, ...]:
        """How the book was understood where it is open."""
        ...

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of the tables that can be looked up."""
        ...

    def coverage(self) -> tuple[CoverageRow, ...]:
        """What is done with each entry of the rule ledger, in the order of the rulebook."""
        ...

    def ruleset(self, scenario: str) -> Ruleset:
        """The rules of a scenario on the real board; of the first for one that is not known."""
        ...

    def given(self, position: Mapping[str, Any]) -> GivenPosition:
        """The position that the JSON of a question describes. Raises Refused."""
        ...

    def table(self, name: str, request: Mapping[str, Any]) -> TableResult:
        """What a table says of the inputs of a request. Raises Refused."""
        ...

    def compile(self, folder: Path) -> Iterator[tuple[str, bytes]]:
        """The game's own compiled files (counters, scenarios) from the sources in a folder."""
        ...
