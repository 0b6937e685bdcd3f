"""The players by name; each is imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from engine.core.errors import UserError
from engine.i18n import t
from engine.opponent.player import Player
from engine.rules.ports import Ruleset

RANDOM = "random"
RECRUIT = "recruit"

PLAYERS: Mapping[str, str] = {
    RANDOM: "engine.opponent.player:RandomPlayer",
    RECRUIT: "engine.opponent.recruit:Recruit",
}
"""Every player by its name: ``module:class``, made of rules, a side and a seed of its own."""

STRENGTHS = (RECRUIT,)
"""The players offered as opponents, the weakest first. Each has won a tournament."""


def player_named(
    name: str, ruleset: Ruleset, side: str, seed: int, *, timed: bool = False
) -> Player:
    """Return a new player of a side. Raises UserError for a name that there is not.

    A ``timed`` player hurries when a turn has taken long; without it the same seed gives the same
    orders on every machine.
    """
    if name not in PLAYERS:
        raise UserError(t("opponent.error.player", name=name, known=", ".join(PLAYERS)))
    module, _, made = PLAYERS[name].partition(":")
    player: Player = getattr(import_module(module), made)(ruleset, side, seed, timed=timed)
    return player
