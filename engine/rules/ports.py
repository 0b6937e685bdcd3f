"""The ports: the interface of a game to the rest of the program.

A :class:`Rulebook` has all rules of a game, a :class:`Ruleset` those of one scenario on one board,
:class:`Answers` answers queries about one state. Referee, probe, command line, audit, autoplay,
coverage and window use only these; ``engine/games/__init__.py`` lists the games.

``questions`` lists the optional queries that a game answers; others are not shown, and raise
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

if TYPE_CHECKING:  # types of the ports, not loaded at run time
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
"""Kinds of attack that a phase allows: by adjacent units, by fire only, by both."""
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
"""The optional queries. Every game answers ``legal``, ``judge`` and pending decisions."""
ALL_QUESTIONS: frozenset[QuestionName] = frozenset(get_args(QuestionName))


class Auditor(Protocol):
    """Judge the entries of a recorded game in order."""

    def judge(self, before: State, entry: Entry) -> list[Verdict] | None:
        """Return the verdicts on an entry; None if there is nothing to judge."""
        ...


class Answers(Protocol):
    """The answers of a game's rules for one state; results are cached."""

    @property
    def state(self) -> State:
        """The state of the answers."""
        ...

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the answers."""
        ...

    def unit(self, name: str) -> answers.UnitView | None:
        """Return a unit on the map or in a box that the rules use; None for others."""
        ...

    def units(self, side: str | None = None) -> Iterable[answers.UnitView]:
        """Return the units in play, of both sides or one."""
        ...

    def together(self, request: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the units that a request names in the game's own form; none if it names them by
        id.
        """
        ...

    def units_at(self, place: int) -> tuple[answers.UnitView, ...]:
        """Return the units in play at a place."""
        ...

    def values_of(self, unit: str) -> Mapping[str, Any]:
        """Return the current values of any piece, in play or in a box, by the game's names."""
        ...

    def range_of(self, unit: str) -> int | None:
        """Return how many hexes a unit in play shoots now; None for its printed range."""
        ...

    def facts(self) -> Mapping[str, Any]:
        """Return facts of the state by the game's names: weather, time of day, points …"""
        ...

    def hex_facts(self, place: int) -> Mapping[str, Any]:
        """Return the position's facts about a hex, not those of the board; plain values."""
        ...

    def control(self, place: int) -> str | None:
        """Return the side that controls a hex: the last to occupy it."""
        ...

    def number(self, place: int) -> str:
        """Return the printed number of a hex, or the short name of a box."""
        ...

    def place(self, name: str) -> int | None:
        """Return the hex or box of a number or name; None if unknown."""
        ...

    def where(self, place: int) -> str:
        """Return the name of a place for use in sentences."""
        ...

    def name(self, unit: str) -> str:
        """Return the name of a unit for use in sentences."""
        ...

    def zones(self, side: str) -> answers.Zones:
        """Return a side's zone of control and bonds."""
        ...

    def reach(self, units: Sequence[str], mode: str = "best") -> answers.Reach:
        """Return where a stack may end a move, by a mode or by the best mode for each hex."""
        ...

    def why_not(self, units: Sequence[str], place: int, *, near: bool = False) -> answers.WhyNot:
        """Return the best path of units to a place and the verdicts on it, with house rules.

        ``near``: if that is a detour that is merely too long, return the direct path.
        """
        ...

    def supply(self, side: str) -> Mapping[str, answers.SupplyLine]:
        """Return the supply of a side's units, by unit."""
        ...

    def supply_of(self, unit: str) -> answers.SupplyLine:
        """Return the supply of a unit in play."""
        ...

    def plan(self, request: Mapping[str, Any]) -> answers.AttackPlan:
        """Parse the attack in a request of the probe. Raises Refused."""
        ...

    def prepared(self, plan: answers.AttackPlan) -> answers.Odds:
        """Return the odds of an attack being planned, with units that the rules add.

        Leaves out choices that do not fit this combat.
        """
        ...

    def attackers(self, target: int) -> tuple[str, ...]:
        """Return the units that could attack a hex from their current hexes."""
        ...

    def first_attackers(self, target: int) -> tuple[str, ...]:
        """Return the attackers of a hex that are ticked until the user chooses others."""
        ...

    def fires_at(self, target: int) -> bool:
        """Return whether a hex may be fired at without an attacker, where the phase allows fire."""
        ...

    def has_fought(self, unit: str) -> bool:
        """Return whether a unit has attacked in the phase and cannot again."""
        ...

    def targets(self, units: Sequence[str]) -> tuple[int, ...]:
        """Return the hexes that units could attack together; without units, any active unit."""
        ...

    def odds(self, plan: answers.AttackPlan) -> answers.Odds:
        """Return the odds of an attack with all verdicts on it."""
        ...

    def bombard(
        self, firers: Sequence[str], target: int, **choices: str | int
    ) -> answers.Bombardment:
        """Return a bombardment with all verdicts on it."""
        ...

    def retreats(
        self, units: Sequence[str], hexes: int, battle: int | None = None, result: str = ""
    ) -> answers.Retreats:
        """Return all retreat paths of units from a combat, with the legal ones marked."""
        ...

    def advances(
        self, units: Sequence[str], vacated: int, kind: str
    ) -> Mapping[int, tuple[int, ...]]:
        """Return the hexes that victorious units may advance to, each with its path."""
        ...

    def options(self) -> tuple[str, ...]:
        """Return the ids of the pending decision's options; cheap."""
        ...

    def question(self) -> answers.Question | None:
        """Return the pending decision with its text and options, or None."""
        ...

    def barred(self) -> Mapping[int, answers.Barred]:
        """Return the places near the pending decision's options that are not options, and why."""
        ...

    def checklist(self) -> tuple[answers.CheckItem, ...]:
        """Return the active side's pending duties and legal actions of the phase, duties first."""
        ...

    def stack_words(self, place: int) -> str:
        """Describe briefly the total values of the units at a place; may be empty."""
        ...

    def plans(self) -> tuple[answers.Planned, ...]:
        """Return the declared combats not yet fought."""
        ...

    def battle_board(self) -> answers.BattleBoard | None:
        """Return the second board on which a battle is fought now; None while there is none."""
        ...

    def ribbon(self) -> answers.Ribbon | None:
        """Return the road that decides the game, or None."""
        ...

    def conditions(self) -> tuple[answers.Condition, ...]:
        """Return the effects of the weather and the resources of both sides; may be empty."""
        ...

    def arrivals(self, turn: int | None = None) -> tuple[answers.Arrival, ...]:
        """Return the reinforcements of a turn (None: all still to come)."""
        ...

    def standing(self) -> answers.Standing:
        """Return points, objectives and the winner."""
        ...

    def perils(self) -> Sequence[answers.Peril]:
        """Return the limits of lost units at which a side loses the game."""
        ...

    def orders(self, units: Sequence[str]) -> tuple[answers.Order, ...]:
        """Return orders other than moves and attacks: breakdown, markers …"""
        ...

    def judge(self, action: act.Action) -> list[Verdict]:
        """Return the verdicts on an action, regardless of the phase, with house rules.

        Raises Refused.
        """
        ...

    def drag_action(self, action: act.Action, mode: Mode) -> act.Action:
        """Return the action meant by dragging counters; during a decision, the answer."""
        ...

    def moved_together(self, units: Sequence[str]) -> tuple[str, ...]:
        """Return units with those that the rules move together with them, as a stack."""
        ...

    def carried_by(self, marker: str) -> tuple[str, ...]:
        """Return the units that move with a dragged marker; empty if none do."""
        ...

    def ask(self, op: str, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """Answer one of the game's own queries for the probe; plain values in and out."""
        ...


class Ruleset(Protocol):
    """The rules of a scenario on a board: judge, resolve, answer. Can be pickled."""

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook of these rules."""
        ...

    @property
    def module(self) -> Module:
        """The data of the game."""
        ...

    @property
    def scenario(self) -> Scenario:
        """The scenario of these rules."""
        ...

    @property
    def board(self) -> Board:
        """The printed board, or a diagram."""
        ...

    @property
    def places(self) -> Places:
        """The hexes and boxes."""
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
        """The keys of verdicts that house rules cannot override."""
        ...

    @property
    def questions(self) -> Collection[QuestionName]:
        """The optional queries that this game answers."""
        ...

    @property
    def own_questions(self) -> tuple[str, ...]:
        """The game's own queries of the probe (:meth:`Answers.ask`)."""
        ...

    def opening(self) -> State:
        """Return the opening state of the scenario."""
        ...

    def written(self, state: State) -> Mapping[str, Any]:
        """Return a state as the complete position that :meth:`Rulebook.given` reads back."""
        ...

    def answers(self, state: State) -> Answers:
        """Return the answers for a state; the same object for the same state."""
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
        """The phases in which units attack, and how: by adjacent units, fire or both."""
        ...

    @property
    def move_phases(self) -> Collection[str]:
        """The phases in which units on the map move."""
        ...

    def next_attack(self, clock: Clock) -> Clock | None:
        """Return the clock of the side's next phase of the turn in which adjacent units attack;
        None if there is none.
        """
        ...

    @property
    def die_faces(self) -> Sequence[int]:
        """The faces of the game's special die, one for each side; empty for common dice."""
        ...

    @property
    def names(self) -> Names:
        """The names of pieces and places, on the printed board or a diagram."""
        ...

    def decision_name(self, kind: str) -> str:
        """Return the name of a kind of decision."""
        ...

    def judge(self, state: State, action: act.Action) -> list[Verdict]:
        """Return all verdicts of the printed rules on an action; pure.

        Raises UserError for unknown units and places.
        """
        ...

    def resolves(self, action: act.Action) -> bool:
        """Return whether the rules compute an action's effects (rather than the core)."""
        ...

    def resolve(self, state: State, action: act.Action, dice: DiceSource) -> Outcome:
        """Return the effects and dice of an action. Raises DiceNeeded from the dice."""
        ...

    def legal(self, state: State, limit: int, start: int = 0) -> Legal:
        """Return legal actions of the deciding side, from unit or target ``start`` on."""
        ...

    def actions_of(self, state: State, unit: str) -> Iterator[act.Action]:
        """Yield the legal actions of a unit, those cheapest to compute first."""
        ...

    def following(self, state: State) -> Clock | None:
        """Return the clock of the next phase; None if the game is over."""
        ...

    def over(self, state: State) -> str | None:
        """Return the winner; None while the game continues."""
        ...

    def concealed(self, state: State, side: str) -> Concealed:
        """Return what a side may not see of a state; nothing for a game that hides nothing."""
        ...

    def observe(self, state: State, side: str) -> State:
        """Return a state without what a side may not see: hidden pieces are covers or absent."""
        ...

    def invariants(self, state: State, before: State) -> Iterable[str]:
        """Return descriptions of the faults of a state reached by the rules."""
        ...

    def auditor(self) -> Auditor:
        """Return a new auditor for a recorded game."""
        ...


@dataclass(frozen=True, slots=True)
class GivenPosition:
    """A position from a probe request: the rules of its board, its state, warnings."""

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
        """The readings of points that the rulebook leaves open."""
        ...

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of the tables for look-up."""
        ...

    @property
    def own_questions(self) -> tuple[str, ...]:
        """The game's own queries of the probe (:attr:`Ruleset.own_questions`)."""
        ...

    def coverage(self) -> tuple[answers.CoverageRow, ...]:
        """Return the coverage of each entry of the rule ledger, in the rulebook's order."""
        ...

    def ruleset(self, scenario: str, module: Module | None = None) -> Ruleset:
        """Return the rules of a scenario on the printed board, for a module (default: the game's).

        An unknown scenario means the first one.
        """
        ...

    def with_data(self, module: Module) -> Rulebook:
        """Return the rules of this game for a module from outside the program."""
        ...

    def parse_position(self, position: Mapping[str, Any]) -> GivenPosition:
        """Parse the position in a request. Raises Refused."""
        ...

    def table(self, name: str, request: Mapping[str, Any]) -> answers.TableResult:
        """Look up a table with the inputs of a request. Raises Refused."""
        ...

    def facts(self, module: Module, scenario: str) -> Facts:
        """Return the facts of this game's logs for reports."""
        ...

    def compile(self, folder: Path) -> Iterator[tuple[str, bytes]]:
        """Yield the game's own compiled files (counters, scenarios) from a source folder."""
        ...
