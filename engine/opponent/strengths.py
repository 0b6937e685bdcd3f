"""The players by name, and the side that each name is asked to play."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.core.errors import UserError
from engine.i18n import t
from engine.modules.module import Module
from engine.opponent.player import Player, RandomPlayer
from engine.opponent.recruit import Recruit
from engine.rules.ports import Ruleset

RANDOM = "random"
RECRUIT = Recruit.name

PLAYERS: Mapping[str, Callable[[Ruleset, str, int], Player]] = {
    RANDOM: RandomPlayer,
    RECRUIT: Recruit,
}
"""Every player by its name: made of rules, a side and a seed of its own."""

STRENGTHS = (RECRUIT,)
"""The players offered as opponents, the weakest first. Each has won a tournament."""


def player_named(name: str, ruleset: Ruleset, side: str, seed: int) -> Player:
    """Return a new player of a side. Raises UserError for a name that there is not."""
    make = PLAYERS.get(name)
    if make is None:
        raise UserError(t("opponent.error.player", name=name, known=", ".join(PLAYERS)))
    return make(ruleset, side, seed)


def seats_named(words: Mapping[str, str] | list[str], module: Module) -> dict[str, str]:
    """Return the player of each side from words like ``german:recruit``.

    Raises UserError for a side or a player that there is not.
    """
    pairs = words.items() if isinstance(words, Mapping) else (w.split(":", 1) for w in words)
    sides = [side.id for side in module.meta.sides]
    found: dict[str, str] = {}
    for pair in pairs:
        side, name = pair if len(pair) == 2 else (pair[0], RECRUIT)
        if side not in sides:
            raise UserError(t("opponent.error.side", side=side, known=", ".join(sides)))
        if name not in PLAYERS:
            raise UserError(t("opponent.error.player", name=name, known=", ".join(PLAYERS)))
        found[side] = name
    return found
