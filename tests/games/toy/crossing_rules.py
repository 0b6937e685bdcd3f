"""The rules of The Crossing: three of them, written by following docs/writing-rules.md."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import ClassVar

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import DiceSource
from engine.core.reducer import apply
from engine.core.resolve import Outcome, move_together, relocate
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.rules import answers
from engine.rules.plain.position import PlainPosition
from engine.rules.plain.rulebook import PlainRulebook
from engine.rules.plain.ruleset import PlainRuleset
from engine.rules.ports import QuestionName
from engine.rules.registry import Register, Voice, clause

GAME, FERRY = "crossing", "0303"
TITLES = {"1": "Movement", "2": "Attack", "3": "Victory"}
MOVED = "moved/"
say = Voice(GAME)
"""How the rules of this game speak: their sentences lie in ``locale/<language>`` of its data."""


# -- the clauses: what each rule says of a move ---------------------------------------------------


class Move:
    """A move as the clauses look at it."""

    def __init__(self, rules: CrossingRules, state: State, action: act.MoveUnits) -> None:
        self.state, self.units, self.target = state, action.units, action.path[-1]
        self.places, self.board, self.over = rules.places, rules.board, rules.over(state)
        self.side = state.pieces[action.units[0]].side

    def held_by(self) -> set[str]:
        """The sides of the units in the target hex."""
        stack = self.state.stack(self.places.index(self.target))
        return {self.state.pieces[name].side for name in stack if name not in self.units}


@clause("1", "move")
def one_hex(move: Move, _: object) -> Iterator[Verdict]:
    """1: in its own phase a unit moves once, to a hex next to it."""
    for name in move.units:
        if move.over:
            yield say("1", "over", units=[name])
        if move.side != move.state.clock.active:
            yield say("1", "phase", units=[name], unit=name)
        if MOVED + name in move.state.tracks:
            yield say("1", "again", units=[name], unit=name)
        start, end = move.state.pieces[name].place, move.places.index(move.target)
        if not move.places.is_hex(start) or end not in move.board.neighbours[start]:
            yield say("1", "far", units=[name], hexes=[move.target], unit=name, hex=move.target)


@clause("2", "move")
def alone(move: Move, _: object) -> Iterator[Verdict]:
    """2: a hex has room for one unit; a unit that enters an enemy's hex attacks, alone."""
    name, hex_, held = move.units[0], move.target, move.held_by()
    if move.side in held or (not held and len(move.units) > 1):
        yield say("2", "friends", hexes=[hex_], hex=hex_)
    elif held and len(move.units) > 1:
        yield say("2", "many", hexes=[hex_], hex=hex_, unit=name)


@cache
def register() -> Register:
    """The clauses, by the kind of question they answer: those of every chapter listed here."""
    return Register.of_chapters([sys.modules[__name__]])


# -- the ruleset: judging, resolving, asking ------------------------------------------------------


class CrossingPosition(PlainPosition):
    """A state by these rules: where a unit may go, and who holds the ferry."""

    ruleset: CrossingRules

    def reach(self, units: Sequence[str], mode: str = "best") -> answers.Reach:
        """The hexes next to a unit that it may enter."""
        start = self.state.pieces[units[0]].place
        hexes = {}
        for step in self.ruleset.actions_of(self.state, units[0]):
            place = self.ruleset.places.index(step.path[-1])
            hexes[place] = answers.Reached(1, step.mode, (start, place))
        return answers.Reach(tuple(units), start, hexes, allowance=1)

    def standing(self) -> answers.Standing:
        """3: the ferry is the one objective."""
        place = self.ruleset.places.index(FERRY)
        holder, winner = self.control(place), self.ruleset.over(self.state)
        ferry = answers.Objective("ferry", "the ferry", place, holder, {"blue": 1, "red": 1}, "3")
        return answers.Standing({holder: 1} if holder else {}, (ferry,), winner)


class CrossingRules(PlainRuleset):
    """The three rules on the board of a scenario."""

    questions: Collection[QuestionName] = frozenset({"reach", "standing"})

    def see(self, state: State) -> CrossingPosition:
        """A position of this game."""
        return CrossingPosition(self, state)

    def judge(self, state: State, action: act.Action) -> list[Verdict]:
        """The verdicts of every clause on a move; the end of a phase is free until the last."""
        if isinstance(action, act.MoveUnits):
            return list(register().judge("move", Move(self, state, action), action))
        if isinstance(action, act.NextPhase) and self.over(state):
            return [say("1", "over")]
        return []

    def resolves(self, action: act.Action) -> bool:
        """Moves and the ends of phases."""
        return isinstance(action, act.MoveUnits | act.NextPhase)

    def resolve(self, state: State, action: act.Action, dice: DiceSource) -> Outcome:
        """What a move or the end of a phase does."""
        if isinstance(action, act.MoveUnits):
            return self._move(state, action, dice)
        effects, thrown = super().resolve(state, action, dice)
        if isinstance(action, act.NextPhase):
            effects = (*_forget(state), *effects)
        return effects, thrown

    def _move(self, state: State, action: act.MoveUnits, dice: DiceSource) -> Outcome:
        """1, 2: a unit steps; against an enemy it needs a 4, and on less it is lost itself."""
        name, target = action.units[0], action.path[-1]
        effects: list[fx.Effect] = [fx.SetTrack(track=MOVED + name, before=None, after=1)]
        foes = state.stack(self.places.index(target))
        thrown = (dice.throw(6, 1, "attack"),) if foes else ()
        lost = foes if thrown and thrown[0].values[0] >= 4 else (name,) if foes else ()
        for unit in lost:
            box = f"lost-{state.pieces[unit].side}"
            effects += relocate(apply(state, effects, self.places), self.places, unit, box)
        if name not in lost:
            now, path = apply(state, effects, self.places), (action.path[0], target)
            effects += move_together(now, self.places, [name], path)
            side, before = state.pieces[name].side, state.control.get(self.places.index(target))
            if (before or self.scenario.control_default) != side:
                effects.append(fx.SetControl(hex=target, before=before, after=side))
        return tuple(effects), thrown

    def winner(self, state: State) -> str:
        """3: after the last phase the side that holds the ferry has won."""
        holder = state.control.get(self.places.index(FERRY))
        return holder or self.scenario.control_default


def _forget(state: State) -> Iterator[fx.Effect]:
    for name in sorted(state.tracks):
        if name.startswith(MOVED):
            yield fx.SetTrack(track=name, before=state.tracks[name], after=None)


class CrossingBook(PlainRulebook):
    """The rulebook, as engine/games/__init__.py names it."""

    titles: Mapping[str, str] = TITLES
    ruleset_class: ClassVar[type[PlainRuleset]] = CrossingRules

    def coverage(self) -> tuple[answers.CoverageRow, ...]:
        """Where each rule is, and by which test it is proved."""
        here, tests = __name__, "tests/games/toy/test_toy.py"
        return (
            answers.CoverageRow(
                "1", TITLES["1"], "enforced", f"{here}:one_hex", f"{tests}::test_clauses"
            ),
            answers.CoverageRow(
                "2", TITLES["2"], "enforced", f"{here}:alone", f"{tests}::test_an_attack"
            ),
            answers.CoverageRow(
                "3",
                TITLES["3"],
                "enforced",
                f"{here}:CrossingRules.winner",
                f"{tests}::test_victory",
            ),
        )


def rulebook(game: str = GAME) -> CrossingBook:
    """The rulebook, for the game itself or for a copy of it under another id."""
    return CrossingBook(game)
