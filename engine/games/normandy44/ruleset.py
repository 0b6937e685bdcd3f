"""Normandy '44 by its rules: which actions are legal now, and what they do."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import orjson

from engine.board.board import Board
from engine.core import actions as act
from engine.core.dice import DiceSource
from engine.core.effects import Clock
from engine.core.modes import house_rules
from engine.core.resolve import Outcome
from engine.core.resolve import resolve as resolve_free
from engine.core.scenario import Scenario
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.games import require_rulebook
from engine.games.normandy44 import legal as listing
from engine.games.normandy44 import orders, tracks
from engine.games.normandy44.answers.names import BoardNames
from engine.games.normandy44.answers.position import Answers
from engine.games.normandy44.audit import Auditor
from engine.games.normandy44.decisions import (
    choice_named,
    decide,
    kind_name,
    refusal,
    settle,
)
from engine.games.normandy44.invariants import faults
from engine.games.normandy44.position import Setting, Situation
from engine.games.normandy44.readings import BY_NAME
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.rules.ch03_sequence import next_clock, next_phase
from engine.games.normandy44.rules.ch10_procedure import declare
from engine.games.normandy44.setting import Base
from engine.games.normandy44.vocabulary import (
    GAME,
    MODES,
    NORMAL,
    RESERVE_MOVE,
    STRATEGIC,
    TACTICAL,
    TRUCK,
    TRUCK_STRATEGIC,
    say,
)
from engine.modules import Module
from engine.rules.answers import Legal
from engine.rules.house import under
from engine.rules.judge import Forbidden
from engine.rules.registry import is_legal

if TYPE_CHECKING:
    from engine.rules.ports import QuestionName, Rulebook

FREE = (act.Note, act.Roll, act.SetRules)
"""Actions that no rule speaks to."""

_SENSELESS = (
    "3.0.mode",
    "3.0.no_option",
    "3.0.nothing_asked",
    "3.0.other_question",
    "3.0.pending",
    "9.1a.gap",
    "9.1a.start",
    "9.1c.enemy",
    "9.2.off_map",
    "10.1a.nobody",
    "10.1a.no_attacker",
    "10.1a.other_side",
    "10.3.1.no_force",
    "11.6.1a.cannot",
    "17.9.1b.gone",
    "19.1.4a.no_prey",
    "23.1.over",
)
FIXED = frozenset(f"rule.{GAME}.{key}" for key in _SENSELESS)
"""Keys of verdicts that no agreement sets aside: what makes no sense at all."""


class Rules:
    """The rules of one setting: the game's :class:`~engine.rules.ports.Ruleset`."""

    questions: Collection[QuestionName] = frozenset(
        {
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
        }
    )
    own_questions = ()
    options = tuple(BY_NAME)
    fixed = FIXED
    modes = (NORMAL, TACTICAL, STRATEGIC, TRUCK, TRUCK_STRATEGIC, RESERVE_MOVE)
    advances = ("normal", "limited")

    def __init__(
        self,
        setting: Setting,
        rulebook: Rulebook | None,
        base: Base,
        module: Module,
        scenario: str,
        board: Board | None = None,
        raw: bytes | None = None,
    ) -> None:
        self.setting = setting
        self.base = base
        self.module = module
        self.places = setting.places
        self.board = board or base.board
        self._rulebook = rulebook
        self._scenario = scenario
        self._raw = raw
        """The question that gave the diagram, from which a copy is made in another process."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (self.rulebook.id, self._scenario, self._raw)

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook that these rules come from."""
        return self._rulebook or require_rulebook(self.module.meta.id)

    @cached_property
    def scenario(self) -> Scenario:
        """The scenario."""
        return self.module.scenario(self._scenario)

    @property
    def titles(self) -> Mapping[str, str]:
        """Our short title of each rule, by number."""
        return self.rulebook.titles

    @cached_property
    def names(self) -> BoardNames:
        """What pieces and places are called."""
        return BoardNames(self.module, self.board, self.places, self.setting.roster.own)

    def decision_name(self, kind: str) -> str:
        """A kind of decision in words."""
        return kind_name(kind)

    def opening(self) -> State:
        """The state the scenario starts in."""
        return self.base.opening

    def situation(self, state: State) -> Situation:
        """A state as the rules see it."""
        return self.setting.situation(state)

    def position(self, state: State) -> Answers:
        """A state as everybody may ask it; the same one for the same state."""
        held = self.setting.situation(state)
        if "answers" not in held.memo:
            held.memo["answers"] = Answers(self, held)
        found: Answers = held.memo["answers"]
        return found

    def auditor(self) -> Auditor:
        """A fresh auditor for a recorded game."""
        return Auditor(self)

    # -- judging ----------------------------------------------------------------------------------

    def judge(self, state: State, action: act.Action) -> list[Verdict]:
        """All verdicts on an action. Raises UserError for unknown units and places."""
        if isinstance(action, FREE):
            return []
        situation = self.situation(state)
        if isinstance(action, act.Choose):
            return self._judge_choice(situation, action)
        return list(orders.order_verdicts(situation, action))

    def _judge_choice(self, situation: Situation, action: act.Choose) -> list[Verdict]:
        if not situation.state.pending:
            return [say("3.0", "nothing_asked")]
        asked = situation.state.pending[-1]
        if asked.kind != action.decision:
            return [say("3.0", "other_question", asked=kind_name(asked.kind))]
        return refusal(situation, asked, action.option)

    def allows(self, state: State, verdicts: Iterable[Verdict]) -> bool:
        """Does nothing forbid, once house rules are laid over the printed ones?"""
        return is_legal(under(house_rules(state), verdicts, FIXED))

    # -- resolving --------------------------------------------------------------------------------

    def resolves(self, action: act.Action) -> bool:
        """Are the effects of an action worked out by the rules?"""
        if isinstance(action, act.MoveUnits):
            return action.mode in MODES or action.mode == orders.RELOCATE
        ruled = act.NextPhase | act.DeclareAttack | act.Bombard | act.Choose | act.PlaceMarker
        return isinstance(action, ruled)

    def resolve(self, state: State, action: act.Action, dice: DiceSource) -> Outcome:
        """The effects and dice of an action that the rules allow."""
        work = Resolution(self.setting, state, dice)
        situation = work.situation
        match action:
            case act.MoveUnits():
                orders.move(work, action)
            case act.DeclareAttack():
                declare(work, orders.attack_named(situation, action))
            case act.Bombard():
                orders.bombard(work, action)
            case act.PlaceMarker():
                if action.marker not in orders.MARKERS:
                    raise Forbidden([say("3.0", "by_hand")])
                orders.mark(work, action)
            case act.NextPhase():
                next_phase(work)
            case act.Choose():
                asked = state.pending[-1] if state.pending else None
                choice = None if asked is None else choice_named(situation, asked, action.option)
                if asked is None or choice is None or asked.kind != action.decision:
                    raise Forbidden(self._judge_choice(situation, action))
                decide(work, choice)
            case _:
                return resolve_free(action, state, self.places, dice)
        settle(work)
        return tuple(work.effects), tuple(work.thrown)

    # -- players ----------------------------------------------------------------------------------

    def legal(self, state: State, most: int, start: int = 0) -> Legal:
        """Legal actions for the side to decide."""
        allows = self._allows(state)
        return listing.legal(self.situation(state), allows, most, start)

    def actions_of(self, state: State, unit: str) -> Iterator[act.Action]:
        """The legal actions of one unit."""
        situation = self.situation(state)
        known = situation.any_unit(unit)
        if known is not None:
            yield from listing.actions_of(situation, self._allows(state), known)

    def _allows(self, state: State) -> listing.Allows:
        return lambda verdicts: self.allows(state, verdicts)

    def following(self, state: State) -> Clock | None:
        """The phase that follows; None where the game is over."""
        return next_clock(self.situation(state))

    def over(self, state: State) -> str | None:
        """The side that has won; None while play goes on."""
        won = state.tracks.get(tracks.WINNER)
        return None if won is None else str(won)

    def observe(self, state: State, side: str) -> State:
        """2.3: nothing on the map is hidden; both sides see all of it."""
        return state

    def invariants(self, state: State, before: State) -> Iterable[str]:
        """What is wrong with a state that the rules led to."""
        return faults(self.situation(state), before)


def _remade(game: str, scenario: str, raw: bytes | None) -> Any:
    """The same rules in another process."""
    book = require_rulebook(game)
    return book.ruleset(scenario) if raw is None else book.given(orjson.loads(raw)).ruleset
