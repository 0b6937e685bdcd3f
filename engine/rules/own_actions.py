"""Actions of a game's own: kinds that its rulebook declares, as typed records.

A log keeps such an action as it stands (:class:`engine.core.actions.OwnAction`), whoever knows its
game. Before the rules are asked about one, it becomes the record that its game declares for its
kind; a kind or a field that today's rules do not have was written by a newer version of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from pydantic import ValidationError

from engine.core import actions as act
from engine.core.errors import UserError, first_fault, only_unknown
from engine.i18n import t
from engine.log.entry import Entry
from engine.rules.ports import Rulebook, Ruleset


@runtime_checkable
class BringsActions(Protocol):
    """A rulebook that has kinds of actions of its own; the others lack the attribute."""

    @property
    def own_actions(self) -> Mapping[str, type[act.OwnAction]]:
        """The record of each kind, by the kind: ``<id of the game>.<name>``."""
        ...


class NewerAction(UserError):  # noqa: N818 (an answer, not a fault)
    """A kind of action, or a field of one, that these rules do not have."""


def kinds_of(book: Rulebook) -> Mapping[str, type[act.OwnAction]]:
    """The kinds of actions that a rulebook brings."""
    return book.own_actions if isinstance(book, BringsActions) else {}


def typed(ruling: Ruleset, action: act.Action) -> act.Action:
    """An action as its game's own record, where it is of a kind of the game's own.

    Raises NewerAction for what the rules do not have, UserError for wrong values.
    """
    if not isinstance(action, act.OwnAction):
        return action
    book = ruling.rulebook
    model = kinds_of(book).get(action.kind)
    if model is None:
        raise NewerAction(t("referee.newer_action", kind=action.kind, version=book.version))
    if isinstance(action, model):
        return action
    try:
        return model.model_validate({"kind": action.kind, **action.fields})
    except ValidationError as error:
        where, why = first_fault(error)
        if only_unknown(error):
            newer = t("referee.newer_action", kind=action.kind, version=book.version)
            raise NewerAction(newer) from None
        told = t("referee.own_action", kind=action.kind, where=where, why=why)
        raise UserError(told) from None


def typed_entry(ruling: Ruleset, entry: Entry) -> Entry:
    """An entry with its action as :func:`typed` gives it."""
    action = typed(ruling, entry.action)
    return entry if action is entry.action else entry.model_copy(update={"action": action})
