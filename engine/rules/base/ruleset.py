"""The rules of one scenario: judge and resolve actions, list legal ones, answer questions.

A game's ruleset inherits from :class:`Ruleset` and writes what is its own. One that writes nothing
allows every action; phases follow each other by the module's charts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Protocol

from engine.board.board import Board
from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import DiceSource
from engine.core.effects import Clock
from engine.core.modes import house_rules
from engine.core.places import Places
from engine.core.resolve import Outcome
from engine.core.resolve import resolve as resolve_free
from engine.core.scenario import Scenario
from engine.core.secrecy import NOTHING_CONCEALED, Concealed, observed
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.log.effect_words import Names
from engine.modules.module import Module
from engine.modules.setup import opening_state
from engine.rules import listing, ports
from engine.rules.answers import Legal
from engine.rules.base.answers import Answers
from engine.rules.base.auditor import Auditor
from engine.rules.base.counter_setting import CounterSetting
from engine.rules.base.decisions import NO_DECISIONS, Decisions, W
from engine.rules.base.position import P
from engine.rules.base.resolution import Resolution, T
from engine.rules.base.sequence import WINNER
from engine.rules.base.sequence import Sequence as SequenceOfPlay
from engine.rules.board_names import BoardNames
from engine.rules.house import allowed
from engine.rules.listing import Allows, Orders
from engine.rules.positions.writer import InWords, written

FREE = (act.Note, act.Roll, act.SetRules)
"""Actions that no rule judges."""


class Lists(Protocol):
    """Lists the legal orders of a game; ``position`` is the game's own class."""

    def subjects(self, position: Any, allows: Allows) -> Sequence[Orders]:
        """Return those of the active side, by unit, stack or target, in a steady order."""
        ...

    def orders_of(self, position: Any, allows: Allows, unit: Any) -> Iterator[act.Action]:
        """Yield those of one unit."""
        ...


