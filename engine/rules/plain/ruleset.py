"""The rules of one scenario where everybody may do everything, and time goes on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

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
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.modules.module import Module
from engine.modules.setup import opening_state
from engine.rules import answers, listing
from engine.rules.house import allowed
from engine.rules.plain.auditor import PlainAuditor
from engine.rules.plain.position import PlainPosition
from engine.rules.ports import AimedAt, Auditor, Position, QuestionName, Rulebook
from engine.rules.sequence import WINNER
from engine.rules.sequence import Sequence as SequenceOfPlay

if TYPE_CHECKING:
    from engine.log.effect_words import Names

PLAIN_MODES = ("normal",)
"""The modes of movement of a game that knows one."""


class PlainRuleset:
    """The rules of one scenario of a module. Everybody may do everything, and time goes on."""

    questions: Collection[QuestionName] = frozenset()
    own_questions: tuple[str, ...] = ()
    options: Collection[str] = ()
    fixed: Collection[str] = ()
    modes: tuple[str, ...] = PLAIN_MODES
    advances: tuple[str, ...] = ()
    attack_phases: Mapping[str, AimedAt] = MappingProxyType({"combat": "attack"})
    move_phases: Collection[str] = ("movement",)
    auditor_class: type[PlainAuditor] = PlainAuditor

    def __init__(self, rulebook: Rulebook, module: Module, scenario: str) -> None:
        self.rulebook = rulebook
        self.module = module
        self._scenario = scenario
        self._last: tuple[State, Position] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (type(self.rulebook), self.rulebook.id, self._scenario, self.module.source)

    @cached_property
    def scenario(self) -> Scenario:
        """The scenario."""
        return self.module.scenario(self._scenario)

    @property
    def board(self) -> Board:
        """The board."""
        return self.module.board

    @property
    def places(self) -> Places:
        """Hexes and boxes."""
        return self.module.places

    @property
    def names(self) -> Names:
        """What pieces and places are called."""
        return self.module

    @property
    def titles(self) -> Mapping[str, str]:
        """Our short title of each rule, by number."""
        return self.rulebook.titles

    @cached_property
    def sequence(self) -> SequenceOfPlay:
        """The phases and turns, from the module's charts."""
        found = SequenceOfPlay.of(self.module, self._scenario)
        assert found is not None, "a game with rules has a sequence and a calendar chart"
        return found

    def opening(self) -> State:
        """The state the scenario starts in."""
        return opening_state(self.module, self.scenario)

    def position(self, state: State) -> Position:
        """A state as the rules see it; the same one for the same state."""
        if self._last is None or self._last[0] is not state:
            self._last = state, self.see(state)
        return self._last[1]

    def see(self, state: State) -> Position:
        """A new position of the game's own class."""
        return PlainPosition(self, state)

    def decision_name(self, kind: str) -> str:
        """A kind of decision in words."""
        return kind

    # -- judging and resolving --------------------------------------------------------------------

    def judge(self, state: State, action: act.Action) -> list[Verdict]:
        """No rule speaks."""
        return []

    def resolves(self, action: act.Action) -> bool:
        """Do the rules work out what an action does? The end of a phase, in any game."""
        return isinstance(action, act.NextPhase)

    def resolve(self, state: State, action: act.Action, dice: DiceSource) -> Outcome:
        """The effects of an action: the next phase, or what it does on a table without rules."""
        if not isinstance(action, act.NextPhase):
            return resolve_free(action, state, self.places, dice)
        following = self.following(state)
        if following is None:
            return (fx.SetTrack(track=WINNER, before=None, after=self.winner(state)),), ()
        return (fx.SetPhase(before=state.clock, after=following),), ()

    def winner(self, state: State) -> str:
        """Who wins as the last phase ends: a side, or a word for a game that nobody wins."""
        return "draw"

    # -- players ----------------------------------------------------------------------------------

    def allows(self, state: State, action: act.Action) -> bool:
        """Is an action legal, house rules included?"""
        return allowed(house_rules(state), self.judge(state, action), self.fixed)

    def legal(self, state: State, most: int, start: int = 0) -> answers.Legal:
        """The end of the phase, and the legal actions of the active side's units in turn."""
        side = state.clock.active
        if self.over(state) is not None:
            return answers.Legal(side, (), 0)
        end = act.NextPhase()
        first = [end] if self.allows(state, end) else []
        own = sorted(name for name, piece in state.pieces.items() if piece.side == side)
        subjects = [partial(self.actions_of, state, name) for name in own]
        return listing.in_turns(side, first, subjects, most, start)

    def actions_of(self, state: State, unit: str) -> Iterator[act.Action]:
        """The legal steps of a unit to a hex next to it."""
        piece = state.pieces.get(unit)
        if piece is None or not self.places.is_hex(piece.place):
            return
        here = self.places.name(piece.place)
        for beside in self.board.neighbours[piece.place]:
            if beside < 0:
                continue
            path = here, self.places.name(beside)
            move = act.MoveUnits(units=(unit,), path=path, mode=self.modes[0])
            if self.allows(state, move):
                yield move

    def following(self, state: State) -> Clock | None:
        """The phase that follows; None after the last one."""
        return self.sequence.after(state.clock)

    def over(self, state: State) -> str | None:
        """The side that has won; None while play goes on."""
        found = state.tracks.get(WINNER)
        return None if found is None else str(found)

    def observe(self, state: State, side: str) -> State:
        """All of it: nothing is hidden."""
        return state

    def invariants(self, state: State, before: State) -> Iterable[str]:
        """Nothing is wrong."""
        return ()

    def auditor(self) -> Auditor:
        """A fresh auditor for a recorded game."""
        return self.auditor_class(self)


def _remade(book: type[Any], game: str, scenario: str, source: str) -> Any:
    """The same rules in another process."""
    from engine.modules.corrections_kept import load_source

    return book(game).ruleset(scenario, load_source(source))
