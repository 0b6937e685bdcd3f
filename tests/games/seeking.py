"""Random players that now and then play what random games hardly ever do."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

from engine.core import actions as act
from engine.core.state import State
from engine.play.autoplay import Seek

SOUGHT = 1 / 3
"""The probability that a rare order is played where one is possible."""
MANY = 999
"""Enough for all answers of a decision."""


def now_and_then(rare: Callable[[Any, State], Iterable[act.Action]]) -> Seek:
    """Return a player of the rare orders of a state, which the rules must allow."""

    def seek(ruleset: Any, state: State, chance: random.Random) -> act.Action | None:
        if chance.random() > SOUGHT:
            return None
        found = list(rare(ruleset, state))
        return chance.choice(found) if found else None

    return seek
