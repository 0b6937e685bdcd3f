"""Questions that a command may ask its player, and ids for new pieces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.core.errors import UserError
from engine.core.state import State
from engine.i18n import t

MAX_COPIES = 10_000


@dataclass(frozen=True, slots=True)
class Question:
    """A question for a text or one of some choices; ``now`` is the current value."""

    text: str
    now: str = ""
    choices: tuple[str, ...] = ()


Ask = Callable[[Question], str | None]
"""Ask the player; None if the player cancels."""


def nobody_asks(_question: Question) -> str | None:
    """Return None: the answer where no player can be asked."""
    return None


class StopError(Exception):
    """A command did not end within its limits."""


def free_id(state: State, stem: str) -> str:
    """Return an id for a new piece that is not yet used in the game."""
    for number in range(1, MAX_COPIES):
        name = f"{stem}~{number}"
        if name not in state.pieces:
            return name
    raise UserError(t("vassal.error.copies", limit=MAX_COPIES))
