"""The rules of The Crossing: three of them, written by following docs/writing-rules.md."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

from engine.core import actions as act
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.rules import answers
from engine.rules.base.answers import Answers
from engine.rules.base.clauses import Register, clause
from engine.rules.base.rulebook import Rulebook
from engine.rules.base.ruleset import Ruleset
from engine.rules.ports import QuestionName
from engine.rules.registry import RuleMessages

GAME, FERRY = "crossing", "0303"
TITLES = {"1": "Movement", "2": "Attack", "3": "Victory"}
MOVED = "moved/"
verdict = RuleMessages(GAME)
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
    """1: in its own phase a unit moves once, to an adjacent hex."""
    for name in move.units:
        if move.over:
            yield verdict("1", "over", units=[name])
        if move.side != move.state.clock.active:
            yield verdict("1", "phase", units=[name], unit=name)
        if MOVED + name in move.state.tracks:
            yield verdict("1", "again", units=[name], unit=name)
        start, end = move.state.pieces[name].place, move.places.index(move.target)
        if not move.places.is_hex(start) or end not in move.board.neighbours[start]:
            yield verdict("1", "far", units=[name], hexes=[move.target], unit=name, hex=move.target)


@clause("2", "move")
def alone(move: Move, _: object) -> Iterator[Verdict]:
    """2: a hex holds one unit; a unit that enters an enemy's hex attacks, alone."""
    name, hex_, held = move.units[0], move.target, move.held_by()
    if move.side in held or (not held and len(move.units) > 1):
        yield verdict("2", "friends", hexes=[hex_], hex=hex_)
    elif held and len(move.units) > 1:
        yield verdict("2", "many", hexes=[hex_], hex=hex_, unit=name)


@cache
def register() -> Register:
    """The clauses, by the kind of question they answer: those of every chapter listed here."""
    return Register.of_chapters([sys.modules[__name__]])


# -- the ruleset: judging, resolving, asking ------------------------------------------------------


class CrossingAnswers(Answers[Any]):
    """The queries about a state: the hexes a unit can enter, and the holder of the ferry."""

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


class CrossingRules(Ruleset[Any, Any, Any]):
    """The three rules on the board of a scenario."""

    questions: Collection[QuestionName] = frozenset({"reach", "standing"})

    answers_class = CrossingAnswers

    def verdicts(self, position: Any, action: act.Action) -> list[Verdict]:
        """The verdicts of every clause on a move; the end of a phase is free until the last."""
        state = position.state
        if isinstance(action, act.MoveUnits):
            return list(register().judge("move", Move(self, state, action), action))
        if isinstance(action, act.NextPhase) and self.over(state):
            return [verdict("1", "over")]
        return []

    def carry_out(self, work: Any, action: act.Action) -> bool:
        """Carry out a move or the end of a phase."""
        if isinstance(action, act.MoveUnits):
            self._move(work, action)
            return True
        if isinstance(action, act.NextPhase):
            work.clear_tracks(MOVED)
        return super().carry_out(work, action)

    def _move(self, work: Any, action: act.MoveUnits) -> None:
        """1, 2: a unit steps; against an enemy it needs a 4, and on less it is lost itself."""
        name, target = action.units[0], self.places.index(action.path[-1])
        work.track(MOVED + name, 1)
        foes = work.state.stack(target)
        lost = () if not foes else foes if work.throw("attack") >= 4 else (name,)
        for unit in lost:
            work.put(unit, f"lost-{work.state.pieces[unit].side}")
        if name not in lost:
            work.move_along([name], [self.places.index(action.path[0]), target])
            work.control(target, work.state.pieces[name].side)

    def winner(self, state: State) -> str:
        """3: after the last phase the side that holds the ferry has won."""
        holder = state.control.get(self.places.index(FERRY))
        return holder or self.scenario.control_default


class CrossingBook(Rulebook[Any]):
    """The rulebook, as engine/games/__init__.py names it."""

    titles: Mapping[str, str] = TITLES
    ruleset_class: ClassVar[type[Ruleset[Any, Any, Any]]] = CrossingRules

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
