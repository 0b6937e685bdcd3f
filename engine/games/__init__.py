"""The games with rules. This is the only place of the program that names them.

A rulebook is loaded on first use: ``"<module>:<name>"`` is a function that takes the id of the
game and returns a :class:`~engine.rules.ports.Rulebook`.
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
"""Game of a question that names none."""


_MADE: set[tuple[str, str]] = set()
"""Loaded rulebooks, each with its entry in RULEBOOKS."""


def has_rulebook(game: str) -> bool:
    """Return whether a game has a rulebook, without loading it."""
    return game in RULEBOOKS


def is_loaded(game: str) -> bool:
    """Return whether the rulebook of a game is loaded, or there is none to load."""
    named = RULEBOOKS.get(game)
    return named is None or (game, named) in _MADE


@cache
def rulebook(game: str) -> Rulebook | None:
    """Return the rulebook of a game; None for a game that has none.

    Raises UserError for a rulebook that cannot be loaded.
    """
    named = RULEBOOKS.get(game)
    if named is None:
        return None
    module, _, name = named.partition(":")
    try:
        result = cast("Rulebook", getattr(import_module(module), name)(game))
    except Exception as error:
        raise UserError(t("game.error.rulebook", game=game, why=error)) from error
    _MADE.add((game, named))
    return result


def require_rulebook(game: str) -> Rulebook:
    """Return the rulebook of a game. Raises UserError for a game without one."""
    result = rulebook(game)
    if result is None:
        known = ", ".join(sorted(RULEBOOKS))
        raise UserError(t("game.error.no_rulebook", game=game, known=known))
    return result


def rulebook_of(game: str) -> Rulebook:
    """Return the rulebook of a game given by its id or by the path of its module.

    The rules of a game from outside the program use the data at that path. Raises UserError for a
    game without rules.
    """
    from engine.modules.module import builtin, load_module  # loaded when it is used

    if game in builtin():
        return require_rulebook(game)
    try:
        module = load_module(game)
    except UserError:  # a listed game whose data are not there: its coverage can be printed
        return require_rulebook(game)
    book = require_rulebook(module.meta.id)
    return book if module.meta.id in builtin() else book.with_data(module)
