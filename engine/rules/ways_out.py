"""The way out of a refusal in words: what could be done instead, each with its sentence."""

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
from engine.rules.player import ways_out
from engine.rules.ports import Ruleset

NEVER = "2000-01-01T00:00:00Z"
"""When an action happens that is only thought of."""


@dataclass(frozen=True, slots=True)
class Instead:
    """A legal action near to a refused one, and its sentence."""

    action: act.Action
    sentence: str


def instead_of(
    ruleset: Ruleset, state: State, action: act.Action, most: int = 3
) -> tuple[Instead, ...]:
    """What could be done instead of an action that is refused, the nearest first."""
    found = ways_out(ruleset, state, action, most)
    return tuple(Instead(one, sentence(ruleset, state, one)) for one in found)


def sentence(ruleset: Ruleset, state: State, action: act.Action) -> str:
    """An action that is only thought of, as a log would tell it."""
    effects: tuple[Effect, ...] = ()
    if isinstance(action, act.MoveUnits):
        with suppress(UserError):  # a box beyond the edge: the action alone tells the way
            effects = move_together(state, ruleset.places, action.units, action.path)
    by = acting_side(state, action) or state.clock.active
    entry = Entry(id=1, parent=0, at=NEVER, by=by, action=action, effects=effects)
    return narrate(entry, state, ruleset.names)
