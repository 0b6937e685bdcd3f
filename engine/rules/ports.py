"""The ports: what a game is to the rest of the program.

A :class:`Rulebook` is a game's rules as a whole, a :class:`Ruleset` its rules for one scenario on
one board, :class:`Answers` what may be asked of one state under those rules. Referee, probe,
command line, audit, autoplay, coverage and window ask these and nothing else; the games are listed
in ``engine/games/__init__.py`` and nowhere else.

A game answers only what it has: ``questions`` says which of the optional questions that is, and
what is not there is not shown. An optional question that is asked all the same raises
:class:`~engine.request_fields.NotAnswered`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, get_args

from engine.core import actions as act
from engine.core.dice import DiceSource
from engine.core.effects import Clock
from engine.core.modes import Mode
from engine.core.places import Places
from engine.core.resolve import Outcome
from engine.core.secrecy import Concealed
from engine.core.state import State
from engine.core.verdicts import Verdict

if TYPE_CHECKING:  # what a port speaks of, without loading it
    from engine.board.board import Board
    from engine.core.scenario import Scenario
    from engine.log.effect_words import Names
    from engine.log.entry import Entry
    from engine.modules.module import Module
    from engine.rules import answers
    from engine.rules.answers import Legal
    from engine.rules.facts import Facts
    from engine.rules.readings import OptionalRule, Reading

AimedAt = Literal["attack", "fire", "both"]
"""How enemies are aimed at in a phase: by units beside them, by fire alone, by either."""
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
ALL_QUESTIONS: frozenset[QuestionName] = frozenset(get_args(QuestionName))


class Auditor(Protocol):
    """Judges the entries of one recorded game in their order."""

    def judge(self, before: State, entry: Entry) -> list[Verdict] | None:
        """What the rules say of an entry; None where there is nothing to judge."""
        ...


class Answers(Protocol):
    """One state as the rules of a game see it. Every answer is worked out once and kept."""

    @property
    def state(self) -> State:
        """The state it is about."""
        ...

    @property
    def ruleset(self) -> Ruleset:
        """The rules it is seen by."""
        ...

    def unit(self, name: str) -> answers.UnitView | None:
        """A unit on the map or wherever else the rules ask about it; None for any other."""
        ...

    def units(self, side: str | None = None) -> Iterable[answers.UnitView]:
        """The units in play, of both sides or one."""
        ...

    def units_at(self, place: int) -> tuple[answers.UnitView, ...]:
        """The units in play at a place."""
        ...

    def values_of(self, unit: str) -> Mapping[str, Any]:
        """The values in force of any piece, in play or in a box, by the game's names."""
        ...

    def facts(self) -> Mapping[str, Any]:
        """What the state says in the game's own words: weather, time of day, points …"""
        ...

    def hex_facts(self, place: int) -> Mapping[str, Any]:
        """What a hex is in this position beyond what its board says; plain values."""
        ...

    def control(self, place: int) -> str | None:
        """Who holds a hex or held it last."""
        ...

    def number(self, place: int) -> str:
        """The printed number of a hex, the short name of a box."""
        ...

    def place(self, name: str) -> int | None:
        """The hex or box of a number or name; None for one that there is not."""
        ...

    def where(self, place: int) -> str:
        """A place in a sentence."""
        ...

    def name(self, unit: str) -> str:
        """A unit in a sentence."""
        ...

    def zones(self, side: str) -> answers.Zones:
        """A side's zone of control and bonds."""
        ...

    def reach(self, units: Sequence[str], mode: str = "best") -> answers.Reach:
        """Where units that stand together may end a move, by a mode or the best for each hex."""
        ...

    def why_not(self, units: Sequence[str], place: int, *, near: bool = False) -> answers.WhyNot:
        """The best way of units to a place, and every reason against it; house rules included.

        ``near``: where that is a detour that is only too long, the short way with its reasons.
        """
        ...

    def supply(self, side: str) -> Mapping[str, answers.SupplyLine]:
        """The supply of a side's units, by unit."""
        ...

    def supply_of(self, unit: str) -> answers.SupplyLine:
        """The supply of one unit in play."""
        ...

    def plan(self, request: Mapping[str, Any]) -> answers.AttackPlan:
        """The attack that a request of the probe describes. Raises Refused."""
        ...

    def prepared(self, plan: answers.AttackPlan) -> answers.Odds:
        """The same question for an attack in preparation: who joins by the rules takes part.

        What was chosen for another fight and does not fit this one is left out.
        """
        ...

    def attackers(self, target: int) -> tuple[str, ...]:
        """The units that could attack a hex from where they stand."""
        ...

    def has_fought(self, unit: str) -> bool:
        """Has a unit attacked in the phase, so that it cannot again?"""
        ...

    def targets(self, units: Sequence[str]) -> tuple[int, ...]:
        """The hexes that units could attack together; without units, those of the active side."""
        ...

    def odds(self, plan: answers.AttackPlan) -> answers.Odds:
        """An attack worked out with all that the rules say of it."""
        ...

    def bombard(
        self, firers: Sequence[str], target: int, **choices: str | int
    ) -> answers.Bombardment:
        """A bombardment worked out with all that the rules say of it."""
        ...

    def retreats(
        self, units: Sequence[str], hexes: int, battle: int | None = None, result: str = ""
    ) -> answers.Retreats:
        """All ways for units to retreat some hexes from a battle, those allowed marked."""
        ...

    def advances(
        self, units: Sequence[str], vacated: int, kind: str
    ) -> Mapping[int, tuple[int, ...]]:
        """The hexes victorious units may advance to, each with its way."""
        ...

    def options(self) -> tuple[str, ...]:
        """The ids of the answers to the decision that waits; cheap."""
        ...

    def question(self) -> answers.Question | None:
        """The decision that waits, in words, with its answers; None while there is none."""
        ...

    def barred(self) -> Mapping[int, answers.Barred]:
        """The places near the answers of the decision that waits which are none, and why."""
        ...

    def checklist(self) -> tuple[answers.CheckItem, ...]:
        """What the active side owes and may do in the phase, what is owed first."""
        ...

    def stack_words(self, place: int) -> str:
        """What the units of a place are worth together, in short; often nothing."""
        ...

    def plans(self) -> tuple[answers.Planned, ...]:
        """The combats that have been declared and are still to be fought."""
        ...

    def ribbon(self) -> answers.Ribbon | None:
        """The road that the game is about; None where there is none."""
        ...

    def conditions(self) -> tuple[answers.Condition, ...]:
        """What the weather means in the turn, and what either side has to spend; often nothing."""
        ...

    def arrivals(self, turn: int | None = None) -> tuple[answers.Arrival, ...]:
        """Who comes into the game in a turn (None: all that is still to come)."""
        ...

    def standing(self) -> answers.Standing:
        """Points, objectives, and who has won if the game is over."""
        ...

    def orders(self, units: Sequence[str]) -> tuple[answers.Order, ...]:
        """What units may be told beside moves and attacks: to break down, to take a marker …"""
        ...

    def judge(self, action: act.Action) -> list[Verdict]:
        """What the rules say of an action as a question, whatever the phase; house rules included.

        Raises Refused.
        """
        ...

    def meant(self, action: act.Action, mode: Mode) -> act.Action:
        """What a gesture with counters means in a mode of play: in a decision it is an answer."""
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

    def forget(self) -> None:
        """Empty the cache of positions, when a game is left."""
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
    def questions(self) -> Collection[QuestionName]:
        """The optional questions that positions of this game answer."""
        ...

    @property
    def own_questions(self) -> tuple[str, ...]:
        """The game's own questions of the probe (:meth:`Answers.ask`)."""
        ...

    def opening(self) -> State:
        """The state the scenario starts in."""
        ...

    def written(self, state: State) -> Mapping[str, Any]:
        """Return a state as the complete position that :meth:`Rulebook.given` reads back."""
        ...

    def answers(self, state: State) -> Answers:
        """Return what may be asked of a state; the same object for the same state."""
        ...

    @property
    def modes(self) -> tuple[str, ...]:
        """The modes of movement by name, the usual one first."""
        ...

    @property
    def advances(self) -> tuple[str, ...]:
        """The kinds of advance after combat by name."""
        ...

    @property
    def attack_phases(self) -> Mapping[str, AimedAt]:
        """The phases in which enemies are aimed at: by units beside them, by fire, or by both."""
        ...

    @property
    def move_phases(self) -> Collection[str]:
        """The phases in which units on the map move."""
        ...

    @property
    def names(self) -> Names:
        """What pieces and places are called, on the real board or on a diagram."""
        ...

    def decision_name(self, kind: str) -> str:
        """A kind of decision in words."""
        ...

    def judge(self, state: State, action: act.Action) -> list[Verdict]:
        """All verdicts of the printed rules on an action; pure.

        Raises UserError for unknown units and places.
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

    def following(self, state: State) -> Clock | None:
        """The phase that follows; None where the game is over."""
        ...

    def over(self, state: State) -> str | None:
        """The side that has won; None while play goes on."""
        ...

    def concealed(self, state: State, side: str) -> Concealed:
        """Return what a side may not see of a state; nothing for a game that hides nothing."""
        ...

    def observe(self, state: State, side: str) -> State:
        """Return a state without what a side may not see: hidden pieces are covers or absent."""
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
        """The game's id (as in ``resources/<id>``)."""
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

    def coverage(self) -> tuple[answers.CoverageRow, ...]:
        """What is done with each entry of the rule ledger, in the order of the rulebook."""
        ...

    def ruleset(self, scenario: str, module: Module | None = None) -> Ruleset:
        """The rules of a scenario on the real board, by the data of a module (default: its own).

        Of the first scenario for one that is not known.
        """
        ...

    def given(self, position: Mapping[str, Any]) -> GivenPosition:
        """The position that the JSON of a question describes. Raises Refused."""
        ...

    def table(self, name: str, request: Mapping[str, Any]) -> answers.TableResult:
        """What a table says of the inputs of a request. Raises Refused."""
        ...

    def facts(self, module: Module, scenario: str) -> Facts:
        """What reports may tell of this game's logs."""
        ...

    def compile(self, folder: Path) -> Iterator[tuple[str, bytes]]:
        """The game's own compiled files (counters, scenarios) from the sources in a folder."""
        ...
