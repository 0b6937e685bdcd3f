"""The base class of a ruleset: judge and resolve actions, list legal ones, answer queries.

A ruleset that overrides nothing allows every action; the module's charts define its phases.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Protocol

from engine.board.board import Board
from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import DiceSource
from engine.core.effects import Clock
from engine.core.errors import UserError
from engine.core.modes import house_rules
from engine.core.places import Places
from engine.core.resolve import Outcome
from engine.core.resolve import resolve as resolve_free
from engine.core.scenario import Scenario
from engine.core.secrecy import NOTHING_CONCEALED, Concealed, observed
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.i18n import t
from engine.log.effect_words import Names
from engine.modules.module import Module, builtin
from engine.modules.setup import opening_state
from engine.rules import listing, ports
from engine.rules.answers import Legal
from engine.rules.base.answers import Answers
from engine.rules.base.auditor import Auditor
from engine.rules.base.counter_setting import CounterSetting
from engine.rules.base.decisions import NO_DECISIONS, Decisions, W
from engine.rules.base.movement import reached
from engine.rules.base.position import P
from engine.rules.base.resolution import Resolution, T
from engine.rules.base.sequence import WINNER
from engine.rules.base.sequence import Sequence as SequenceOfPlay
from engine.rules.board_names import BoardNames
from engine.rules.house import allowed
from engine.rules.listing import Allows, Orders
from engine.rules.positions.writer import InWords, written

FREE = (act.Note, act.Roll, act.SetRules, act.Ask, act.Answer)
"""Actions that rules do not judge."""


class Lists(Protocol):
    """The lists of a game's legal orders; ``position`` is of the game's own class."""

    def subjects(self, position: Any, allows: Allows) -> Sequence[Orders]:
        """Return the active side's orders, by unit, stack or target, in a stable order."""
        ...

    def orders_of(self, position: Any, allows: Allows, unit: Any) -> Iterator[act.Action]:
        """Yield the orders of a unit."""
        ...


