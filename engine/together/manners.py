"""Undo in a shared game: allowed freely until the other player has answered or dice were thrown.

An order is undone by continuing from an earlier entry. The undone entries stay in the log as a
branch, with their dice. This is free while they are all the player's own, without dice and without
sealed or opened values. Otherwise the other player is asked, and both the question and the answer
are signed.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.core import actions as act
from engine.core.errors import UserError
from engine.i18n import t
from engine.log.commitments import DICE
from engine.log.entry import Entry
from engine.log.tree import Log

YES, NO = "yes", "no"
UNDO = "undo:"
"""Prefix of the names of questions whether play may continue from an earlier entry."""
OPEN = "open:"
"""Prefix of the names of questions whether the referee may open all hidden orders."""
RESULT = "result:"
DRAW = "draw"
"""The result of a game that no side wins."""


def need_leave(log: Log, parent: int, key: str) -> None:
    """Raise UserError if continuing from an earlier entry undoes more than is free.

    ``parent`` is the entry to continue from, ``key`` the key of the player.
    """
    if not log.entries or parent == len(log) or parent not in _line_of(log):
        return
    undone = [entry for entry in log.line() if entry.id > parent]
    if is_agreed(log, parent):
        return
    for entry in undone:
        if isinstance(entry.action, act.Note):
            continue
        author = entry.author.key if entry.author is not None else None
        if author != key:
            raise UserError(t("together.error.undo_answered", entry=entry.id))
        if entry.dice or entry.sealed or entry.opened:
            raise UserError(t("together.error.undo_dice", entry=entry.id))


def undo_question(log: Log, parent: int, to: str) -> act.Ask:
    """Return the question whether play may continue from an earlier entry."""
    return act.Ask(
        name=f"{UNDO}{parent}:{len(log)}",
        to=to,
        text=t("together.undo.question", entry=parent),
        options=(YES, NO),
    )


def asked_undo(entry: Entry) -> int | None:
    """Return the entry to continue from according to an undo question; None for other entries."""
    action = entry.action
    if not isinstance(action, act.Ask) or not action.name.startswith(UNDO):
        return None
    number = action.name.removeprefix(UNDO).partition(":")[0]
    return int(number) if number.isdecimal() else None


def answered_undo(log: Log, entry: Entry) -> int | None:
    """Return the entry to continue from according to the undo question that an entry answers; None
    for other entries.
    """
    question = question_of(log, entry)
    return asked_undo(question) if question is not None else None


def question_of(log: Log, entry: Entry) -> Entry | None:
    """Return the question that an entry answers; None for other entries."""
    if not isinstance(entry.action, act.Answer):
        return None
    for one in log.entries:
        if isinstance(one.action, act.Ask) and one.action.name == entry.action.name:
            return one
    return None


def opening_question(log: Log, to: str) -> act.Ask:
    """Return the question whether the referee may open all hidden orders."""
    text = t("together.hidden.question")
    return act.Ask(name=f"{OPEN}{len(log)}", to=to, text=text, options=(YES, NO))


def is_opening_agreed(log: Log) -> bool:
    """Return whether the players have agreed that the referee opens all hidden orders."""
    asked: dict[str, str] = {}
    for entry in log.entries:
        action = entry.action
        if isinstance(action, act.Ask) and action.name.startswith(OPEN):
            asked[action.name] = action.to
        elif (
            isinstance(action, act.Answer)
            and action.option == YES
            and asked.get(action.name) == entry.by
        ):
            return True
    return False


def result_question(log: Log, winner: str, to: str, side_name: Callable[[str], str]) -> act.Ask:
    """Return the question whether the other player agrees on a result; ``winner`` is a side or
    :data:`DRAW`.
    """
    text = t("together.result.question", result=describe_result(winner, side_name))
    return act.Ask(name=f"{RESULT}{len(log)}:{winner}", to=to, text=text, options=(YES, NO))


def describe_result(winner: str, side_name: Callable[[str], str]) -> str:
    """Return a result in words."""
    if winner == DRAW:
        return t("together.result.draw")
    return t("together.result.win", side=side_name(winner))


def is_about_result(entry: Entry) -> bool:
    """Return whether an entry answers a question for the result."""
    return isinstance(entry.action, act.Answer) and entry.action.name.startswith(RESULT)


def agreed_result(log: Log) -> str | None:
    """Return the winner that the players agreed on last; None if they have not."""
    asked: dict[str, str] = {}
    result = None
    for entry in log.entries:
        action = entry.action
        if isinstance(action, act.Ask) and action.name.startswith(RESULT):
            asked[action.name] = action.to
        elif isinstance(action, act.Answer) and asked.get(action.name) == entry.by:
            result = action.name.rpartition(":")[2] if action.option == YES else result
    return result


def is_agreed(log: Log, parent: int) -> bool:
    """Return whether the other side has just agreed to continue from an earlier entry."""
    asked = {
        entry.action.name: entry.action
        for entry in log.line()
        if isinstance(entry.action, act.Ask) and asked_undo(entry) == parent
    }
    for entry in reversed(log.line()):
        action = entry.action
        if isinstance(action, act.Answer):
            question = asked.get(action.name)
            if question is not None and question.to == entry.by:
                return action.option == YES
        elif not isinstance(action, act.Note | act.Ask):
            return False
    return False


def open_question(log: Log, tip: int, side: str) -> Entry | None:
    """Return the last question to a side that may be agreed to and was not answered."""
    answered: set[str] = set()
    while tip:
        entry = log[tip]
        action = entry.action
        if isinstance(action, act.Answer):
            answered.add(action.name)
        elif isinstance(action, act.Ask):
            if action.to == side and YES in action.options and action.name not in answered:
                return entry
        elif not isinstance(action, act.Note):
            return None
        tip = entry.parent
    return None


def open_throw(log: Log, tip: int) -> tuple[Entry, str] | None:
    """Return the question for dice after which no order was played, and its answer if there is
    one; None without such a question.
    """
    answers: dict[str, str] = {}
    while tip:
        entry = log[tip]
        action = entry.action
        if not isinstance(action, act.Note | act.Ask | act.Answer):
            return None
        if isinstance(action, act.Answer):
            answers[action.name] = action.option
        elif isinstance(action, act.Ask) and action.name.startswith(DICE):
            return entry, answers.get(action.name, "")
        tip = entry.parent
    return None


def _line_of(log: Log) -> set[int]:
    return {0, *(entry.id for entry in log.line())}