class Ruleset(Generic[T, P, W]):
    """The rules of one scenario, on the real board or on a diagram."""

    questions: Collection[ports.QuestionName] = frozenset()
    own_questions: tuple[str, ...] = ()
    options: Collection[str] = ()
    fixed: Collection[str] = ()
    modes: tuple[str, ...] = ("normal",)
    advances: tuple[str, ...] = ()
    attack_phases: Mapping[str, ports.AimedAt] = MappingProxyType({"combat": "attack"})
    move_phases: Collection[str] = ("movement",)
    decisions: ClassVar[Decisions[Any, Any]] = NO_DECISIONS
    """Every kind of decision of the game."""
    lists: Lists | None = None
    """The game's module ``legal``; without one, units step from hex to hex."""
    answers_class: Callable[[Any, Any], ports.Answers] = Answers
    """Make the answers that window, probe and command line ask, of a ruleset and a position."""
    resolution_class: Callable[[Any, State, DiceSource], Any] = Resolution
    """Make the resolution that computes effects, of a setting, a state and dice."""
    in_words: InWords | None = None
    """Put what is the game's own in a written state into the words of positions."""
    auditor_class: Callable[[Any], ports.Auditor] = Auditor

    def __init__(
        self,
        rulebook: ports.Rulebook,
        module: Module,
        scenario: str,
        setting: T | None = None,
        opening: State | None = None,
        board: Board | None = None,
        own: Iterable[str] = (),
        lasting: Mapping[str, Any] | None = None,
    ) -> None:
        """Create the rules of a scenario.

        Without a setting the rules read the module's board and counters as printed. ``own`` are the
        units that a question gave itself, ``lasting`` is what of that question outlasts its state.
        """
        self.rulebook = rulebook
        self.module = module
        own_setting: Any = setting or CounterSetting.of(module, module.scenario(scenario))
        self.setting: T = own_setting
        self._scenario = scenario
        self._opening = opening
        self._board = board or module.board
        self._lasting = lasting
        self._names = BoardNames(module, self._board, self.setting.places, frozenset(own))

    def __reduce__(self) -> tuple[Any, ...]:
        book, source = type(self.rulebook), self.module.source
        return _remade, (book, self.rulebook.id, self._scenario, source, self._lasting)

    @cached_property
    def scenario(self) -> Scenario:
        """The scenario."""
        return self.module.scenario(self._scenario)

    @property
    def board(self) -> Board:
        """The real board, or a diagram."""
        return self._board

    @property
    def places(self) -> Places:
        """Hexes and boxes."""
        return self.setting.places

    def forget(self) -> None:
        """Empty the cache of positions, when a game is left."""
        self.setting.forget()

    @property
    def names(self) -> Names:
        """The names of pieces and places."""
        return self._names

    @property
    def titles(self) -> Mapping[str, str]:
        """Our short title of each rule, by number."""
        return self.rulebook.titles

    @cached_property
    def sequence(self) -> SequenceOfPlay:
        """The phases and turns, from the module's charts."""
        sequence = SequenceOfPlay.of(self.module, self._scenario)
        assert sequence is not None, "a game with rules has a sequence and a calendar chart"
        return sequence

    def opening(self) -> State:
        """Return the state the scenario starts in."""
        if self._opening is None:
            self._opening = opening_state(self.module, self.scenario)
        return self._opening

    def decision_name(self, kind: str) -> str:
        """Return a kind of decision in words."""
        return self.decisions.kind_name(kind)

    # -- what a game writes itself ----------------------------------------------------------------

    def verdicts(self, position: P, action: act.Action) -> Iterable[Verdict]:
        """Return everything against an order; answers to decisions are not asked about."""
        return ()

    def carry_out(self, work: W, action: act.Action) -> bool:
        """Do an order that the rules resolve; False for one that they do not.

        By default only the end of a phase: the next one begins, or the last one names the winner.
        """
        if not isinstance(action, act.NextPhase):
            return False
        following = self.following(work.state)
        if following is None:
            work.track(WINNER, self.winner(work.state))
        else:
            work.do(fx.SetPhase(before=work.state.clock, after=following))
        return True

    def winner(self, state: State) -> str:
        """Return who wins as the last phase ends: a side, or a word for a game nobody wins."""
        return "draw"

    def following(self, state: State) -> Clock | None:
        """Return the phase that follows; None after the last one."""
        return self.sequence.after(state.clock)

    def invariants(self, state: State, before: State) -> Iterable[str]:
        """Return what is wrong with a state that the rules led to: by default nothing."""
        return ()

    # -- positions --------------------------------------------------------------------------------

    def position(self, state: State) -> P:
        """Return a state as the rules see it."""
        position: P = self.setting.position(state)
        return position

    def written(self, state: State) -> dict[str, Any]:
        """Return a state as the complete position that :meth:`Rulebook.given` reads back."""
        return written(self.answers(state), self._lasting or {}, self.in_words)

    def answers(self, state: State) -> ports.Answers:
        """Return what may be asked of a state; the same object for the same state."""
        memo = self.position(state).memo
        if "answers" not in memo:
            memo["answers"] = self.answers_class(self, self.position(state))
        answers: ports.Answers = memo["answers"]
        return answers

    # -- judging and resolving --------------------------------------------------------------------

    def judge(self, state: State, action: act.Action) -> list[Verdict]:
        """Return all verdicts on an action. Raises UserError for unknown units and places."""
        if isinstance(action, FREE):
            return []
        position = self.position(state)
        if isinstance(action, act.Choose):
            return self.decisions.judge(position, action) if self.decisions.handlers else []
        return list(self.verdicts(position, action))

    def permits(self, state: State, verdicts: Iterable[Verdict]) -> bool:
        """Return whether nothing forbids, once house rules are applied to the printed ones."""
        return allowed(house_rules(state), verdicts, self.fixed)

    def allows(self, state: State, action: act.Action) -> bool:
        """Return whether an action is legal, house rules included."""
        return self.permits(state, self.judge(state, action))

    def resolves(self, action: act.Action) -> bool:
        """Return whether the rules compute the effects of an action."""
        if isinstance(action, act.MoveUnits):
            return action.mode in self.modes
        return isinstance(action, act.NextPhase | act.DeclareAttack | act.Bombard | act.Choose)

    def work(self, state: State, dice: DiceSource) -> W:
        """Return a new resolution that begins with a state."""
        work: W = self.resolution_class(self.setting, state, dice)
        return work

    def resolve(self, state: State, action: act.Action, dice: DiceSource) -> Outcome:
        """Return the effects and dice of an action that the rules allow."""
        work = self.work(state, dice)
        if isinstance(action, act.Choose) and self.decisions.handlers:
            self.decisions.answer(work, action)
        elif self.carry_out(work, action):
            self.decisions.settle(work)
        else:
            return resolve_free(action, state, self.places, dice)
        return work.outcome

    # -- players ----------------------------------------------------------------------------------

    def legal(self, state: State, most: int, start: int = 0) -> Legal:
        """Return legal actions of the side to decide: answers, or the phase's end and orders."""
        position = self.position(state)
        if state.pending:
            asked = state.pending[-1]
            options = [c.id for c in self.decisions.choices_of(position, asked)]
            return listing.answers(asked, options, most, start)
        side = state.clock.active
        if self.over(state) is not None:
            return Legal(side, (), 0)
        end = act.NextPhase()
        first = [end] if self.allows(state, end) else []
        return listing.in_turns(side, first, self.subjects(position), most, start)

    def actions_of(self, state: State, unit: str) -> Iterator[act.Action]:
        """Yield the legal actions of one unit of the active side, while no decision waits."""
        position = self.position(state)
        known = position.any_unit(unit)
        if known is None or state.pending or self.over(state) is not None:
            return
        if known.side == state.clock.active:
            yield from self.orders_of(position, known)

    def subjects(self, position: P) -> Sequence[Orders]:
        """Return the legal orders of the active side, by unit, stack or target, in steady order."""
        if self.lists is not None:
            return self.lists.subjects(position, self._allows(position))
        return [partial(self.orders_of, position, u) for u in position.own(position.active)]

    def orders_of(self, position: P, unit: Any) -> Iterator[act.Action]:
        """Yield the legal orders of one unit of the active side."""
        if self.lists is not None:
            return self.lists.orders_of(position, self._allows(position), unit)
        return self._steps(position, unit)

    def _steps(self, position: P, unit: Any) -> Iterator[act.Action]:
        """Yield the legal steps of a unit to a hex beside it."""
        if not self.places.is_hex(unit.place):
            return
        for beside in self.board.neighbours[unit.place]:
            if beside >= 0:
                path = position.number(unit.place), position.number(beside)
                move = act.MoveUnits(units=(unit.id,), path=path, mode=self.modes[0])
                if self.allows(position.state, move):
                    yield move

    def _allows(self, position: P) -> Allows:
        house = house_rules(position.state)
        return lambda verdicts: allowed(house, verdicts, self.fixed)

    def over(self, state: State) -> str | None:
        """Return the side that has won; None while play goes on."""
        winner = state.tracks.get(WINNER)
        return None if winner is None else str(winner)

    def concealed(self, state: State, side: str) -> Concealed:
        """Return what a side may not see of a state: by default what the module declares."""
        declared = self.module.meta.secrets
        if declared is None:
            return NOTHING_CONCEALED
        return declared.concealed(state, self.places, side)

    def observe(self, state: State, side: str) -> State:
        """Return a state without what a side may not see; the state itself if it sees all."""
        return observed(state, self.concealed(state, side), self.places).state

    def auditor(self) -> ports.Auditor:
        """Return a fresh auditor for a recorded game."""
        return self.auditor_class(self)


def _remade(book: type[Any], game: str, scenario: str, source: str, lasting: Any) -> Any:
    """Return the same rules in another process."""
    from engine.modules.corrections_kept import load_source

    if lasting is not None:
        return book(game).given(lasting).ruleset
    return book(game).ruleset(scenario, load_source(source))
