"""The ruleset of a game that works whole situations out of its states."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

import orjson

from engine.board.board import Board
from engine.core import actions as act
from engine.core.dice import DiceSource
from engine.core.modes import house_rules
from engine.core.places import Places
from engine.core.resolve import Outcome
from engine.core.resolve import resolve as resolve_free
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.modules.module import Module
from engine.rules import listing
from engine.rules.answers import Legal
from engine.rules.board_names import BoardNames
from engine.rules.house import allowed
from engine.rules.listing import Allows, Orders
from engine.rules.plain.ruleset import PlainRuleset
from engine.rules.ports import Position, Rulebook
from engine.rules.situations.decisions import Decisions, W
from engine.rules.situations.situation import BoardSetting, S

if TYPE_CHECKING:
    from engine.rules.plain.rulebook import PlainRulebook

FREE = (act.Note, act.Roll, act.SetRules)
"""Actions that no rule speaks to."""

G = TypeVar("G", bound=BoardSetting[Any, Any])


class Lists(Protocol):
    """How a game lists its legal orders; ``situation`` is the game's own."""

    def subjects(self, situation: Any, allows: Allows) -> Sequence[Orders]:
        """Those of the active side, by unit, stack or target, in a steady order."""
        ...

    def orders_of(self, situation: Any, allows: Allows, unit: Any) -> Iterator[act.Action]:
        """Those of one unit."""
        ...


class SituationRuleset(PlainRuleset, Generic[G, S, W]):
    """The rules of one setting: of a scenario on the real board, or of a diagram."""

    decisions: ClassVar[Decisions[Any, Any]]
    """Every kind of decision of the game."""
    lists: Lists
    """The game's module ``legal``."""
    answers_class: Callable[[Any, Any], Position]
    """A ruleset and a situation as the port that everybody asks."""
    resolution_class: Callable[[Any, State, DiceSource], Any]
    """A setting and a state as effects worked out one after the other."""

    def __init__(
        self,
        rulebook: Rulebook,
        module: Module,
        scenario: str,
        setting: G,
        opening: State,
        board: Board,
        own: Iterable[str] = (),
        raw: bytes | None = None,
    ) -> None:
        """``own`` are the units that a question gave itself, ``raw`` is that question."""
        super().__init__(rulebook, module, scenario)
        self.setting = setting
        self._opening = opening
        self._board = board
        self._raw = raw
        self._names = BoardNames(module, board, setting.places, frozenset(own))

    def __reduce__(self) -> tuple[Any, ...]:
        book, source = type(self.rulebook), self.module.source
        return _remade, (book, self.rulebook.id, self._scenario, source, self._raw)

    @property
    def board(self) -> Board:
        """The real board, or a diagram."""
        return self._board

    @property
    def places(self) -> Places:
        """Hexes and boxes."""
        return self.setting.places

    @property
    def names(self) -> BoardNames:
        """What pieces and places are called."""
        return self._names

    def opening(self) -> State:
        """The state the scenario starts in."""
        return self._opening

    def decision_name(self, kind: str) -> str:
        """A kind of decision in words."""
        return self.decisions.kind_name(kind)

    # -- what a game says -------------------------------------------------------------------------

    @abstractmethod
    def verdicts(self, situation: S, action: act.Action) -> Iterable[Verdict]:
        """Everything against an order of the active side; answers to decisions are not asked."""

    @abstractmethod
    def carry_out(self, work: W, action: act.Action) -> bool:
        """Let an order that the rules work out happen; False for one that they do not."""

    # -- positions --------------------------------------------------------------------------------

    def situation(self, state: State) -> S:
        """A state as the rules see it."""
        found: S = self.setting.situation(state)
        return found

    def position(self, state: State) -> Position:
        """A state as everybody may ask it; the same one for the same state."""
        situation = self.situation(state)
        if "answers" not in situation.memo:
            situation.memo["answers"] = self.answers_class(self, situation)
        found: Position = situation.memo["answers"]
        return found

    # -- judging and resolving --------------------------------------------------------------------

    def judge(self, state: State, action: act.Action) -> list[Verdict]:
        """All verdicts on an action. Raises UserError for unknown units and places."""
        if isinstance(action, FREE):
            return []
        situation = self.situation(state)
        if isinstance(action, act.Choose):
            return self.decisions.judge(situation, action)
        return list(self.verdicts(situation, action))

    def permits(self, state: State, verdicts: Iterable[Verdict]) -> bool:
        """Does nothing forbid, once house rules are laid over the printed ones?"""
        return allowed(house_rules(state), verdicts, self.fixed)

    def resolves(self, action: act.Action) -> bool:
        """Are the effects of an action worked out by the rules?"""
        if isinstance(action, act.MoveUnits):
            return action.mode in self.modes
        return isinstance(action, act.NextPhase | act.DeclareAttack | act.Bombard | act.Choose)

    def work(self, state: State, dice: DiceSource) -> W:
        """Effects worked out one after the other, beginning with a state."""
        begun: W = self.resolution_class(self.setting, state, dice)
        return begun

    def resolve(self, state: State, action: act.Action, dice: DiceSource) -> Outcome:
        """The effects and dice of an action that the rules allow."""
        work = self.work(state, dice)
        if isinstance(action, act.Choose):
            self.decisions.answer(work, action)
        elif self.carry_out(work, action):
            self.decisions.settle(work)
        else:
            return resolve_free(action, state, self.places, dice)
        return work.outcome

    # -- players ----------------------------------------------------------------------------------

    def legal(self, state: State, most: int, start: int = 0) -> Legal:
        """Legal actions for the side to decide: answers, or the end of the phase and its orders."""
        situation = self.situation(state)
        if state.pending:
            asked = state.pending[-1]
            options = [c.id for c in self.decisions.choices_of(situation, asked)]
            return listing.answers(asked, options, most, start)
        side = state.clock.active
        if self.over(state) is not None:
            return Legal(side, (), 0)
        end = act.NextPhase()
        first = [end] if self.permits(state, self.verdicts(situation, end)) else []
        return listing.in_turns(side, first, self.subjects(situation), most, start)

    def actions_of(self, state: State, unit: str) -> Iterator[act.Action]:
        """The legal actions of one unit; none while there is a question, or for the other side."""
        situation = self.situation(state)
        known = situation.any_unit(unit)
        if known is None or state.pending or self.over(state) is not None:
            return
        if known.side == state.clock.active:
            yield from self.orders_of(situation, known)

    def subjects(self, situation: S) -> Sequence[Orders]:
        """The legal orders of the active side, by unit, stack or target, in a steady order."""
        return self.lists.subjects(situation, self._allows(situation))

    def orders_of(self, situation: S, unit: Any) -> Iterator[act.Action]:
        """The legal orders of one unit of the active side."""
        return self.lists.orders_of(situation, self._allows(situation), unit)

    def _allows(self, situation: S) -> Allows:
        house = house_rules(situation.state)
        return lambda verdicts: allowed(house, verdicts, self.fixed)


def _remade(
    book: type[PlainRulebook], game: str, scenario: str, source: str, raw: bytes | None
) -> Any:
    """The same rules in another process."""
    from engine.modules.corrections_kept import load_source

    if raw is not None:
        return book(game).given(orjson.loads(raw)).ruleset
    return book(game).ruleset(scenario, load_source(source))
