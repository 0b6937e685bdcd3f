"""The games with rules. This is the only place of the program that names them.

A rulebook is loaded when it is first asked for: ``"<module>:<name>"`` is a function that
is given the id of the game and gives a :class:`~engine.rules.ports.Rulebook`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, cast

from engine.core.errors import UserError
from engine.i18n import t

if TYPE_CHECKING:
    from engine.rules.ports import Rulebook

RULEBOOKS: dict[str, str] = {
    "airbridge": "engine.games.airbridge.rulebook:rulebook",
    "ardenas": "engine.games.ardenas.rulebook:rulebook",
    "holland44": "engine.games.holland44.rulebook:rulebook",
    "marketgarden": "engine.games.marketgarden.rulebook:rulebook",
    "normandy44": "engine.games.normandy44.rulebook:rulebook",
}

DEFAULT = "holland44"
"""The game that questions are about which name none."""


_MADE: set[tuple[str, str]] = set()
"""The games whose rulebook is made, each with where it was listed."""


def has_rulebook(game: str) -> bool:
    """Is there a rulebook of a game? Says so without loading it."""
    return game in RULEBOOKS


def is_loaded(game: str) -> bool:
    """Is the rulebook of a game at hand, so that to ask for it takes no time?"""
    named = RULEBOOKS.get(game)
    return named is None or (game, named) in _MADE


@cache
def rulebook(game: str) -> Rulebook | None:
    """The rulebook of a game; None for a game that has none.

    Raises UserError, with one sentence, for a rulebook that cannot be loaded.
    """
    named = RULEBOOKS.get(game)
    if named is None:
        return None
    module, _, name = named.partition(":")
    try:
        found = cast("Rulebook", getattr(import_module(module), name)(game))
    except Exception as error:
        raise UserError(t("game.error.rulebook", game=game, why=error)) from error
    _MADE.add((game, named))
    return found


def require_rulebook(game: str) -> Rulebook:
    """The rulebook of a game. Raises UserError for a game without one."""
    found = rulebook(game)
    if found is None:
        known = ", ".join(sorted(RULEBOOKS))
        raise UserError(t("game.error.no_rulebook", game=game, known=known))
    return found
