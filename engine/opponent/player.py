"""Players: each chooses an action for the deciding side, with a readable reason."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from engine.core import actions as act
from engine.core.state import State
from engine.i18n import t
from engine.rules.ports import Ruleset


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason for an order: a key of the message catalogue with its arguments."""

    key: str
    args: Mapping[str, str | int | float] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The reason as a sentence."""
        return t(f"opponent.reason.{self.key}", **self.args)


@dataclass(frozen=True, slots=True)
class Advice:
    """An action chosen by a player, its worth by the player's weights, and the reason."""

    action: act.Action
    worth: float
    reason: Reason


class Stopped(Exception):  # noqa: N818 (an interruption, not a fault)
    """The player was interrupted while thinking."""


Interrupted = Callable[[], bool]
"""Returns whether a player should stop thinking."""


def never() -> bool:
    """Return False, for a player that is never interrupted."""
    return False


class Player(Protocol):
    """A player of one side of one game."""

    def choose(
        self,
        state: State,
        refused: Collection[act.Action] = (),
        interrupted: Interrupted = never,
    ) -> Advice | None:
        """Return the best action in a state as the side observes it; None if there is none.

        ``refused`` are actions that proved illegal in the true state. Raises Stopped.
        """
        ...


class RandomPlayer:
    """A player that draws legal actions at random, like :mod:`engine.play.autoplay`."""

    def __init__(self, ruleset: Ruleset, side: str, seed: int, *, timed: bool = False) -> None:
        self._ruleset = ruleset
        self._side = side
        self._chance = random.Random(seed)

    def choose(
        self,
        state: State,
        refused: Collection[act.Action] = (),
        interrupted: Interrupted = never,
    ) -> Advice | None:
        """Return a random legal action."""
        from engine.play.autoplay import draw

        action = draw(self._ruleset, state, self._chance, refused)
        return None if action is None else Advice(action, 0, Reason("random"))
