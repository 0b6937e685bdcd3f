"""A game's own kinds of action, declared by its rulebook as typed records.

A log stores such an action unchanged (:class:`engine.core.actions.OwnAction`). For judging it is
converted to its game's record. Unknown kinds and fields come from newer versions of the rules.
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
    """A rulebook with its own kinds of action; others lack the attribute."""

    @property
    def own_actions(self) -> Mapping[str, type[act.OwnAction]]:
        """The record class of each kind, ``<id of the game>.<name>``."""
        ...


class NewerAction(UserError):  # noqa: N818 (an answer, not a fault)
    """Raised for a kind of action, or a field of one, unknown to these rules."""


def kinds_of(book: Rulebook) -> Mapping[str, type[act.OwnAction]]:
    """Return a rulebook's own kinds of action."""
    return book.own_actions if isinstance(book, BringsActions) else {}


def typed(ruling: Ruleset, action: act.Action) -> act.Action:
    """Convert an own action to its game's record; return other actions unchanged.

    Raises NewerAction for unknown kinds and fields, UserError for wrong values.
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
        message = t("referee.own_action", kind=action.kind, where=where, why=why)
        raise UserError(message) from None


def typed_entry(ruling: Ruleset, entry: Entry) -> Entry:
    """Return an entry with its action converted by :func:`typed`."""
    action = typed(ruling, entry.action)
    return entry if action is entry.action else entry.model_copy(update={"action": action})
