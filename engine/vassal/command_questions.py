"""What a command may ask its player, and the ids that new pieces get."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.core.errors import UserError
from engine.core.state import State
from engine.i18n import t

MOST_COPIES = 10_000


@dataclass(frozen=True, slots=True)
class Question:
    """A text that is asked for, or one of some choices; ``now`` is what it is."""

    text: str
    now: str = ""
    choices: tuple[str, ...] = ()


Ask = Callable[[Question], str | None]
"""Asks the player; None for "never mind"."""


def nobody_asks(_question: Question) -> str | None:
    """Who asks nothing gets no answer."""
    return None


class StopError(Exception):
    """A command went on without end."""


def free_id(state: State, stem: str) -> str:
    """An id for a new piece that no piece in the game has."""
    for number in range(1, MOST_COPIES):
        name = f"{stem}~{number}"
        if name not in state.pieces:
            return name
    raise UserError(t("vassal.error.copies", limit=MOST_COPIES))
