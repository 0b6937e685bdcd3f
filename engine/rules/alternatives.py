"""Alternatives to a refused action, each with a description."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from engine.core import actions as act
from engine.core.effects import Effect
from engine.core.errors import UserError
from engine.core.resolve import move_together
from engine.core.state import State
from engine.log.entry import Entry
from engine.log.narrate import narrate
from engine.rules.judge import acting_side
from engine.rules.player import alternatives_to
from engine.rules.ports import Ruleset

NEVER = "2000-01-01T00:00:00Z"
"""The time of hypothetical entries."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """A legal alternative and its description."""

    action: act.Action
    sentence: str


def instead_of(
    ruleset: Ruleset, state: State, action: act.Action, limit: int = 3
) -> tuple[Alternative, ...]:
    """Return legal alternatives to a refused action, the closest first."""
    actions = alternatives_to(ruleset, state, action, limit)
    return tuple(Alternative(one, sentence(ruleset, state, one)) for one in actions)


def sentence(ruleset: Ruleset, state: State, action: act.Action) -> str:
    """Describe a hypothetical action as in a log."""
    effects: tuple[Effect, ...] = ()
    if isinstance(action, act.MoveUnits):
        with suppress(UserError):  # a box beyond the edge: the action has the path
            effects = move_together(state, ruleset.places, action.units, action.path)
    by = acting_side(state, action) or state.clock.active
    entry = Entry(id=1, parent=0, at=NEVER, by=by, action=action, effects=effects)
    return narrate(entry, state, ruleset.names)