class Ruleset(Generic[T, P, W]):
    """The rules of one scenario, on the printed board or a diagram."""

    questions: Collection[ports.QuestionName] = frozenset()
    own_questions: tuple[str, ...] = ()
    options: Collection[str] = ()
    fixed: Collection[str] = ()
    modes: tuple[str, ...] = ("normal",)
    advances: tuple[str, ...] = ()
    attack_phases: Mapping[str, ports.AimedAt] = MappingProxyType({"combat": "attack"})
    move_phases: Collection[str] = ("movement",)
    decisions: ClassVar[Decisions[Any, Any]] = NO_DECISIONS
    """All kinds of decision of the game."""
    lists: Lists | None = None
    """The game's module ``legal``; by default moves of single units, and attacks."""
    answers_class: Callable[[Any, Any], ports.Answers] = Answers
    """The factory of answers, from a ruleset and a position."""
    resolution_class: Callable[[Any, State, DiceSource], Any] = Resolution
    """The factory of resolutions, from a setting, a state and dice."""
    order_verdicts: Callable[[Any, act.Action], Iterable[Verdict]] | None = None
    """Return the verdicts against an order of the active side, of a position and the order."""
    next_clock: Callable[[Any], Clock | None] | None = None
    """Return the clock after that of a position; without it the declared sequence does."""
    faults: Callable[[Any, State], Iterable[str]] | None = None
    """Return the faults of a position reached by the rules, and the state before it."""
    in_words: InWords | None = None
    """Convert the game's own data of a written state to the words of position files."""
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

        Without a setting the rules use the module's board and counters as printed. ``own`` are the
        units defined by a request, ``lasting`` its board and units, which outlast the state.
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
        """The scenario of these rules."""
        return self.module.scenario(self._scenario)

    @property
    def board(self) -> Board:
        """The printed board, or a diagram."""
        return self._board

    @property
    def places(self) -> Places:
        """The hexes and boxes."""
        return self.setting.places

    def forget(self) -> None:
        """Empty the cache of positions, when a game is left."""
        self.setting.forget()

    @property
    def die_faces(self) -> Sequence[int]:
        """The faces of the game's special die; empty for common dice."""
        return ()

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
        """The phases and turns, from the module's charts. Raises UserError without them."""
        sequence = SequenceOfPlay.of(self.module, self._scenario)
        if sequence is None:
            raise UserError(t("game.error.no_sequence", game=self.module.title))
        return sequence

    def next_attack(self, clock: Clock) -> Clock | None:
        """Return the clock of the side's next phase of the turn in which adjacent units attack;
        None if there is none.
        """
        later = self.sequence.after(clock)
        while later is not None and later.turn == clock.turn:
            aimed = self.attack_phases.get(later.phase, "fire")
            if later.active == clock.active and aimed != "fire":
                return later
            later = self.sequence.after(later)
        return None

    def opening(self) -> State:
        """Return the opening state of the scenario."""
        if self._opening is None:
            self._opening = opening_state(self.module, self.scenario)
        return self._opening

    def decision_name(self, kind: str) -> str:
        """Return the display name of a kind of decision."""
        return self.decisions.kind_name(kind)

    # -- overridden by games ----------------------------------------------------------------------

    def verdicts(self, position: P, action: act.Action) -> Iterable[Verdict]:
        """Return the verdicts against an order; not called for answers to decisions."""
        return () if self.order_verdicts is None else self.order_verdicts(position, action)

    def carry_out(self, work: W, action: act.Action) -> bool:
        """Carry out an order; return False if the rules do not resolve it.

        By default only the end of a phase, which begins the next or determines the winner.
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
        """Return the winner at the end of the last phase: a side, or a word such as "draw"."""
        return "draw"

    def following(self, state: State) -> Clock | None:
        """Return the clock of the next phase; None after the last one."""
        if self.next_clock is not None:
            return self.next_clock(self.position(state))
        return self.sequence.after(state.clock)

    def invariants(self, state: State, before: State) -> Iterable[str]:
        """Return the faults of a state reached by the rules; by default none."""
        return () if self.faults is None else self.faults(self.position(state), before)

    # -- positions --------------------------------------------------------------------------------

    def position(self, state: State) -> P:
        """Return the position of a state."""
        position: P = self.setting.position(state)
        return position

    def written(self, state: State) -> dict[str, Any]:
        """Return a state as the complete position that :meth:`Rulebook.given` reads back."""
        return written(self.answers(state), self._lasting or {}, self.in_words)

    def answers(self, state: State) -> ports.Answers:
        """Return the answers for a state; the same object for the same state."""
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
        """Return whether no verdict forbids, after house rules are applied."""
        return allowed(house_rules(state), verdicts, self.fixed)

    def allows(self, state: State, action: act.Action) -> bool:
        """Return whether an action is legal under house rules."""
        return self.permits(state, self.judge(state, action))

    def resolves(self, action: act.Action) -> bool:
        """Return whether the rules compute the effects of an action."""
        if isinstance(action, act.MoveUnits):
            return action.mode in self.modes
        return isinstance(action, act.NextPhase | act.DeclareAttack | act.Bombard | act.Choose)

    def work(self, state: State, dice: DiceSource) -> W:
        """Return a new resolution from a state."""
        work: W = self.resolution_class(self.setting, state, dice)
        return work

    def resolve(self, state: State, action: act.Action, dice: DiceSource) -> Outcome:
        """Return the effects and dice of a legal action."""
        work = self.work(state, dice)
        if isinstance(action, act.Choose) and self.decisions.handlers:
            self.decisions.answer(work, action)
        elif self.carry_out(work, action):
            self.decisions.settle(work)
        else:
            return resolve_free(action, state, self.places, dice)
        return work.outcome

    # -- players ----------------------------------------------------------------------------------

    def legal(self, state: State, limit: int, start: int = 0) -> Legal:
        """Return legal actions of the deciding side: answers, or the phase's end and orders."""
        position = self.position(state)
        if state.pending:
            asked = state.pending[-1]
            options = [c.id for c in self.decisions.choices_of(position, asked)]
            return listing.answers(asked, options, limit, start)
        side = state.clock.active
        if self.over(state) is not None:
            return Legal(side, (), 0)
        end = act.NextPhase()
        first = [end] if self.allows(state, end) else []
        return listing.in_turns(side, first, self.subjects(position), limit, start)

    def actions_of(self, state: State, unit: str) -> Iterator[act.Action]:
        """Yield the legal actions of a unit of the active side; none during a decision."""
        position = self.position(state)
        known = position.any_unit(unit)
        if known is None or state.pending or self.over(state) is not None:
            return
        if known.side == state.clock.active:
            yield from self.orders_of(position, known)

    def subjects(self, position: P) -> Sequence[Orders]:
        """Return the legal orders of the active side, by unit, stack or target, in stable order."""
        if self.lists is not None:
            return self.lists.subjects(position, self._allows(position))
        answers = self.answers(position.state)
        coming = [a.units for a in answers.arrivals() if a.waiting and a.side == position.active]
        entering = map(position.any_unit, chain.from_iterable(coming))
        units = [*position.own(position.active), *(u for u in entering if u is not None)]
        return [partial(self.orders_of, position, u) for u in units]

    def orders_of(self, position: P, unit: Any) -> Iterator[act.Action]:
        """Yield the legal orders of a unit of the active side."""
        if self.lists is not None:
            return self.lists.orders_of(position, self._allows(position), unit)
        if position.phase in self.attack_phases and "odds" in self.questions:
            return self._attacks(position, unit)
        return self._moves(position, unit)

    def _moves(self, position: P, unit: Any) -> Iterator[act.Action]:
        """Yield the legal moves of a unit: where its mover goes, or steps to adjacent hexes."""
        mover, start = position.mover((unit,)), unit.place
        if mover is not None:
            paths = [end.path for end in reached(mover).values()]
        else:
            around = self.board.neighbours[start] if self.places.is_hex(start) else ()
            paths = [(start, j) for j in around if j >= 0]
        for path in paths:
            numbers = tuple(map(position.number, path))
            move = act.MoveUnits(units=(unit.id,), path=numbers, mode=self.modes[0])
            if self.allows(position.state, move):
                yield move

    def _attacks(self, position: P, unit: Any) -> Iterator[act.Action]:
        """Yield the legal attacks that a unit begins: alone, and with all others that are able."""
        answers = self.answers(position.state)
        for target in answers.targets((unit.id,)) if unit.id in position.units else ():
            able = [name for name in answers.attackers(target) if not answers.has_fought(name)]
            for group in dict.fromkeys([(unit.id,), tuple(able or (unit.id,))]):
                attack = act.DeclareAttack(attackers=group, target=position.number(target))
                if group[0] == unit.id and self.allows(position.state, attack):
                    yield attack

    def _allows(self, position: P) -> Allows:
        house = house_rules(position.state)
        return lambda verdicts: allowed(house, verdicts, self.fixed)

    def over(self, state: State) -> str | None:
        """Return the winner; None while the game continues."""
        winner = state.tracks.get(WINNER)
        return None if winner is None else str(winner)

    def concealed(self, state: State, side: str) -> Concealed:
        """Return the data that a side may not see; by default as the module declares."""
        declared = self.module.meta.secrets
        if declared is None:
            return NOTHING_CONCEALED
        return declared.concealed(state, self.places, side)

    def observe(self, state: State, side: str) -> State:
        """Return a state without concealed data; the state itself if the side sees everything."""
        return observed(state, self.concealed(state, side), self.places).state

    def auditor(self) -> ports.Auditor:
        """Return a new auditor for a recorded game."""
        return self.auditor_class(self)


def _remade(book: type[Any], game: str, scenario: str, source: str, lasting: Any) -> Any:
    """Return the same rules in another process (for unpickling)."""
    from engine.modules.corrections_kept import load_source

    if lasting is not None:
        rules = book(game) if game in builtin() else book(game).with_data(load_source(source))
        return rules.parse_position(lasting).ruleset
    return book(game).ruleset(scenario, load_source(source))
