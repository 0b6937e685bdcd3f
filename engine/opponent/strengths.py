"""The players by name, and the side that each name is asked to play."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.core.errors import UserError
from engine.i18n import t
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
