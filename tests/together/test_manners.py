"""Undo in shared games: free, requested, agreed, refused."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.core import actions as act
from engine.core.dice import Dice
from engine.core.errors import UserError
from engine.log.entry import Author, Entry
from engine.log.tree import Log
from engine.together.manners import (
    NO,
    YES,
    answered_undo,
    asked_undo,
    is_agreed,
    need_leave,
    undo_question,
)
from tests.together.lines import ANN, AT, BOB, header

KEYS = {"allied": ANN.key, "german": BOB.key}
Move = tuple[str, act.Action] | tuple[str, act.Action, tuple[Dice, ...]]
EDIT = act.ManualEdit(text="an order")
DICE = (Dice(sides=6, count=1, values=(6,), source="rolled"),)


def log_of(moves: Sequence[Move]) -> Log:
    log = Log(header())
    for number, (by, action, *dice) in enumerate([("allied", act.Setup(scenario="s")), *moves], 1):
        author = Author(name=by, key=KEYS[by])
        log.add(
            Entry(
                id=number,
                parent=number - 1,
                at=AT,
                by=by,
                action=action,
                author=author,
                dice=dice[0] if dice else (),
            )
        )
    return log


def test_own_orders_without_dice_are_undone_freely() -> None:
    log = log_of([("allied", EDIT), ("allied", EDIT), ("german", act.Note(text="hm"))])
    need_leave(log, 1, ANN.key)
    need_leave(log, 4, ANN.key)


@pytest.mark.parametrize(
    ("move", "why"), [(("german", EDIT), "other player's"), (("allied", EDIT, DICE), "dice")]
)
def test_undo_of_answered_or_rolled_orders_is_requested(move: Move, why: str) -> None:
    log = log_of([("allied", EDIT), move])
    with pytest.raises(UserError, match=why):
        need_leave(log, 1, ANN.key)


@pytest.mark.parametrize("option", [YES, NO])
def test_the_other_player_decides_about_an_undo(option: str) -> None:
    moves: list[Move] = [("allied", EDIT, DICE)]
    question = undo_question(log_of(moves), 1, "german")
    moves += [("allied", question), ("german", act.Answer(name=question.name, option=option))]
    log = log_of(moves)
    assert asked_undo(log[3]) == 1
    assert [answered_undo(log, log[number]) for number in (3, 4)] == [None, 1]
    assert is_agreed(log, 1) is (option == YES)
    if option == YES:
        need_leave(log, 1, ANN.key)
    with pytest.raises(UserError):
        need_leave(log_of([*moves, ("german", EDIT)]), 1, ANN.key)  # play went on


def test_players_cannot_accept_their_own_request() -> None:
    moves: list[Move] = [("allied", EDIT, DICE)]
    question = undo_question(log_of(moves), 1, "german")
    moves += [("allied", question), ("allied", act.Answer(name=question.name, option=YES))]
    with pytest.raises(UserError):
        need_leave(log_of(moves), 1, ANN.key)
